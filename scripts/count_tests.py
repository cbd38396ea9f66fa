#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# count_tests.py: turns ctest result files into one verdict.
#
# A test counts as passed only when its entry says that it ran and carries no failure. Anything
# unknown is a failure: a killed test, a time-out, a missing program, a broken or missing file.
#
#   Spec  docs/verification.md
#   Test  scripts/tests/count_tests_test.py
"""Count test results.

usage: scripts/count_tests.py [--ctest-rc N] [--floor FILE] [PREFIX:]RESULTS.xml...

The last line is `N passed, M failed`, and `, K skipped` when tests were skipped.
exit codes: 0 everything passed, 1 something failed or too few tests ran
"""

import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# How ctest marks a test that chose to be skipped: by exit code, or by GoogleTest's own line.
SKIP = re.compile(r"SKIP_RETURN_CODE=|SKIP_REGULAR_EXPRESSION_MATCHED")


class Tally:
    """Names of the tests by verdict."""

    def __init__(self):
        self.passed = []
        self.failed = []  # (name, reason)
        self.skipped = []

    def add_case(self, name: str, case: ElementTree.Element) -> None:
        status = case.get("status", "")
        failure = case.find("failure")
        skipped = case.find("skipped")
        if status == "run" and failure is None and skipped is None:
            self.passed.append(name)
        elif status == "disabled":
            self.skipped.append((name, "disabled"))
        elif status == "notrun" and skipped is not None and \
                SKIP.match(skipped.get("message", "")):
            # GoogleTest prints the reason below "Skipped"; a script prints it last.
            output = (case.findtext("system-out") or "").strip()
            reasons = re.findall(r": Skipped\n(.+)", output) or output.splitlines()
            self.skipped.append((name, reasons[-1] if reasons else "it gave no reason"))
        else:
            reason = failure if failure is not None else skipped
            text = reason.get("message", "") if reason is not None else ""
            self.failed.append((name, text or f"status {status or 'missing'}"))

    def add_file(self, prefix: str, path: pathlib.Path) -> None:
        try:
            suite = ElementTree.parse(path).getroot()
        except (OSError, ElementTree.ParseError) as error:
            self.failed.append((prefix + path.name, f"no usable result file: {error}"))
            return
        cases = suite.findall("testcase")
        if not cases:
            self.failed.append((prefix + path.name, "no test was run"))
        if suite.get("tests") != str(len(cases)):
            self.failed.append((prefix + path.name,
                                f"{len(cases)} entries, but {suite.get('tests')} announced"))
        for case in cases:
            self.add_case(prefix + case.get("name", "unnamed"), case)

    def check_floor(self, path: pathlib.Path) -> None:
        ran = len(self.passed) + len(self.failed)
        try:
            floor = int(path.read_text(encoding="ascii").split()[0])
        except (OSError, ValueError, IndexError) as error:
            self.failed.append(("test floor", f"{path.name}: {error}"))
            return
        if ran < floor:
            self.failed.append(
                ("test floor", f"{ran} tests ran, fewer than the {floor} of {path.name}"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--ctest-rc", type=int, default=0, help="exit code of ctest")
    parser.add_argument("--floor", type=pathlib.Path, help="file with the fewest tests allowed")
    parser.add_argument("results", nargs="+", help="[PREFIX:]RESULTS.xml")
    args = parser.parse_args()

    tally = Tally()
    for result in args.results:
        prefix, colon, path = result.rpartition(":")
        tally.add_file(prefix + "." if colon else "", pathlib.Path(path))
    if args.ctest_rc != 0 and not tally.failed:
        tally.failed.append(("ctest", f"exit code {args.ctest_rc}, although no test failed"))
    if args.floor:
        tally.check_floor(args.floor)

    for name, reason in tally.skipped:
        print(f"skipped: {name}: {reason}")
    for name, reason in tally.failed:
        print(f"FAILED: {name}: {reason}")
    line = f"{len(tally.passed)} passed, {len(tally.failed)} failed"
    print(line + (f", {len(tally.skipped)} skipped" if tally.skipped else ""))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
