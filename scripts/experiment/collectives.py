# SPDX-License-Identifier: Apache-2.0
#
# collectives.py: which collectives of which tensors scripts/link.py simulates.
#
#   Spec  docs/link.md#system
#   Test  scripts/tests/link_record_test.py
"""Cases, and the link files that they are."""

import dataclasses
import json
import pathlib

from experiment import record, tool
from experiment.frame import ROOT

SIZES = (1 << 12, 1 << 16, 1 << 20, 1 << 24)
# GT/s of 16 lanes, and units of 16 lanes at each end of a link.
LINKS = ((8, 1), (32, 1), (32, 4))
CODECS = {"huffman": "codec_16_lanes.json", "tdr": "codec_tdr.json"}


@dataclasses.dataclass(frozen=True)
class Case:
    """One collective; books are trained on odd layers, and even layers are sent."""

    name: str
    collective: str
    topology: str
    group: str
    kinds: tuple
    dies: int = 8
    rows_of_mesh: int = 1
    codec: str = "huffman"
    message_bytes: int = 16384
    distinct: int = 64
    sizes: tuple = SIZES
    columns: int = 0  # of lossy coding
    credit_bytes: int = 65536
    checked: bool = False

    def files(self, tensors: list, odd: int) -> list:
        return [str(entry.path) for entry in tensors
                if entry.group == self.group and entry.kind in self.kinds
                and int(entry.name[-1]) % 2 == odd]

    def spec(self, tensors: list, folder: pathlib.Path) -> dict:
        """The link file."""
        codec = {"kind": self.codec, "file": str(ROOT / "docs/examples" / CODECS[self.codec])}
        if self.codec == "tdr":
            codec.update(rate=4, columns=self.columns)
        else:
            codec.update(books=str(folder / "books.json"), offset="auto")
        return {"format": "tern-link", "version": 1, "topology": self.topology,
                "dies": self.dies, "rows": self.rows_of_mesh, "collective": self.collective,
                "to": self.dies // 2, "message_bytes": self.message_bytes, "codec": codec,
                "payload": {"files": self.files(tensors, 0), "dtype": "bf16",
                            "distinct": self.distinct},
                "link": {"credit_bytes": self.credit_bytes},
                "sweep": {"bytes": list(self.sizes), "link.gtps": sorted({g for g, _ in LINKS}),
                          "codec.units": sorted({u for _, u in LINKS})}}

    def rows(self, tern: str, tensors: list, folder: pathlib.Path) -> list:
        """Figures of each size."""
        if self.codec == "huffman":
            tool.run([tern, "train", *self.files(tensors, 1), "--dtype", "bf16", "-o",
                      str(folder / "books.json")])
        path = folder / "link.json"
        path.write_text(json.dumps(self.spec(tensors, folder)), encoding="ascii")
        points = tool.run_json([tern, "link", str(path)])["points"]
        return [self.row(size, [p for p in points if p["swept"]["bytes"] == size])
                for size in self.sizes]

    def row(self, size: int, points: list) -> dict:
        chosen = [(gtps, units, next(p for p in points if p["swept"]["link.gtps"] == gtps
                                     and p["swept"]["codec.units"] == units))
                  for gtps, units in LINKS]
        return record.rounded({
            "case": self.name, "dies": self.dies, "topology": self.topology, "bytes": size,
            "ratio": chosen[0][2]["coded"]["ratio"], "nmse_db": chosen[0][2]["coded"]["nmse_db"],
            "links": [{"gtps": gtps, "units": units, "speed_up": p["speed_up"],
                       "plain_us": p["plain"]["completion_ns"] / 1000,
                       "coded_us": p["coded"]["completion_ns"] / 1000,
                       "plain_p99_ns": p["plain"]["latency"][-1]["p99_ns"],
                       "coded_p99_ns": p["coded"]["latency"][-1]["p99_ns"]}
                      for gtps, units, p in chosen]})


MATRICES = ("query", "key", "value", "attn_out", "ffn1", "ffn2")
CASES = (
    Case("all-reduce of gradients of weights", "all-reduce", "ring", "gradients",
         tuple(f"w_{kind}" for kind in MATRICES), checked=True),
    Case("all-gather of weights", "all-gather", "ring", "weights", MATRICES),
    Case("broadcast of weights", "broadcast", "mesh", "weights", MATRICES, dies=16,
         rows_of_mesh=4),
    Case("all-to-all of activations", "all-to-all", "all-to-all", "activations", ("residual",)),
    Case("activations to the die across", "point-to-point", "ring", "activations", ("ffn2",)),
    Case("KV cache, prefill to decode", "kv-transfer", "all-to-all", "kv", ("key", "value")),
    Case("KV cache, lossy, 4 bits a value", "kv-transfer", "all-to-all", "kv", ("key", "value"),
         codec="tdr", message_bytes=65536, distinct=16, sizes=SIZES[1:], columns=32,
         credit_bytes=1 << 18),
    Case("gradients, lossy, 4 bits a value", "all-reduce", "ring", "gradients",
         tuple(f"w_{kind}" for kind in MATRICES), codec="tdr", message_bytes=65536, distinct=8,
         sizes=SIZES[2:], columns=128, credit_bytes=1 << 18),
)
