#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# ablation.py: what each tool of the tensor residual/DCT block is worth, by going without it.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/ablation_test.py
"""Measure the error at 2 and 3 bits with each tool switched off, one at a time.

usage: scripts/ablation.py [--tern PROGRAM] [--corpus DIR] [--tensors DIR] (--record | --check)

  --record  write docs/ablation.json (then run scripts/results.py); tensors of
            scripts/fetch_tensors.py are measured as well where --tensors has them
  --check   measure a few of the tensors again and compare with docs/ablation.json

examples:
  scripts/ablation.py --record && scripts/results.py

exit codes: 0 done or equal, 1 different or a command failed, 77 no corpus (a skipped test)
"""

import pathlib
import sys
import tempfile

import numpy as np

from experiment import fields, frame, record, tool

COMMAND = ["tern", "rd", "@files", "--rates", "2", "3"]
# What is switched off, and how. The first is none.
ROWS = {
    "nothing": (),
    "transform": ("--without", "transform"),
    "axis": ("--without", "axis"),
    "DCT-8x8": ("--without", "dct8x8"),
    "means": ("--without", "means"),
    "delta": ("--without", "delta"),
    "all of these": ("--without", "transform", "means", "delta"),
    "classes": ("--without", "classes"),
    "joint symbols": ("--without", "joint"),
    "states above 8": ("--states", "8"),
    "states above 4": ("--states", "4"),
    "states": ("--states", "1"),
}
FIELDS = ("rate_target", "bits_per_value", "nmse_db", "predict", "transform")
# Of scripts/fetch_tensors.py.
TRANSFORMER = ("kv_key_l0", "kv_key_l4", "kv_value_l2", "a_residual_l3", "a_context_l2",
               "g_w_query_l2", "g_a_ffn2_l3", "w_query_l2")
# The small ones among the others are those that --check measures.
CHECKED = ("ocr_qkv_120x360", "ocr_mix_480x120", "slow both ways")
SHAPE = (256, 192)


def files_of(corpus: pathlib.Path, tensors: pathlib.Path, folder: pathlib.Path) -> dict:
    """Name to file: the corpus, made-up fields, and what there is of the transformer."""
    found = {path.stem: path for path in sorted(corpus.glob("*.npy"))}
    for name, field in fields.make(*SHAPE).items():
        found[name] = folder / f"{name}.npy"
        np.save(found[name], field.astype(np.float32))
    for name in TRANSFORMER:
        found.update({name: path for path in sorted(tensors.glob(f"*/{name}.npy"))})
    return found


def measure(tern: str, files: dict) -> list:
    rows = []
    for name, arguments in ROWS.items():
        print(f"ablation: without {name}", file=sys.stderr)
        command = tool.expand([*COMMAND, *arguments], tern, [str(path) for path in files.values()])
        curves = tool.run_json(command)
        rows.append({"without": name, "arguments": " ".join(arguments),
                     "tensors": [{"name": tensor, "points": [{field: point[field]
                                                              for field in FIELDS}
                                                             for point in curve["points"]]}
                                 for tensor, curve in zip(files, curves)]})
    return rows


def only(rows: list, names) -> list:
    """The same rows with these tensors alone."""
    return [{**row, "tensors": [tensor for tensor in row["tensors"] if tensor["name"] in names]}
            for row in rows]


def main() -> int:
    parser, _ = frame.parser(__doc__)
    frame.add_tensors(parser)
    args = parser.parse_args()
    if missing := frame.no_corpus(args.corpus):
        return frame.skip(missing)
    with tempfile.TemporaryDirectory() as folder:
        files = files_of(args.corpus, args.tensors, pathlib.Path(folder))
        if args.check:
            files = {name: path for name, path in files.items() if name in CHECKED}
        try:
            rows = record.rounded(measure(args.tern, files))
        except (tool.CommandFailed, OSError) as error:
            return frame.failed("ablation", error)
    if args.record:
        command = " ".join(COMMAND).replace("@files", "TENSOR...")
        return frame.settle("ablation", {"command": command, "rows": rows}, True)
    recorded = only(record.load(frame.ROOT / "docs/ablation.json")["rows"], CHECKED)
    different = record.difference(recorded, rows, "ablation.rows")
    if different:
        print(f"ablation: docs/ablation.json is stale: {different}; run scripts/ablation.py "
              "--record and scripts/results.py")
        return 1
    print("ablation: docs/ablation.json is fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
