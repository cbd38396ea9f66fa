# SPDX-License-Identifier: Apache-2.0
#
# inputs_test: tensor files of every kind and shape, and files that are none.
#
# model/common tests the readers; this tests that the command line uses them and says what is wrong.
#
#   Spec  docs/cli.md#tensor-files
#   Test  tb/apps/inputs_test.py
import os
import re

import numpy

from support import FILE, TernTest, USAGE, main


class Inputs(TernTest):
  def stats(self, *arguments):
    self.tern("stats", *arguments, "--json", "s.json")
    return self.json("s.json")["tensors"]

  def refuses(self, code, pattern, name, *options):
    for command in (("stats",), ("eval", "--engines", "model"), ("shards",)):
      self.refused(code, pattern, command[0], name, *command[1:], *options)
    self.refused(code, pattern, "encode", name, "-o", "out.tern", *options)
    self.refused(code, pattern, "train", name, "-o", "out.json", *options)

  def test_takes_every_shape(self):
    for number, shape in enumerate([(), (0,), (3, 0), (1,), (1, 1, 1), (2, 3, 4, 5)]):
      name = self.save(f"{number}.npy", self.floats(*shape))
      tensor, = self.stats(name, "--dtype", "bf16")
      self.assertEqual(tensor["shape"], list(shape))
      self.assertEqual(tensor["values"], int(numpy.prod(shape)))

  def test_fortran_order_is_the_same_tensor(self):
    array = self.floats(5, 7, 3)
    self.save("c.npy", array)
    self.save("f.npy", array, fortran=True)
    for name in ("c", "f"):
      self.tern("encode", f"{name}.npy", "--dtype", "bf16", "--raw", "--raw-message", "-o",
                f"{name}.bin")
    self.assertEqual(self.files()["c.bin"], self.files()["f.bin"])

  def test_safetensors_gives_all_tensors_or_those_named(self):
    self.safetensors("m.safetensors", {
        "a": ("BF16", (3, 2), self.coded("bf16", 6)), "b": ("F8_E4M3", (5,), self.coded("e4m3", 5)),
        "c": ("I8", (4,), self.coded("int8", 4)), "d": ("F16", (), self.coded("fp16", 1)),
        "e": ("F8_E5M2", (2,), self.coded("e5m2", 2)), "f": ("U8", (0,), b"")})
    found = [(t["name"], t["dtype"]) for t in self.stats("m.safetensors")]
    self.assertEqual(found, [("a", "bf16"), ("b", "e4m3"), ("c", "int8"), ("d", "fp16"),
                             ("e", "e5m2"), ("f", "uint8")])
    named = self.stats("m.safetensors", "--tensor", "c", "--tensor", "a")
    self.assertEqual([t["name"] for t in named], ["a", "c"])

  def test_lists_tensors_without_a_dtype(self):
    self.safetensors("m.safetensors", {"w": ("F32", (2, 2), bytes(16)),
                                       "i": ("I64", (1,), bytes(8))})
    text = self.tern("stats", "m.safetensors", "--list").out
    self.assertRegex(text, r"w +F32 +2 x 2 +16 +m.safetensors\n")
    self.assertRegex(text, r"i +I64 +1 +8 +m.safetensors\n")

  def test_refuses_unknown_tensor_name(self):
    self.save("w.npy", self.floats(2))
    self.refuses(USAGE, "w.npy: holds no tensor named 'x'; 'tern stats --list' shows the names",
                 "w.npy", "--dtype", "bf16", "--tensor", "x")

  def test_refuses_float32_without_dtype(self):
    self.save("w.npy", self.floats(2))
    self.refuses(USAGE, r"w.npy: tensor 'w' holds float32 .*; say with --dtype", "w.npy")

  def test_refuses_raw_file_without_dtype(self):
    self.write("w.bin", bytes(8))
    self.refuses(USAGE, "w.bin: is neither .npy nor .safetensors. .* --dtype", "w.bin")

  def test_refuses_raw_file_of_odd_size(self):
    self.write("w.bin", bytes(7))
    self.refuses(FILE, "w.bin: has 7 bytes, which is no whole number of 2-byte bf16 values",
                 "w.bin", "--dtype", "bf16")

  def test_refuses_conversion_that_is_not_rounding(self):
    self.save("w.npy", self.floats(2))
    self.refuses(USAGE, "w.npy: .* is not converted to int8", "w.npy", "--dtype", "int8")
    self.save("h.npy", numpy.zeros(3, numpy.float16))
    self.refuses(USAGE, "h.npy: .* is not converted to bf16", "h.npy", "--dtype", "bf16")

  def test_void_elements_need_a_dtype_and_keep_their_bytes(self):
    self.write("w.npy", b"\x93NUMPY\x01\x00")
    numpy.save(self.folder / "w.npy", numpy.array([1, 2, 3], numpy.uint16).view("V2"))
    self.refuses(USAGE, "w.npy: .*--dtype", "w.npy")
    tensor, = self.stats("w.npy", "--dtype", "bf16")
    self.assertEqual(tensor["values"], 3)

  def test_refuses_missing_file(self):
    self.refuses(FILE, r"no.npy: cannot be opened \(No such file or directory\)", "no.npy")

  def test_refuses_folder(self):
    os.mkdir(self.folder / "d.npy")
    self.refuses(FILE, "d.npy: is a folder", "d.npy")

  def test_refuses_unreadable_file(self):
    if os.geteuid() == 0:
      self.skipTest("root may read every file")
    self.write("w.npy", b"x")
    os.chmod(self.folder / "w.npy", 0)
    self.refuses(FILE, "w.npy: cannot be opened", "w.npy")

  def test_refuses_empty_file(self):
    self.write("w.npy", b"")
    self.write("w.safetensors", b"")
    self.refuses(FILE, "w.npy: ", "w.npy")
    self.refuses(FILE, "w.safetensors: ", "w.safetensors")

  def test_refuses_object_arrays(self):
    numpy.save(self.folder / "o.npy", numpy.array([{}], dtype=object), allow_pickle=True)
    self.refuses(FILE, "o.npy: .*object", "o.npy", "--dtype", "bf16")

  def test_refuses_big_endian_and_doubles(self):
    self.save("big.npy", numpy.zeros(2, ">f4"))
    self.save("double.npy", numpy.zeros(2, "<f8"))
    self.refuses(FILE, "big.npy: .*'>f4'.*'<f4'", "big.npy", "--dtype", "bf16")
    self.refuses(FILE, "double.npy: .*'<f8'", "double.npy", "--dtype", "bf16")

  def test_refuses_npy_cut_anywhere(self):
    whole = self.folder / "w.npy"
    numpy.save(whole, self.floats(4, 4))
    data = whole.read_bytes()
    for size in sorted({0, 5, 7, 9, 10, 60, 127, 128, 130, len(data) - 1}):
      self.write("cut.npy", data[:size])
      self.refused(FILE, r"\Atern: cut\.npy: ", "stats", "cut.npy", "--dtype", "bf16")

  def test_refuses_safetensors_cut_anywhere(self):
    self.safetensors("m.safetensors", {"a": ("BF16", (3, 2), bytes(12))})
    data = self.files()["m.safetensors"]
    for size in range(len(data)):
      self.write("cut.safetensors", data[:size])
      self.refused(FILE, r"\Atern: cut\.safetensors: ", "stats", "cut.safetensors")

  def test_refuses_safetensors_with_unsupported_tensor_unless_another_is_named(self):
    self.safetensors("m.safetensors", {"w": ("BF16", (2,), bytes(4)), "i": ("I64", (1,), bytes(8))})
    self.refuses(USAGE, "m.safetensors: tensor 'i' holds 'I64'", "m.safetensors")
    self.assertEqual(len(self.stats("m.safetensors", "--tensor", "w")), 1)

  def test_names_the_bad_file_among_several(self):
    self.save("good.npy", self.floats(2))
    self.write("bad.npy", b"\x93NUMPY\x09\x00")
    message = self.refused(FILE, "bad.npy: has .npy version 9.0", "stats", "good.npy", "bad.npy",
                           "--dtype", "bf16")
    self.assertFalse(re.search("good", message))


if __name__ == "__main__":
  main()
