#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# drift.py: what new books from the encoder's counters buy while a model is trained.
#
#   Spec  docs/tensors.md#drift
#   Test  scripts/tests/drift_test.py
"""Follow tensors through a training, with fixed and with refreshed books.

usage: scripts/drift.py [--wheel FILE] [--steps N] (--record | --check | --plot)

  --record      write docs/drift.json and the plot (then run scripts/results.py)
  --check       train again and compare with docs/drift.json
  --plot        draw docs/drift.png from docs/drift.json
  --wheel FILE  the model's package (default: where scripts/fetch_tensors.py leaves it)
  --steps N     with --check: the first N steps only

exit codes: 0 done or equal, 1 different, 2 wrong usage, 3 no usable package file, 77 no package
file (a skipped test)
"""

import argparse
import datetime
import pathlib
import sys

import fetch_tensors
from experiment import policies, record, series
from tensors import train, wheel

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs/drift.json"
STEPS = 49
SEED = 1
RUNS = {"tuned": 2e-5, "anew": 1e-4}  # learning rates
DIGITS = 4
SKIPPED = 77


def progress(text: str) -> None:
    print(f"drift: {text}", file=sys.stderr)


def config(steps: int) -> dict:
    return {"package": f"{wheel.PACKAGE}=={wheel.VERSION}", "steps": steps,
            "rates": {name: f"{rate:g}" for name, rate in RUNS.items()}, "seed": SEED,
            "pairs": train.PAIRS, "tokens": train.TOKENS, "layers": list(series.LAYERS),
            "lanes": policies.LANES, "chunk_steps": policies.CHUNK_STEPS}


def measure(path: pathlib.Path, steps: int) -> dict:
    """Everything in docs/drift.json but the date."""
    found = {"config": config(steps), "losses": {}, "series": []}
    for name, rate in RUNS.items():
        model, words, texts = fetch_tensors.load(path)
        if name == "anew":
            train.start_anew(model, SEED)
        losses, entries = series.measure(
            train.run(model, train.pairs(words, texts), steps, rate),
            lambda text, run=name: progress(f"{run}: {text}"))
        found["losses"][name] = losses
        found["series"] += [{"run": name, **entry} for entry in entries]
    return record.rounded(found, DIGITS)


def shortened(found: dict, steps: int) -> dict:
    """What a run of so few steps would have found."""
    entries = [{**e, "log2_rms": e["log2_rms"][:steps],
                "bits": {name: bits[:steps - 1] for name, bits in e["bits"].items()}}
               for e in found["series"]]
    return {**found, "config": {**found["config"], "steps": steps}, "series": entries,
            "losses": {name: values[:steps] for name, values in found["losses"].items()}}


def draw() -> None:
    from experiment import drift_plot  # only here: matplotlib is slow to load
    path = drift_plot.draw(record.load(RECORD), ROOT / "docs/drift.png")
    progress(f"wrote {path.relative_to(ROOT)}")


def compare(path: pathlib.Path, steps: int) -> int:
    recorded = record.load(RECORD)
    steps = min(steps, recorded["config"]["steps"])
    different = record.difference(shortened(recorded, steps), measure(path, steps), "drift")
    if different:
        print(f"drift: docs/drift.json is stale: {different}; run scripts/drift.py --record and "
              "scripts/results.py")
        return 1
    print(f"drift: docs/drift.json is fresh in its first {steps} steps")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=pathlib.Path,
                        default=ROOT / "out/tensors/wheel" / wheel.FILE)
    parser.add_argument("--steps", type=int, default=STEPS)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--record", action="store_true")
    mode.add_argument("--check", action="store_true")
    mode.add_argument("--plot", action="store_true")
    args = parser.parse_args()
    if args.steps < 2 or (args.record and args.steps != STEPS):
        parser.error("--steps is at least 2, and only for --check")

    if args.plot:
        draw()
        return 0
    if not args.wheel.exists():
        print(f"skipped: no {args.wheel}; run scripts/fetch_tensors.py")
        return SKIPPED
    try:
        wheel.check(args.wheel)
    except wheel.FetchError as error:
        print(f"drift: {error}", file=sys.stderr)
        return error.code
    if args.check:
        return compare(args.wheel, args.steps)
    found = {"date": datetime.date.today().isoformat(), **measure(args.wheel, STEPS)}
    RECORD.write_text(record.text(found), encoding="ascii")
    draw()
    print("drift: wrote docs/drift.json and the plot; now run scripts/results.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
