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

from support import TERN, TernTest, main

# A little more than a power of two, where buffers that double are at their largest.
TENSOR_BYTES = 65 << 20


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


if __name__ == "__main__":
  main()
