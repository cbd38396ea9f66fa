#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# second_simulator.sh: encoder or decoder in another front end and another simulator does the same.
#
# Yosys elaborates the RTL and writes it as plain Verilog, which Icarus then simulates: a construct
# that Verilator understands differently from both shows up here.
#
#   Spec  docs/verification.md#a-second-simulator
#   RTL   rtl/huff/huff_enc.sv, rtl/huff/huff_dec.sv
#   Test  tb/huff/second_simulator.sh
set -euo pipefail

top=$1      # huff_enc or huff_dec
bench=$2    # the bench for it, a module of tb/huff
vectors=$3  # the program that writes what the bench plays and expects
for tool in yosys iverilog vvp; do
  if ! command -v "${tool}" >/dev/null; then
    echo "skipped: ${tool} is not installed"
    exit 77
  fi
done

root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "${work}"' EXIT

read -ra lines < <("${vectors}" "${work}")
mapfile -t rtl < <(grep -v '^#' rtl/files.f)
yosys -q -l "${work}/yosys.log" -p "
  read_verilog -sv -DSYNTHESIS -Irtl/common ${rtl[*]}
  hierarchy -check -top ${top} -chparam Lanes 4
  proc; flatten; opt_clean
  write_verilog -noattr ${work}/${top}.v" &>/dev/null || {
  tail -5 "${work}/yosys.log"
  exit 1
}
iverilog -g2005-sv -o "${work}/tb.vvp" -s "${bench}" "${work}/${top}.v" \
  "${root}/tb/huff/${bench}.sv"
cd "${work}"
vvp -n tb.vvp "${lines[@]}" >vvp.log
tail -3 vvp.log
# The exit code of vvp says nothing about the result; only this line does.
grep -q '^PASS: ' vvp.log && ! grep -q '^FAIL' vvp.log
