# SPDX-License-Identifier: Apache-2.0
#
# rows.py: everything that is known of a point, as one row.
#
#   Spec  docs/explore.md#rows
#   Test  scripts/tests/sweep_test.py
"""Rows of a sweep."""

import pathlib

from sweep import coding
from sweep.points import Point, values_by_design
from synthesis import sources

CIRCUIT = ("ge", "area_um2", "ff", "memory_bits", "lut6", "logic_depth", "fmax_mhz",
           "critical_path_ns", "speed_ge")
RATES = ("values_per_cycle", "values_per_cycle_from", "bytes_per_cycle", "gb_per_s",
         "latency_cycles", "latency_ns")
CODE = ("ratio", "bits_per_value", "nmse_db", "in_sample")
ENERGY = ("energy_pj_per_value", "energy_pj_per_bit", "break_even_pj_per_bit")
FROM = ("circuit", "circuit_differs_in", "note")
FIGURES = (*CIRCUIT, *RATES, *CODE, *ENERGY, *FROM)


def row(point: Point, circuit: dict, code: dict, energy: dict = None,
        root: pathlib.Path = sources.ROOT) -> dict:
    """One row. `circuit`, `code` and `energy` have `figures`, or say why not."""
    found = {"number": point.number, "top": point.top, "params": dict(point.params),
             "coding": dict(point.coding), "status": "done", "reason": None, "front": False,
             **dict.fromkeys(FIGURES), "modules": []}
    if "figures" not in circuit:
        found["status"] = "refused" if "refused" in circuit else "failed"
        found["reason"] = circuit[found["status"]]
        return found
    found.update({name: circuit["figures"].get(name) for name in CIRCUIT})
    found["modules"] = circuit["figures"]["modules"]
    if "failed" in code:
        found.update(status="failed", reason=code["failed"])
    code_rates(found, point, code, root)
    energy = energy or {}
    if "failed" in energy:
        found.update(status="failed", reason=energy["failed"])
    found.update({name: energy.get("figures", {}).get(name) for name in ENERGY})
    return found


def code_rates(found: dict, point: Point, code: dict, root: pathlib.Path) -> None:
    """Ratio, and rate and latency: in cycles, and in time where there is a clock."""
    figures = code.get("figures", {})
    found.update({name: figures.get(name) for name in CODE})
    found["note"] = code.get("unfit") or figures.get("not_simulated")
    simulated = figures.get(point.top)
    if simulated:
        found["circuit"] = simulated["circuit"]
        found["circuit_differs_in"] = coding.differences(simulated["circuit"], point)
        found["values_per_cycle"] = simulated["values_per_cycle"]
        found["values_per_cycle_from"] = "simulation"
        found["latency_cycles"] = simulated["latency_cycles"]
    else:
        found["values_per_cycle"] = values_by_design(point, root)
        found["values_per_cycle_from"] = "design" if found["values_per_cycle"] else None
    width = value_bytes(point, figures)
    if found["values_per_cycle"] and width:
        found["bytes_per_cycle"] = round(found["values_per_cycle"] * width, 4)
    period = found["critical_path_ns"]
    if period:
        if found["bytes_per_cycle"]:
            found["gb_per_s"] = round(found["bytes_per_cycle"] / period, 4)
        if found["latency_cycles"] is not None:
            found["latency_ns"] = round(found["latency_cycles"] * period, 3)


def value_bytes(point: Point, figures: dict):
    """Bytes of a value that goes through: of the tensors, of the dtype, of the circuit."""
    if figures.get("coded_values"):
        return figures["raw_bytes"] / figures["coded_values"]
    if point.option("dtype"):
        return coding.VALUE_BITS.get(point.option("dtype"), 8) / 8
    return point.param("ValueBits") / 8 or None
