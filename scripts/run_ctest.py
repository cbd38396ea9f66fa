#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# run_ctest.py: runs ctest in a build folder, with short progress and a result file.
#
# Prints only failures and, every few seconds, how far the run is. The verdict is not taken from
# what ctest prints: scripts/count_tests.py reads it from results.xml.
#
#   Spec  scripts/test.sh
#   Test  scripts/tests/count_tests_test.py
"""Run ctest with progress.

usage: scripts/run_ctest.py BUILD [--label REGEX] [--jobs N]

exit codes: ctest's own, or 1 when a signal ended it
"""

import argparse
import pathlib
import re
import subprocess
import sys
import time

PROGRESS_SECONDS = 10.0
TEST_LINE = re.compile(r"^\s*(\d+)/(\d+) Test\s+#\d+: ")
FINE = re.compile(r" \.+(?:   Passed|\*\*\*Skipped|\*\*\*Not Run \(Disabled\)) ")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--label", help="only tests with this label")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()

    results = args.build.resolve() / "results.xml"
    results.unlink(missing_ok=True)  # an old result must never stand in for a run that died
    command = ["ctest", "--test-dir", str(args.build), "--no-tests=error", "--output-on-failure",
               "-j", str(args.jobs), "--output-junit", str(results)]
    if args.label:
        command += ["-L", f"^{args.label}$"]

    failed_output = False
    shown = time.monotonic()
    with open(args.build / "ctest.log", "w", encoding="utf-8") as log, \
         subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", stdin=subprocess.DEVNULL) as ctest:
        for line in ctest.stdout:
            log.write(line)
            match = TEST_LINE.match(line)
            if match:
                done, total = match.groups()
                failed_output = not FINE.search(line)
                if time.monotonic() - shown > PROGRESS_SECONDS:
                    shown = time.monotonic()
                    print(f"  {done} of {total} tests done", flush=True)
            elif re.match(r"^\s+Start\s+\d+: |^$|^\d+% tests passed", line):
                failed_output = False
            if failed_output or re.match(r"^No tests were found|^CMake Error|^Errors? ", line):
                print(line.rstrip(), flush=True)
        rc = ctest.wait()
    return rc if rc >= 0 else 1


if __name__ == "__main__":
    sys.exit(main())
