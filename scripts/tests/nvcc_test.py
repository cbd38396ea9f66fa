#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# nvcc_test.py: kernels are compiled where a nvcc works, and left out with a reason elsewhere.
#
#   Spec  docs/host.md#cuda
#   Test  scripts/tests/nvcc_test.py
"""Tests of scripts/cmake/tern_nvcc.cmake with nvccs that are scripts."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH "{root}/scripts/cmake")
include(tern_nvcc)
add_library(toy STATIC toy.cc)
tern_cuda_sources(toy KERNELS kernels.cu OTHERWISE absent.cc)
"""

# Notes its arguments and makes an object file without anything in it.
WORKS = """\
#!/bin/bash
echo "$@" >>"{folder}/calls"
while [[ $# -gt 0 ]]; do
  case "$1" in -o) out="$2" ;; -MF) : >"$2" ;; esac
  shift
done
echo | c++ -x c++ -c - -o "${{out}}"
"""

REFUSES = """\
#!/bin/bash
echo "#error -- unsupported GNU version! gcc versions later than 15 are not supported!" >&2
exit 1
"""


class Nvcc(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        for name, text in (("CMakeLists.txt", PROJECT.format(root=ROOT)), ("kernels.cu", "//\n"),
                           ("toy.cc", "int toy() { return 1; }\n"),
                           ("absent.cc", "int absent() { return 1; }\n"), ("cudart.a", "")):
            (self.folder / name).write_text(text, encoding="ascii")

    def build(self, nvcc: str, *options: str) -> tuple:
        """What configuring says, and the members of the library."""
        if nvcc:
            tool = self.folder / "nvcc"
            tool.write_text(nvcc.format(folder=self.folder), encoding="ascii")
            tool.chmod(0o755)
            options += (f"-DTERN_NVCC={tool}",)
        made = self.folder / "build"
        done = subprocess.run(
            ["cmake", "-G", "Ninja", "-S", str(self.folder), "-B", str(made),
             f"-DTERN_CUDART={self.folder}/cudart.a", *options], capture_output=True, text=True,
            env={**os.environ, "PATH": "/usr/bin:/bin"}, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        built = subprocess.run(["ninja", "-C", str(made)], capture_output=True, text=True,
                               check=False)
        self.assertEqual(built.returncode, 0, built.stdout)
        listed = subprocess.run(["ar", "t", str(made / "libtoy.a")], capture_output=True, text=True,
                                check=True)
        return re.sub(r"\s+", " ", done.stdout), sorted(listed.stdout.split())

    def test_architectures_are_named_and_never_those_of_this_machine(self):
        text, members = self.build(WORKS)
        self.assertNotIn("No CUDA kernels", text)
        self.assertEqual(members, ["kernels.cu.o", "toy.cc.o"])
        call = (self.folder / "calls").read_text(encoding="ascii").splitlines()[-1]
        for arch, code in (("80", "sm_80"), ("90", "sm_90"), ("90", "compute_90")):
            self.assertIn(f"-gencode=arch=compute_{arch},code={code}", call)
        self.assertNotIn("native", call)

    def test_a_compiler_that_nvcc_refuses_leaves_the_kernels_out(self):
        text, members = self.build(REFUSES)
        self.assertIn("unsupported GNU version", text)
        self.assertRegex(text, r"No CUDA kernels: \S*/nvcc does not work with \S*c\+\+")
        self.assertEqual(members, ["absent.cc.o", "toy.cc.o"])
        again, members = self.build(REFUSES)
        self.assertIn("No CUDA kernels: ", again)
        self.assertEqual(members, ["absent.cc.o", "toy.cc.o"])

    def test_no_nvcc_is_no_error(self):
        for options, reason in ((["-DCMAKE_IGNORE_PATH=/usr/local/bin;/usr/local/cuda/bin"],
                                 "no nvcc was found"),
                                (["-DTERN_CUDA=OFF"], "TERN_CUDA is OFF"),
                                (["-DTERN_SANITIZE=ON"], "the sanitizers look at the host alone")):
            with self.subTest(reason=reason):
                text, members = self.build("", *options)
                self.assertIn(f"No CUDA kernels: {reason}", text)
                self.assertEqual(members, ["absent.cc.o", "toy.cc.o"])
                subprocess.run(["rm", "-r", str(self.folder / "build")], check=True)


if __name__ == "__main__":
    unittest.main()
