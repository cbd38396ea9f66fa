#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# setup_test.py: setup.sh on machines with and without packages, root, sudo, network and apt.
#
# The machine is played by stand-ins for dpkg-query, apt-get, id and sudo in front of PATH.
#
#   Spec  scripts/setup.sh
#   Test  scripts/tests/setup_test.py
"""Tests of scripts/setup.sh."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).resolve().parent.parent / "setup.sh"

DPKG_QUERY = r"""#!/bin/bash
shift 2
rc=0
for package in "$@"; do
  if grep -qxF "${package}" "${STATE}/installed"; then echo "${package} installed"
  elif grep -qxF "${package}" "${STATE}/removed"; then echo "${package} config-files"
  else echo "no packages found matching ${package}" >&2; rc=1; fi
done
exit "${rc}"
"""
APT_GET = r"""#!/bin/bash
echo "apt-get $*" >>"${STATE}/calls"
for word in "$@"; do
  [[ "${word}" == update ]] && { [[ -e "${STATE}/offline" ]] && exit 100; exit 0; }
done
[[ -e "${STATE}/broken" ]] && exit 100
for word in "$@"; do
  [[ "${word}" == -* || "${word}" == install ]] || echo "${word}" >>"${STATE}/installed"
done
[[ "$(cat "${STATE}/uid")" == 0 || -n "${AS_ROOT:-}" ]]
"""
ID = '#!/bin/bash\ncat "${STATE}/uid"\n'
SUDO = r"""#!/bin/bash
[[ -e "${STATE}/sudoer" ]] || exit 1
[[ "$1" == -n ]] && shift
AS_ROOT=1 exec "$@"
"""


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = pathlib.Path(folder.name)
        self.bin = self.state / "bin"
        self.bin.mkdir()
        for name, text in (("dpkg-query", DPKG_QUERY), ("apt-get", APT_GET), ("id", ID),
                           ("sudo", SUDO)):
            (self.bin / name).write_text(text)
            (self.bin / name).chmod(0o755)
        for name in ("installed", "removed", "calls"):
            (self.state / name).write_text("")
        self.needed = self.setup("--list").stdout.split()

    def setup(self, *args: str, uid: str = "0", path: str = "") -> subprocess.CompletedProcess:
        (self.state / "uid").write_text(uid + "\n")
        env = {"PATH": path or f"{self.bin}:{os.defpath}", "STATE": str(self.state)}
        return subprocess.run(["/bin/bash", str(SETUP), *args], env=env, capture_output=True,
                              text=True, check=False, stdin=subprocess.DEVNULL)

    def install(self, packages) -> None:
        (self.state / "installed").write_text("".join(p + "\n" for p in packages))

    def calls(self) -> str:
        return (self.state / "calls").read_text()

    def test_every_package_has_a_reason(self):
        lines = (SETUP.parent / "packages.txt").read_text().splitlines()
        for line in lines:
            self.assertRegex(line, r"^(#|[a-z0-9.+-]+ +# \w)")
        self.assertGreater(len(self.needed), 10)
        self.assertEqual(len(set(self.needed)), len(self.needed))

    def test_bare_machine_as_root_updates_then_installs_all(self):
        result = self.setup()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"installing {len(self.needed)} Debian packages: {' '.join(self.needed)}",
                      result.stderr)
        calls = self.calls().splitlines()
        self.assertEqual(len(calls), 2)
        self.assertTrue(calls[0].endswith(" update"))
        self.assertTrue(calls[1].endswith(
            " install -y --no-install-recommends " + " ".join(self.needed)))

    def test_only_missing_packages_are_installed(self):
        self.install(p for p in self.needed if p not in ("yosys", "libfmt-dev"))
        (self.state / "removed").write_text("yosys\n")
        result = self.setup()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("installing 2 Debian packages: yosys libfmt-dev\n", result.stderr)

    def test_nothing_missing_needs_neither_apt_nor_words(self):
        self.install(self.needed)
        result = self.setup(uid="1000")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(self.calls(), "")

    def test_user_with_sudo_installs(self):
        (self.state / "sudoer").touch()
        result = self.setup(uid="1000")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.setup("--missing").stdout, "")

    def test_user_without_sudo_is_told_the_packages(self):
        self.install(p for p in self.needed if p != "yosys")
        result = self.setup(uid="1000")
        self.assertEqual(result.returncode, 20)
        self.assertIn("  yosys\n", result.stderr)
        self.assertIn("apt-get install --no-install-recommends yosys\n", result.stderr)
        self.assertEqual(self.calls(), "")

    def test_missing_lists_and_installs_nothing(self):
        self.install(p for p in self.needed if p not in ("g++", "yosys"))
        result = self.setup("--missing", uid="1000")
        self.assertEqual((result.returncode, result.stdout), (0, "g++\nyosys\n"))
        self.assertEqual(self.calls(), "")

    def test_failed_update_is_only_a_warning(self):
        (self.state / "offline").touch()
        result = self.setup()
        self.assertEqual(result.returncode, 0)
        self.assertIn("warning: apt-get update failed", result.stderr)

    def test_failed_installation_is_named(self):
        (self.state / "broken").touch()
        self.install(p for p in self.needed if p != "yosys")
        result = self.setup()
        self.assertEqual(result.returncode, 21)
        self.assertIn("error: apt-get could not install: yosys\n", result.stderr)

    def test_system_without_apt_is_named(self):
        tools = self.state / "tools"
        tools.mkdir()
        for name in ("sed", "dirname", "cat", "grep"):
            (tools / name).symlink_to(shutil.which(name))
        result = self.setup(path=str(tools))
        self.assertEqual(result.returncode, 22)
        self.assertIn("no apt", result.stderr)

    def test_unknown_option_is_wrong_usage(self):
        self.assertEqual(self.setup("--frobnicate").returncode, 2)


if __name__ == "__main__":
    unittest.main()
