#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# synth.sh: area, clock and memories of one RTL top, by Yosys and OpenSTA.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
set -euo pipefail

if [[ ! -x /usr/bin/python3 ]]; then
  echo "synth: error: python3: not found; install it with: apt-get install python3" >&2
  exit 20
fi
exec /usr/bin/python3 -B "$(dirname "${BASH_SOURCE[0]}")/synth.py" "$@"
