# SPDX-License-Identifier: Apache-2.0
#
# safetensors.py: float32 tensors out of a .safetensors file.
#
# Eight bytes of length, a JSON header, the data: too little to need a library.
#
#   Spec  docs/tensors.md#source
#   Test  scripts/tests/tensors_test.py
"""Reader of the float32 tensors of a .safetensors file."""

import json
import math
import struct

import numpy as np


def load(data: bytes) -> dict:
    """Name to float32 array, for every F32 tensor in `data`. ValueError if `data` is damaged."""
    if len(data) < 8:
        raise ValueError("safetensors: no room for the header's length")
    size = struct.unpack_from("<Q", data)[0]
    if size > len(data) - 8:
        raise ValueError("safetensors: the header is longer than the file")
    header = json.loads(data[8:8 + size])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        if not 0 <= begin <= end <= len(data) - 8 - size:
            raise ValueError(f"safetensors: {name} is outside the file")
        if entry["dtype"] != "F32":
            continue
        count = math.prod(entry["shape"])
        if end - begin != 4 * count:
            raise ValueError(f"safetensors: {name} has {end - begin} bytes for {count} values")
        array = np.frombuffer(data, "<f4", count, 8 + size + begin)
        tensors[name] = array.reshape(entry["shape"])
    return tensors
