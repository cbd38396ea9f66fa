# SPDX-License-Identifier: Apache-2.0
#
# decode_test: `tern decode` on damaged files and on requests that cannot be met.
#
#   Spec  docs/cli.md#tern-decode
#   Test  tb/apps/decode_test.py
import json
import zlib

from support import BOOK, FILE, STREAM, TernTest, USAGE, main

TAIL = 16


class Decode(TernTest):
  def setUp(self):
    super().setUp()
    self.data = self.coded("bf16", 90)
    self.write("w.bin", self.data)
    self.tern("train", "w.bin", "--dtype", "bf16", "-o", "b.json")
    self.tern("encode", "w.bin", "--dtype", "bf16", "--books", "b.json", "--lanes", 4,
              "--message-bytes", 90, "-o", "t.tern")
    self.tern("encode", "w.bin", "--dtype", "bf16", "--books", "b.json", "--lanes", 4,
              "--raw-message", "-o", "m.bin")
    self.good = self.files()["t.tern"]

  def refuses(self, pattern, data, *options, code=STREAM):
    self.write("bad.tern", data)
    return self.refused(code, rf"\Atern: bad\.tern: .*({pattern})", "decode", "bad.tern", "--books",
                        "b.json", "-o", "out.npy", *options)

  def index_text(self):
    size = int.from_bytes(self.good[-TAIL:-8], "little")
    return self.good[-TAIL - size:-TAIL]

  def index(self):
    return json.loads(self.index_text())

  def with_text(self, text):
    """The good file with another index, whose length and CRC are right."""
    return self.good[:-TAIL - len(self.index_text())] + text + len(text).to_bytes(8, "little") + \
        zlib.crc32(text).to_bytes(4, "little") + b"NRET"

  def with_index(self, change):
    index = self.index()
    change(index)
    return self.with_text(json.dumps(index).encode())

  def test_refuses_a_file_cut_anywhere(self):
    for size in list(range(0, 30)) + list(range(30, len(self.good), 37)):
      self.refuses("", self.good[:size])

  def test_refuses_a_file_with_any_byte_changed(self):
    for at in list(range(0, 48)) + list(range(48, len(self.good), 41)):
      bit = 1 << int(self.rng.randint(8))
      self.refuses("", self.good[:at] + bytes([self.good[at] ^ bit]) + self.good[at + 1:])

  def test_refuses_a_message_cut_or_changed_anywhere(self):
    message = self.files()["m.bin"]
    for at in range(0, len(message), 5):
      bit = 1 << int(self.rng.randint(8))
      self.refuses("the message is damaged|needs book", message[:at], "--raw-message")
      self.refuses("the message is damaged|needs book",
                   message[:at] + bytes([message[at] ^ bit]) + message[at + 1:], "--raw-message")

  def test_refuses_an_index_whose_crc_is_wrong(self):
    self.assertIn(b'"source": "bfloat16"', self.good)
    self.refuses("the CRC of its index does not match", self.good.replace(b"bfloat16", b"bfloat17"))

  def test_names_tensor_message_and_reason(self):
    at = 8 + self.index()["tensors"][0]["messages"][0] - 1  # last byte of its trailer
    self.refuses(r"tensor 'w', message 0 is damaged \(crc\); fetch or encode it again",
                 self.good[:at] + bytes([self.good[at] ^ 1]) + self.good[at + 1:])

  def test_refuses_what_is_no_container(self):
    self.refuses("is no .tern file: it has only 0 bytes", b"")
    self.refuses("is no .tern file: it does not begin as one does", self.files()["b.json"])
    self.refuses("has version 2 of the .tern format", self.good[:7] + b"\x02" + self.good[8:])

  def test_refuses_an_index_that_does_not_fit_the_file(self):
    def tensor(**fields):
      return self.with_index(lambda index: index["tensors"][0].update(fields))
    messages = self.index()["tensors"][0]["messages"]
    self.refuses("messages that overlap or leave a gap", tensor(offset=0))
    self.refuses("messages that overlap or leave a gap", tensor(messages=[]))
    self.refuses("messages that the file has no room for", tensor(messages=[2**63] * 2))
    self.refuses("messages that the file has no room for", tensor(messages=[0] + messages))
    self.refuses("leaves bytes of the file out", tensor(messages=messages[:-1]))
    self.refuses("a shape that no tensor has", tensor(shape=[2**62, 2**62]))
    self.refuses("a shape that no tensor has", tensor(shape=[1] * 33))
    self.refuses("more values than its messages can hold", tensor(shape=[2**40]))
    self.refuses("has 180 of its 182 bytes", tensor(shape=[91]))
    self.refuses("is not the one that belongs there", tensor(shape=[89]))
    self.refuses("is not the one that belongs there", tensor(dtype="fp16"))
    self.refuses("unknown dtype 'bf17'", tensor(dtype="bf17"))
    self.refuses("does not decode to the values", tensor(sha256="0" * 64))
    self.refuses("'shape' with something else", tensor(shape=[-1]))
    self.refuses("'name' that is no text", tensor(name=5))
    self.refuses("unknown fields", tensor(colour="red"))
    self.refuses("no list of tensors", self.with_index(lambda index: index.update(tensors={})))
    self.refuses("names 'w' twice", self.with_index(
        lambda index: index["tensors"].append(dict(index["tensors"][0], offset=0))))

  def test_refuses_an_index_with_a_key_twice(self):
    text = self.index_text().replace(b'"books"', b'"tensors": [], "books"')
    self.refuses("the key 'tensors' is there twice", self.with_text(text))

  def test_refuses_bad_books_inside_the_file(self):
    self.refuses("version: is missing",
                 self.with_index(lambda index: index.update(books={"format": "x"})))

  def test_refuses_missing_and_other_books(self):
    self.refused(STREAM, "t.tern: tensor 'w', message 0 needs book 0, epoch 0, for bf16; it "
                 "brings no books; name the file with --books", "decode", "t.tern", "-o", "out.npy")
    for options, name in ((("--id", 3), "unknown_book"), (("--epoch", 3), "epoch")):
      self.tern("train", "w.bin", "--dtype", "bf16", *options, "-o", "other.json")
      self.refused(STREAM, rf"t.tern: .* needs book 0, epoch 0, for bf16; .*\({name}\)", "decode",
                   "t.tern", "--books", "other.json", "-o", "out.npy")

  def test_refuses_a_wrong_book_of_the_right_name(self):
    self.write("v.bin", self.coded("bf16", 3000)[::-1])
    self.tern("train", "v.bin", "--dtype", "bf16", "-o", "other.json")
    self.refused(STREAM, "t.tern: tensor 'w'", "decode", "t.tern", "--books", "other.json", "-o",
                 "out.npy")

  def test_refuses_missing_file_and_folder(self):
    self.refused(FILE, "no.tern: cannot be opened", "decode", "no.tern", "-o", "out.npy")
    (self.folder / "d.tern").mkdir()
    self.refused(FILE, "d.tern: is a folder", "decode", "d.tern", "-o", "out.npy")
    self.refused(FILE, "no.json: cannot be opened", "decode", "t.tern", "--books", "no.json", "-o",
                 "out.npy")
    self.write("bad.json", b"{")
    self.refused(BOOK, "bad.json: ", "decode", "t.tern", "--books", "bad.json", "-o", "out.npy")

  def test_refuses_requests_that_cannot_be_met(self):
    self.refused(USAGE, "t.tern: holds no tensor named 'x'", "decode", "t.tern", "--tensor", "x",
                 "-o", "out.npy")
    self.refused(USAGE, "--as: 'int4' is not a choice", "decode", "t.tern", "--as", "int4", "-o",
                 "out.npy")
    self.refused(USAGE, "--tensor: a bare message has no names", "decode", "m.bin",
                 "--raw-message", "--tensor", "x", "-o", "out.npy")
    self.safetensors("m.safetensors", {"a": ("I8", (1,), b"1"), "b": ("I8", (1,), b"2")})
    self.tern("encode", "m.safetensors", "-o", "two.tern")
    self.refused(USAGE, "out.npy: holds one tensor, and there are 2; choose one with --tensor",
                 "decode", "two.tern", "-o", "out.npy")
    self.refused(USAGE, "tensor 'a' holds int8, which --as float32 does not widen", "decode",
                 "two.tern", "--as", "float32", "-o", "out.safetensors")


if __name__ == "__main__":
  main()
