# SPDX-License-Identifier: Apache-2.0
#
# sweep_project.py: a copy of the scripts beside modules that synthesise in a moment, for sweeps.
#
#   Spec  docs/explore.md#running-it
#   Test  scripts/tests/explore_test.py
"""A project of toy modules."""

import contextlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from tiny_library import TINY
from toy_modules import MODULES

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
PARAMETERS = {"Lanes": 4, "WordBits": 32, "ValueBits": 16, "MaxCodeLen": 15, "MinTokenBits": 3,
              "Books": 2, "BestSteps": 0, "Counters": 0, "BookKind": 0, "TopSymbols": 15}

# Stands for the encoder: its parameters, and a register for each lane.
ENCODER = """\
//   Throughput  Lanes values per cycle
module huff_enc #(
""" + "".join(f"  parameter int unsigned {name} = {value},\n"
              for name, value in list(PARAMETERS.items())[:-1]) + f"""\
  parameter int unsigned TopSymbols = {PARAMETERS['TopSymbols']}
) (
  input  logic             clk_i,
  input  logic [Lanes-1:0] a_i,
  output logic [Lanes-1:0] q_o
);
  always_ff @(posedge clk_i) q_o <= ~a_i;
endmodule
"""


class Project:
    """A folder that `scripts/explore.py` takes for the project."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.out = self.root / "out/explore/sweep"
        for name in ("energy", "farm", "synthesis", "sweep"):
            shutil.copytree(SCRIPTS / name, self.root / "scripts" / name,
                            ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("explore.py", "energy.py", "synth.py", "plot.py", "explore.html.j2",
                     "page.css.j2"):
            shutil.copy(SCRIPTS / name, self.root / "scripts" / name)
        lossy = MODULES["leaf"].replace("module leaf", "module tdr_inverse")
        self.modules = {**MODULES, "huff_enc": ENCODER, "tdr_inverse": lossy}
        (self.root / "rtl/common").mkdir(parents=True)
        (self.root / "rtl/files.f").write_text(
            "".join(f"rtl/{name}.sv\n" for name in self.modules), encoding="ascii")
        (self.root / "tiny.lib").write_text(TINY, encoding="ascii")
        (self.root / "w.npy").write_bytes(b"")

    def remove(self) -> None:
        shutil.rmtree(self.root)

    def clear(self) -> None:
        """Forgets all results and changes."""
        shutil.rmtree(self.root / "out", ignore_errors=True)
        for name, text in self.modules.items():
            (self.root / f"rtl/{name}.sv").write_text(text, encoding="ascii")

    def change(self, name: str, old: str, new: str) -> None:
        """Changes a module."""
        path = self.root / f"rtl/{name}.sv"
        path.write_text(self.modules[name].replace(old, new), encoding="ascii")

    def spec(self, *sweeps, **fields) -> None:
        """Writes sweep.json."""
        whole = {"format": "tern-explore", "version": 1, "sweeps": list(sweeps), **fields}
        (self.root / "sweep.json").write_text(json.dumps(whole), encoding="ascii")

    def command(self, *arguments) -> list:
        return [sys.executable, "-B", str(self.root / "scripts/explore.py"), *map(str, arguments),
                "sweep.json"]

    def explore(self, test, *arguments, code: int = 0, env=None):
        """Runs a sweep, which must end with this code."""
        if env is None:
            done = self.inside(arguments)
        else:
            done = subprocess.run(self.command(*arguments), cwd=self.root, capture_output=True,
                                  text=True, check=False, timeout=120, env={**os.environ, **env})
        test.assertEqual(done.returncode, code, done.stderr)
        test.assertNotIn("Traceback", done.stderr)
        return done

    def inside(self, arguments):
        """Runs a sweep in this process, which has what plots need already."""
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(self.root / "scripts"))
        import explore
        before = os.getcwd()
        os.chdir(self.root)
        try:
            with contextlib.redirect_stdout(io.StringIO()) as out, \
                    contextlib.redirect_stderr(io.StringIO()) as err:
                code = explore.main([*map(str, arguments), "sweep.json"])
        finally:
            os.chdir(before)
            sys.path.remove(str(self.root / "scripts"))
        return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())

    def result(self) -> dict:
        return json.loads((self.out / "explore.json").read_text(encoding="ascii"))

    def rows(self) -> list:
        """The rows so far."""
        return self.result()["rows"] if (self.out / "explore.json").exists() else []

    def kept(self) -> dict:
        """What is kept of finished points, and when it was written."""
        return {path.name: path.stat().st_mtime_ns for folder in ("synth", "points")
                for path in (self.root / "out" / folder).glob("*.json")}

    def at_work(self) -> list:
        """Programs that were started for a sweep and are running."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes()
                if str(self.root).encode() in words or str(
                        path.parent.joinpath("cwd").readlink()).startswith(str(self.out)):
                    found.append(words)
            except OSError:
                continue
        return found
