# SPDX-License-Identifier: Apache-2.0
#
# support: what the tests of the command line share.
#
# A test runs the program as a user does, in a folder of its own, and looks at exit code, messages
# and files.
#
#   Spec  docs/cli.md
#   Test  tb/apps/usage_test.py
"""Base class and helpers for tests of `tern`."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TERN = os.environ.get("TERN_BIN", str(ROOT / "build" / "bin" / "tern"))
SEED = int(os.environ.get("TERN_SEED", "20260101"), 0)
# The sanitizer pass: every path once is enough, where good inputs are run in many combinations.
SANITIZED = "TERN_SANITIZED" in os.environ
SAMPLE = ROOT / "sim" / "apps" / "sample"
CORPUS = ROOT.parent / "shared" / "corpus"

USAGE, FILE, BOOK, STREAM, MISMATCH, OUTPUT, TOOL, DEADLOCK = 2, 3, 4, 5, 6, 7, 8, 9
# Bytes of an element, of every dtype that fits words of 32 bits.
DTYPES = {"bf16": 2, "bf16-bytes": 2, "fp16": 2, "e4m3": 1, "e5m2": 1, "int8": 1, "uint8": 1,
          "fp4x2": 1, "e8m0": 1, "ue4m3": 1, "e3m2": 1, "e2m3": 1}


def measures(test):
  """Marks a test of figures that good inputs give: CMakeLists.txt leaves it out of the sanitizer
  pass, where other tests take the same paths."""
  return test


def each(values, turn):
  """All of them; in the sanitizer pass one, another in each turn."""
  return [values[turn % len(values)]] if SANITIZED else values


class TernTest(unittest.TestCase):
  """Runs `tern` in a fresh folder, which must hold nothing unexpected afterwards."""

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = pathlib.Path(folder.name)
    self.rng = numpy.random.RandomState(SEED % 2**32)

  def tern(self, *arguments, code=0, env=None):
    """Runs a command; the exit code must be `code`. Returns the finished process."""
    done = subprocess.run([TERN, *map(str, arguments)], cwd=self.folder, capture_output=True,
                          env={**os.environ, **(env or {})}, timeout=280, check=False)
    done.out = done.stdout.decode()
    done.err = done.stderr.decode()
    self.assertEqual(done.returncode, code,
                     f"tern {' '.join(map(str, arguments))}\n{done.out}\n{done.err}\n"
                     f"repro: TERN_SEED={SEED}")
    return done

  def tern_any(self, *arguments):
    """Runs a command and returns its exit code, which must be a documented one."""
    done = subprocess.run([TERN, *map(str, arguments)], cwd=self.folder, capture_output=True,
                          timeout=280, check=False)
    self.assertIn(done.returncode, range(10), f"{arguments}\n{done.stderr.decode()}")
    return done.returncode

  def refused(self, code, pattern, *arguments, env=None):
    """The command must end with `code` and one line that matches, and leave the folder as it is."""
    before = self.files()
    done = self.tern(*arguments, code=code, env=env)
    self.assertRegex(done.err, pattern)
    self.assertRegex(done.err, r"\Atern: [^\n]*\n\Z", "not exactly one line")
    self.assertRegex(done.err, r"\Atern: [^\n]*\w[^\n]*; \S", "no cause and cure")
    self.assertEqual(self.files(), before, "files were left behind or changed")
    return done.err

  def files(self):
    """Names and contents of everything in the folder."""
    return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

  def save(self, name, array, fortran=False):
    """Writes an array as .npy."""
    numpy.save(self.folder / name, numpy.asfortranarray(array) if fortran else array)
    return name

  def write(self, name, data):
    (self.folder / name).write_bytes(data)
    return name

  def json(self, name):
    return json.loads((self.folder / name).read_text(encoding="ascii"))

  def floats(self, *shape):
    """Values that look like weights."""
    return self.rng.normal(0, 0.05, shape).astype(numpy.float32)

  def coded(self, dtype, count):
    """Bytes of `count` elements of `dtype` with an uneven distribution."""
    data = numpy.minimum(self.rng.gamma(2.0, 20.0, count * DTYPES[dtype]), 255)
    return data.astype(numpy.uint8).tobytes()

  def safetensors(self, name, tensors):
    """Writes {name: (dtype, shape, bytes)} as .safetensors."""
    header, data = {}, b""
    for key, (dtype, shape, payload) in tensors.items():
      header[key] = {"dtype": dtype, "shape": list(shape),
                     "data_offsets": [len(data), len(data) + len(payload)]}
      data += payload
    text = json.dumps(header).encode()
    return self.write(name, len(text).to_bytes(8, "little") + text + data)


def bf16_of(floats):
  """float32 to bfloat16 codes, round to nearest even; no NaN among the values."""
  bits = numpy.ascontiguousarray(floats, dtype=numpy.float32).view(numpy.uint32)
  bits = bits.astype(numpy.uint64)
  return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(numpy.uint16)


def read_safetensors(path):
  """{name: (dtype, shape, bytes)} of a file."""
  raw = path.read_bytes()
  end = 8 + int.from_bytes(raw[:8], "little")
  data = raw[end:]
  return {name: (entry["dtype"], tuple(entry["shape"]), data[slice(*entry["data_offsets"])])
          for name, entry in json.loads(raw[8:end]).items() if name != "__metadata__"}


def main():
  """Runs the tests named on the command line; exit code 77 if all of them were skipped."""
  program = unittest.main(module="__main__", exit=False, verbosity=1)
  result = program.result
  for test, reason in result.skipped:
    print(f"skipped {test}: {reason}")
  if result.wasSuccessful() and result.testsRun == len(result.skipped):
    sys.exit(77)
  sys.exit(0 if result.wasSuccessful() else 1)
