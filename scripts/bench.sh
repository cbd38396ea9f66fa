#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# bench.sh: measures the fast codec beside golden model, zstd and zlib, all in one run.
#
#   Spec  docs/host.md#speed
#   Test  scripts/tests/bench_test.py
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'EOF2'
usage: scripts/bench.sh [--record] [--corpus DIR] [--out DIR] [--no-build]

  --record      write docs/bench.json too (then run scripts/results.py)
  --corpus DIR  .npy files of float32 weights (default: shared/corpus beside the repository)
  --out DIR     where the measurements go (default: out/bench)
  --no-build    use the build folder as it is

environment: TERN_JOBS, TERN_BUILD_DIR as for scripts/test.sh

exit codes: 0 measured; 1 the build or the program failed; 2 wrong usage; 77 no corpus
EOF2
}

record=()
corpus="${TERN_ROOT}/../shared/corpus"
out="${TERN_ROOT}/out/bench"
build=1
while [[ $# -gt 0 ]]; do
  case "$1" in
    --record) record=(--record); shift ;;
    --corpus | --out)
      [[ $# -ge 2 ]] || { say "error: $1 needs a value"; exit 2; }
      case "$1" in
        --corpus) corpus="$2" ;;
        --out) out="$2" ;;
      esac
      shift 2
      ;;
    --no-build) build=0; shift ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

shopt -s nullglob
tensors=("${corpus}"/*.npy)
if [[ ${#tensors[@]} -eq 0 ]]; then
  say "skipped: no .npy file in ${corpus}; name a folder with --corpus"
  exit 77
fi
folder="${TERN_BUILD_DIR:-${TERN_ROOT}/build}"
if [[ ${build} -eq 1 ]]; then
  bash "${TERN_ROOT}/scripts/setup.sh"
  build_into "${folder}" "${folder}/build.log" fast_bench
fi
mkdir -p "${out}"
# In turn, so that a busy minute slows all of them a little instead of one of them a lot.
"${folder}/bin/fast_bench" --benchmark_repetitions=5 --benchmark_min_time=0.2 \
  --benchmark_enable_random_interleaving=true --benchmark_out_format=json \
  --benchmark_out="${out}/fast.json" "${tensors[@]}" >"${out}/fast.log"
/usr/bin/python3 -B "${TERN_ROOT}/scripts/bench.py" "${out}/fast.json" "${record[@]}"
