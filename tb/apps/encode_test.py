# SPDX-License-Identifier: Apache-2.0
#
# encode_test: `tern encode` and `tern decode` undo each other, and the form of .tern files.
#
#   Spec  docs/cli.md#tern-files
#   Test  tb/apps/encode_test.py
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import zlib

import numpy

from support import DTYPES, ROOT, TernTest, USAGE, bf16_of, each, main, read_safetensors

STORED = {"bf16": "BF16", "bf16-bytes": "BF16", "fp16": "F16", "e4m3": "F8_E4M3",
          "e5m2": "F8_E5M2", "int8": "I8", "uint8": "U8", "fp4x2": "U8", "e8m0": "U8",
          "ue4m3": "U8", "e3m2": "U8", "e2m3": "U8"}


class Encode(TernTest):
  def round_trip(self, source, *options, output="out.bin"):
    self.tern("encode", source, *options, "-o", "t.tern")
    self.tern("decode", "t.tern", "-o", output)
    return (self.folder / output).read_bytes()

  def test_gives_back_every_dtype_and_shape(self):
    shapes = ((), (0,), (3, 0), (1,), (17,), (5, 3, 7), (1000,))
    for at, (dtype, width) in enumerate(DTYPES.items()):
      for shape in shapes if dtype == "bf16" else each(shapes, at):
        data = self.coded(dtype, int(numpy.prod(shape)))
        self.safetensors("s.safetensors", {"x": (STORED[dtype], shape, data)})
        self.assertEqual(len(data), int(numpy.prod(shape)) * width)
        self.round_trip("s.safetensors", "--dtype", dtype, output="o.safetensors")
        self.assertEqual(read_safetensors(self.folder / "o.safetensors"),
                         {"x": (STORED[dtype], shape, data)}, (dtype, shape))

  def test_gives_back_every_bit_pattern(self):
    data = numpy.arange(65536, dtype="<u2").tobytes()
    for dtype in DTYPES:
      self.write("all.bin", data)
      self.assertEqual(self.round_trip("all.bin", "--dtype", dtype), data)

  def test_every_geometry_gives_the_tensor_back(self):
    data = self.coded("bf16", 777)
    self.write("w.bin", data)
    for lanes in (1, 2, 4, 8, 16, 32, 64):
      for width in (32, 64):
        self.assertEqual(self.round_trip("w.bin", "--dtype", "bf16", "--lanes", lanes,
                                         "--word-bits", width), data)

  def test_messages_of_every_size_give_the_tensor_back(self):
    data = self.coded("bf16", 1000)
    self.write("w.bin", data)
    for size in (2, 64, 1998, 2000, 2002):
      self.assertEqual(self.round_trip("w.bin", "--dtype", "bf16", "--message-bytes", size), data)

  def test_float32_comes_back_rounded_to_the_dtype(self):
    array = self.floats(30, 20)
    self.save("w.npy", array, fortran=True)
    self.round_trip("w.npy", "--dtype", "bf16", output="o.npy")
    result = numpy.load(self.folder / "o.npy")
    self.assertEqual(result.dtype, numpy.dtype("V2"))
    self.assertTrue(numpy.array_equal(result.view("<u2"), bf16_of(array)))

  def test_widens_on_request(self):
    array = self.floats(30, 20)
    self.save("w.npy", array)
    self.tern("encode", "w.npy", "--dtype", "bf16", "-o", "t.tern")
    self.tern("decode", "t.tern", "--as", "float32", "-o", "o.npy")
    self.tern("decode", "t.tern", "--as", "float32", "-o", "o.safetensors")
    self.tern("decode", "t.tern", "--as", "float32", "-o", "O.NPY")
    self.assertEqual(self.files()["O.NPY"], self.files()["o.npy"], "an ending in capitals")
    want = (bf16_of(array).astype(numpy.uint32) << 16).view(numpy.float32)
    self.assertTrue(numpy.array_equal(numpy.load(self.folder / "o.npy"), want))
    self.assertEqual(read_safetensors(self.folder / "o.safetensors"),
                     {"w": ("F32", (30, 20), want.tobytes())})

  def test_widens_halves_as_numpy_does(self):
    codes = numpy.arange(65536, dtype="<u2")
    self.write("h.bin", codes.tobytes())
    self.tern("encode", "h.bin", "--dtype", "fp16", "-o", "t.tern")
    self.tern("decode", "t.tern", "--as", "float32", "-o", "o.npy")
    self.assertTrue(numpy.array_equal(numpy.load(self.folder / "o.npy"),
                                      codes.view(numpy.float16).astype(numpy.float32),
                                      equal_nan=True))

  def test_fp32_keeps_every_bit_and_needs_64_bit_words(self):
    array = self.floats(30, 20)
    array.flat[:3] = numpy.array([0x7F800001, 0x80000000, 1], "<u4").view(numpy.float32)
    self.save("w.npy", array)
    self.round_trip("w.npy", "--dtype", "fp32", "--word-bits", 64, output="o.npy")
    result = numpy.load(self.folder / "o.npy")
    self.assertEqual((result.dtype, result.tobytes()), (array.dtype, array.tobytes()))
    self.tern("decode", "t.tern", "--as", "float32", "-o", "p.npy")
    self.assertEqual(numpy.load(self.folder / "p.npy").tobytes(), array.tobytes())
    for command in (("encode", "-o", "u.tern"), ("shards",),
                    ("eval", "--engines", "model", "--word-bits", 32)):
      self.refused(USAGE, "--word-bits: fp32 needs words of 64 bits, not 32; use --word-bits 64",
                   command[0], "w.npy", "--dtype", "fp32", *command[1:])

  def test_takes_bytes_of_small_floats_from_uint8_files(self):
    array = self.rng.randint(0, 64, (20, 30)).astype(numpy.uint8)
    self.save("w.npy", array)
    for dtype in ("fp4x2", "e8m0", "ue4m3", "e3m2", "e2m3"):
      self.round_trip("w.npy", "--dtype", dtype, output="o.npy")
      self.assertTrue(numpy.array_equal(numpy.load(self.folder / "o.npy"), array), dtype)

  def test_several_tensors_share_a_file(self):
    tensors = {"a": ("BF16", (40,), self.coded("bf16", 40)),
               "b": ("I8", (3, 3), self.coded("int8", 9)),
               "c \u00fc/..": ("F8_E5M2", (0,), b"")}
    self.safetensors("m.safetensors", tensors)
    self.round_trip("m.safetensors", output="o.safetensors")
    self.assertEqual(read_safetensors(self.folder / "o.safetensors"), tensors)
    self.tern("decode", "t.tern", "--tensor", "b", "-o", "b.npy")
    self.assertEqual(numpy.load(self.folder / "b.npy").tobytes(), tensors["b"][2])

  def test_container_is_as_the_document_says(self):
    data = self.coded("e4m3", 5000)
    self.write("w.bin", data)
    self.tern("encode", "w.bin", "--dtype", "e4m3", "--message-bytes", 1024, "-o", "t.tern")
    file = (self.folder / "t.tern").read_bytes()
    self.assertEqual(file[:8], b"\x89TERN\r\n\x01")
    self.assertEqual(file[-4:], b"NRET")
    size, crc = int.from_bytes(file[-16:-8], "little"), int.from_bytes(file[-8:-4], "little")
    text = file[-16 - size:-16]
    self.assertEqual(zlib.crc32(text), crc)
    index = json.loads(text)
    tensor, = index["tensors"]
    self.assertEqual((tensor["name"], tensor["dtype"], tensor["shape"], tensor["source"]),
                     ("w", "e4m3", [5000], "float8_e4m3fn"))
    self.assertEqual(tensor["sha256"], hashlib.sha256(data).hexdigest())
    self.assertEqual((tensor["offset"], len(tensor["messages"])), (8, 5))
    self.assertEqual(8 + sum(tensor["messages"]), len(file) - 16 - size)
    self.assertEqual(len(index["books"]["books"]), 1)

  def test_books_of_a_file_stay_outside(self):
    self.save("w.npy", self.floats(50))
    self.tern("train", "w.npy", "--dtype", "bf16", "-o", "b.json")
    self.tern("encode", "w.npy", "--dtype", "bf16", "--books", "b.json", "-o", "t.tern")
    self.assertIn(b'"books": null', self.files()["t.tern"])
    self.tern("decode", "t.tern", "--books", "b.json", "-o", "o.npy")

  def test_equal_inputs_give_equal_files(self):
    self.save("w.npy", self.floats(50))
    for name in ("1.tern", "2.tern"):
      self.tern("encode", "w.npy", "--dtype", "bf16", "-o", name)
    self.assertEqual(self.files()["1.tern"], self.files()["2.tern"])

  def test_bare_message_is_read_by_the_decoder_written_from_the_document(self):
    data = self.coded("bf16", 300)
    self.write("w.bin", data)
    self.tern("train", "w.bin", "--dtype", "bf16", "-o", "b.json")
    self.tern("encode", "w.bin", "--dtype", "bf16", "--books", "b.json", "--lanes", 4,
              "--raw-message", "-o", "m.bin")
    script = ("import sys, tern_books, tern_decode\n"
              "books = tern_books.load('b.json')\n"
              "error, dtype, values = tern_decode.decode(open('m.bin', 'rb').read(), books)\n"
              "print(error, dtype, values.hex())\n")
    done = subprocess.run([sys.executable, "-B", "-c", script], cwd=self.folder, check=True,
                          capture_output=True, text=True,
                          env={"PYTHONPATH": str(ROOT / "tb" / "python")})
    self.assertEqual(done.stdout.split(), ["none", "bf16", data.hex()])

  def test_bare_message_comes_back(self):
    data = self.coded("bf16-bytes", 300)
    self.write("w.bin", data)
    self.tern("train", "w.bin", "--dtype", "bf16-bytes", "-o", "b.json")
    self.tern("encode", "w.bin", "--dtype", "bf16-bytes", "--books", "b.json", "--raw-message",
              "-o", "m.bin")
    self.tern("decode", "m.bin", "--raw-message", "--books", "b.json", "-o", "o.bin")
    self.assertEqual(self.files()["o.bin"], data)

  def test_refuses_bare_message_that_does_not_stand_alone(self):
    self.save("w.npy", self.floats(50))
    self.save("v.npy", self.floats(50))
    self.refused(USAGE, "--raw-message: has no room for books", "encode", "w.npy", "--dtype",
                 "bf16", "--raw-message", "-o", "m.bin")
    self.refused(USAGE, "w.npy: --raw-message writes one tensor", "encode", "w.npy", "v.npy",
                 "--dtype", "bf16", "--raw-message", "--raw", "-o", "m.bin")

  def test_refuses_two_tensors_of_one_name(self):
    for folder in ("a", "b"):
      pathlib.Path(self.folder / folder).mkdir()
      self.save(f"{folder}/w.npy", self.floats(5))
    self.refused(USAGE, "b/w.npy: is the second file with a tensor named 'w'", "encode", "a/w.npy",
                 "b/w.npy", "--dtype", "bf16", "-o", "t.tern")

  def test_refuses_names_that_the_index_cannot_tell_apart(self):
    # Neither is UTF-8; in the index both become the same replacement character.
    for name in (b"\xff.bin", b"\xfe.bin"):
      (self.folder / os.fsdecode(name)).write_bytes(b"data")
    self.refused(USAGE, "is the second file with a tensor named", "encode",
                 os.fsdecode(b"\xff.bin"), os.fsdecode(b"\xfe.bin"), "--dtype", "uint8", "-o",
                 "t.tern")

  def test_refuses_more_messages_than_an_index_holds_before_the_work(self):
    with open(self.folder / "big.bin", "wb") as file:
      file.truncate(1 << 40)
    done = self.tern("encode", "big.bin", "--dtype", "uint8", "--message-bytes", 4096, "-o",
                     "t.tern", code=USAGE)
    self.assertRegex(done.err, r"\Atern: --message-bytes: makes \d+ messages or more[^\n]*\n\Z")


if __name__ == "__main__":
  main()
