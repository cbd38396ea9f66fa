#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# fetch_tensors.py: builds a corpus of real transformer tensors from a public model package.
#
# Weights, activations, keys and values, and gradients of one training step of a sentence
# transformer on real text; docs/tensors.md says what each tensor is.
#
#   Spec  docs/tensors.md
#   Test  scripts/tests/fetch_tensors_test.py
"""Build the corpus of transformer tensors.

usage: scripts/fetch_tensors.py [--out DIR] [--offline WHEEL] [--list | --record]

  --out DIR        where the corpus goes (default: out/tensors)
  --offline WHEEL  use this copy of the package instead of fetching it with pip
  --list           show the tensors of the corpus in DIR, and make nothing
  --record         write scripts/tensors/recorded.json, with which later runs compare

exit codes: 0 done, 2 wrong usage, 3 a file is missing or not the expected one, 6 other tensors
than recorded, 7 a result cannot be written, 8 pip is missing or could not download
"""

import argparse
import json
import pathlib
import platform
import sys

import numpy as np

from tensors import bert, corpus, output, safetensors, tokenizer, wheel

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDED = ROOT / "scripts/tensors/recorded.json"
LICENSE_SHA256 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"


def load(path: pathlib.Path):
    """Model, tokenizer, and the two texts."""
    files = wheel.Wheel(path)
    model = bert.Model(bert.Config.parse(files.text("config.json")),
                       safetensors.load(files.read("model.safetensors")))
    wheel.check(ROOT / "LICENSE", LICENSE_SHA256)
    texts = [files.text("README.md"), (ROOT / "LICENSE").read_text(encoding="utf-8")]
    return model, tokenizer.Tokenizer(files.text("vocab.txt")), texts


def build(path: pathlib.Path, out: pathlib.Path) -> dict:
    """Writes all tensors and the manifest, and returns the manifest."""
    model, words, texts = load(path)
    entries, loss = [], None
    for item in corpus.tensors(model, corpus.passages(words, texts)):
        if isinstance(item, float):
            loss = item
            continue
        entries.append(output.write_tensor(out, item))
        if sys.stderr.isatty():
            print(f"\r{len(entries)} tensors", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    manifest = {
        "format": "tern-tensors", "version": 1,
        "package": f"{wheel.PACKAGE}=={wheel.VERSION}", "wheel_sha256": wheel.SHA256,
        "text": f"{wheel.FILE}: {wheel.MODEL}README.md, and LICENSE (sha256 {LICENSE_SHA256}): the "
                f"first {corpus.PASSAGES} passages of {corpus.TOKENS} tokens of each",
        "arithmetic": "float64, rounded once to float32",
        "hashes": output.HASHES, "loss": loss, "numpy": np.__version__,
        "python": platform.python_version(), "tensors": entries}
    output.write_manifest(out, manifest)
    return manifest


def show(out: pathlib.Path) -> None:
    path = out / output.MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="ascii"))
    except OSError as error:
        raise wheel.FetchError(f"{path}: {error.strerror}; build the corpus first",
                               wheel.EXIT_FILE) from error
    for t in manifest["tensors"]:
        shape = "x".join(map(str, t["shape"]))
        print(f"{t['file']:38} {shape:18} {t['shards']:3} shards  rms {t['rms']:.3e}  "
              f"amax {t['amax']:.3e}  bf16 {t['bf16_sha256'][:16]}")


def run(args) -> None:
    if args.list:
        show(args.out)
        return
    path = wheel.check(args.offline) if args.offline else wheel.download(args.out / "wheel")
    manifest = build(path, args.out)
    if args.record:
        RECORDED.write_text(json.dumps(output.digest(manifest), indent=0) + "\n",
                            encoding="ascii")
    differing = output.compare(manifest, json.loads(RECORDED.read_text(encoding="ascii")))
    count = len(manifest["tensors"])
    values = sum(int(np.prod(t["shape"])) for t in manifest["tensors"])
    print(f"fetch_tensors: {count} tensors with {values} values in {args.out}; "
          f"{count - differing} equal the recorded ones in bfloat16, {differing} differ in last "
          "bits")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out/tensors")
    parser.add_argument("--offline", type=pathlib.Path, metavar="WHEEL")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--list", action="store_true")
    mode.add_argument("--record", action="store_true")
    try:
        run(parser.parse_args())
    except wheel.FetchError as error:
        print(f"fetch_tensors: {error}", file=sys.stderr)
        return error.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
