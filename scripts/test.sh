#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# test.sh: builds everything and runs the whole test suite.
#
# The last line is `N passed, M failed`, and `, K skipped` when tests were skipped; the exit code
# is 0 only when nothing failed and at least as many tests ran as scripts/test_floor.txt demands.
#
#   Spec  docs/verification.md
#   Test  scripts/tests/count_tests_test.py
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'EOF'
usage: scripts/test.sh [--help]

Installs missing Debian packages, builds everything, runs all tests, then runs the tests of the
golden model once more under the address and undefined-behaviour sanitizers.

environment:
  TERN_SEED       seed of all random tests (each has a fixed default)
  TERN_JOBS       parallel jobs (default: number of cores)
  TERN_BUILD_DIR  build folder (default: build); the sanitizer pass uses it with -asan appended
EOF
}

case "${1:-}" in
  '') ;;
  --help | -h) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

build="${TERN_BUILD_DIR:-${TERN_ROOT}/build}"
python=/usr/bin/python3
floor="${TERN_ROOT}/scripts/test_floor.txt"

# Whatever stops this script early still ends in a line that says so.
finished=0
trap '[[ ${finished} -eq 1 ]] || echo "0 passed, 1 failed"' EXIT

bash "${TERN_ROOT}/scripts/setup.sh"
build_into "${build}" "${build}/build.log" all
build_into "${build}-asan" "${build}-asan/build.log" tests_sanitize -DTERN_SANITIZE=ON

cd "${TERN_ROOT}"
say "running the tests"
rc=0
"${python}" scripts/run_ctest.py "${build}" --jobs "${TERN_JOBS}" || rc=1
say "running the model tests under the sanitizers"
"${python}" scripts/run_ctest.py "${build}-asan" --jobs "${TERN_JOBS}" --label sanitize || rc=1

finished=1
"${python}" scripts/count_tests.py --ctest-rc "${rc}" --floor "${floor}" \
  "${build}/results.xml" "sanitize:${build}-asan/results.xml"
