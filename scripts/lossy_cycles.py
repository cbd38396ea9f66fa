#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# lossy_cycles.py: how many cycles the circuits of the tensor residual/DCT block take, by mode.
#
#   Spec  docs/tdr_architecture.md
#   Test  scripts/tests/lossy_cycles_test.py
"""Send the corpus through the encoder and decoder of lossy coding, in every mode that they have.

usage: scripts/lossy_cycles.py [--tern PROGRAM] [--corpus DIR] (--record | --check)

  --record  write docs/lossy_cycles.json (then run scripts/results.py)
  --check   measure the two smallest tensors again and compare with docs/lossy_cycles.json

examples:
  scripts/lossy_cycles.py --record && scripts/results.py

exit codes: 0 done or equal, 1 different or a command failed, 77 no corpus (a skipped test)
"""

import sys

from experiment import frame, record, tool

COMMAND = ["tern", "eval", "@files", "--dtype", "bf16", "--codec", "tdr", "--effort", "stream",
           "--engines", "model,rtl"]
MODES = {
    "lossy, 2.5 bits": ("--rate", "2.5"),
    "lossy, 4 bits": ("--rate", "4"),
    "lossy, 2.5 bits, bands of 160 rows": ("--rate", "2.5", "--block-rows", "160"),
    "near, 0.02": ("--mode", "near", "--max-error", "0.02"),
}
# Those that --check measures.
CHECKED = ("ocr_qkv_120x360", "ocr_mix_480x120")


def figures(tensor: dict) -> dict:
    """What is recorded of a tensor's report."""
    encoder = tensor["engines"]["rtl"]
    decoder = encoder["decode"]
    return {"name": tensor["name"].removesuffix(".npy"), "values": tensor["values"],
            "match": tensor["match"], "blocks": encoder["blocks_run"],
            "not_run": sum(encoder["blocks_not_run"].values()),
            "encoder": {"cycles": encoder["cycles"], "stalls": encoder["stall_cycles"],
                        "first": encoder["latency_cycles"]["first"]["max"],
                        "last": encoder["latency_cycles"]["last"]["max"]},
            "decoder": {"cycles": decoder["cycles"], "bubbles": decoder["bubbles"],
                        "first": decoder["latency_cycles"]["first"]["max"]}}


def measure(tern: str, files: list) -> list:
    rows = []
    for name, arguments in MODES.items():
        print(f"lossy_cycles: {name}", file=sys.stderr)
        report = tool.run_json(tool.expand([*COMMAND, *arguments], tern, files))
        rows.append({"mode": name, "arguments": " ".join(arguments),
                     "tensors": [figures(tensor) for tensor in report["tensors"]]})
    return rows


def main() -> int:
    parser, _ = frame.parser(__doc__)
    args = parser.parse_args()
    if missing := frame.no_corpus(args.corpus):
        return frame.skip(missing)
    files = [path for path in sorted(args.corpus.glob("*.npy"))
             if args.record or path.stem in CHECKED]
    try:
        rows = measure(args.tern, [str(path) for path in files])
    except (tool.CommandFailed, OSError) as error:
        return frame.failed("lossy_cycles", error)
    if args.record:
        command = " ".join(COMMAND).replace("@files", "CORPUS/*.npy")
        return frame.settle("lossy_cycles", {"command": command, "rows": rows}, True)
    recorded = [{**row, "tensors": [one for one in row["tensors"] if one["name"] in CHECKED]}
                for row in record.load(frame.ROOT / "docs/lossy_cycles.json")["rows"]]
    different = record.difference(recorded, rows, "lossy_cycles.rows")
    if different:
        print(f"lossy_cycles: docs/lossy_cycles.json is stale: {different}; run "
              "scripts/lossy_cycles.py --record and scripts/results.py")
        return 1
    print("lossy_cycles: docs/lossy_cycles.json is fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
