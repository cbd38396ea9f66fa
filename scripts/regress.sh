#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# regress.sh: runs the random tests with many seeds, and says which seed fails which test. Before
# them come the lint of wide units and all proofs, once.
#
# scripts/test.sh runs every test once, with fixed seeds and reduced numbers; this is the long run.
# It goes on where it stopped: a seed that was run to its end with the same sources is not repeated.
# With --slurm, lint, proofs and every seed are tasks of a job array.
#
#   Spec  docs/verification.md#many-seeds
#   Test  scripts/tests/regress_test.py
set -euo pipefail
cores="${TERN_JOBS:-1}"
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'EOF'
usage: scripts/regress.sh [--seeds N] [--first S] [--match REGEX] [--out DIR] [--no-build]
                          [--only PART] [--slurm [--partition P] [--at-once N]]

  --seeds N      number of seeds (default: 20)
  --first S      the first one; the others follow (default: 1)
  --match REGEX  only tests whose name matches (default: all with the labels model and tb)
  --out DIR      logs and results (default: out/regress); a run there is continued
  --no-build     use the build folder as it is
  --only PART    lint, proofs or seeds (default: all three; with --match seeds)
  --slurm        run lint, proofs and every seed as tasks of a Slurm cluster (docs/farm.md)
  --partition P  partition of the cluster (default: the cluster's own)
  --at-once N    tasks that run at a time (default: no limit)

environment: TERN_JOBS, TERN_BUILD_DIR as for scripts/test.sh; with --slurm TERN_JOBS is the number
             of cores of a task as well (default there: 1)
             TERN_MUTATIONS  damaged streams that model and oracle compare with each seed
                             (default here: 1000000)

examples:
  scripts/regress.sh                                   # a night
  scripts/regress.sh --seeds 200 --match 'decoder_test.*DecoderError'
  scripts/regress.sh --first 77 --seeds 1              # one seed again
  scripts/regress.sh --seeds 500 --slurm               # a night of a cluster

exit codes: 0 nothing failed; 1 a test failed, or no test matched; 2 wrong usage; 3 something did
            not run to its end; 20 Slurm is not installed; 21 Slurm refuses or does not answer
EOF
}

seeds=20
first=1
match=''
out="${TERN_ROOT}/out/regress"
build=1
only=all
slurm=0
farm=()
number() {
  [[ "$2" =~ ^[0-9]{1,15}$ ]] || { say "error: $1: '$2' is not a whole number"; exit 2; }
}
while [[ $# -gt 0 ]]; do
  case "$1" in
    --seeds | --first | --match | --out | --only | --partition | --at-once)
      [[ $# -ge 2 ]] || { say "error: $1 needs a value"; exit 2; }
      case "$1" in
        --seeds) number "$1" "$2"; seeds="$2" ;;
        --first) number "$1" "$2"; first="$2" ;;
        --match) match="$2" ;;
        --out) out="$2" ;;
        --only) only="$2" ;;
        --partition) farm+=("--partition=$2") ;;
        --at-once) number "$1" "$2"; farm+=("--at-once=$2") ;;
      esac
      shift 2
      ;;
    --no-build) build=0; shift ;;
    --slurm) slurm=1; shift ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
[[ "${only}" =~ ^(all|lint|proofs|seeds)$ ]] ||
  { say "error: --only ${only}: is none of lint, proofs and seeds"; exit 2; }
if [[ ${slurm} -eq 0 && ${#farm[@]} -gt 0 ]]; then
  say "error: --partition and --at-once are those of a Slurm cluster; add --slurm"
  exit 2
fi
# Nothing is built for a cluster that is not there.
farm_tasks() { /usr/bin/python3 -B "${TERN_ROOT}/scripts/farm_tasks.py" "$@"; }
[[ ${slurm} -eq 0 ]] || farm_tasks --present

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
folder="$(cd "${folder}" && pwd)"

# What was tested: the sources, whether committed or not, and which tests.
stamp() {
  (cd "${TERN_ROOT}" &&
    find rtl model sim tb scripts -type f -not -path '*/__pycache__/*' -print0 | sort -z |
    xargs -0 sha256sum && echo "${match}") | sha256sum | cut -d' ' -f1
}
mkdir -p "${out}"
out="$(cd "${out}" && pwd)"
sources="$(stamp)"
if [[ "${TERN_REGRESS_SOURCES:-${sources}}" != "${sources}" ]]; then
  say "error: ${TERN_ROOT}: the sources have changed since the tasks were submitted"
  exit 3
fi
if [[ "$(cat "${out}/sources" 2>/dev/null)" != "${sources}" ]]; then
  rm -f "${out}"/seed_*.failed "${out}"/seed_*.log "${out}/lint.code" "${out}/proofs.code"
  echo "${sources}" >"${out}/sources"
fi

export TERN_MUTATIONS="${TERN_MUTATIONS:-1000000}"
export TERN_LONG=1
chosen=(-L '^(model|tb)$')
[[ -z "${match}" ]] || chosen=(-R "${match}")

if [[ -n "${match}" ]] && ctest --test-dir "${folder}" -N -R "${match}" | grep -q '^Total Tests: 0'
then
  say "error: --match: no test has a name like '${match}'; see ctest --test-dir ${folder} -N"
  exit 1
fi

# Neither lint nor proofs depend on seeds, and the long ones are not among the tests.
parts=()
wanted() { [[ "${only}" == "$1" || "${only}" == all ]] && [[ -z "${match}" || "$1" == seeds ]]; }
if wanted lint && [[ -f "${folder}/scripts/CTestTestfile.cmake" ]]; then parts+=(lint); fi
if wanted proofs && [[ -f "${folder}/tb/formal/CTestTestfile.cmake" ]]; then parts+=(proofs); fi

# How one of them ended: its exit code, in a file that is there when it has. Only failures are
# repeated.
run_part() {
  local rc=0
  [[ "$(cat "${out}/$1.code" 2>/dev/null)" != 0 ]] || return 0
  rm -f "${out}/$1.code"
  case "$1" in
    lint) bash "${TERN_ROOT}/scripts/lint.sh" --wide ;;
    proofs) TERN_FORMAL_DIR="${out}/proofs" bash "${TERN_ROOT}/tb/formal/prove.sh" --full ;;
  esac >"${out}/$1.log" 2>&1 </dev/null || rc=$?
  echo "${rc}" >"${out}/$1.code"
}

show_part() {
  local code
  code="$(cat "${out}/$1.code" 2>/dev/null || echo 'not run to the end')"
  case "$1.${code}" in
    *.0) echo "$1: passed" ;;
    proofs.77) echo "proofs: skipped, no solver" ;;
    *.not*) echo "$1: ${code}"; incomplete=1 ;;
    *) echo "$1: failed, log ${out}/$1.log"; failed=1
       sed -n 's|^FOUND: [a-z]*: |  repro: scripts/lint.sh --corner |p; /^  repro:/p' \
         "${out}/$1.log" ;;
  esac
}

