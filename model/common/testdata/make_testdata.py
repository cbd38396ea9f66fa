#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# make_testdata.py: the tensor files of the tests, written by numpy.
#
# The readers must understand what numpy writes, and numpy must understand what Tern writes; files
# made by the code under test would prove neither.
#
#   Spec  numpy.lib.format (NEP 1); safetensors format
#   Test  model/common/npy_test.cc, model/common/safetensors_test.cc
"""Write the tensor files of the tests, or check them against numpy.

usage: model/common/testdata/make_testdata.py [--check]

--check compares the files with what numpy writes now, and lets numpy load those that stand for
Tern's own output (tern_*.npy).

exit codes: 0 done (or as numpy has them), 1 a file differs (--check), 77 this Python has no numpy
"""

import io
import json
import pathlib
import struct
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: this Python has no numpy (Debian package python3-numpy)")
    sys.exit(77)

FOLDER = pathlib.Path(__file__).resolve().parent


def npy(array, version=(1, 0)):
    """The bytes of a .npy file, written by numpy."""
    out = io.BytesIO()
    np.lib.format.write_array(out, array, version=version, allow_pickle=False)
    return out.getvalue()


def tern_npy(array, descr):
    """The bytes of a .npy file as write_npy() is to write them: no spare room in the header."""
    shape = "({},)".format(array.shape[0]) if array.ndim == 1 else str(tuple(array.shape))
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    text += " " * (-(10 + len(text) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + array.tobytes()


def safetensors(tensors, metadata):
    """The bytes of a .safetensors file of (name, dtype, shape, data)."""
    header, data = {"__metadata__": metadata}, b""
    for name, dtype, shape, part in tensors:
        offsets = [len(data), len(data) + len(part)]
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": offsets}
        data += part
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def counted(shape, dtype):
    """0, 1, 2, ... in C order."""
    return np.arange(int(np.prod(shape)), dtype=dtype).reshape(shape)


def fortran(array):
    return np.asfortranarray(array)


def files():
    """Name and content of every file."""
    flat, cube = counted((2, 3), "<f4"), counted((2, 3, 4), "<f4")
    yield "f4_2x3_c.npy", npy(flat)
    yield "f4_2x3_f.npy", npy(fortran(flat))
    for major in (1, 2, 3):
        yield f"f4_2x3x4_c_v{major}.npy", npy(cube, (major, 0))
        yield f"f4_2x3x4_f_v{major}.npy", npy(fortran(cube), (major, 0))
    yield "f2_2x3_f.npy", npy(fortran(counted((2, 3), "<f2")))
    yield "i1_5.npy", npy(counted((5,), "i1") - np.int8(2))
    yield "u1_2x3_f.npy", npy(fortran(counted((2, 3), "u1")))
    yield "f4_scalar.npy", npy(np.array(1.5, "<f4"))
    yield "f4_0.npy", npy(np.zeros((0,), "<f4"))
    yield "f4_3x0.npy", npy(np.zeros((3, 0), "<f4"))
    yield "f4_1.npy", npy(np.array([2.5], "<f4"))
    yield "v2_4.npy", npy(np.array([0x3F80, 0xC000, 0x7FC1, 0x8000], "<u2").view("V2"))

    yield "tern_f4_2x3x4.npy", tern_npy(cube, "<f4")
    yield "tern_f2_scalar.npy", tern_npy(np.array(1.5, "<f2"), "<f2")
    yield "tern_i1_5.npy", tern_npy(counted((5,), "i1"), "|i1")
    yield "tern_u1_3x0.npy", tern_npy(np.zeros((3, 0), "u1"), "|u1")
    yield "tern_v2_4.npy", tern_npy(counted((4,), "<u2").view("V2"), "|V2")
    yield "tern_v1_2.npy", tern_npy(counted((2,), "u1").view("V1"), "|V1")

    yield "mixed.safetensors", safetensors([
        ("layer.float", "F32", [2, 3], flat.tobytes()),
        ("layer.double", "F64", [2], np.array([1.0, 2.0], "<f8").tobytes()),
        ("layer.half", "F16", [2], np.array([1.0, 2.0], "<f2").tobytes()),
        ("layer.bfloat", "BF16", [2, 1], struct.pack("<2H", 0x3F80, 0x4000)),
        ("layer.e4m3", "F8_E4M3", [3], b"\x38\x40\x7f"),
        ("layer.e5m2", "F8_E5M2", [3], b"\x3c\x40\x7e"),
        ("layer.int", "I8", [], b"\xff"),
        ("layer.none", "F32", [0, 4], b""),
        ("layer.uint", "U8", [3], b"\x00\x80\xff"),
        ("layer.mask", "BOOL", [2], b"\x00\x01"),
    ], {"format": "pt", "made by": "make_testdata.py"})


def numpy_reads(name):
    """What is wrong when numpy loads a file of Tern's, or None."""
    array = np.load(FOLDER / name)
    wanted = {"tern_f4_2x3x4.npy": counted((2, 3, 4), "<f4"),
              "tern_f2_scalar.npy": np.array(1.5, "<f2"),
              "tern_i1_5.npy": counted((5,), "i1"),
              "tern_u1_3x0.npy": np.zeros((3, 0), "u1"),
              "tern_v2_4.npy": counted((4,), "<u2").view("V2"),
              "tern_v1_2.npy": counted((2,), "u1").view("V1")}[name]
    if array.dtype != wanted.dtype or array.shape != wanted.shape:
        return f"numpy sees {array.dtype} {array.shape}"
    return None if array.tobytes() == wanted.tobytes() else "numpy sees other values"


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    problems = []
    for name, wanted in files():
        path = FOLDER / name
        if not check:
            path.write_bytes(wanted)
        elif not path.exists() or path.read_bytes() != wanted:
            problems.append(f"{name}: is not what numpy {np.__version__} writes")
        elif name.startswith("tern_") and numpy_reads(name):
            problems.append(f"{name}: {numpy_reads(name)}")
    print("\n".join(problems) if problems else "all files are as numpy has them")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
