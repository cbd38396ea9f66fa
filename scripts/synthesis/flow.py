# SPDX-License-Identifier: Apache-2.0
#
# flow.py: the Yosys steps, from sources to netlists.
#
#   elaborate  sources -> design (hierarchical, memories kept whole)
#   refine     design -> gates module by module, memories cut out; not with a library
#   flatten    these, or the design with a library -> gates of the whole top
#   map        gates -> generic gates, LUT6, cells for area, cells for speed
#   modules    gates module by module -> cells module by module
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""Steps of the flow. Each writes its files into a folder and returns figures."""

import json
import pathlib
import re

from synthesis import clocks, tools
from synthesis.liberty import Library

# Memories of this many words and more are cut out and counted in bits; smaller ones are registers.
MEMORY_WORDS = 256

# How the ports of a cut memory begin once they are ports of the top.
MEMORY_PORT = "cut__"

# Explicit scripts for ABC: its own do not end on wide multiplier-like logic.
AREA = "+strash;&get,-n;&st;&syn3;&syn4;&dch;&nf;&put;topo;stime,-p"
# The mapper of AREA heeds the delay target little; this one is for delay, and then area.
SPEED = ("+strash;dch,-f;map,-B,0.9,{D};topo;buffer,-c;topo;upsize,{D},-c;dnsize,{D},-c;"
         "stime,-p")
GATES = "NAND,NOR,XOR,XNOR,MUX,AOI3,OAI3,AOI4,OAI4"
# As Yosys does it, but without structural choices: they take most of the time for half a percent.
GENERIC = "+strash;&get,-n;&fraig,-x;&put;scorr;dc2;strash;&get,-n;&nf;&put"

# Without a library, modules become gates one by one, so a lane is worked on once however often it
# is there. Then the borders go: constants, equal cells and what nobody reads cross them.
REFINE = "synth -noabc -run coarse:check"
FLATTEN = ("flatten\nopt_clean\nopt_expr\nopt_merge\nopt_dff\n"
           "opt_expr\nopt_dff\nopt_clean -purge")

FIFOS = "flatten *tern_fifo*\n"

# Plain flip-flops, with or without asynchronous reset: enables become logic, as in a library. And
# latches, of which there are few.
PLAIN_FLIP_FLOPS = ("dfflegalize -cell $_DFF_P_ x -cell $_DFF_PN0_ x -cell $_DFF_PN1_ x "
                    "-cell $_DLATCH_P_ x -cell $_DLATCH_N_ x")


def elaborate(top: str, params: dict, files: list, root: pathlib.Path, out: pathlib.Path) -> None:
    """Reads the sources and writes design.il and design.json: processes are gone, no more."""
    paths = " ".join(str(root / name) for name in files)
    script = f"read_verilog -sv -DSYNTHESIS -I {root / 'rtl/common'} {paths}\n"
    if params:
        words = " ".join(f"-set {name} {value}" for name, value in params.items())
        script += f"chparam {words} {top}\n"
    script += (f"hierarchy -check -top {top}\nproc\ncheck -assert\n"
               f"{clocks.NO_LATCHES}opt\nmemory -nomap\n"
               "opt_clean\nwrite_json design.json\nwrite_ilang design.il\n")
    tools.run_yosys(script, out, "elaborate")


def cut(names: list) -> str:
    """Lines that make black boxes of these modules."""
    return "".join(f"setattr -mod -set blackbox 1 {name}\n" for name in names)


def to_gates(top: str, out: pathlib.Path) -> str:
    """Lines that make gates of a design, and clock gates of enables where there is a map."""
    if not (out / clocks.REGISTERS).exists():
        return f"synth -run coarse:check -top {top}\n"
    return (f"synth -run coarse:fine -top {top}\nmemory_map\nopt -fast -full\nopt_dff\n"
            f"techmap -map {clocks.REGISTERS}\nsynth -run fine:check -top {top}\n")


def latch_gates(out: pathlib.Path) -> str:
    """Lines that make cells of the gates of latches, where there is a map."""
    if not (out / clocks.LATCHES).exists():
        return ""
    return f"read_verilog -lib {clocks.STUBS}\ntechmap -map {clocks.LATCHES}\n"


def latches(out: pathlib.Path) -> str:
    """Lines that make cells of latches, where there is a map."""
    return f"techmap -map {clocks.LATCHES}\n" if (out / clocks.LATCHES).exists() else ""


def refine(top: str, memories: list, out: pathlib.Path) -> None:
    """Writes parts.il: each module as generic gates by itself, without the memories."""
    tools.run_yosys(f"read_ilang design.il\n{cut(memories)}hierarchy -top {top}\n"
                    f"{REFINE} -top {top}\nwrite_ilang parts.il\n", out, "refine")


def flatten_first(top: str, memories: list, out: pathlib.Path) -> None:
    """Writes gates.il from the design: the top becomes one module before it becomes gates."""
    tools.run_yosys(f"read_ilang design.il\n{cut(memories)}{latch_gates(out)}"
                    f"hierarchy -top {top}\nflatten\nopt -full\nopt_clean -purge\n"
                    f"{to_gates(top, out)}opt -purge\nwrite_ilang gates.il\n", out, "flatten")


def flatten(top: str, memories: list, out: pathlib.Path) -> None:
    """Writes gates.il from parts.il: the top as one module of generic gates."""
    tools.run_yosys(f"read_ilang parts.il\n{cut(memories)}hierarchy -top {top}\n{FLATTEN}\n"
                    "write_ilang gates.il\n", out, "flatten")


def map_generic(out: pathlib.Path) -> dict:
    """Cells of the whole top by type, as gates of two to four inputs."""
    tools.run_yosys(f"read_ilang gates.il\n{PLAIN_FLIP_FLOPS}\nopt_clean -purge\n"
                    f"abc -g {GATES} -script {GENERIC}\nopt_clean -purge\n"
                    "tee -q -o generic.json stat -json\n", out, "generic")
    return statistics(out / "generic.json")


def map_lut6(memories: list, out: pathlib.Path) -> tuple:
    """Number of LUT6, and the most of them between two registers, memories or ports."""
    # To `ltp` a path goes on behind a cut memory, so they are removed once all is counted.
    removed = "".join(f"delete t:{name}\n" for name in memories)
    tools.run_yosys(f"read_ilang gates.il\n{PLAIN_FLIP_FLOPS}\nopt_clean -purge\n"
                    "abc -lut 6 -script +strash;dch,-f;if,{D}\nopt_clean -purge\n"
                    f"tee -q -o lut6.json stat -json\n{removed}tee -q -o depth.txt ltp -noff\n",
                    out, "lut6")
    depth = 0
    for line in (out / "depth.txt").read_text(encoding="ascii").splitlines():
        if line.startswith("Longest topological path"):
            depth = int(line.split("length=")[1].split(")")[0])
    # What `ltp` counts ends in the register or port behind the last LUT.
    return statistics(out / "lut6.json").get("$lut", 0), depth


def map_cells(library: Library, name: str, script: str, delay_ps: int,
              out: pathlib.Path) -> dict:
    """Cells of the whole top by type, of the library; writes NAME.il."""
    constraints = ""
    if delay_ps:
        (out / "constraints").write_text(f"set_driving_cell {library.driver.name}\n"
                                         "set_load 20.0 [all_outputs]\n", encoding="ascii")
        constraints = f" -constr constraints -D {delay_ps}"
    tools.run_yosys(f"read_ilang gates.il\n{latches(out)}dfflibmap -liberty {library.path}\n"
                    f"opt -purge\nabc -liberty {library.path}{constraints} -script {script}\n"
                    "opt_clean -purge\nsetundef -zero\n"
                    f"hilomap -singleton -hicell {' '.join(library.tie_high)} "
                    f"-locell {' '.join(library.tie_low)}\nopt_clean -purge\n"
                    f"tee -q -o {name}.json stat -json\nwrite_ilang {name}.il\n", out, name)
    return statistics(out / f"{name}.json")


def expose(library: Library, out: pathlib.Path) -> str:
    """A line that makes ports of those of the memories that were cut out."""
    stub = f" t:{clocks.latch_gate(library).name} %d" if (out / clocks.STUBS).exists() else ""
    return f"expose -evert c:*{stub}\n"


def write_netlist(library: Library, name: str, out: pathlib.Path) -> None:
    """NAME.il as Verilog that OpenSTA reads; the ports of cut memories become ports of the top.

    Flip-flops are named after the register they hold, so that a path can be read.
    """
    tools.run_yosys(f"read_ilang {name}.il\n{expose(library, out)}splitnets -ports\n"
                    "opt_clean -purge\n"
                    f"read_liberty -lib -nooverwrite -ignore_miss_func {library.path}\n"
                    "rename -wire\n"
                    f"write_verilog -norename -noattr -noexpr -nohex -simple-lhs {name}.v\n",
                    out, f"{name}_netlist")
    rename_memory_ports(out / f"{name}.v")


def rename_memory_ports(netlist: pathlib.Path) -> None:
    """Gives ports of cut memories plain names: OpenSTA loses ports whose names have dots."""
    text = netlist.read_text(encoding="ascii")
    for name in re.findall(r"^  (?:in|out)put \\(\S+\.\S+) ;", text, re.M):
        text = text.replace(f"\\{name} ", MEMORY_PORT + re.sub(r"\W", "_", name) + " ")
    netlist.write_text(text, encoding="ascii")


def map_modules(top: str, memories: list, library, out: pathlib.Path) -> dict:
    """Cells by type of each module by itself: nothing is optimised across their borders."""
    source = "design" if library else "parts"
    mapping = (f"{to_gates(top, out)}opt -purge\n{latches(out)}"
               f"dfflibmap -liberty {library.path}\nabc -liberty {library.path} -script {AREA}\n"
               if library else f"{PLAIN_FLIP_FLOPS}\nabc -g {GATES} -script {GENERIC}\n")
    # What a FIFO keeps in latches is part of it, as it is with registers.
    fifos = latch_gates(out) + FIFOS if latches(out) else ""
    tools.run_yosys(f"read_ilang {source}.il\n{cut(memories)}{fifos}hierarchy -top {top}\n{mapping}"
                    "opt_clean -purge\ntee -q -o modules.json stat -json\n", out, "modules")
    return {name: module["num_cells_by_type"]
            for name, module in read_statistics(out / "modules.json").items()}


def read_statistics(path: pathlib.Path) -> dict:
    """What `stat -json` says of each module.

    Of a hierarchy, Yosys 0.23 prints the tree of modules as plain text into the rest of the file.
    """
    text = path.read_text(encoding="ascii")
    return json.JSONDecoder().raw_decode(text, text.index("{", text.index('"modules"')))[0]


def statistics(path: pathlib.Path) -> dict:
    """Cells by type of the one module that is not a black box."""
    return max(read_statistics(path).values(),
               key=lambda module: module["num_cells"])["num_cells_by_type"]
