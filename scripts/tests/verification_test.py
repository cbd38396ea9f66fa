#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# verification_test.py: every test that the test plan names is there.
#
#   Spec  docs/verification.md
#   Test  scripts/tests/verification_test.py
"""Tests of the names in docs/verification.md."""

import fnmatch
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEFINED = re.compile(r"\b(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)")
# `Suite.Test` or `Prefix/Suite.Test`, with * for any letters; a file has a small ending instead.
NAMED = re.compile(r"`(?:\w+/)?([A-Z]\w+\.(?:[A-Z]\w*\*?\w*|\*\w*))`")


def defined(root: pathlib.Path) -> set:
    """Suite.Test of every test in C++."""
    return {".".join(match) for folder in ("model", "tb") for path in (root / folder).rglob("*.cc")
            for match in DEFINED.findall(path.read_text(encoding="ascii"))}


class TestPlan(unittest.TestCase):
    def test_every_test_that_is_named_exists(self):
        there = defined(ROOT)
        named = NAMED.findall((ROOT / "docs" / "verification.md").read_text(encoding="ascii"))
        self.assertGreater(len(named), 100, "the table is not read as it was written")
        for name in named:
            self.assertTrue(fnmatch.filter(there, name), f"there is no test {name}")

    def test_names_that_are_wrong_are_noticed(self):
        there = defined(ROOT)
        self.assertEqual(NAMED.findall("`Common/EveryCell.*` `Wave.Gone` `sim/harness.h` `None`"),
                         ["EveryCell.*", "Wave.Gone"])
        self.assertTrue(fnmatch.filter(there, "EveryCell.*"))
        self.assertFalse(fnmatch.filter(there, "Wave.Gone"))


if __name__ == "__main__":
    unittest.main()
