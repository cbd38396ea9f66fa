#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# sweep_spec_test.py: sweep files and their points, and files that are none; no tool runs.
#
#   Spec  docs/explore.md#the-sweep
#   Test  scripts/tests/sweep_spec_test.py
"""Tests of what scripts/explore.py reads."""

import itertools
import json
import pathlib
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

from sweep import points, spec  # noqa: E402
from synthesis.failure import Failure  # noqa: E402

ENCODERS = {"top": "huff_enc", "params": {"Lanes": [1, 2], "BookKind": ["full", "top"]}}


class SpecTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "sweep.json"
        (self.path.parent / "w.npy").write_bytes(b"")

    def read(self, *sweeps, **fields):
        whole = {"format": "tern-explore", "version": 1, "sweeps": list(sweeps), **fields}
        self.path.write_text(json.dumps(whole), encoding="ascii")
        return spec.read(self.path)

    def refused(self, code: int, words: str, *sweeps, text=None, **fields):
        """One line with cause and cure."""
        with self.assertRaises(Failure) as caught:
            if text is None:
                self.read(*sweeps, **fields)
            else:
                self.path.write_bytes(text)
                spec.read(self.path)
        self.assertEqual(caught.exception.code, code, str(caught.exception))
        self.assertRegex(str(caught.exception), rf"\A[^\n]*sweep\.json: [^\n]*{words}[^\n]*\Z")
        self.assertRegex(str(caught.exception), r"; \w")

    def test_points_are_all_combinations_in_order(self):
        found = points.spread(self.read(ENCODERS))
        self.assertEqual([(p.number, p.param("Lanes"), p.param("BookKind")) for p in found],
                         [(1, 1, 0), (2, 1, 1), (3, 2, 0), (4, 2, 1)])
        self.assertEqual(found[3].title(), "huff_enc Lanes=2 BookKind=top")
        self.assertEqual(found[0].param("WordBits"), 32)

    def test_what_two_sweeps_share_is_there_once(self):
        # A default that is written out is no other circuit.
        more = {"top": "huff_enc", "params": {"Lanes": [2, 4], "BookKind": 0, "WordBits": 32}}
        found = points.spread(self.read(ENCODERS, more))
        self.assertEqual([p.param("Lanes") for p in found], [1, 1, 2, 2, 4])
        self.assertEqual([p.number for p in found], [1, 2, 3, 4, 5])

    def test_a_sweep_file_that_says_little_is_enough(self):
        found = points.spread(self.read({"top": "tern_skid"}))
        self.assertEqual(len(found), 1)

    def test_names_of_files_are_beside_the_sweep_file(self):
        found = self.read({**ENCODERS, "coding": {"dtype": "bf16"}}, tensors=["w.npy"])
        self.assertEqual(found.tensors, [self.path.parent / "w.npy"])

    def test_refuses_what_is_no_sweep(self):
        for text in (b"", b"{", b"\xff\xfe{}", b"[" * 100000, b'{"a": NaN}', b"9" * 5000,
                     b'{"format": 1, "format": 2}', b"x" * (spec.MAX_BYTES + 1)):
            self.refused(3, "", text=text)
        for text in (b"[]", b"null", b"3", b"{}", b'"tern-explore"'):
            self.refused(2, "", text=text)
        self.refused(2, "version 1", ENCODERS, version=2)
        self.refused(2, "version 1", ENCODERS, version=True)
        self.path.unlink()
        with self.assertRaisesRegex(Failure, "cannot be opened"):
            spec.read(self.path)

    def test_refuses_unknown_names(self):
        self.refused(2, '"colour" is not a field', ENCODERS, colour=1)
        self.refused(2, r'sweeps\[0\]: "lanes" is not a field', {**ENCODERS, "lanes": [1]})
        self.refused(2, '"huff" is no module', {"top": "huff"})
        self.refused(2, '"Speed": huff_enc has no such parameter; use Lanes',
                     {"top": "huff_enc", "params": {"Speed": 3}})
        self.refused(2, '"rate": is no option of the coding for huff_enc',
                     {"top": "huff_enc", "coding": {"rate": 2}})
        self.refused(2, '"dtype": is no option.*leave it out',
                     {"top": "tern_skid", "coding": {"dtype": "bf16"}})

    def test_refuses_wrong_types_and_empty_axes(self):
        def params(value):
            return {"top": "huff_enc", "params": value}
        self.refused(2, "is no list with something in it")
        self.refused(2, r"sweeps\[0\]: 3 is no object", 3)
        self.refused(2, "field top is missing", {})
        self.refused(2, "params: \\[\\] is no object", params([]))
        self.refused(2, "params.Lanes: the list is empty", params({"Lanes": []}))
        self.refused(2, "params.Lanes: 4 is there twice", params({"Lanes": [4, 4]}))
        self.refused(2, "params.BookKind: 0 is there twice", params({"BookKind": ["full", 0]}))
        for value in (-1, 2 ** 32, 1.5, True, None, "4", "full", [4], {"a": 1}):
            self.refused(2, "params.Lanes: .* is no value of a parameter",
                         params({"Lanes": [value]}))
        for value in ("x; rm", "--json=x", "", 3, None, [], {}):
            self.refused(2, "coding.dtype: ",
                         {"top": "huff_enc", "coding": {"dtype": [value]}})
        for value in (-1, 1e300, True, "2"):
            self.refused(2, "coding.rate: .* does not fit",
                         {"top": "tdr_inverse", "coding": {"rate": value}})
        for value in ("w.npy", [3], [""], ["a\0b"], ["none.npy"], [{}]):
            self.refused(2, "tensors: ", ENCODERS, tensors=value)
        self.refused(2, "coding: the field dtype is missing", ENCODERS, tensors=["w.npy"])
        self.refused(2, "train_on: there are no tensors", ENCODERS, train_on=["w.npy"])

    def test_refuses_too_many_points_and_says_how_many(self):
        axis = list(range(1, 101))
        many = {"top": "huff_enc", "params": {"Lanes": axis, "Books": axis, "BestSteps": axis,
                                              "MaxCodeLen": axis}}
        self.refused(2, "there are 100000004 points, and the limit is 1000", many, ENCODERS)
        self.refused(2, "is there twice", {"top": "huff_enc", "params": {"Lanes": [1] * 200000}})

    def test_no_json_makes_it_crash(self):
        whole = {"format": "tern-explore", "version": 1, "tensors": ["w.npy"], "train_on": [],
                 "sweeps": [{"top": "huff_enc", "params": {"Lanes": [1, 2], "BookKind": "top"},
                             "coding": {"dtype": "bf16", "chunk_steps": [0, 16]}}]}
        odd = (None, True, -1, 1e308, 10 ** 400, "", "\0", "\ud800", "../x", [], [[]], {}, {"": 0})

        def places(value, path=()):
            yield path
            inner = value.items() if isinstance(value, dict) else (
                enumerate(value) if isinstance(value, list) else ())
            for key, below in inner:
                yield from places(below, (*path, key))
        for path, value in itertools.product(list(places(whole)), odd):
            changed = json.loads(json.dumps(whole))
            if path:
                at = changed
                for key in path[:-1]:
                    at = at[key]
                at[path[-1]] = value
            else:
                changed = value
            self.path.write_text(json.dumps(changed), encoding="ascii")
            try:
                points.spread(spec.read(self.path))
            except Failure as failure:
                self.assertIn(failure.code, (2, 3))
                self.assertNotIn("\n", str(failure))


if __name__ == "__main__":
    unittest.main()
