#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# lint.sh: checks that every RTL top, at every parameter corner, is clean in both front ends.
#
# Verilator: -Wall, each warning fatal, the one waiver of scripts/lint.vlt. Yosys: reads,
# elaborates and checks the design; latches, undriven nets, loops and warnings are errors.
#
#   Spec  scripts/tops.txt
#         scripts/tops_wide.txt
#   Test  scripts/tests/lint_test.py
set -euo pipefail

usage() {
  cat <<'EOF'
usage: scripts/lint.sh [TOP | --wide | --corner TOP [Param=Value...] | --list]

  (no argument)                   check every line of scripts/tops.txt
  --wide                          check every line of scripts/tops_wide.txt, which takes long
  TOP                             check every line of this top
  --corner TOP [Param=Value...]   check this corner, listed or not
  --list                          print the lines of scripts/tops.txt

exit codes: 0 clean; 1 findings; 2 wrong usage, or nothing to check
EOF
}

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Lines of a list file, without comments and blank lines.
lines_of() { sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' "$1"; }

mapfile -t corners < <(lines_of scripts/tops.txt)
case "${1:-}" in
  '') ;;
  --list) printf '%s\n' "${corners[@]}"; exit 0 ;;
  --wide) mapfile -t corners < <(lines_of scripts/tops_wide.txt) ;;
  --help | -h) usage; exit 0 ;;
  --corner)
    shift
    [[ $# -gt 0 ]] || { usage >&2; exit 2; }
    corners=("$*")
    ;;
  -*) usage >&2; exit 2 ;;
  *)
    [[ $# -eq 1 ]] || { usage >&2; exit 2; }
    mapfile -t corners < <(printf '%s\n' "${corners[@]}" | grep -E "^$1( |\$)")
    ;;
esac
if [[ ${#corners[@]} -eq 0 || -z "${corners[0]}" ]]; then
  echo "lint: error: nothing to check: scripts/tops.txt has no line for '${1:-any top}'" >&2
  exit 2
fi

mapfile -t all_files < <(lines_of rtl/files.f)
log="$(mktemp)"
trap 'rm -f "${log}"' EXIT

# Small memories and look-ups may become registers; every other Yosys warning is a finding.
allowed='Replacing memory .* with list of registers'

# Prints what TOP needs of the files ALL, in their order. A file is needed when a needed file names
# its module or package outside a comment; a top is not blamed for a package it does not use.
# shellcheck disable=SC2016  # these are awk's own variables
needed='
  function module_of(path) { sub(/.*\//, "", path); sub(/\.sv$/, "", path); return path }
  BEGIN {
    files = split(all, path, " ")
    for (i = 1; i <= files; i++) file[module_of(path[i])] = path[i]
    module[modules = 1] = top
    needed[top] = 1
    for (i = 1; i <= modules; i++) {
      while ((getline line < file[module[i]]) > 0) {
        sub(/\/\/.*/, "", line)
        words = split(line, word, /[^A-Za-z0-9_]+/)
        for (w = 1; w <= words; w++) {
          if (!(word[w] in file) || word[w] in needed) continue
          needed[word[w]] = 1
          module[++modules] = word[w]
        }
      }
    }
    for (i = 1; i <= files; i++) if (module_of(path[i]) in needed) print path[i]
  }'

# files_of TOP: sets `files` to what TOP needs, in the order of rtl/files.f.
files_of() {
  [[ " ${all_files[*]} " == *"/$1.sv "* ]] ||
    { echo "lint: error: rtl/files.f has no $1.sv" >&2; return 1; }
  mapfile -t files < <(awk -v top="$1" -v all="${all_files[*]}" "${needed}")
}

check_verilator() {
  local top="$1"
  shift
  local lint=(verilator --lint-only -Wall +incdir+rtl/common "${@/#/-G}" --top-module "${top}"
              scripts/lint.vlt "${files[@]}")
  "${lint[@]}" --assert >"${log}" 2>&1 || return 1
  # As a synthesis tool sees it: what only assertions read is unused. That is known when the design
  # is elaborated, where --xml-only ends; the logic, which is the same, was checked above.
  "${lint[@]}" -DSYNTHESIS --xml-only --xml-output /dev/null >"${log}" 2>&1
}

check_yosys() {
  local top="$1" param set=()
  shift
  for param in "$@"; do
    set+=(-set "${param%%=*}" "${param#*=}")
  done
  # Deferred: modules are elaborated with the parameters that they get, and not before with others.
  local script="read_verilog -defer -sv -I rtl/common ${files[*]};"
  [[ ${#set[@]} -gt 0 ]] && script+=" chparam ${set[*]} ${top};"
  script+=" hierarchy -check -top ${top}; proc; check -assert;"
  # One module may have latches.
  script+=" select -assert-none t:\$dlatch t:\$dlatchsr t:\$adlatch t:\$sr %u %u %u"
  script+=" *tern_latches*/* %d"
  yosys -p "${script}" >"${log}" 2>&1 || return 1
  ! grep -E 'Warning:' "${log}" | grep -vqE "${allowed}"
}

check() {
  local tool="$1"
  shift
  case "${tool}" in
    verilator) check_verilator "$@" ;;
    yosys) check_yosys "$@" ;;
  esac
}

rc=0
for corner in "${corners[@]}"; do
  read -ra words <<<"${corner}"
  files_of "${words[0]}" || { rc=1; continue; }
  for tool in verilator yosys; do
    if check "${tool}" "${words[@]}"; then
      echo "clean: ${tool}: ${corner}"
    else
      echo "FOUND: ${tool}: ${corner}"
      if [[ "${tool}" == yosys ]]; then
        grep -E -A 4 'Warning:|ERROR' "${log}" | sed 's/^/  /' | head -n 60
      else
        sed 's/^/  /' "${log}" | head -n 60
      fi
      rc=1
    fi
  done
done
exit "${rc}"
