# SPDX-License-Identifier: Apache-2.0
#
# link_test: `tern link`, what it reports and what it refuses.
#
#   Spec  docs/cli.md#tern-link
#   Test  tb/apps/link_test.py
import json

from support import BOOK, DEADLOCK, FILE, ROOT, TernTest, USAGE, main, measures

CODEC = ROOT / "docs" / "examples" / "codec_16_lanes.json"
STAGES = ("queue", "encode", "wire", "retry", "flight", "decode")


class Link(TernTest):
  def spec(self, **fields):
    """Writes a small link file with these fields, "a__b" inside of "a"; None takes one away."""
    spec = {"format": "tern-link", "version": 1, "dies": 4, "bytes": 32768, "message_bytes": 4096,
            "chunk_bytes": 1024, "payload": {"files": ["w.bin"], "dtype": "bf16"},
            "codec": {"kind": "huffman", "file": str(CODEC)}}
    for key, value in fields.items():
      *outer, last = key.split("__")
      inside = spec
      for name in outer:
        inside = inside.setdefault(name, {})
      if value is None:
        del inside[last]
      else:
        inside[last] = value
    self.write("w.bin", self.coded("bf16", 9000))
    (self.folder / "link.json").write_text(json.dumps(spec))

  def link(self, **fields):
    self.spec(**fields)
    self.tern("link", "link.json", "--json", "result.json")
    return self.json("result.json")["points"]

  def no(self, code, pattern, **fields):
    self.spec(**fields)
    self.refused(code, r"link\.json: " + pattern, "link", "link.json")

  @measures
  def test_a_sweep_has_a_point_for_each_combination(self):
    points = self.link(sweep={"link.gtps": [2, 32], "collective": ["all-gather", "broadcast"]})
    self.assertEqual([tuple(p["swept"].values()) for p in points],
                     [(2, "all-gather"), (2, "broadcast"), (32, "all-gather"), (32, "broadcast")])
    for point in points:
      speed_up = point["plain"]["completion_ns"] / point["coded"]["completion_ns"]
      self.assertAlmostEqual(point["speed_up"], speed_up, 9)
      self.assertGreater(point["coded"]["ratio"], 1.05)
      self.assertEqual(point["plain"]["ratio"], 1)
    self.assertAlmostEqual(points[0]["speed_up"], points[0]["coded"]["ratio"], 1)
    self.assertLess(points[2]["speed_up"], points[0]["speed_up"])

  @measures
  def test_stages_add_up_and_every_transfer_is_counted(self):
    point, = self.link(collective="all-to-all", dies=6, topology="mesh", rows=2, bytes=50002)
    for run in (point["plain"], point["coded"]):
      self.assertGreater(len(run["latency"]), 1)
      self.assertEqual(sum(size["transfers"] for size in run["latency"]), run["transfers"])
      for size in run["latency"]:
        self.assertEqual(sum(size["stages_ps"][stage] for stage in STAGES), size["sum_ps"])
        self.assertLessEqual(size["p50_ns"], size["p95_ns"])
        self.assertLessEqual(size["p99_ns"], size["max_ns"])

  @measures
  def test_retries_cost_time_and_nothing_else(self):
    clean, bad = self.link(sweep={"link.bit_error_rate": [0, 1e-4]}, bytes=1 << 20)
    for run in ("plain", "coded"):
      self.assertEqual(clean[run]["retries"], 0)
      self.assertGreater(bad[run]["retries"], 10)
      self.assertGreater(bad[run]["completion_ns"], clean[run]["completion_ns"])
      self.assertEqual(clean[run]["flits"], bad[run]["flits"])
      self.assertGreater(bad[run]["transmissions"], bad[run]["flits"])
      self.assertEqual((bad[run]["wrong"], bad[run]["wrong_flits"]), (None, 0))

  @measures
  def test_units_side_by_side_are_as_fast_as_their_sum(self):
    one, four = self.link(sweep={"codec.units": [1, 4]}, link__gtps=64, bytes=1 << 20)
    self.assertAlmostEqual(four["codec"]["encode_bytes_per_ns"],
                           4 * one["codec"]["encode_bytes_per_ns"], 9)
    self.assertLess(four["coded"]["completion_ns"] * 1.5, one["coded"]["completion_ns"])

  @measures
  def test_energy_is_that_of_flits_and_values(self):
    point, = self.link(energy={"link_pj_per_bit": 0.5, "encode_pj_per_value": 2,
                               "decode_pj_per_value": 3})
    run = point["coded"]
    self.assertAlmostEqual(run["energy_pj"]["link"], run["transmissions"] * 256 * 8 * 0.5, 3)
    self.assertAlmostEqual(run["energy_pj"]["encode"], run["values_encoded"] * 2, 3)
    self.assertAlmostEqual(run["energy_pj"]["total"], sum(
        run["energy_pj"][part] for part in ("link", "encode", "decode")), 3)
    # Each of 4 blocks of 8192 bytes: encoded for 3 sums and once more, decoded after each hop.
    self.assertEqual((run["values_encoded"], run["values_decoded"]), (4 * 4096 * 4, 6 * 4096 * 4))
    energies, = self.link(energy={"link_pj_per_bit": 0.5, "file": str(ROOT / "docs/energy.json")})
    rows = json.loads((ROOT / "docs/energy.json").read_text())["rows"]
    each = next(r["energy_pj_per_value"] for r in rows if (r["top"], r["kind"]) ==
                ("huff_enc", "compact"))
    self.assertAlmostEqual(energies["coded"]["energy_pj"]["encode"] / run["values_encoded"], each)

  @measures
  def test_the_page_is_drawn_and_files_are_beside_the_link_file(self):
    self.spec(sweep={"bytes": [4096, 65536]})
    (self.folder / "inside").mkdir()
    (self.folder / "link.json").rename(self.folder / "inside" / "link.json")
    (self.folder / "w.bin").rename(self.folder / "inside" / "w.bin")
    self.tern("link", "inside/link.json", "--html", "page.html")
    page = (self.folder / "page.html").read_text(encoding="utf-8")
    self.assertIn("all delivered", page)
    self.assertEqual(page.count("<svg"), 4)

  @measures
  def test_examples_run(self):
    spec = json.loads((ROOT / "docs/examples/link_ring.json").read_text())
    self.tern("link", ROOT / "docs/examples/link_ring.json", "--json", "result.json")
    points = self.json("result.json")["points"]
    self.assertEqual(len(points), len(spec["sweep"]["link.gtps"]) * len(spec["sweep"]["bytes"]))

  @measures
  def test_lossy_coding_says_what_it_costs(self):
    self.spec(codec={"kind": "tdr", "file": str(CODEC.with_name("codec_tdr.json")), "columns": 64,
                     "rate": 4}, message_bytes=8192)
    values = self.rng.standard_normal(9000).astype("<f4").view("<u4") >> 16
    self.write("w.bin", values.astype("<u2").tobytes())
    self.tern("link", "link.json", "--json", "result.json")
    run = self.json("result.json")["points"][0]["coded"]
    self.assertGreater(run["ratio"], 3.5)
    self.assertTrue(-26 < run["nmse_db"] < -8, run["nmse_db"])

  def test_what_cannot_be_is_refused_by_name(self):
    for pattern, fields in (
        (r"dyes: is not a key of a link file; use .*dies.*sweep", {"dyes": 4}),
        (r"link\.gtpz: is not a key", {"link__gtpz": 4}),
        (r"codec\.file: is missing", {"codec__file": None}),
        (r"version: is not 1", {"version": 2}),
        (r"topology: is \"star\"; use ring, mesh or all-to-all", {"topology": "star"}),
        (r"dies: is 1; give a whole number from 2 to 1024", {"dies": 1}),
        (r"rows: 4 dies make no mesh of 3 rows", {"topology": "mesh", "rows": 3}),
        (r"link\.credit_bytes: .*too few for one flit", {"link__credit_bytes": 100}),
        (r"link\.gtps: is \"x\"; give a number", {"link__gtps": "x"}),
        (r"bytes: 1001 is not a number of values", {"bytes": 1001}),
        (r"payload\.dtype: e4m3 is not added", {"payload__dtype": "e4m3"}),
        (r"forwarding: with codec\.kind tdr", {"codec__kind": "tdr", "forwarding": "recode"}),
        (r"sweep\.dies: is not a list", {"sweep": {"dies": 3}}),
        (r"dyes: is not a key", {"sweep": {"dyes": [3]}}),
        (r"sweep\.dies: makes more than 256 points", {"sweep": {"dies": list(range(2, 300))}}),
        (r"sweep: cannot be swept", {"sweep": {"sweep": [[]]}}),
        (r"held_dies: there is no die 9", {"held_dies": [9]})):
      self.no(FILE, pattern, **fields)
    (self.folder / "link.json").write_text('{"format": "tern-link", "format": "x"}')
    self.refused(FILE, r"link\.json: is not proper JSON", "link", "link.json")
    for text, pattern in (("[]", r"is not an object"), ('{"format": "x"}', r"format: is not")):
      (self.folder / "link.json").write_text(text)
      self.refused(FILE, r"link\.json: " + pattern, "link", "link.json")
    self.refused(FILE, r"none\.json", "link", "none.json")

  def test_whatever_a_field_is_the_end_is_a_documented_one(self):
    keys = ["topology", "dies", "rows", "collective", "from", "to", "bytes", "message_bytes",
            "chunk_bytes", "forwarding", "forward_bytes", "reduce_bytes_per_ns", "compute_ns",
            "overlap", "held_dies", "link", "payload", "codec", "energy", "sweep", "link__lanes",
            "link__gtps", "link__propagation_ns", "link__adapter_latency_ns", "link__flit_bytes",
            "link__replay_flits", "link__sequence_bits", "link__retry_timeout_ns",
            "link__credit_bytes", "link__drain_bytes_per_ns", "link__bit_error_rate",
            "link__burst_bits", "link__lost_flit_rate", "link__lost_ack_rate", "link__seed",
            "payload__files", "payload__tensors", "payload__dtype", "payload__distinct",
            "codec__kind", "codec__file", "codec__lanes", "codec__word_bits", "codec__clock_ghz",
            "codec__units", "codec__books", "codec__offset", "codec__rate", "codec__columns",
            "energy__file", "energy__kind", "energy__link_pj_per_bit"]
    values = [0, -1, 1, 3, 1e-300, 1e300, 2 ** 53, 2 ** 63, True, "", "x", [], [[]], {}, {"a": 1}]
    for key in keys:
      for value in self.rng.choice(len(values), 2, replace=False):
        self.spec(**{key: values[value]})
        self.tern_any("link", "link.json")

  def test_a_codec_of_another_configuration_is_refused_by_key(self):
    self.spec(codec__lanes=4)
    self.refused(USAGE, r"codec_16_lanes\.json: config/lanes: 16", "link", "link.json")
    self.spec(codec__kind="tdr")
    self.refused(USAGE, r"codec_16_lanes\.json: engines\.rtl: ", "link", "link.json")
    self.spec(codec__books="link.json")
    self.refused(BOOK, r"link\.json: ", "link", "link.json")

  def test_a_standstill_names_who_waits_for_whom(self):
    self.spec(held_dies=[2])
    self.refused(DEADLOCK, r"die 1 waits for die 2 .*; give more", "link", "link.json")
    self.spec(collective="all-to-all", dies=6, forward_bytes=4096)
    self.refused(DEADLOCK, r"die 0 waits for die 1 \(room for a message", "link", "link.json")


if __name__ == "__main__":
  main()
