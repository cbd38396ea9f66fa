#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# regress.sh: runs the random tests with many seeds, and says which seed fails which test. Before
# them come the lint of wide units and all proofs, once.
#
# scripts/test.sh runs every test once, with fixed seeds and reduced numbers; this is the long run.
# It goes on where it stopped: a seed that was run to its end with the same sources is not repeated.
#
#   Spec  docs/verification.md#many-seeds
#   Test  scripts/tests/regress_test.py
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'EOF'
usage: scripts/regress.sh [--seeds N] [--first S] [--match REGEX] [--out DIR] [--no-build]

  --seeds N      number of seeds (default: 20)
  --first S      the first one; the others follow (default: 1)
  --match REGEX  only tests whose name matches (default: all with the labels model and tb)
  --out DIR      logs and results (default: out/regress); a run there is continued
  --no-build     use the build folder as it is

environment: TERN_JOBS, TERN_BUILD_DIR as for scripts/test.sh
             TERN_MUTATIONS  damaged streams that model and oracle compare with each seed
                             (default here: 1000000)

examples:
  scripts/regress.sh                                   # a night
  scripts/regress.sh --seeds 200 --match 'decoder_test.*DecoderError'
  scripts/regress.sh --first 77 --seeds 1              # one seed again

exit codes: 0 nothing failed; 1 a test failed, or no test matched; 2 wrong usage
EOF
}

seeds=20
first=1
match=''
out="${TERN_ROOT}/out/regress"
build=1
number() {
  [[ "$2" =~ ^[0-9]{1,15}$ ]] || { say "error: $1: '$2' is not a whole number"; exit 2; }
}
while [[ $# -gt 0 ]]; do
  case "$1" in
    --seeds | --first | --match | --out)
      [[ $# -ge 2 ]] || { say "error: $1 needs a value"; exit 2; }
      case "$1" in
        --seeds) number "$1" "$2"; seeds="$2" ;;
        --first) number "$1" "$2"; first="$2" ;;
        --match) match="$2" ;;
        --out) out="$2" ;;
      esac
      shift 2
      ;;
    --no-build) build=0; shift ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

folder="${TERN_BUILD_DIR:-${TERN_ROOT}/build}"
if [[ ${build} -eq 1 ]]; then
  bash "${TERN_ROOT}/scripts/setup.sh"
  # A folder that scripts/test.sh has configured leaves out what takes long to compile.
  [[ ! -f "${folder}/build.ninja" ]] || cmake -DTERN_LONG_TESTS=ON "${folder}" >/dev/null
  build_into "${folder}" "${folder}/build.log" all -DTERN_LONG_TESTS=ON
fi
if [[ ! -f "${folder}/CTestTestfile.cmake" ]]; then
  say "error: ${folder}: has no tests; leave --no-build out"
  exit 2
fi

# What was tested: the sources, whether committed or not, and which tests.
stamp() {
  (cd "${TERN_ROOT}" && find rtl model sim tb scripts -type f -print0 | sort -z |
    xargs -0 sha256sum && echo "${match}") | sha256sum | cut -d' ' -f1
}
mkdir -p "${out}"
out="$(cd "${out}" && pwd)"
sources="$(stamp)"
if [[ "$(cat "${out}/sources" 2>/dev/null)" != "${sources}" ]]; then
  rm -f "${out}"/seed_* "${out}/linted" "${out}/proved"
  echo "${sources}" >"${out}/sources"
fi

export TERN_MUTATIONS="${TERN_MUTATIONS:-1000000}"
export TERN_LONG=1
chosen=(-L '^(model|tb)$')
[[ -z "${match}" ]] || chosen=(-R "${match}")

# Neither lint nor proofs depend on seeds, and the long ones are not among the tests.
failed_lint=0
if [[ -z "${match}" && -f "${folder}/scripts/CTestTestfile.cmake" && ! -f "${out}/linted" ]]; then
  if bash "${TERN_ROOT}/scripts/lint.sh" --wide >"${out}/lint.log" 2>&1 </dev/null; then
    : >"${out}/linted"
    echo "lint of wide units: clean"
  else
    failed_lint=1
    echo "lint of wide units: findings, log ${out}/lint.log"
    sed -n 's|^FOUND: [a-z]*: |  repro: scripts/lint.sh --corner |p' "${out}/lint.log"
  fi
fi
failed_proofs=0
if [[ -z "${match}" && -f "${folder}/tb/formal/CTestTestfile.cmake" && ! -f "${out}/proved" ]]; then
  rc=0
  TERN_FORMAL_DIR="${out}/proofs" bash "${TERN_ROOT}/tb/formal/prove.sh" --full \
    >"${out}/proofs.log" 2>&1 </dev/null || rc=$?
  case ${rc} in
    0) : >"${out}/proved"; echo "proofs: passed" ;;
    77) echo "proofs: skipped, no solver" ;;
    *) failed_proofs=1; echo "proofs: failed, log ${out}/proofs.log"
       grep '^  repro:' "${out}/proofs.log" || true ;;
  esac
fi

failed_seeds=0
for ((seed = first; seed < first + seeds; ++seed)); do
  failures="${out}/seed_${seed}.failed"
  log="${out}/seed_${seed}.log"
  if [[ ! -f "${failures}" ]]; then
    rc=0
    TERN_SEED="${seed}" ctest --test-dir "${folder}" "${chosen[@]}" --no-tests=error \
      --output-on-failure -j "${TERN_JOBS}" --timeout 7200 >"${log}" 2>&1 </dev/null || rc=$?
    if grep -q '^No tests were found' "${log}"; then
      say "error: --match: no test has a name like '${match}'; see ctest --test-dir ${folder} -N"
      exit 1
    fi
    # 8 is ctest's word for failed tests; anything else did not run to its end.
    if [[ ${rc} -ne 0 && ${rc} -ne 8 ]]; then
      say "error: ctest ended with ${rc}; see ${log}"
      exit 1
    fi
    sed -n 's/^.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*\(Failed\|Exception\|Timeout\|Not Run\).*$/\1/p' \
      "${log}" >"${failures}"
    if [[ ${rc} -eq 8 && ! -s "${failures}" ]]; then
      rm -f "${failures}"
      say "error: tests failed, and ${log} does not say which"
      exit 1
    fi
  fi
  if [[ -s "${failures}" ]]; then
    failed_seeds=$((failed_seeds + 1))
    echo "seed ${seed}: $(wc -l <"${failures}") failed, log ${log}"
    while read -r name; do
      echo "  repro: TERN_LONG=1 TERN_SEED=${seed} ctest --test-dir ${folder}" \
        "-R '^${name//./\\.}\$' --output-on-failure"
    done <"${failures}"
  else
    echo "seed ${seed}: passed"
  fi
done
echo "${seeds} seeds, ${failed_seeds} with failures"
[[ ${failed_seeds} -eq 0 && ${failed_proofs} -eq 0 && ${failed_lint} -eq 0 ]]
