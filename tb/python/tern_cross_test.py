#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# tern_cross_test: the Python decoder, encoder, book rules and trainer against a folder of cases.
#
#   Spec  docs/huffman_format.md
#   Test  tb/python/huff_vectors.cc (writes the cases from the golden model)
"""Checks every case of a folder.

Layout of the folder; NNNN is a decimal number, and each number is one case:

  books.json              book file with the books that every message is decoded with
  case_NNNN.bin           message: the bytes, nothing else
  case_NNNN.error         expected error name of section 9 and a newline; "none" for a whole message
  case_NNNN.values        expected bytes of the values; exists if and only if the error is "none"
  case_NNNN.options.json  may be missing; object with any of
                            geometry  [lanes, word bits]: decode as a decoder built for that only;
                                      null or missing: decode as one that takes all
                            choices   [id, epoch] of the book of each chunk, null for raw
                            encoded   true: the message is the one that every encoder must make of
                                      these values and choices (the rest is in its header)
                            cheapest  object with the offsets of section 12: "named" for the first
                                      choice, "best" for all of them and raw
                            note      text for a person
  case_NNNN.train.json    training: {"dtype", "histograms": [[256 counts], ...], "max_len",
                          "min_len", "coded": null or m, "lengths": [256], "escape_length"}; instead
                          of the last two, "refused": true if no book can meet the request
  case_NNNN.book.json     rules of section 4: the keys of a book in a book file and "fault": none,
                          too_long, oversubscribed, incomplete or uncodable

With --generator the folder is first emptied of cases and filled by `GENERATOR DIR SEED COUNT`, the
seed being TERN_SEED; the cases must then meet every error, dtype, lane count and word.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

import tern_books
import tern_decode
import tern_encode
import tern_train

ERRORS = ["none", "size", "version", "reserved", "dtype", "geometry", "unknown_book", "epoch",
          "truncated", "excess", "crc", "min_len"]


class Mismatch(Exception):
  """What differs."""


def expect(what, wanted, found):
  if wanted != found:
    short = [repr(value) if len(repr(value)) <= 60 else repr(value)[:60] + "..."
             for value in (wanted, found)]
    raise Mismatch(f"{what}: case has {short[0]}, Python finds {short[1]}")


def expect_bytes(what, wanted, found):
  if wanted != found:
    pairs = enumerate(zip(wanted, found))
    at = next((i for i, (a, b) in pairs if a != b), min(len(wanted), len(found)))
    a, b = (f"{data[at:at + 8].hex(' ') or 'the end'} (of {len(data)} bytes)"
            for data in (wanted, found))
    raise Mismatch(f"{what}: differ at byte {at}: case has {a}, Python finds {b}")


def read_json(path):
  return json.loads(path.read_text(encoding="utf-8"))


def check_message(path, books, counts):
  message = path.read_bytes()
  wanted = path.with_suffix(".error").read_text(encoding="ascii").strip()
  if wanted not in ERRORS:
    raise Mismatch(f"{wanted!r} is not an error name")
  values_path, options_path = path.with_suffix(".values"), path.with_suffix(".options.json")
  if values_path.exists() != (wanted == "none"):
    raise Mismatch("values exist beside an error, or are missing beside none")
  options = read_json(options_path) if options_path.exists() else {}
  geometry = options.get("geometry")
  error, dtype, values = tern_decode.decode(message, books, geometry and tuple(geometry))
  counts[f"error {wanted}"] += 1
  expect("error", wanted, error)
  if error != "none":
    return
  expect_bytes("values", values_path.read_bytes(), values)
  header = tern_decode.read_header(tern_decode.bits_of(message[:12]))
  shape = (1 << header["LanesLog2"], tern_decode.WORD_BITS[header["WordCode"]])
  for seen in (f"dtype {dtype}", f"lanes {shape[0]}", f"word {shape[1]}", f"raw {header['Raw']}"):
    counts[seen] += 1
  if options.get("encoded"):
    by_name = {(b["dtype"], b["id"], b["epoch"]): b for b in books}
    choices = [name and by_name[dtype, name[0], name[1]] for name in options["choices"]]
    expect_bytes("message", message,
                 tern_encode.encode_chunks(dtype, values, choices, header["ChunkLog2"],
                                           header["MinLen"], shape, header["Offset"]))
    counts["encoded"] += 1
    counts["offset" if header["Offset"] else "no offset"] += 1
    if "cheapest" in options:
      check_offsets(options["cheapest"], dtype, values, choices, header, counts)
    counts["chunked"] += len(choices) > 1


def check_offsets(wanted, dtype, values, choices, header, counts):
  """Section 12: the offset for the first choice, and for the best of all."""
  expect("offset of the named", wanted["named"],
         tern_encode.cheapest_offset(dtype, values, choices[:1]))
  books = sorted((b for b in choices if b), key=lambda book: book["epoch"])
  current = {book["id"]: book for book in books}.values()
  competing = [book for book in current if header["ChunkLog2"] == 0 or
               tern_encode.shortest(book) >= header["MinLen"] + 1]
  expect("offset of the best", wanted["best"],
         tern_encode.cheapest_offset(dtype, values, competing + [None]))
  counts["cheapest offset"] += 1


def check_training(path, counts):
  case = read_json(path)
  try:
    found = tern_train.train(case["histograms"], case["max_len"], case["min_len"], case["coded"])
  except tern_train.TrainError as error:
    found = None
    if not case.get("refused"):
      raise Mismatch(f"Python refuses the request: {error}") from error
  expect("refused", bool(case.get("refused")), found is None)
  counts["training refused" if found is None else "training"] += 1
  if found is not None:
    expect("coded symbols", sum(n > 0 for n in case["lengths"]), sum(n > 0 for n in found[0]))
    for symbol in range(256):
      expect(f"length of symbol {symbol}", case["lengths"][symbol], found[0][symbol])
    expect("length of the escape", case["escape_length"], found[1])


def check_book(path, counts):
  case = read_json(path)
  fault = case.pop("fault")
  counts[f"book {fault}"] += 1
  expect("fault", fault, tern_books.fault(case))


def check_folder(folder, only, counts):
  """Returns the names of the cases that fail and prints why."""
  books = tern_books.load(folder / "books.json")
  failed = []
  kinds = ((".bin", lambda path: check_message(path, books, counts)),
           (".train.json", lambda path: check_training(path, counts)),
           (".book.json", lambda path: check_book(path, counts)))
  for suffix, check in kinds:
    for path in sorted(folder.glob(f"case_*{suffix}")):
      name = path.name[:-len(suffix)]
      if only not in (None, name):
        continue
      counts["cases"] += 1
      try:
        check(path)
      except (Mismatch, OSError, LookupError, ValueError) as problem:
        failed.append(name)
        print(f"FAILED {path.name}: {type(problem).__name__}: {problem}")
  return failed


def generate(program, folder, seed, count):
  folder.mkdir(parents=True, exist_ok=True)
  for path in list(folder.glob("case_*")) + list(folder.glob("books.json")):
    path.unlink()
  subprocess.run([program, str(folder), str(seed), str(count)], check=True, timeout=120)


def missing(counts):
  wanted = [f"error {name}" for name in ERRORS]
  wanted += [f"dtype {name}" for name in tern_decode.DTYPES]
  wanted += [f"lanes {1 << log2}" for log2 in range(7)]
  wanted += ["word 32", "word 64", "raw 0", "raw 1", "encoded", "chunked", "offset", "no offset",
             "cheapest offset", "training",
             "training refused"]
  wanted += [f"book {name}" for name in ("none", "too_long", "oversubscribed", "incomplete",
                                         "uncodable")]
  return [name for name in wanted if counts[name] == 0]


def main():
  parser = argparse.ArgumentParser(
      description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
      epilog="example:\n  tern_cross_test.py build/cases --generator build/bin/huff_vectors")
  parser.add_argument("folder", metavar="DIR", type=pathlib.Path)
  parser.add_argument("--case", metavar="NAME", help="check this case only, as case_0012")
  parser.add_argument("--generator", metavar="PROGRAM", help="program that fills the folder first")
  parser.add_argument("--count", type=int, default=800, help="messages to generate (800)")
  options = parser.parse_args()

  seed = int(os.environ.get("TERN_SEED", "20260101"), 0)
  again = f"python3 {sys.argv[0]} {options.folder}"
  if options.generator:
    generate(options.generator, options.folder, seed, options.count)
    again = f"TERN_SEED={seed} {again} --generator {options.generator} --count {options.count}"
  counts = collections.Counter()
  failed = check_folder(options.folder, options.case, counts)
  for name in failed[:10]:
    print(f"repro: {again} --case {name}")
  absent = missing(counts) if options.generator and not options.case else []
  if absent:
    print(f"FAILED: no case has {', '.join(absent)}\nrepro: {again}")
  print(", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
  if counts["cases"] == 0:
    print(f"FAILED: {options.folder} has no case to check")
  print(f"{counts['cases'] - len(failed)} cases agree, {len(failed)} differ")
  return 1 if failed or absent or counts["cases"] == 0 else 0


if __name__ == "__main__":
  sys.exit(main())
