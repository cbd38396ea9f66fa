# SPDX-License-Identifier: Apache-2.0
#
# rd_tables.py: docs/rd.json as Markdown.
#
#   Spec  docs/transform.md
#   Test  scripts/tests/rd_test.py
"""Paragraphs and tables for docs/results.md."""

from experiment.tool import table

# Gain over the peer in dB that every tensor must show, by rate.
REQUIRED = {1.4: 1.0, 2: 1.5, 2.5: 1.9, 3: 2.0, 4: 2.3}


# What the stream effort may lose against the best, in dB.
MOST_LOST = 0.5


def rates(run: dict) -> list:
    return [point["rate_target"] for point in run["tensors"][0]["points"]]


def gains(run: dict, rate: float) -> list:
    """Those of all tensors that the peer has at this rate."""
    found = [point["gain_db"] for tensor in run["tensors"] for point in tensor["points"]
             if point["rate_target"] == rate]
    return [gain for gain in found if gain is not None]


def shown(value, digits: int = 2) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def gain_table(run: dict) -> str:
    rows = [[tensor["name"], *(shown(point["gain_db"]) for point in tensor["points"])]
            for tensor in run["tensors"]]
    of_rate = [gains(run, rate) for rate in rates(run)]
    rows.append(["mean", *(shown(sum(found) / len(found)) if found else "-" for found in of_rate)])
    rows.append(["least", *(shown(min(found, default=None)) for found in of_rate)])
    rows.append(["required of each", *(shown(REQUIRED.get(rate)) for rate in rates(run))])
    return table(["gain in dB", *(f"{rate:g} bit" for rate in rates(run))], rows)


def missed(run: dict) -> list:
    """(tensor, rate) where the gain is less than is required."""
    return [(tensor["name"], point["rate_target"]) for tensor in run["tensors"]
            for point in tensor["points"]
            if point["gain_db"] is not None
            and point["gain_db"] < REQUIRED.get(point["rate_target"], 0)]


def verdict(run: dict) -> str:
    found = missed(run)
    if not found:
        return "Every tensor has the gain that is required."
    listed = ", ".join(f"{name} at {rate:g} bit" for name, rate in found)
    return f"Less than required: {listed}."


def error_table(run: dict) -> str:
    rows = [[tensor["name"], *(f"{point['nmse_db']:.2f} ({point['bits_per_value']:.4f})"
                               for point in tensor["points"])] for tensor in run["tensors"]]
    return table(["NMSE in dB (bits)", *(f"{rate:g} bit" for rate in rates(run))], rows)


def lost(run: dict, best: dict) -> list:
    """[tensor][rate]: how much higher the error is, in dB."""
    return [[point["nmse_db"] - other["nmse_db"]
             for point, other in zip(tensor["points"], same["points"])]
            for tensor, same in zip(run["tensors"], best["tensors"])]


def lost_table(run: dict, best: dict) -> str:
    losses = lost(run, best)
    rows = [[tensor["name"], *(shown(one) for one in losses[i])]
            for i, tensor in enumerate(run["tensors"])]
    rows.append(["most", *(shown(max(of_rate)) for of_rate in zip(*losses))])
    rows.append(["allowed", *(shown(MOST_LOST) for _ in rates(run))])
    return table(["loss in dB", *(f"{rate:g} bit" for rate in rates(run))], rows)


def parts(rd: dict) -> list:
    """Paragraphs of docs/results.md."""
    best = max(rd["runs"], key=lambda run: run["states"])
    found = [
        "## Lossy coding, the tensor residual/DCT block",
        f"Recorded on {rd['date']} by `scripts/rd.py --record`; a test measures it again where the "
        "corpus is at hand. Golden model, real streams, everything counted, decoded again; fp32; "
        "each rate is met from below; shipped books, in whose training the corpus has no part. "
        "*Gain*: how much lower the error is than that of x265 at its best for the tensor and the "
        "rate (`x265_best.json`); where it has no result there is none.",
    ]
    for run in rd["runs"]:
        name = f"{run['states']} states"
        if run["effort"] == "stream":
            name += ", what a circuit does on the fly"
        found += [f"{name}: `{run['command']}`", gain_table(run), verdict(run)]
        if run["effort"] == "stream":
            found += [f"The same against the best, {best['states']} states and whole lines:",
                      lost_table(run, best)]
    return found + [f"Error and bits per value with {best['states']} states:", error_table(best)]
