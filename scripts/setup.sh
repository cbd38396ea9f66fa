#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# setup.sh: installs the Debian packages that Tern needs and that are missing.
#
# Prints exactly what it installs, and needs no network when nothing is missing.
#
#   Spec  scripts/packages.txt
#   Test  scripts/tests/setup_test.py
set -euo pipefail

usage() {
  cat <<'EOF'
usage: scripts/setup.sh [--list | --missing | --help]

  (no option)  install what is missing; says nothing when nothing is
  --list       print the packages that Tern needs
  --missing    print the packages that are missing, and install nothing

exit codes: 0 done; 2 wrong usage; 20 packages are missing and there is neither root nor sudo;
            21 the installation failed; 22 this system has no apt
EOF
}

list="$(dirname "${BASH_SOURCE[0]}")/packages.txt"

# The first word of every line that is not a comment.
needed() { sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' "${list}"; }

missing() {
  local installed
  # dpkg-query fails for a name it has never heard of: that name is missing as well.
  # shellcheck disable=SC2046
  installed="$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $(needed) 2>/dev/null |
               sed -n 's/ installed$//p')" || true
  needed | grep -vxF -e "${installed:-none installed}" || true
}

case "${1:-}" in
  '') ;;
  --list) needed; exit 0 ;;
  --missing) ;;
  --help | -h) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  {
    echo "setup: this system has no apt. Tern is made for Debian 12; install the equivalent of:"
    needed | sed 's/^/  /'
  } >&2
  exit 22
fi

if [[ "${1:-}" == --missing ]]; then
  missing
  exit 0
fi
mapfile -t packages < <(missing)
[[ ${#packages[@]} -eq 0 ]] && exit 0

as_root=()
if [[ "$(id -u)" -ne 0 ]]; then
  # sudo may ask for a password only when somebody is there to type it.
  if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
    as_root=(sudo)
  else
    {
      echo "setup: these packages are missing, and installing them needs root or sudo:"
      printf '  %s\n' "${packages[@]}"
      echo "setup: ask an administrator to run:"
      echo "  apt-get update && apt-get install --no-install-recommends ${packages[*]}"
    } >&2
    exit 20
  fi
fi

echo "setup: installing ${#packages[@]} Debian packages: ${packages[*]}" >&2
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" \
    </dev/null >&2
}
# A stale or partly unreachable index may still have everything: only the installation decides.
apt update || echo "setup: warning: apt-get update failed; trying with the present index" >&2
if ! apt install -y --no-install-recommends "${packages[@]}"; then
  echo "setup: error: apt-get could not install: ${packages[*]}" >&2
  exit 21
fi
mapfile -t packages < <(missing)
if [[ ${#packages[@]} -ne 0 ]]; then
  echo "setup: error: still missing after the installation: ${packages[*]}" >&2
  exit 21
fi
