# SPDX-License-Identifier: Apache-2.0
#
# sweep_rows.py: points of a sweep and what tools say of them, for tests.
#
#   Spec  docs/explore.md#rows
#   Test  scripts/tests/sweep_test.py
"""Made-up points and figures."""

from sweep.points import Point
from sweep_project import PARAMETERS


def point(options=None, number: int = 1, top: str = "huff_enc", **params) -> Point:
    """A point of an encoder with 4 lanes, but for what is said."""
    chosen = {"dtype": "bf16"} if options is None else options
    plain = PARAMETERS if top.startswith("huff") else {}
    return Point(number, top, tuple(params.items()), tuple({**plain, **params}.items()),
                 tuple(chosen.items()))


def circuit(**figures) -> dict:
    """What the flow says of a circuit."""
    return {"figures": {"ge": 10.0, "ff": 3, "memory_bits": 0, "lut6": 5, "logic_depth": 2,
                        "modules": [{"name": "leaf", "in": "huff_enc", "instances": 1, "ge": 7.0},
                                    {"name": "huff_enc", "in": "", "instances": 1, "ge": 3.0}],
                        **figures}}


def code(latency: int = 11, ratio: float = 1.5, **figures) -> dict:
    """What `tern eval` says of a point."""
    return {"figures": {"ratio": ratio, "bits_per_value": 16 / ratio, "nmse_db": None,
                        "in_sample": True, "not_simulated": None, "raw_bytes": 200,
                        "coded_values": 100, "huff_dec": None,
                        "huff_enc": {"circuit": "huff_enc_n4_w32_v16_m15_t3_k4_b0_c1",
                                     "values_per_cycle": 3.9, "latency_cycles": latency},
                        **figures}}
