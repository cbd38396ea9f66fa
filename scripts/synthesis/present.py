# SPDX-License-Identifier: Apache-2.0
#
# present.py: the figures of a synthesis as text for a terminal.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Text of a result."""

ROWS = 12  # modules shown; the JSON file has all of them


def text(result: dict) -> str:
    """The result as lines for a reader."""
    params = " ".join(f"{name}={value}" for name, value in result["params"].items())
    lines = [f"{result['top']}  {params}", ""]
    lines.append(f"  logic          {result['ge']:,.0f} GE, {result['ff']:,} flip-flops"
                 f"  ({result['library'] or 'generic gates'})")
    if result["library"] and result["lut6"] is None:
        lines.append(f"  area           {result['area_um2']:,.0f} um2 mapped for area")
    elif result["library"]:
        lines.append(f"  area           {result['area_um2']:,.0f} um2 mapped for area, "
                     f"{result['speed_area_um2']:,.0f} um2 mapped for speed")
    kinds = ", ".join(f"{m['count']} x {m['words']} x {m['width']}" for m in result["memories"])
    lines.append(f"  memories       {result['memory_bits']:,} bits apart"
                 + (f": {kinds} (count x words x bits)" if kinds else ""))
    if result["lut6"] is not None:
        lines.append(f"  generic        {result['lut6']:,} LUT6, {result['logic_depth']} deep")
    if result["fmax_mhz"]:
        lines.append(f"  clock          {result['critical_path_ns']:.3f} ns, "
                     f"{result['fmax_mhz']:.0f} MHz, before layout")
    if "slack_ns" in result:
        lines.append(f"  slack          {result['slack_ns']:.3f} ns at a clock of "
                     f"{result['clock_ns']} ns")
    for kind, path in result.get("paths", {}).items():
        lines.append(f"    {kind:22}{path['ns']:7.3f} ns  {path['from']} -> {path['to']}")
    if not result["modules"]:
        return "\n".join(lines)
    lines += ["", f"  {'module by itself':28}{'in':24}{'count':>6}{'GE':>10}{'share':>7}"
              f"{'FF':>8}{'bits':>9}"]
    total = sum(row["ge"] for row in result["modules"]) or 1
    for row in result["modules"][:ROWS]:
        where = row["in"] if len(row["in"]) < 24 else row["in"][:20] + "..."
        lines.append(f"  {row['name']:28}{where:24}{row['instances']:6}{row['ge']:10,.0f}"
                     f"{100 * row['ge'] / total:6.1f}%{row['ff']:8,}{row['memory_bits']:9,}")
    rest = result["modules"][ROWS:]
    if rest:
        ge = sum(row["ge"] for row in rest)
        lines.append(f"  {f'{len(rest)} more':52}{'':6}{ge:10,.0f}{100 * ge / total:6.1f}%"
                     f"{sum(row['ff'] for row in rest):8,}"
                     f"{sum(row['memory_bits'] for row in rest):9,}")
    return "\n".join(lines)
