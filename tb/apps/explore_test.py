# SPDX-License-Identifier: Apache-2.0
#
# explore_test: `tern explore` hands a sweep to its script; the sweep itself is tested beside that.
#
#   Spec  docs/cli.md#tern-explore
#   Test  tb/apps/explore_test.py
import csv
import json

from support import FILE, ROOT, TOOL, TernTest, USAGE, main


class Explore(TernTest):
  def spec(self, name="s.json", **fields):
    whole = {"format": "tern-explore", "version": 1,
             "sweeps": [{"top": "tern_skid", "params": {"Width": [0, 8]}}], **fields}
    (self.folder / name).write_text(json.dumps(whole), encoding="ascii")
    return name

  def test_a_sweep_gives_rows_a_front_and_a_page(self):
    self.spec("-s.json")
    done = self.tern("explore", "--out", "r", "--kept", "k", "--csv", "rows.csv", "--no-sim",
                     "--", "-s.json")
    self.assertEqual(done.err, "")
    self.assertEqual(done.out.splitlines()[-1], "r/explore.json, rows.csv, r/explore.html")
    with open(self.folder / "rows.csv", encoding="ascii") as file:
      refused, made = csv.DictReader(file)
    self.assertEqual((refused["status"], refused["reason"]),
                     ("refused", "tern_skid: Width must be at least 1"))
    self.assertEqual((made["status"], made["front"], made["Width"]), ("done", "1", "8"))
    self.assertGreater(float(made["ge"]), 8 * 7)
    result = json.loads((self.folder / "r/explore.json").read_text(encoding="ascii"))
    self.assertEqual(result["front"], [2])
    self.assertEqual({path.name for path in (self.folder / "k").iterdir()}, {"synth", "points"})

  def test_some_points_are_measured_and_kept(self):
    done = self.tern("explore", self.spec(), "--kept", "k", "--points", "1")
    self.assertEqual(done.out, "point 1: refused: tern_skid: Width must be at least 1\n")
    self.assertFalse((self.folder / "out").exists())
    self.refused(USAGE, "the sweep has the points 1 to 2", "explore", self.spec(), "--points", 3)

  def test_the_example_can_be_read(self):
    # A clock of 0 is refused once the file is understood.
    self.refused(USAGE, "a clock needs a period", "explore",
                 ROOT / "docs/examples/explore_small.json", "--clock-ns", 0)

  def test_refuses_what_is_no_sweep(self):
    self.refused(FILE, r"none\.json: cannot be opened", "explore", "none.json")
    self.refused(FILE, "is not JSON", "explore", self.write("bad.json", b"{"))
    self.refused(USAGE, r'"colour" is not a field', "explore", self.spec(colour=1))
    self.refused(USAGE, "SPEC is required; see 'tern explore --help'", "explore")
    self.refused(USAGE, "--out: the name is empty", "explore", "s.json", "--out", "")
    self.refused(FILE, r"none\.lib: no such file", "explore", self.spec(), "--liberty", "none.lib")

  def test_says_what_is_missing(self):
    self.spec()
    self.refused(TOOL, r"no-such-python: cannot be started .*TERN_PYTHON", "explore", "s.json",
                 env={"TERN_PYTHON": "no-such-python"})
    self.refused(TOOL, "yosys: not found; install it with: apt-get install yosys", "explore",
                 "s.json", env={"PATH": "/nowhere"})
    self.refused(TOOL, "sbatch: not found; .* apt-get install slurm-client", "explore", "s.json",
                 "--slurm", "--partition", "short", env={"PATH": "/nowhere"})


if __name__ == "__main__":
  main()
