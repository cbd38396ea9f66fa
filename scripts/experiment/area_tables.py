# SPDX-License-Identifier: Apache-2.0
#
# area_tables.py: area and clock of the units in docs/results.md, next to other public RTL.
#
#   Spec  docs/synthesis.md#the-record
#   Test  scripts/tests/areas_test.py
"""The sections about area and clock."""

from experiment.tool import table

# Public RTL that does part of this job, by the area script of this flow in sky130_fd_sc_hd:
# unit, repository, job, um2, symbols per cycle, bits of tables outside.
PEERS = (
    ("cr_huf_comp_sa_enc_func_pipe, nx_bit_pack", "opencomputeproject/Project-Zipline",
     "encode and pack; the code table is a memory outside", 136241 + 27139, 4, "295 kbit"),
    ("one of 32 speculative decoder lanes", "opencomputeproject/Project-Zipline",
     "decode; 32 of them and a chain for 4 symbols per cycle", 54809, 4 / 32, "in registers"),
    ("entropy", "brilliantlabsAR/frame-codebase",
     "encode one fixed code: JPEG runs and coefficients", 27724, 2, "in logic"),
    ("jpeg_bitbuffer, jpeg_dht, jpeg_mcu_proc", "ultraembedded/core_jpeg",
     "decode four fixed codes", 5807 + 4959 + 12876, 1 / 3, "in logic"),
    ("y_huff", "OpenCores jpegencode", "encode one fixed code", 102397, 64 / 77, "in logic"),
)
NAND2_UM2 = 3.7536

UNITS = {"huff_enc": "encoder", "huff_dec": "decoder"}


def unit_rows(areas: dict) -> list:
    rows = []
    for row in areas["rows"]:
        lanes = int(row["params"]["Lanes"])
        rows.append([UNITS[row["top"]], row["kind"], lanes, f"{row['ge'] / 1000:.1f}",
                     f"{row['framing_ge'] / 1000:.1f}", f"{row['lane_ge'] / 1000:.2f}",
                     f"{row['ge'] / lanes / 1000:.2f}", row["ff"], row["memory_bits"],
                     row["lut6"], row["logic_depth"], f"{row['critical_path_ns']:.2f}",
                     f"{row['fmax_mhz']:.0f}",
                     f"{2 * lanes * row['fmax_mhz'] / 1000:.1f}"])
    return rows


def peer_rows() -> list:
    return [[unit, source, job, f"{um2 / NAND2_UM2 / 1000:.1f}", f"{rate:.3g}",
             f"{um2 / NAND2_UM2 / rate / 1000:.1f}", tables]
            for unit, source, job, um2, rate, tables in PEERS]


def parts(areas: dict) -> list:
    """Sections, as results.py wants them."""
    return [
        "## Area and clock",
        f"Recorded on {areas['date']} by `scripts/areas.py --record` with {areas['library']}; a "
        "test compares the sources. GE: area over that of the smallest NAND2, mapped for area, "
        "before layout; *framing*: of it, headers, trailers and their check; *lane*: without that, "
        "a lane; *value*: with all, for a value per cycle. Bits of memories of 256 words and more "
        "are not in GE. ns and MHz: longest path inside, mapped for speed. GB/s: 16-bit values at "
        "this clock. *Compact*: at most 15 symbols with codewords of 8 bits and the escape. "
        "*Gated*: with clock gates, and what waits in an encoder in latches "
        "([how](synthesis.md#clock-gates-and-latches)).",
        table(["unit", "books", "lanes", "kGE", "framing kGE", "kGE/lane", "kGE/value", "FF",
               "memory bits", "LUT6", "depth", "ns", "MHz", "GB/s"], unit_rows(areas)),
        "Public RTL that does part of this job, with the same tools and library, without clock "
        "gates, and with a shorter area script, `&dch; &nf`, which gives a compact encoder of 16 "
        "lanes 3 % more. kGE/symbol is for a symbol per cycle. None of them frames or checks its "
        "output, and the symbols of a JPEG have few bits.",
        table(["unit", "source", "job", "kGE", "symbols/cycle", "kGE/symbol", "tables"],
              peer_rows()),
    ]
