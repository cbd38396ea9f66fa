#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# rd.py: rate and distortion of the tensor residual/DCT block on the corpus, beside the peer's.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/rd_test.py
"""Measure what docs/results.md says of lossy coding.

usage: scripts/rd.py [--tern PROGRAM] [--corpus DIR] [--peer FILE] (--record | --check)

  --record  write docs/rd.json (then run scripts/results.py)
  --check   measure again and compare with docs/rd.json

examples:
  scripts/rd.py --record && scripts/results.py

exit codes: 0 done or equal, 1 different or a command failed, 77 no corpus (a skipped test)
"""

import pathlib
import sys

from experiment import frame, record, tool

# Effort of the encoder, and states.
RUNS = (("best", 4), ("best", 8), ("best", 32), ("stream", 4))
FIELDS = ("rate_target", "bits_per_value", "nmse_db", "max_abs_error", "gain_db", "predict",
          "transform")


def measure(tern: str, files: list, peer: pathlib.Path) -> dict:
    """Everything in docs/rd.json but the date."""
    runs = []
    for effort, states in RUNS:
        print(f"rd: {effort}, {states} states", file=sys.stderr)
        command = ["tern", "rd", "@files", "--effort", effort, "--states", str(states),
                   "--peer", str(peer)]
        curves = tool.run_json(tool.expand(command, tern, files))
        runs.append({"states": states, "effort": effort,
                     "command": " ".join(command).replace("@files", "CORPUS/*.npy")
                     .replace(str(peer), peer.name),
                     "tensors": [{"name": curve["tensor"],
                                  "points": [{field: point[field] for field in FIELDS}
                                             for point in curve["points"]]} for curve in curves]})
    return record.rounded({"runs": runs})


def main() -> int:
    parser, _ = frame.parser(__doc__)
    parser.add_argument("--peer", type=pathlib.Path,
                        default=frame.ROOT.parent / "shared/bench/x265_best.json")
    args = parser.parse_args()
    missing = frame.no_corpus(args.corpus)
    if not missing and not args.peer.exists():
        missing = f"no {args.peer}"
    if missing:
        return frame.skip(missing)
    files = sorted(str(path) for path in args.corpus.glob("*.npy"))
    try:
        found = measure(args.tern, files, args.peer)
    except (tool.CommandFailed, OSError) as error:
        return frame.failed("rd", error)
    return frame.settle("rd", found, args.record)


if __name__ == "__main__":
    sys.exit(main())
