#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# prove.sh: proves properties of the RTL, for every input, in small configurations.
#
# A proof is a top in this folder that instantiates RTL, leaves its inputs free, and asserts. Yosys
# turns it into logic; yosys-smtbmc with z3 searches all runs up to a depth from reset, and reaches
# each cover, so that no proof is vacuous; induction, or yosys-abc's pdr, closes it for any depth.
# The assertions inside the RTL are proved with it.
#
#   Spec  docs/verification.md
#   Test  tb/formal/CMakeLists.txt
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: tb/formal/prove.sh [--full | --list] [PROOF...]

  (no argument)  the quick proofs of tb/formal/proofs.txt
  --full         all of them
  --list         print their names
  PROOF...       these ones

environment: TERN_FORMAL_DIR  folder for logs and waveforms (default out/formal)

exit codes: 0 proved; 1 refuted, or not within the time; 2 wrong usage; 77 no solver
USAGE
}

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder="${TERN_FORMAL_DIR:-out/formal}"

for tool in yosys yosys-smtbmc yosys-abc z3; do
  if ! command -v "${tool}" >/dev/null; then
    echo "prove: skipped: ${tool} is missing; scripts/setup.sh installs it"
    exit 77
  fi
done

mapfile -t proofs < <(grep -v '^#' tb/formal/proofs.txt)
set_of=quick
wanted=()
for argument in "$@"; do
  case "${argument}" in
    --full) set_of='quick|full' ;;
    --list) printf '%s\n' "${proofs[@]}" | awk '{print $1}'; exit 0 ;;
    --help | -h) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) wanted+=("${argument}") ;;
  esac
done

# model NAME HOW TOP PARAM=VALUE...: writes NAME.smt2, and for pdr NAME.aig without covers.
model() {
  local name="$1" how="$2" top="$3" param set="" cut="" aig="" rtl harness
  shift 3
  for param in "$@"; do
    case "${param}" in
      # Outputs of these modules may be anything; what their user asserts about them is dropped.
      cut=*) cut+="cutpoint t:*${param#cut=}*; " ;;
      drop=*) cut+="delete *${param#drop=}*/t:\$assert; " ;;
      *) set+=" -set ${param%%=*} ${param#*=}" ;;
    esac
  done
  mapfile -t rtl < <(grep -v '^#' rtl/files.f)
  mapfile -t harness < <(ls "tb/formal/${top}.sv" "tb/formal/${top}"_*.sv 2>/dev/null)
  if [[ "${how}" == pdr ]]; then
    aig="chformal -cover -remove; delete -output; opt -full; techmap; opt -fast; simplemap;
      dffunmap; aigmap; opt_clean; write_aiger -I -B -zinit -no-startoffset ${name}.aig"
  fi
  # Unknown values and registers without reset take any value.
  yosys -q -l "${name}.log" -p "
    read_verilog -defer -formal -sv -I rtl/common -I tb/formal ${rtl[*]} ${harness[*]}
    ${set:+chparam${set} ${top}}
    hierarchy -check -top ${top}; proc; ${cut} flatten; opt; memory_nordff; async2sync
    setundef -undriven -anyseq; opt -fast -keepdc; check -assert; memory_map; opt -fast; dffunmap
    opt_clean; write_smt2 -wires ${name}.smt2; ${aig}" >/dev/null 2>&1
}

# search NAME OPTION...: yosys-smtbmc; its report goes to NAME.log. A run to a cover is not written
# down: that takes longer than to find it.
search() {
  local name="$1" wave=(--dump-vcd "$1.vcd")
  shift
  [[ "$1" != -c ]] || wave=()
  # One solver sort for each state is what z3 is slow at; --unroll does without.
  timeout "${seconds}" yosys-smtbmc --unroll --noprogress -s z3 "${wave[@]}" "$@" \
    "${name}.smt2" >>"${name}.log" 2>&1
}

