# SPDX-License-Identifier: Apache-2.0
#
# tern_numpy: numpy arrays to messages and back, by ctypes and libtern.so.
#
# TERN_LIBRARY in the environment names the library; without it, that of the folder `build` of this
# repository is used.
#
#   Spec  docs/host.md#from-python
#   Test  scripts/tests/numpy_example_test.py
"""A thin layer over model/host/tern.h."""

import ctypes
import os
import pathlib

import numpy

_BUILT = pathlib.Path(__file__).resolve().parents[2] / "build" / "model" / "host" / "libtern.so"
ABI_VERSION = 1
BOOK_FIRST, BOOK_RAW, BOOK_BEST = -1, -2, -3
ROOM = 64
# What numpy stores the values of a dtype as, by the number that tern.h gives it.
DTYPES = {"bf16": (0, "<u2"), "bf16-bytes": (1, "<u2"), "fp16": (2, "<f2"), "e4m3": (3, "u1"),
          "e5m2": (4, "u1"), "int8": (5, "i1"), "uint8": (6, "u1"), "fp4x2": (7, "u1"),
          "e8m0": (8, "u1"), "ue4m3": (9, "u1"), "e3m2": (10, "u1"), "e2m3": (11, "u1"),
          "fp32": (12, "<f4")}


class TernError(Exception):
    """A status that is not TERN_OK."""

    def __init__(self, status, detail=""):
        self.status = status
        super().__init__(detail or _library.tern_strerror(status).decode())


class Coding(ctypes.Structure):
    """tern_coding."""

    _fields_ = [("lanes", ctypes.c_uint32), ("word_bits", ctypes.c_uint32),
                ("book", ctypes.c_int32), ("chunk_steps", ctypes.c_uint32),
                ("offset", ctypes.c_uint32)]


def _load():
    library = ctypes.CDLL(os.environ.get("TERN_LIBRARY") or str(_BUILT))
    status, size, pointer = ctypes.c_int32, ctypes.c_size_t, ctypes.c_void_p
    sizes, dtypes = ctypes.POINTER(size), ctypes.POINTER(ctypes.c_int32)
    u32, i32, coding = ctypes.c_uint32, ctypes.c_int32, ctypes.POINTER(Coding)
    for name, result, arguments in (
            ("tern_abi_version", u32, []),
            ("tern_strerror", ctypes.c_char_p, [status]),
            ("tern_codec_create", status, [ctypes.c_char_p, size, ctypes.POINTER(pointer),
                                           ctypes.c_char_p, size]),
            ("tern_codec_destroy", None, [pointer]),
            ("tern_train", status, [i32, u32, u32, pointer, size, pointer, size, sizes]),
            ("tern_coding_init", None, [coding]),
            ("tern_encode_bound", size, [i32, size, coding]),
            ("tern_encode", status, [pointer, i32, coding, pointer, size, pointer, size, sizes]),
            ("tern_decode_bound", size, [ctypes.c_char_p, size]),
            ("tern_decode", status, [pointer, ctypes.c_char_p, size, pointer, size, sizes,
                                     dtypes])):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    if library.tern_abi_version() != ABI_VERSION:
        raise ImportError(f"libtern.so has interface {library.tern_abi_version()}, not "
                          f"{ABI_VERSION}")
    return library


_library = _load()


def _check(status, detail=b""):
    if status != 0:
        raise TernError(status, detail.decode(errors="replace"))


def _as(array, dtype):
    """The array in C order as `dtype` is stored, and the dtype's number. Nothing is converted."""
    number, stored = DTYPES[dtype]
    array = numpy.ascontiguousarray(array)
    if array.dtype != numpy.dtype(stored):
        raise TypeError(f"{dtype} is stored as {numpy.dtype(stored).name}, and this array is "
                        f"{array.dtype.newbyteorder('=').name}"
                        f"{'' if array.dtype.isnative else ' in another byte order'}; take a view, "
                        "or see bf16_of()")
    return array, number


def bf16_of(floats):
    """float32 to bf16 codes in uint16: nearest, ties to even; overflow is infinity, NaN stays."""
    bits = numpy.ascontiguousarray(floats, dtype="<f4").view("<u4")
    rounded = (bits + numpy.uint32(0x7FFF) + (bits >> 16 & 1)) >> 16
    quiet = bits >> 16 | 0x40
    return numpy.where(numpy.isnan(floats), quiet, rounded).astype("<u2")


def float32_of(codes):
    """bf16 codes in uint16 to float32, which changes no value."""
    return (numpy.asarray(codes, dtype="<u4") << 16).view("<f4")


def train(array, dtype, book_id=0, epoch=0):
    """A book file with one book for values like these."""
    array, number = _as(array, dtype)
    used, room = ctypes.c_size_t(), 0
    for _ in range(2):  # the first call says how much room the second needs
        books = ctypes.create_string_buffer(max(room, 1))
        status = _library.tern_train(number, book_id, epoch, array.ctypes.data, array.nbytes,
                                     books, room, ctypes.byref(used))
        if status != ROOM:
            break
        room = used.value
    _check(status)
    return books.raw[:used.value]


class Codec:
    """Encodes and decodes arrays with the books of a book file, its bytes; without, only raw."""

    def __init__(self, books=b""):
        self._handle = ctypes.c_void_p()
        why = ctypes.create_string_buffer(1000)
        _check(_library.tern_codec_create(books, len(books), ctypes.byref(self._handle), why,
                                          len(why)), why.value)

    def __del__(self):
        _library.tern_codec_destroy(self._handle)

    def encode(self, array, dtype, **coding):
        """One message. `coding`: fields of Coding that are not the default."""
        array, number = _as(array, dtype)
        chosen = Coding()
        _library.tern_coding_init(chosen)
        wide = {"word_bits": 64} if dtype == "fp32" else {}
        for name, value in (wide | coding).items():
            if name not in dict(Coding._fields_):
                raise TypeError(f"{name} is no field of Coding")
            setattr(chosen, name, value)
            if getattr(chosen, name) != value:
                raise ValueError(f"{name} cannot be {value}")
        message = numpy.empty(_library.tern_encode_bound(number, array.nbytes, chosen), "u1")
        used = ctypes.c_size_t()
        _check(_library.tern_encode(self._handle, number, chosen, array.ctypes.data, array.nbytes,
                                    message.ctypes.data, message.nbytes, ctypes.byref(used)))
        return message[:used.value].tobytes()

    def decode(self, message, room=None):
        """The values of a message, in one dimension, as its dtype is stored. `room`: bytes that
        they may have, if that is to be less than the message could hold."""
        if room is None:
            room = _library.tern_decode_bound(message, len(message))
        values, used, dtype = numpy.empty(room, "u1"), ctypes.c_size_t(), ctypes.c_int32()
        _check(_library.tern_decode(self._handle, message, len(message), values.ctypes.data, room,
                                    ctypes.byref(used), ctypes.byref(dtype)))
        stored = next(stored for number, stored in DTYPES.values() if number == dtype.value)
        return values[:used.value].view(stored)
