#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# tdr_books.py: makes the shipped books of the tensor residual/DCT block again.
#
# The books follow from model/tdr/training.cc and lossless_training.cc alone, so the files are
# written by the program tdr_books and never edited; tests of the model fail when they are stale.
#
#   Spec  docs/transform.md#12-training-books
#   Test  model/tdr/training_test.cc, model/tdr/lossless_test.cc
"""Write model/tdr/books_data.h and lossless_books_data.h, or check that they are up to date.

usage: scripts/tdr_books.py [--check] [--program build/bin/tdr_books]

exit codes: 0 written, or up to date; 1 a file is stale (--check)
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Argument of the program, and the file that it then prints.
TARGETS = {"": "books_data.h", "lossless": "lossless_books_data.h"}


def main():
    parser = argparse.ArgumentParser(description="Writes the shipped books.")
    parser.add_argument("--check", action="store_true", help="only compare")
    parser.add_argument("--program", default=str(ROOT / "build" / "bin" / "tdr_books"),
                        help="the program that trains (default: that of build/)")
    args = parser.parse_args()
    for argument, name in TARGETS.items():
        target = ROOT / "model" / "tdr" / name
        command = [args.program, *filter(None, [argument])]
        made = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        if not args.check:
            target.write_bytes(made)
        elif target.read_bytes() != made:
            print(f"{target.relative_to(ROOT)} is stale; run scripts/tdr_books.py")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
