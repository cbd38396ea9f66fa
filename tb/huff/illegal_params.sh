#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# illegal_params.sh: a parameter that is not legal stops elaboration, with a message that names it.
#
# Checks exit code and message, so that a syntax error is not taken for a refusal; legal parameters
# must pass, so that a refusal is not taken for an answer.
#
#   Spec  docs/integration.md
#   RTL   rtl/huff/huff_enc.sv
#   Test  tb/huff/illegal_params.sh
set -euo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

mapfile -t packages < <(grep '_pkg\.sv$' rtl/files.f)
folders=(rtl/*/)

# lint TOP PARAM=VALUE...: the exit code of elaboration; what it said is in $log. A unit that is not
# told how many lanes it has gets one: what is refused is the same, in a fifth of the time. Modules
# are looked up by name, and those of other units not read.
lint() {
  local top=$1
  shift
  if [[ $top =~ ^huff_(enc|dec)$ && " $*" != *" Lanes="* ]]; then set -- Lanes=1 "$@"; fi
  verilator --lint-only --assert -Wall -Wno-UNUSEDPARAM --top-module "$top" \
    "${folders[@]/#/+incdir+}" "${@/#/-G}" scripts/lint.vlt "${packages[@]}" rtl/*/"$top".sv \
    >"$log" 2>&1
}

# refused TEXT TOP PARAM=VALUE...
refused() {
  local text=$1
  shift
  if lint "$@"; then
    echo "FAIL: $* was accepted"
    failed=1
  elif ! grep -q "$text" "$log"; then
    echo "FAIL: $* was refused without the message '$text':"
    head -5 "$log"
    failed=1
  fi
}

# accepted TOP PARAM=VALUE...
accepted() {
  if ! lint "$@"; then
    echo "FAIL: $* was refused:"
    head -5 "$log"
    failed=1
  fi
}

# A whole unit of more than 64 lanes takes half a minute: there the check is asked alone.
for lanes in 0 3 5 12; do refused "huff_enc: Lanes" huff_enc Lanes=$lanes; done
refused "huff_enc: Lanes" huff_enc_params Lanes=128
for word in 0 16 33 48 128; do refused "huff_enc: WordBits" huff_enc WordBits=$word; done
for value in 0 12 24 64; do refused "huff_enc: ValueBits" huff_enc ValueBits=$value; done
refused "huff_enc: ValueBits 32 needs WordBits 64" huff_enc ValueBits=32
for length in 0 7 16; do refused "huff_enc: MaxCodeLen" huff_enc MaxCodeLen=$length; done
for token in 0 17; do refused "huff_enc: MinTokenBits" huff_enc MinTokenBits=$token; done
refused "huff_enc: MinTokenBits" huff_enc WordBits=64 ValueBits=32 MinTokenBits=33
for books in 0 17; do refused "huff_enc: Books" huff_enc Books=$books; done
refused "huff_enc: Counters" huff_enc Counters=2
refused "huff_enc: Latches" huff_enc Latches=2
refused "huff_enc: BookKind" huff_enc BookKind=3
for top in 0 32; do refused "huff_enc: TopSymbols" huff_enc TopSymbols=$top; done
refused "huff_enc: Reserve" huff_enc Reserve=2
accepted huff_enc Lanes=1 WordBits=64 ValueBits=8 MaxCodeLen=8 MinTokenBits=1 Books=16
accepted huff_enc Lanes=2 WordBits=32 ValueBits=16 MaxCodeLen=15 MinTokenBits=16 Books=1
accepted huff_enc Lanes=2 WordBits=64 ValueBits=32 MaxCodeLen=8 MinTokenBits=32 Books=1 Reserve=1

for lanes in 0 3 5 12; do refused "huff_dec: Lanes" huff_dec Lanes=$lanes; done
refused "huff_dec: Lanes" huff_dec_params Lanes=128
for word in 0 16 33 48 128; do refused "huff_dec: WordBits" huff_dec WordBits=$word; done
for value in 0 12 24 64; do refused "huff_dec: ValueBits" huff_dec ValueBits=$value; done
refused "huff_dec: ValueBits 32 needs WordBits 64" huff_dec ValueBits=32
for length in 0 7 16; do refused "huff_dec: MaxCodeLen" huff_dec MaxCodeLen=$length; done
for books in 0 17; do refused "huff_dec: Books" huff_dec Books=$books; done
refused "huff_dec: BookKind" huff_dec BookKind=3
for top in 0 32; do refused "huff_dec: TopSymbols" huff_dec TopSymbols=$top; done
accepted huff_dec Lanes=1 WordBits=64 ValueBits=8 MaxCodeLen=8 Books=1
accepted huff_dec Lanes=2 WordBits=32 ValueBits=16 MaxCodeLen=15 Books=16
accepted huff_dec Lanes=2 WordBits=64 ValueBits=32 MaxCodeLen=8 Books=1

refused "tern_skid: Width" tern_skid Width=0
refused "tern_fifo: Width" tern_fifo Width=0
refused "tern_fifo: .*Depth" tern_fifo Depth=1 Room=1
refused "tern_fifo: .*Room" tern_fifo Depth=4 Room=4
refused "tern_ram_1r1w: Width" tern_ram_1r1w Width=0
refused "tern_crc32: DataBits" tern_crc32 DataBits=48
for operands in 2 17; do refused "tdr_tree: Operands" tdr_sum Operands=$operands; done
refused "tdr_sum: Ones" tdr_sum Operands=3 Ones=3
refused "tdr_tree: Ones" tdr_tree Operands=3 Ones=2
for way in forward inverse; do
  for bits in 7 23; do
    refused "tdr_${way}_transform: ValueBits" "tdr_${way}_transform" ValueBits=$bits
  done
done
refused "tdr_turn: Width" tdr_turn Width=0
for groups in 0 3 8; do refused "tdr_turn: Groups" tdr_turn Groups=$groups; done
refused "tdr_axis: .*Turn" tdr_axis Turn=2
refused "tdr_both: Both" tdr_both Turn=0 Both=1
refused "tdr_clip: OutWidth" tdr_clip InWidth=23 OutWidth=23
refused "tdr_delay: Stages" tdr_delay Stages=0
for stage in dequantize reconstruct align unalign; do
  refused "tdr_$stage: Lanes" "tdr_$stage" Lanes=0
done
refused "tdr_integrate: Lanes" tdr_integrate Lanes=0
for slots in 0 3 16; do refused "tdr_integrate: Slots" tdr_integrate Slots=$slots; done
for unit in params align unalign reconstruct; do
  for bits in 7 23; do refused "tdr_$unit: ValueBits" "tdr_$unit" ValueBits=$bits; done
done
for unit in dequantize integrate quantize; do
  refused "tdr_$unit: CoefficientBits" "tdr_$unit" Lanes=1 CoefficientBits=9
  refused "tdr_$unit: CoefficientBits" "tdr_$unit" Lanes=1 CoefficientBits=25
done
for windows in 2 5; do refused "tdr_search_turns: Windows" tdr_search_turns Windows=$windows; done
for places in 256 640; do refused "tdr_search_turns: .*Places" tdr_search_turns Places=$places; done

if [[ ${failed} -eq 0 ]]; then echo "every illegal parameter is refused by name"; fi
exit "${failed}"
