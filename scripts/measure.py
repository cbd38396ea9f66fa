#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# measure.py: runs the commands behind the figures in docs/results.md and records what they give.
#
# Everything recorded is deterministic (bytes, bits, cycles), so that a later run can be compared;
# speeds are recorded too, but never compared.
#
#   Spec  docs/verification.md
#   Test  scripts/tests/results_test.py
"""Measure what docs/results.md shows.

usage: scripts/measure.py [--tern PROGRAM] [--corpus DIR] [--record | --check]

  --record  write docs/results.json (then run scripts/results.py)
  --check   measure again and compare with docs/results.json

examples:
  scripts/measure.py --record && scripts/results.py
  scripts/measure.py --check --corpus ../shared/corpus

exit codes: 0 done or equal, 1 different or a command failed, 77 no corpus (a skipped test)
"""

import argparse
import datetime
import json
import pathlib
import sys
import tempfile

from experiment import blocks, framing, kind_costs, others
from experiment.tool import CommandFailed, expand, run, run_json, shown

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs" / "results.json"
LANES = (1, 4, 16, 64)
SHARD_BYTES = "1024,4096,65536,262144"
SKIPPED = 77

TENSOR_FIELDS = ("name", "values", "raw_bytes", "wire_bytes", "bits_per_value",
                 "shannon_bits_per_value", "per_tensor_huffman_bits_per_value", "saved_percent",
                 "match")
CIRCUIT_FIELDS = ("cycles", "stall_cycles", "values_per_cycle", "first_word_cycles",
                  "latency_cycles")
DECODE_FIELDS = ("cycles", "bubbles", "values_per_cycle", "first_value_latency_cycles")


def measure_best(tern: str, files: list, corpus: pathlib.Path) -> dict:
    """Four books for all tensors, each chunk with the best of them."""
    with tempfile.TemporaryDirectory() as folder:
        books = str(pathlib.Path(folder) / "four.json")
        train = ["tern", "train", "@files", "--dtype", "bf16", "--clusters", "4", "-o", books]
        run(expand(train, tern, files))
        entry = measure_eval(tern, files, corpus, "bf16", 16,
                             ["--books", books, "--chunk-steps", "256", "--select", "best"])
        entry["command"] = " && ".join(
            text.replace(books, "four.json") for text in (shown(train, corpus), entry["command"]))
        return entry


def measure_eval(tern: str, files: list, corpus: pathlib.Path, dtype: str, lanes: int,
                 options=()) -> dict:
    command = ["tern", "eval", "@files", "--dtype", dtype, "--lanes", str(lanes), *options]
    report = run_json(expand(command, tern, files))
    tensors = []
    for tensor in report["tensors"]:
        entry = {field: tensor[field] for field in TENSOR_FIELDS}
        circuit = tensor["engines"]["rtl"]
        entry["circuit"] = {field: circuit[field] for field in CIRCUIT_FIELDS}
        entry["decode"] = {field: circuit["decode"][field] for field in DECODE_FIELDS}
        tensors.append(entry)
    speed = sum(t["raw_bytes"] for t in report["tensors"]) / 1e6 / sum(
        t["engines"]["rtl"]["seconds"] for t in report["tensors"])
    return {"command": shown(command, corpus), "dtype": dtype, "lanes": lanes, "tensors": tensors,
            "totals": report["totals"], "speed": {"rtl_megabytes_per_second": round(speed, 1)}}


def measure_shards(tern: str, files: list, corpus: pathlib.Path, dtype: str) -> dict:
    command = ["tern", "shards", "@files", "--dtype", dtype, "--message-bytes", SHARD_BYTES]
    report = run_json(expand(command, tern, files))
    return {"command": shown(command, corpus), "dtype": dtype, "config": report["config"],
            "tensors": report["tensors"], "totals": report["totals"]}


def measure(tern: str, corpus: pathlib.Path) -> dict:
    """All measurements, in the order of docs/results.md."""
    files = [str(path) for path in sorted(corpus.glob("*.npy"))]
    evals = []
    for dtype, lanes in [("bf16", n) for n in LANES] + [(d, 16) for d in (
            "bf16-bytes", "fp16", "e4m3", "e5m2")]:
        print(f"measure: {dtype}, {lanes} lanes", file=sys.stderr)
        evals.append(measure_eval(tern, files, corpus, dtype, lanes))
    print("measure: best of four books", file=sys.stderr)
    best = measure_best(tern, files, corpus)
    shards = []
    for dtype in ("bf16", "bf16-bytes"):
        print(f"measure: shards, {dtype}", file=sys.stderr)
        shards.append(measure_shards(tern, files, corpus, dtype))
    print("measure: framing, books of other tensors, kinds of books, block formats",
          file=sys.stderr)
    return {"eval": evals, "best": best, "shards": shards, "framing": framing.measure(tern, files),
            "others": others.measure(tern, files), "kinds": kind_costs.measure(tern, files),
            "blocks": blocks.measure(tern, files)}


def comparable(value):
    """A copy without what differs from run to run."""
    if isinstance(value, dict):
        return {k: comparable(v) for k, v in value.items() if k not in ("speed", "date")}
    if isinstance(value, list):
        return [comparable(v) for v in value]
    return round(value, 9) if isinstance(value, float) else value


def first_difference(want, got, path="results") -> str:
    """Path and values of the first difference, or an empty string."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key in sorted(set(want) | set(got)):
            found = first_difference(want.get(key), got.get(key), f"{path}.{key}")
            if found:
                return found
        return ""
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for index, (a, b) in enumerate(zip(want, got)):
            found = first_difference(a, b, f"{path}[{index}]")
            if found:
                return found
        return ""
    return "" if want == got else f"{path}: recorded {want}, measured {got}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tern", default=str(ROOT / "build" / "bin" / "tern"))
    parser.add_argument("--corpus", type=pathlib.Path,
                        default=ROOT.parent / "shared" / "corpus")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--record", action="store_true")
    mode.add_argument("--check", action="store_true")
    args = parser.parse_args()

    if not list(args.corpus.glob("*.npy")):
        print(f"skipped: no .npy file in {args.corpus}")
        return SKIPPED
    try:
        results = measure(args.tern, args.corpus)
    except CommandFailed as error:
        print(f"measure: {error}", file=sys.stderr)
        return 1
    if args.record:
        results["date"] = datetime.date.today().isoformat()
        RECORD.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="ascii")
        print(f"measure: wrote {RECORD.relative_to(ROOT)}; now run scripts/results.py")
        return 0
    found = first_difference(comparable(json.loads(RECORD.read_text(encoding="ascii"))),
                             comparable(results))
    if found:
        print(f"measure: docs/results.json is stale: {found}; run scripts/measure.py --record and "
              "scripts/results.py")
        return 1
    print("measure: docs/results.json is fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
