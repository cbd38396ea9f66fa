# SPDX-License-Identifier: Apache-2.0
#
# memory_test: no subcommand needs more than 3 times its largest tensor and 500 MB.
#
#   Spec  docs/cli.md#memory
#   Test  tb/apps/memory_test.py
import os
import resource
import signal
import subprocess
import sys

import numpy

from support import TERN, TernTest, bf16_of, main

# A little more than a power of two, where buffers that double are at their largest.
TENSOR_BYTES = 65 << 20
# Lossy coding takes its time: how much more a larger tensor takes is measured on small ones.
LOSSY_ROWS = (512, 2048)
LARGE_ROWS = (4096, 6144)  # two blocks and three
LOSSY_COLS = 512
# A process starts with the peak of the one that it was forked from: this one is small.
LAUNCHER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                       file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


def bound(size):
  """Most bytes for a tensor of `size` bytes, and less than what is promised.

  What a command needs is a fixed amount and a multiple of the tensor. Below twice this tensor and
  50 MB together, the multiple is below 3 and the amount below 500 MB, so larger tensors keep the
  promise as well and need not be tried.
  """
  return 2 * size + 50 * 10**6


class Memory(TernTest):
  def setUp(self):
    super().setUp()
    part = self.coded("uint8", 1 << 20)
    with open(self.folder / "big.bin", "wb") as file:
      for _ in range(TENSOR_BYTES >> 20):
        file.write(part)

  def peak(self, *arguments, seconds=None):
    """Bytes that the command had in memory at most, or in its first seconds."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:  # of its own, so that no other child counts
      program = subprocess.Popen([TERN, *map(str, arguments)], cwd=self.folder,
                                 stdout=subprocess.DEVNULL)
      try:
        code = program.wait(seconds)
      except subprocess.TimeoutExpired:
        program.terminate()
        code = 0 if program.wait() == -signal.SIGTERM else 1
      used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
      os.write(write_end, f"{code} {used}".encode())
      os._exit(0)
    os.close(write_end)
    os.waitpid(child, 0)
    with os.fdopen(read_end) as pipe:
      code, kilobytes = pipe.read().split()
    self.assertEqual(code, "0", arguments)
    print(f"memory: {arguments[0]}: {int(kilobytes) / 1024:.0f} MiB")
    return int(kilobytes) * 1024

  def test_stays_within_the_bound(self):
    self.assertLess(bound(TENSOR_BYTES) / TENSOR_BYTES, 3)
    self.assertLess(bound(TENSOR_BYTES), 500 * 10**6)
    for dtype in ("uint8", "bf16"):
      commands = (("stats", "big.bin", "--dtype", dtype),
                  ("train", "big.bin", "--dtype", dtype, "-o", "b.json"),
                  ("encode", "big.bin", "--dtype", dtype, "--books", "b.json", "-o", "t.tern"),
                  ("decode", "t.tern", "--books", "b.json", "-o", "out.npy"),
                  ("eval", "big.bin", "--dtype", dtype, "--engines", "model"),
                  ("compare", "big.bin", "--dtype", dtype, "--engines", "fast"),
                  ("shards", "big.bin", "--dtype", dtype, "--message-bytes", 1 << 23))
      for command in commands:
        self.assertLess(self.peak(*command), bound(TENSOR_BYTES), command)

  def test_many_small_messages_stay_within_the_bound(self):
    self.tern("train", "big.bin", "--dtype", "uint8", "-o", "b.json")
    # All of them take ten minutes and more; what grows with their number has grown at the start.
    used = self.peak("eval", "big.bin", "--dtype", "uint8", "--engines", "model", "--books",
                     "b.json", "--message-bytes", 1, seconds=5)
    self.assertLess(used, bound(TENSOR_BYTES))
    # A quarter of a million of them, to the end.
    os.truncate(self.folder / "big.bin", 1 << 18)
    used = self.peak("eval", "big.bin", "--dtype", "uint8", "--engines", "model", "--books",
                     "b.json", "--message-bytes", 1)
    self.assertLess(used, bound(1 << 18))

  def test_circuit_stays_within_the_bound(self):
    size = 18 << 20  # the run is cut into pieces of 16 MiB, so a longer one would take no more
    os.truncate(self.folder / "big.bin", size)
    self.assertLess(self.peak("eval", "big.bin", "--dtype", "bf16"), 3 * size + 100 * 10**6)

  def slope(self, width, sizes, *arguments):
    """Bytes that the command takes more for each byte that its tensor grows by."""
    used = []
    for rows in sizes:
      command = [str(one).format(rows=rows) for one in arguments]
      run = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, TERN, *command],
                           cwd=self.folder, stdout=subprocess.PIPE, check=True)
      code, kilobytes = run.stdout.split()
      self.assertEqual(code, b"0", command)
      used.append(int(kilobytes) * 1024)
    print(f"memory: {arguments[0]} {arguments[1]}: {used[0] >> 10} and {used[1] >> 10} KiB")
    return (used[1] - used[0]) / ((sizes[1] - sizes[0]) * LOSSY_COLS * width)

  def test_lossy_coding_grows_with_the_tensor(self):
    for rows in LOSSY_ROWS:
      self.save(f"fp32{rows}.npy", self.floats(rows, LOSSY_COLS))
    tdr = ("--codec", "tdr")
    for command in (("eval", "fp32{rows}.npy", *tdr, "--qp", 70),
                    ("encode", "fp32{rows}.npy", *tdr, "--qp", 70, "-o", "{rows}.tdr"),
                    ("decode", "{rows}.tdr", *tdr, "-o", "out.npy"),
                    ("rd", "fp32{rows}.npy", "--qp", 70)):
      self.assertLess(self.slope(4, LOSSY_ROWS, *command), 3, command)

  def test_lossy_coding_of_small_values_grows_with_the_tensor(self):
    # Integers of four bytes are more beside smaller values, but only those of a block.
    for rows in LARGE_ROWS:
      floats = self.floats(rows, LOSSY_COLS)
      self.save(f"bf16{rows}.npy", bf16_of(floats).view("V2"))
      self.save(f"int8{rows}.npy", (floats * (127 / numpy.abs(floats).max())).astype(numpy.int8))
    tdr = ("--codec", "tdr", "--effort", "stream")
    used = self.slope(2, LARGE_ROWS, "eval", "bf16{rows}.npy", "--dtype", "bf16", *tdr, "--qp", 70)
    self.assertLess(used, 3)
    for mode in (("--qp", 16), ("--mode", "lossless")):
      used = self.slope(1, LARGE_ROWS, "eval", "int8{rows}.npy", *tdr, *mode)
      # A tensor of the most values, 2^31, is to stay within three times its bytes and 500 MB.
      self.assertLess(used, 3 + 500e6 / 2**31, mode)


if __name__ == "__main__":
  main()
