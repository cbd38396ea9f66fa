#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# link.py: what compression does to collectives of transformer tensors, recorded.
#
#   Spec  docs/link.md#system
#   Test  scripts/tests/link_record_test.py
"""Simulate collectives over links with the tensors of scripts/fetch_tensors.py.

usage: scripts/link.py [--tern PROGRAM] [--tensors DIR] (--record | --check)

  --record  write docs/link.json (then run scripts/results.py)
  --check   simulate those of the smallest tensors again and compare with docs/link.json

examples:
  scripts/fetch_tensors.py && scripts/link.py --record && scripts/results.py

exit codes: 0 done or equal, 1 different or a command failed, 77 no tensors (a skipped test)
"""

import pathlib
import sys
import tempfile

from experiment import collectives, corpora, frame, record, tool


def measure(tern: str, tensors: list, cases: list) -> list:
    """A row for each size of each case."""
    rows = []
    for case in cases:
        print(f"link: {case.name}", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            rows += case.rows(tern, tensors, pathlib.Path(folder))
    return rows


def main() -> int:
    parser, _ = frame.parser(__doc__)
    frame.add_tensors(parser)
    args = parser.parse_args()
    if missing := frame.no_tensors(args.tensors):
        return frame.skip(missing)
    tensors = corpora.transformer(args.tensors)
    cases = [case for case in collectives.CASES if args.record or case.checked]
    try:
        rows = measure(args.tern, tensors, cases)
    except (tool.CommandFailed, OSError) as error:
        return frame.failed("link", error)
    if args.record:
        return frame.settle("link", {"rows": rows}, True)
    names = {case.name for case in cases}
    recorded = [row for row in record.load(frame.ROOT / "docs/link.json")["rows"]
                if row["case"] in names]
    different = record.difference(recorded, rows, "link.rows")
    if different:
        print(f"link: docs/link.json is stale: {different}; run scripts/link.py --record and "
              "scripts/results.py")
        return 1
    print("link: docs/link.json is fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
