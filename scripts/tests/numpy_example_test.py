#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# numpy_example_test.py: docs/examples/tern_numpy.py makes the messages of `tern encode`.
#
#   Spec  docs/host.md#from-python
#   Test  scripts/tests/numpy_example_test.py
"""Runs the ctypes example against libtern.so and the program."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("TERN_BUILD") or ROOT / "build")
LIBRARY = BUILD / "model" / "host" / "libtern.so"
TERN = BUILD / "bin" / "tern"
SEED = int(os.environ.get("TERN_SEED", "20260101"), 0)

# One that is instrumented needs a Python that is, too.
INSTRUMENTED = LIBRARY.exists() and b"__asan_init" in LIBRARY.read_bytes()
if LIBRARY.exists() and not INSTRUMENTED:
    os.environ["TERN_LIBRARY"] = str(LIBRARY)
    sys.path.insert(0, str(ROOT / "docs" / "examples"))
    import tern_numpy


@unittest.skipIf(INSTRUMENTED, f"{LIBRARY} has sanitizers")
@unittest.skipUnless(LIBRARY.exists(), f"no library in {BUILD}")
class Arrays(unittest.TestCase):
    def setUp(self):
        self.rng = numpy.random.RandomState(SEED % 2**32)
        self.weights = self.rng.normal(0, 0.05, (60, 70)).astype("<f4")
        self.codes = tern_numpy.bf16_of(self.weights)
        self.books = tern_numpy.train(self.codes, "bf16")
        self.codec = tern_numpy.Codec(self.books)

    def expect_back(self, codec, array, dtype, **coding):
        message = codec.encode(array, dtype, **coding)
        back = codec.decode(message)
        self.assertEqual((back.dtype, back.tobytes()), (array.dtype, array.tobytes()))
        return message

    def test_every_dtype_comes_back(self):
        for dtype, (_, stored) in tern_numpy.DTYPES.items():
            array = self.weights.astype("<f2") if stored == "<f2" else self.weights.view(stored)
            codec = tern_numpy.Codec(tern_numpy.train(array, dtype))
            message = self.expect_back(codec, array, dtype)
            self.expect_back(codec, array, dtype, lanes=64, word_bits=64, offset=256)
            self.expect_back(tern_numpy.Codec(), array, dtype, book=tern_numpy.BOOK_RAW)
            if dtype in ("bf16", "fp16"):
                self.assertLess(len(message), array.nbytes)

    def test_a_transposed_array_is_coded_in_c_order(self):
        message = self.codec.encode(self.codes.T, "bf16")
        back = self.codec.decode(message).reshape(70, 60)
        self.assertTrue((back == self.codes.T).all())

    def test_float32_is_rounded_as_the_program_rounds_it(self):
        special = numpy.array([0, -0.0, 1, 1.00390625, 1.01171875, 3.4e38, -numpy.inf, numpy.nan,
                               1e-45], "<f4")
        floats = numpy.concatenate([special, self.weights.ravel()])
        codes = tern_numpy.bf16_of(floats)
        self.assertEqual([hex(code) for code in codes[2:7]],
                         ["0x3f80", "0x3f80", "0x3f82", "0x7f80", "0xff80"])
        self.assertTrue(numpy.isnan(tern_numpy.float32_of(codes)[7]))
        finite = numpy.isfinite(floats) & (numpy.abs(floats) < 3e38)
        self.assertTrue((tern_numpy.float32_of(codes)[finite] ==
                         tern_numpy.float32_of(tern_numpy.bf16_of(
                             tern_numpy.float32_of(codes)))[finite]).all())

    @unittest.skipUnless(TERN.exists(), f"no program in {BUILD}")
    def test_messages_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            numpy.save(folder / "w.npy", self.weights)
            (folder / "books.json").write_bytes(self.books)
            for options, coding in (
                    (["--lanes", "16"], {}),
                    (["--chunk-steps", "16", "--select", "best", "--offset", "auto"],
                     {"chunk_steps": 16, "book": tern_numpy.BOOK_BEST, "offset": 256})):
                subprocess.run(
                    [TERN, "encode", "w.npy", "--dtype", "bf16", "--books", "books.json",
                     "--engine", "model", "--raw-message", "-o", "m.bin", *options],
                    cwd=folder, check=True, stdout=subprocess.DEVNULL)
                self.assertEqual(self.codec.encode(self.codes, "bf16", **coding),
                                 (folder / "m.bin").read_bytes())

    def test_what_is_wrong_has_a_name(self):
        message = self.codec.encode(self.codes, "bf16")
        for call, pattern in (
                (lambda: self.codec.decode(message[:-4]), "truncated|crc"),
                (lambda: self.codec.decode(b""), "size"),
                (lambda: self.codec.decode(message, self.codes.nbytes - 1), "too small"),
                (lambda: tern_numpy.Codec().decode(message), "unknown_book"),
                (lambda: self.codec.encode(self.codes, "bf16", lanes=3), "argument"),
                (lambda: self.codec.encode(self.codes, "bf16", book=1), "unknown_book"),
                (lambda: tern_numpy.Codec(b"{}"), "books: "),
                (lambda: tern_numpy.train(self.codes[:0], "bf16"), "argument")):
            with self.assertRaisesRegex(tern_numpy.TernError, pattern):
                call()
        for array, pattern in ((self.weights, "bf16 is stored as uint16, .* float32"),
                               (self.codes.astype(">u2"), "uint16 in another byte order")):
            with self.assertRaisesRegex(TypeError, pattern):
                self.codec.encode(array, "bf16")
        with self.assertRaisesRegex(TypeError, "lane is no field"):
            self.codec.encode(self.codes, "bf16", lane=8)
        with self.assertRaisesRegex(ValueError, "lanes cannot be 4294967312"):
            self.codec.encode(self.codes, "bf16", lanes=2**32 + 16)

    def test_threads_share_a_codec(self):
        right = self.codec.encode(self.codes, "bf16")
        found = []
        threads = [threading.Thread(
            target=lambda: found.append(self.codec.encode(self.codes, "bf16"))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [right] * 8)

    def test_the_example_of_the_document_runs(self):
        text = (ROOT / "docs/host.md").read_text(encoding="ascii")
        program, = re.findall(r"```python\n(.*?)```", text, re.S)
        done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True,
                              check=False, env={**os.environ, "PYTHONPATH": str(
                                  ROOT / "docs" / "examples")})
        self.assertEqual(done.returncode, 0, done.stderr)
        raw, wire = map(int, done.stdout.split(" -> "))
        self.assertLess(wire, raw // 2)


if __name__ == "__main__":
    unittest.main()
