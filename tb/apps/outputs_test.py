# SPDX-License-Identifier: Apache-2.0
#
# outputs_test: a file appears whole or not at all, and what was there survives a failure.
#
#   Spec  docs/cli.md#outputs
#   Test  tb/apps/outputs_test.py
import json
import os
import signal
import subprocess
import time

from support import FILE, OUTPUT, STREAM, TERN, TernTest, USAGE, main

COMMANDS = {
    "eval": ("eval", "w.npy", "--dtype", "bf16", "--engines", "model", "--json"),
    "stats": ("stats", "w.npy", "--dtype", "bf16", "--json"),
    "train": ("train", "w.npy", "--dtype", "bf16", "-o"),
    "encode": ("encode", "w.npy", "--dtype", "bf16", "-o"),
    "decode": ("decode", "t.tern", "-o"),
    "shards": ("shards", "w.npy", "--dtype", "bf16", "--message-bytes", "64", "--json"),
}


class Outputs(TernTest):
  def setUp(self):
    super().setUp()
    self.save("w.npy", self.floats(40, 40))
    self.tern("encode", "w.npy", "--dtype", "bf16", "-o", "t.tern")

  def test_replaces_a_file_that_is_there(self):
    for command in COMMANDS.values():
      self.write("out.npy", b"old")
      self.tern(*command, "out.npy")
      self.assertNotEqual(self.files()["out.npy"], b"old")
      self.assertEqual(set(self.files()), {"w.npy", "t.tern", "out.npy"})

  def test_refuses_a_folder_that_is_not_there(self):
    for command in COMMANDS.values():
      self.refused(OUTPUT, r"no/out.npy: cannot be \w+ \(No such file or directory\)", *command,
                   "no/out.npy")

  def test_refuses_a_folder_as_file(self):
    (self.folder / "d").mkdir()
    for command in COMMANDS.values():
      self.refused(OUTPUT, r"d: cannot be written \(Is a directory\)", *command, "d")

  def test_refuses_a_full_disk(self):
    for command in COMMANDS.values():
      if command[0] != "decode":  # which would write .npy only to a file of that name
        self.refused(OUTPUT, "/dev/full: cannot be", *command, "/dev/full")

  def test_notices_a_full_disk_behind_stdout(self):
    with open("/dev/full", "w", encoding="ascii") as full:
      done = subprocess.run([TERN, "stats", "w.npy", "--dtype", "bf16"], cwd=self.folder,
                            stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    self.assertEqual((done.returncode, done.stderr),
                     (OUTPUT, "tern: stdout: cannot be written; check where it is redirected to\n"))

  def test_a_reader_that_goes_away_is_a_failed_write(self):
    # More than any buffer holds, so that the failure comes in the middle of the text.
    self.safetensors("m.safetensors", {f"{i:09}": ("U8", (0,), b"") for i in range(5000)})
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([TERN, "stats", "m.safetensors", "--list"], cwd=self.folder, stdout=write,
                          stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    self.assertEqual((done.returncode, done.stderr),
                     (OUTPUT, "tern: stdout: cannot be written; check where it is redirected to\n"))

  def test_exit_code_does_not_need_anybody_who_listens(self):
    for streams in ("2>&-", "2>/dev/full", "<&- >&- 2>&-"):
      done = subprocess.run(["/bin/sh", "-c", f'"$1" stats no.npy {streams}', "sh", TERN],
                            cwd=self.folder, check=False)
      self.assertEqual(done.returncode, FILE, streams)

  def test_stdout_as_output_gets_the_output_only(self):
    for command in ("encode", "train"):
      for out in ("/dev/stdout", "file"):
        done = subprocess.run([TERN, *COMMANDS[command], out], cwd=self.folder, check=True,
                              stdout=subprocess.PIPE)
        if out == "/dev/stdout":
          piped = done.stdout
      self.assertEqual(piped, self.files()["file"])

  def test_a_pipe_gets_everything_at_once(self):
    os.mkfifo(self.folder / "pipe")
    self.refused(OUTPUT, "pipe: is a pipe that nobody reads", *COMMANDS["encode"], "pipe")
    reader = os.open(self.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    self.addCleanup(os.close, reader)
    self.tern(*COMMANDS["encode"], "pipe")
    self.assertEqual(os.read(reader, 1 << 16), self.files()["t.tern"])

  def test_refuses_to_overwrite_an_input(self):
    for command in COMMANDS.values():
      for name in (command[1], "./" + command[1]):
        self.refused(USAGE, f"{command[1]}: is also an input", *command, name)
    os.symlink("w.npy", self.folder / "link.npy")
    self.refused(USAGE, "link.npy: is also an input", *COMMANDS["stats"], "link.npy")
    self.tern("train", "w.npy", "--dtype", "bf16", "-o", "b.json")
    self.refused(USAGE, "b.json: is also an input", "encode", "w.npy", "--dtype", "bf16",
                 "--books", "b.json", "-o", "b.json")

  def test_refuses_one_name_for_two_outputs(self):
    self.refused(USAGE, "r.json: is named for two outputs", *COMMANDS["eval"], "r.json", "--html",
                 "r.json")

  def test_keeps_the_old_file_when_the_input_is_bad(self):
    self.write("out.npy", b"old")
    self.write("bad.tern", self.files()["t.tern"][:-1])
    self.refused(STREAM, "bad.tern", "decode", "bad.tern", "-o", "out.npy")
    self.assertEqual(self.files()["out.npy"], b"old")

  def test_a_signal_leaves_nothing_behind(self):
    self.write("big.bin", self.coded("uint8", 24 << 20))
    self.tern("encode", "big.bin", "--dtype", "uint8", "-o", "big.tern")
    commands = (("encode", "big.bin", "--dtype", "uint8", "--message-bytes", "65536", "-o",
                 "out.bin"),
                ("decode", "big.tern", "-o", "out.bin"),
                ("eval", "big.bin", "--dtype", "uint8", "--engines", "model", "--json", "out.bin"))
    self.write("out.bin", b"old")
    before = self.files()
    stopped = 0
    for command in commands:
      self.tern(*command)
      whole = self.files()["out.bin"]
      self.write("out.bin", b"old")
      for number, delay in ((signal.SIGINT, 0.05), (signal.SIGTERM, 0.2), (signal.SIGHUP, 0.4)):
        process = subprocess.Popen([TERN, *command], cwd=self.folder, stdout=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(number)
        stopped += process.wait() == -number
        if process.returncode != 0:
          self.assertEqual(process.returncode, -number)
        # A result that is in place before the signal is a whole one; reports differ in their times.
        result = self.files()["out.bin"]
        if result != b"old":
          self.assertTrue(result == whole or json.loads(result)["match"], command)
          self.write("out.bin", b"old")
        self.assertTrue(self.files() == before, command)
    self.assertGreater(stopped, 2, "the signals came too late to test anything")


if __name__ == "__main__":
  main()