# Leaves the names of the tests that fail. The seed has a folder of its own that stands for the
# build folder, as ctest writes its logs there and others may be at work.
run_seed() {
  local seed="$1" rc=0
  local failures="${out}/seed_${seed}.failed" log="${out}/seed_${seed}.log"
  local stand="${out}/seed_${seed}.ctest"
  [[ ! -f "${failures}" ]] || return 0
  mkdir -p "${stand}"
  echo "subdirs(\"${folder}\")" >"${stand}/CTestTestfile.cmake"
  TERN_SEED="${seed}" ctest --test-dir "${stand}" "${chosen[@]}" --no-tests=error \
    --output-on-failure -j "${TERN_JOBS}" --timeout 7200 >"${log}" 2>&1 </dev/null || rc=$?
  rm -rf "${stand}"
  # 8 is ctest's word for failed tests; anything else did not run to its end.
  if [[ ${rc} -ne 0 && ${rc} -ne 8 ]]; then
    say "error: ctest ended with ${rc}; see ${log}"
    exit 3
  fi
  sed -n 's/^.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*\(Failed\|Exception\|Timeout\|Not Run\).*$/\1/p' \
    "${log}" >"${failures}.part"
  if [[ ${rc} -eq 8 && ! -s "${failures}.part" ]]; then
    say "error: tests failed, and ${log} does not say which"
    exit 3
  fi
  mv "${failures}.part" "${failures}"
}

show_seed() {
  local seed="$1" failures="${out}/seed_$1.failed" log="${out}/seed_$1.log"
  if [[ ! -f "${failures}" ]]; then
    echo "seed ${seed}: not run to the end"
    incomplete=1
  elif [[ -s "${failures}" ]]; then
    failed_seeds=$((failed_seeds + 1))
    echo "seed ${seed}: $(wc -l <"${failures}") failed, log ${log}"
    while read -r name; do
      echo "  repro: TERN_LONG=1 TERN_SEED=${seed} ctest --test-dir ${folder}" \
        "-R '^${name//./\\.}\$' --output-on-failure"
    done <"${failures}"
  else
    echo "seed ${seed}: passed"
  fi
}

# A line for each task of the cluster: its name, and this script for a part of the work.
tasks() {
  local part words=(env "TERN_JOBS=${cores}" "TERN_BUILD_DIR=${folder}"
                    "TERN_REGRESS_SOURCES=${sources}" bash "${TERN_ROOT}/scripts/regress.sh"
                    --no-build --out "${out}")
  [[ -z "${match}" ]] || words+=(--match "${match}")
  line() { local IFS=$'\t'; echo "$*"; }
  for part in "${parts[@]}"; do
    line "${part}-${sources:0:12}" "${words[@]}" --only "${part}"
  done
  for ((seed = first; seed < first + seeds; ++seed)); do
    [[ -f "${out}/seed_${seed}.failed" ]] ||
      line "seed_${seed}-${sources:0:12}" "${words[@]}" --only seeds --first "${seed}" --seeds 1
  done
}

failed=0
incomplete=0
failed_seeds=0
wanted seeds || seeds=0
if [[ ${slurm} -eq 1 ]]; then
  rc=0
  # A task that finds something ends with 1, and would again.
  tasks | farm_tasks --folder "${out}/farm" --cpus "${cores}" --accept 1 "${farm[@]}" || rc=$?
  [[ ${rc} -le 1 ]] || exit "${rc}"
fi
for part in "${parts[@]}"; do
  [[ ${slurm} -eq 1 ]] || run_part "${part}"
  show_part "${part}"
done
for ((seed = first; seed < first + seeds; ++seed)); do
  [[ ${slurm} -eq 1 ]] || run_seed "${seed}"
  show_seed "${seed}"
done
echo "${seeds} seeds, ${failed_seeds} with failures"
[[ ${incomplete} -eq 0 ]] || exit 3
[[ ${failed_seeds} -eq 0 && ${failed} -eq 0 ]]
