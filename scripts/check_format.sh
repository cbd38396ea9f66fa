#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# check_format.sh: the C++ sources are formatted as .clang-format says.
#
# One version of clang-format decides, because others break lines elsewhere.
#
#   Spec  .clang-format
#   Test  scripts/tests/check_format_test.py
set -euo pipefail

usage() {
  cat <<'EOF'
usage: scripts/check_format.sh [--fix]

  (no option)  report every file that is not formatted
  --fix        format them

exit codes: 0 formatted; 1 not formatted; 2 wrong usage, or no file to check
EOF
}

case "${1:-}" in
  '') mode=(--dry-run --Werror) ;;
  --fix) mode=(-i) ;;
  --help | -h) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
folders=()
for folder in model sim tb; do
  [[ -d "${folder}" ]] && folders+=("${folder}")
done
files=()
if [[ ${#folders[@]} -gt 0 ]]; then
  mapfile -d '' -t files < <(
    find "${folders[@]}" -type f \( -name '*.h' -o -name '*.cc' -o -name '*.cu*' \) -print0 |
      sort -z)
fi
if [[ ${#files[@]} -eq 0 ]]; then
  echo "check_format: error: no file to check" >&2
  exit 2
fi
if ! clang-format-14 "${mode[@]}" "${files[@]}"; then
  echo "check_format: run scripts/check_format.sh --fix" >&2
  exit 1
fi
echo "check_format: ${#files[@]} files formatted"
