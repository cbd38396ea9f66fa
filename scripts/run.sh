#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# run.sh: from a bare Debian 12 to a report, in one command.
#
# Installs what is missing, builds what is out of date, and runs the main job.
#
#   Spec  docs/cli.md
#   Test  scripts/tests/run_test.py
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'EOF'
usage: scripts/run.sh [tern eval arguments]

Installs missing Debian packages, builds, and runs `tern eval`. Without arguments it evaluates the
sample tensor and writes out/report.json and out/report.html; arguments replace that job. Relative
paths are taken from where you are.

examples:
  scripts/run.sh
  scripts/run.sh weights.npy --dtype bf16 --lanes 64
  scripts/run.sh model.safetensors --json out/model.json --html out/model.html

environment:
  TERN_JOBS       parallel jobs of the build (default: number of cores)
  TERN_BUILD_DIR  build folder (default: build)

exit codes: those of `tern` (docs/cli.md), and 20 to 22 of scripts/setup.sh
EOF
}

for argument in "$@"; do
  [[ "${argument}" == --help || "${argument}" == -h ]] && { usage; exit 0; }
done

# A mistyped name should not come to light only after the build.
for argument in "$@"; do
  case "${argument}" in
    -*) break ;;
    *.npy | *.safetensors)
      if [[ ! -e "${argument}" ]]; then
        say "error: ${argument}: no such file; paths are taken from where you are"
        exit 3
      fi
      ;;
  esac
done

build="${TERN_BUILD_DIR:-${TERN_ROOT}/build}"
mkdir -p "${TERN_ROOT}/out"
bash "${TERN_ROOT}/scripts/setup.sh"
build_into "${build}" "${build}/build.log" tern

if [[ $# -eq 0 ]]; then
  # Short names where they are right; the paths end up in messages.
  base="${TERN_ROOT}/"
  [[ "${PWD}" -ef "${TERN_ROOT}" ]] && base=""
  set -- "${base}sim/apps/sample/attention_qkv_120x360.npy" --dtype bf16 \
    --books "${base}sim/apps/sample/books.json" \
    --json "${base}out/report.json" --html "${base}out/report.html"
fi
# It says itself where its reports are.
exec "${build}/bin/tern" eval "$@"