# each NAME: the step of 1-induction, one claim after the other. Together they are one disjunction
# that z3 takes a thousand times as long for. The query comes from yosys-smtbmc, which is told that
# the solver found nothing.
each() {
  local name="$1"
  printf 'sat\nunsat\n' >"${name}.answers"
  yosys-smtbmc --unroll --noincr --noprogress -s dummy --dummy "${name}.answers" \
    --dump-smt2 "${name}.step.smt2" -i -t 1 "${name}.smt2" >>"${name}.log" 2>&1 || return 1
  awk '
    /^\(set-(option|info|logic)/ || /^\((check-sat|exit)/ { next }
    /^\(assert \(not \(and \|/ && !goal { goal = $4; next }
    /^\(define-fun/ { definition[$2] = $0 }
    { print }
    END {
      line = definition[goal]
      sub(/^.*\(and /, "", line)
      sub(/ *\)+$/, "", line)
      claims = split(line, claim, " ")
      for (i = 1; i <= claims; i++) {
        printf "(push)\n(assert (not %s))\n(check-sat-using qfbv)\n(pop)\n", claim[i]
      }
      print "(echo \"claims " claims "\")"
    }' "${name}.step.smt2" >"${name}.each.smt2"
  z3 "-T:${seconds}" "${name}.each.smt2" >"${name}.each.log" 2>&1 || return 1
  # As many answers as claims, and all the same.
  [[ "$(sort "${name}.each.log" | uniq -c | awk '{print $1, $2}' | tr '\n' ' ')" \
    =~ ^1\ claims\ ([1-9][0-9]*)\ unsat\ $ ]] || return 1
  grep -qx "claims ${BASH_REMATCH[1]}" "${name}.each.log"
}

# failed NAME PART: says what failed, and how to see it again. Without a counterexample (a solver
# that ran out of time or died) nothing is refuted, and nothing proved.
failed() {
  local name="$1" base="${folder}/$1" verdict="NOT PROVED"
  local found='Assert failed|Unreached cover|asserted in frame'
  grep -qE "${found}" "${base}.log" && verdict=REFUTED
  echo "${verdict} ${name}: $2"
  grep -E "${found}|Traceback|ERROR|UNDECIDED|EOF response" "${base}.log" |
    sed 's/^/  /' | head -n 8 || true
  [[ ! -f "${base}.vcd" ]] || echo "  wave: ${base}.vcd"
  echo "  log: ${base}.log"
  echo "  repro: tb/formal/prove.sh ${name}"
}

# closed NAME HOW DEPTH: holds in any number of cycles.
closed() {
  local name="$1" base="${folder}/$1" frame
  case "$2" in
    -) ;;
    i*) search "${base}" -i -t "${2#i}" ;;
    # What fails is shown by the search for all of them together.
    e1) each "${base}" || { search "${base}" -i -t 1 || true; return 1; } ;;
    pdr)
      yosys-abc -c "read_aiger ${base}.aig; fold; strash; scorr; pdr -T ${seconds}" \
        >>"${base}.log" 2>&1
      grep -q '^Property proved' "${base}.log" && return 0
      # The waveform comes from a search as deep as the counterexample.
      frame="$(sed -n 's/.*asserted in frame \([0-9]*\).*/\1/p' "${base}.log" | tail -n 1)"
      [[ -z "${frame}" ]] || search "${base}" -t "$((frame + 2))" || true
      return 1
      ;;
    *) echo "prove: error: proofs.txt: no such method: $2" >&2; return 1 ;;
  esac
}

# prove LINE: one proof, one line of output.
prove() {
  local name set bmc all cover top parameters what start parts set_to
  IFS='|' read -r name set bmc all cover top parameters what <<<"$1"
  read -r name bmc all cover top <<<"${name} ${bmc} ${all} ${cover} ${top}"
  read -ra set_to <<<"${parameters}"
  what="${what# }"
  local base="${folder}/${name}"
  start=${SECONDS}
  rm -f "${base}".*
  if ! model "${base}" "${all}" "${top}" "${set_to[@]}"; then
    failed "${name}" "Yosys does not read it"
    return 1
  fi
  if ! search "${base}" -t "${bmc}"; then
    failed "${name}" "within ${bmc} cycles"
    return 1
  fi
  if ! closed "${name}" "${all}"; then
    failed "${name}" "for any number of cycles (${all})"
    return 1
  fi
  if ! search "${base}" -c -t "${cover}"; then
    failed "${name}" "a cover is not reached within ${cover} cycles"
    return 1
  fi
  parts="bmc ${bmc}"
  [[ "${all}" == - ]] || parts+=", all by ${all}"
  printf 'proved %-14s %-22s cover, %3d s: %s\n' "${name}" "${parts}" "$((SECONDS - start))" \
    "${what}"
}

# A solver that takes longer is stopped: quick proofs are quick.
seconds=100
[[ "${set_of}" == quick && ${#wanted[@]} -eq 0 ]] || seconds=3600

mkdir -p "${folder}"
rc=0
count=0
for line in "${proofs[@]}"; do
  read -r name _ set _ <<<"${line}"
  if [[ ${#wanted[@]} -gt 0 ]]; then
    [[ " ${wanted[*]} " == *" ${name} "* ]] || continue
  else
    [[ "${set}" =~ ^(${set_of})$ ]] || continue
  fi
  count=$((count + 1))
  prove "${line}" || rc=1
done
if [[ ${count} -eq 0 || (${#wanted[@]} -gt 0 && ${count} -ne ${#wanted[@]}) ]]; then
  echo "prove: error: not all of these are in tb/formal/proofs.txt: ${wanted[*]}" >&2
  exit 2
fi
exit "${rc}"
