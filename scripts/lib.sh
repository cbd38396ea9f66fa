# SPDX-License-Identifier: Apache-2.0
#
# lib.sh: what run.sh and test.sh have in common; sourced, not run.
#
#   Spec  scripts/setup.sh
#   Test  scripts/tests/run_test.py
#
# shellcheck shell=bash

TERN_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
TERN_JOBS="${TERN_JOBS:-$(nproc)}"

# Messages go to standard error: standard output belongs to the result.
say() { printf 'tern: %s\n' "$*" >&2; }

# build_into DIR LOG TARGET [cmake option...]: configures DIR once and builds TARGET there.
# Shows progress on a terminal; elsewhere everything goes to LOG, and only failures and a line for
# each phase are shown.
build_into() {
  local dir="$1" log="$2" target="$3"
  shift 3
  mkdir -p "${dir}"
  # An account without a home directory keeps its compiler cache in the build folder.
  [[ -w "${HOME:-}" ]] || export CCACHE_DIR="${CCACHE_DIR:-${dir}/ccache}"
  local fresh=()
  # A build folder that was copied along with the sources names another place: start it afresh.
  if [[ -f "${dir}/CMakeCache.txt" ]] &&
     ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=${TERN_ROOT}" "${dir}/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  if [[ ! -f "${dir}/build.ninja" || ${#fresh[@]} -gt 0 ]]; then
    say "configuring ${dir}"
    if ! cmake "${fresh[@]}" -G Ninja -S "${TERN_ROOT}" -B "${dir}" "$@" >"${log}" 2>&1; then
      cat "${log}" >&2
      say "error: the configuration failed; the whole log is ${log}"
      return 1
    fi
  fi
  local rc=0
  if [[ -t 2 ]]; then
    say "building ${target}"
    ninja -C "${dir}" -j "${TERN_JOBS}" "${target}" >&2 || rc=$?
  else
    say "building ${target} (log: ${log})"
    ninja -C "${dir}" -j "${TERN_JOBS}" "${target}" >"${log}" 2>&1 || rc=$?
    if [[ ${rc} -ne 0 ]]; then
      # Ninja prints a failed step's own output right below its FAILED line.
      grep -A 30 -m 3 '^FAILED:\|^ninja: error' "${log}" >&2 || tail -n 30 "${log}" >&2
      say "error: the build failed; the whole log is ${log}"
    fi
  fi
  return "${rc}"
}
