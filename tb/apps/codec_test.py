# SPDX-License-Identifier: Apache-2.0
#
# codec_test: `tern encode` and `tern decode` do the same with every engine and on every path.
#
#   Spec  docs/cli.md#engines
#   Test  tb/apps/codec_test.py
from support import STREAM, TernTest, USAGE, each, main

ENGINES = ("fast", "model")


class Codec(TernTest):
  def encoded(self, *options, env=None):
    self.tern("encode", "w.bin", *options, "-o", "t.tern", env=env)
    return self.files()["t.tern"]

  def test_engines_make_and_read_the_same_files(self):
    turns = (("bf16", ("--message-bytes", 6000)),
             ("e4m3", ("--chunk-steps", 64, "--lanes", 32)),
             ("fp32", ("--word-bits", 64, "--lanes", 4)))
    for dtype, options in each(turns, 0):
      data = self.rng.normal(0, 0.02, 5000).astype("<f4").tobytes()
      self.write("w.bin", data)
      files = [self.encoded("--dtype", dtype, *options, "--engine", engine) for engine in ENGINES]
      self.assertEqual(files[0], files[1])
      for engine in ENGINES:
        self.tern("decode", "t.tern", "--engine", engine, "-o", "out.bin")
        self.assertEqual(self.files()["out.bin"], data, (dtype, engine))

  def test_paths_make_the_same_file(self):
    self.write("w.bin", self.coded("bf16", 5000))
    best = self.encoded("--dtype", "bf16")
    self.assertEqual(self.encoded("--dtype", "bf16", env={"TERN_FAST_PATH": "scalar"}), best)

  def test_threads_keep_the_order(self):
    data = self.coded("bf16", 5000)
    self.write("w.bin", data)
    for size in each((1000, 3334), 0):
      one = self.encoded("--dtype", "bf16", "--message-bytes", size)
      self.assertEqual(self.encoded("--dtype", "bf16", "--message-bytes", size, "--threads", 3),
                       one)
      self.tern("decode", "t.tern", "--threads", 4, "-o", "out.bin")
      self.assertEqual(self.files()["out.bin"], data)

  def test_a_path_that_is_none_is_refused(self):
    self.write("w.bin", self.coded("bf16", 50))
    self.refused(USAGE, r"\Atern: TERN_FAST_PATH: 'fastest' is no path .*scalar", "encode", "w.bin",
                 "--dtype", "bf16", "-o", "t.tern", env={"TERN_FAST_PATH": "fastest"})

  def test_expanding_messages_come_back(self):
    self.write("w.bin", bytes(range(256)) * 8)
    self.write("few.bin", bytes([7]) * 4096)
    self.tern("train", "few.bin", "--dtype", "uint8", "-o", "b.json")
    files = [self.encoded("--dtype", "uint8", "--books", "b.json", "--engine", engine)
             for engine in ENGINES]
    self.assertEqual(files[0], files[1])
    self.assertGreater(len(files[0]), 256 * 8)

  def test_engines_refuse_damage_with_the_same_words(self):
    self.write("w.bin", self.coded("bf16", 3000))
    self.tern("train", "w.bin", "--dtype", "bf16", "-o", "b.json")
    self.tern("encode", "w.bin", "--dtype", "bf16", "--books", "b.json", "--raw-message", "-o",
              "m.bin")
    good = self.files()["m.bin"]
    for damaged in (good[:-4], good[:40] + b"\0\0\0\0" + good[40:], good[:-1] + b"\0",
                    bytes([good[0] ^ 2]) + good[1:], good[:3] + b"\x77" + good[4:]):
      self.write("m.bin", damaged)
      said = [self.tern("decode", "m.bin", "--raw-message", "--books", "b.json", "-o", "out.npy",
                        "--engine", engine, code=STREAM).err for engine in ENGINES]
      self.assertEqual(said[0], said[1])
    self.write("m.bin", good)

  def test_other_engines_are_refused(self):
    self.write("w.bin", self.coded("bf16", 50))
    for command in (("encode", "w.bin", "--dtype", "bf16"), ("decode", "w.bin")):
      self.refused(USAGE, r"\Atern: --engine: 'rtl' is not a choice; use fast or model", *command,
                   "--engine", "rtl", "-o", "out.tern")


if __name__ == "__main__":
  main()
