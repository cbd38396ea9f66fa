#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# bench_gpu.sh: builds, checks and measures the CUDA kernels on a machine with a GPU, in minutes.
#
# A machine with a GPU may be bare: what it needs can be packed where there is none.
#
#   Spec  docs/host.md#measuring
#   Test  scripts/tests/bench_gpu_test.py
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'EOF2'
usage: scripts/bench_gpu.sh [--record] [--out DIR] [--no-build | --packed DIR] [--host]
       scripts/bench_gpu.sh --pack DIR [--no-build]

  --record      write docs/cuda.json too (then run scripts/results.py)
  --out DIR     where logs and measurements go (default: out/bench_gpu)
  --no-build    use the build folder as it is
  --pack DIR    put the programs and their libraries into DIR, and stop; needs nvcc, but no GPU
  --packed DIR  use the programs that --pack has put there
  --host        run the kernels on the CPU, with little work: shows that this script works

environment: TERN_JOBS, TERN_BUILD_DIR as for scripts/test.sh

exit codes: 0 checked and measured; 1 the build, a test or the measurement failed; 2 wrong usage;
            77 no device answers
EOF2
}

record=()
out="${TERN_ROOT}/out/bench_gpu"
build=1
pack=''
packed=''
host=()
while [[ $# -gt 0 ]]; do
  case "$1" in
    --record) record=(--record); shift ;;
    --out | --pack | --packed)
      [[ $# -ge 2 ]] || { say "error: $1 needs a value"; exit 2; }
      case "$1" in
        --out) out="$2" ;;
        --pack) pack="$2" ;;
        --packed) packed="$2"; build=0 ;;
      esac
      shift 2
      ;;
    --no-build) build=0; shift ;;
    --host) host=(--host); shift ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
if [[ ${#host[@]} -gt 0 && ${#record[@]} -gt 0 ]]; then
  say "error: --record is for a device, not for --host"
  exit 2
fi

folder="${TERN_BUILD_DIR:-${TERN_ROOT}/build}"
bin="${folder}/bin"
if [[ ${build} -eq 1 ]]; then
  bash "${TERN_ROOT}/scripts/setup.sh"
  for target in cuda_test cuda_bench; do
    build_into "${folder}" "${folder}/build.log" "${target}" -DTERN_RTL=OFF
  done
fi
if [[ -n "${packed}" ]]; then
  bin="$(cd "${packed}" && pwd)"
  export LD_LIBRARY_PATH="${bin}${LD_LIBRARY_PATH:+:${LD_LIBRARY_PATH}}"
fi
for program in cuda_test cuda_bench; do
  [[ -x "${bin}/${program}" ]] || { say "error: ${bin} has no ${program}"; exit 1; }
done

if [[ -n "${pack}" ]]; then
  mkdir -p "${pack}"
  cp "${bin}/cuda_test" "${bin}/cuda_bench" "${pack}"
  # The loader and the C library belong to the machine.
  ldd "${bin}/cuda_test" "${bin}/cuda_bench" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
    grep -vE '/lib(c|m|pthread|dl|rt)\.so' | sort -u | xargs -r cp -Lt "${pack}"
  say "packed into ${pack}"
  exit 0
fi

mkdir -p "${out}"
rc=0
device="$("${bin}/cuda_bench" --probe "${host[@]}")" || rc=$?
[[ ${rc} -eq 0 ]] || { say "${device}"; exit "${rc}"; }
say "device: ${device}"

# The tests run from the root: some read files of the repository.
cd "${TERN_ROOT}"
filter='*'
[[ ${#host[@]} -eq 0 ]] || filter='Cuda*'
say "testing (log: ${out}/test.log)"
if ! "${bin}/cuda_test" --gtest_filter="${filter}" >"${out}/test.log" 2>&1; then
  grep -A 20 -m 3 'Failure' "${out}/test.log" >&2 || tail -n 30 "${out}/test.log" >&2
  say "error: the tests failed; nothing is measured"
  exit 1
fi

sanitizer="$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)"
if [[ ${#host[@]} -gt 0 ]]; then
  say "compute-sanitizer: not with --host"
elif [[ ! -x "${sanitizer}" ]]; then
  say "compute-sanitizer: skipped, it is not installed"
else
  for tool in memcheck racecheck; do
    say "compute-sanitizer ${tool} (log: ${out}/${tool}.log)"
    rc=0
    timeout 90 "${sanitizer}" --tool "${tool}" --error-exitcode 1 "${bin}/cuda_test" \
      --gtest_filter='*Short*/device:*Long*Golden/device:*AddUp/device' \
      >"${out}/${tool}.log" 2>&1 || rc=$?
    case "${rc}" in
      0) ;;
      124) say "compute-sanitizer ${tool}: not finished after 90 s" ;;
      *) tail -n 30 "${out}/${tool}.log" >&2; say "error: ${tool} has findings"; exit 1 ;;
    esac
  done
fi

say "measuring"
"${bin}/cuda_bench" "${host[@]}" --out "${out}/cuda.json" 2>"${out}/bench.log" ||
  { rc=$?; tail -n 5 "${out}/bench.log" >&2; exit "${rc}"; }
/usr/bin/python3 -B "${TERN_ROOT}/scripts/bench_gpu.py" "${out}/cuda.json" "${record[@]}"
