#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# tdr_books.py: makes the shipped books of the tensor residual/DCT block again.
#
# The books follow from model/tdr/training.cc alone, so the file is written by the program tdr_books
# and never edited; a test of the model fails when it is stale.
#
#   Spec  docs/transform.md#12-training-books
#   Test  model/tdr/training_test.cc
"""Write model/tdr/books_data.h, or check that it is up to date.

usage: scripts/tdr_books.py [--check] [--program build/bin/tdr_books]

exit codes: 0 written, or up to date; 1 the file is stale (--check)
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "model" / "tdr" / "books_data.h"


def main():
    parser = argparse.ArgumentParser(description="Writes model/tdr/books_data.h.")
    parser.add_argument("--check", action="store_true", help="only compare")
    parser.add_argument("--program", default=str(ROOT / "build" / "bin" / "tdr_books"),
                        help="the program that trains (default: that of build/)")
    args = parser.parse_args()
    made = subprocess.run([args.program], check=True, stdout=subprocess.PIPE).stdout
    if not args.check:
        TARGET.write_bytes(made)
    elif TARGET.read_bytes() != made:
        print(f"{TARGET.relative_to(ROOT)} is stale; run scripts/tdr_books.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
