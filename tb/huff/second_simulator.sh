#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# second_simulator.sh: the encoder in another front end and another simulator gives the same beats.
#
# Yosys elaborates the RTL and writes it as plain Verilog, which Icarus then simulates: a construct
# that Verilator understands differently from both shows up here.
#
#   Spec  docs/verification.md#a-second-simulator
#   RTL   rtl/huff/huff_enc.sv
#   Test  tb/huff/second_simulator.sh
set -euo pipefail

vectors=$1  # the program second_simulator_vectors
for tool in yosys iverilog vvp; do
  if ! command -v "${tool}" >/dev/null; then
    echo "skipped: ${tool} is not installed"
    exit 77
  fi
done

root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "${work}"' EXIT

read -r operations in out < <("${vectors}" "${work}")
mapfile -t rtl < <(grep -v '^#' rtl/files.f)
yosys -q -l "${work}/yosys.log" -p "
  read_verilog -sv -DSYNTHESIS -Irtl/common ${rtl[*]}
  hierarchy -check -top huff_enc -chparam Lanes 4
  proc; flatten; opt_clean
  write_verilog -noattr ${work}/huff_enc.v" &>/dev/null || {
  tail -5 "${work}/yosys.log"
  exit 1
}
iverilog -g2005-sv -o "${work}/tb.vvp" -s second_simulator_tb "${work}/huff_enc.v" \
  "${root}/tb/huff/second_simulator_tb.sv"
cd "${work}"
vvp -n tb.vvp "+operations=${operations}" "+in=${in}" "+out=${out}" >vvp.log
tail -3 vvp.log
# The exit code of vvp says nothing about the result; only this line does.
grep -q '^PASS: ' vvp.log && ! grep -q '^FAIL' vvp.log
