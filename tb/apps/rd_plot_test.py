# SPDX-License-Identifier: Apache-2.0
#
# rd_plot_test: the drawing of rate and distortion, and what happens when it cannot be made.
#
#   Spec  docs/cli.md#tern-rd
#   Test  tb/apps/rd_plot_test.py
import io
import json
import subprocess
import sys

import numpy
from PIL import Image

from support import ROOT, TOOL, TernTest, main

sys.path.insert(0, str(ROOT / "scripts"))
import rd_plot  # noqa: E402

# Of scripts/experiment/plots.py: the curve, and the peer.
OWN, PEER = (0x05, 0x50, 0xAE), (0xBC, 0x4C, 0x00)


def pixels(data, colour):
  image = Image.open(io.BytesIO(data))
  assert image.format == "PNG"
  return int((numpy.asarray(image.convert("RGB")) == colour).all(axis=2).sum())


class RdPlot(TernTest):
  def plot(self, *arguments):
    self.tern("rd", *arguments, "--states", 4, "--plot", "rd.png")
    return (self.folder / "rd.png").read_bytes()

  def test_a_curve_is_drawn_and_the_peer_beside_it(self):
    self.save("w.npy", self.floats(40, 30))
    self.write("peer.json", json.dumps({"w": {"2": -9, "3": -14}}).encode())
    alone = self.plot("w.npy", "--rates", 2, 3)
    self.assertGreater(pixels(alone, OWN), 100)
    self.assertEqual(pixels(alone, PEER), 0)
    self.assertGreater(pixels(self.plot("w.npy", "--rates", 2, 3, "--peer", "peer.json"), PEER), 50)

  def test_whatever_was_asked_for_is_drawn(self):
    self.save("a.npy", self.floats(20, 30))
    for aim in (("--qp", 90, 100), ("--max-error", 0.1), ("--slot-bytes", 900, 1200)):
      self.assertGreater(pixels(self.plot("a.npy", *aim), OWN), 20, aim)

  def test_many_tensors_and_one_without_a_point(self):
    self.save("raw.npy", numpy.full((20, 30), numpy.nan, numpy.float32))
    for name in "abcd":
      self.save(f"{name}.npy", self.floats(20, 30))
    wide = self.plot("raw.npy", *(f"{name}.npy" for name in "abcd"), "--rates", 3)
    self.assertGreater(Image.open(io.BytesIO(wide)).width, 800)
    self.assertGreater(pixels(wide, OWN), 40)

  def test_lines_are_the_points_in_order_and_leave_out_what_is_exact(self):
    point = {"bits_per_value": 2.9, "rate_target": 3, "nmse_db": -16.0, "gain_db": 1.5}
    less = {**point, "bits_per_value": 1.9, "rate_target": 2, "nmse_db": -10.0, "gain_db": None}
    exact = {**less, "nmse_db": -300.0}
    self.assertEqual(rd_plot.lines({"points": [point, less, exact]}),
                     ([(1.9, -10.0), (2.9, -16.0)], [(3, -14.5)]))

  def test_without_matplotlib_it_says_what_to_install(self):
    self.save("w.npy", self.floats(20, 30))
    (self.folder / "matplotlib.py").write_text("raise ImportError('gone', name='matplotlib')\n",
                                               encoding="ascii")
    self.refused(TOOL, "module matplotlib is missing; the plot needs", "rd", "w.npy", "--plot",
                 "rd.png", env={"PYTHONPATH": str(self.folder)})
    self.tern("rd", "w.npy", "--rates", 3, "--json", "rd.json", "--plot", "rd.png", code=TOOL,
              env={"TERN_PYTHON": "no-such-python"})
    self.assertEqual(self.json("rd.json")["tensor"], "w")
    self.assertNotIn("rd.png", self.files())

  def test_other_json_is_refused(self):
    for bad in ("", "3", "{}", '[{"tensor": "w"}]', '{"tensor": "w", "points": [{}]}'):
      done = subprocess.run([sys.executable, "-B", ROOT / "scripts" / "rd_plot.py"], input=bad,
                            capture_output=True, text=True, check=False)
      self.assertEqual((done.returncode, done.stdout), (1, ""), bad)
      self.assertIn("is no JSON of 'tern rd --json'", done.stderr)


if __name__ == "__main__":
  main()
