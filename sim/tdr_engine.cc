// SPDX-License-Identifier: Apache-2.0
//
// tdr_engine.cc: blocks through the two units, and their beats taken apart.
//
//   Spec  docs/tdr_architecture.md
//   RTL   rtl/tdr/tdr_enc.sv rtl/tdr/tdr_dec.sv
//   Test  tb/apps/tdr_rtl_test.py
#include "sim/tdr_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "Vtdr_dec_streams.h"
#include "Vtdr_enc_streams.h"
#include "model/common/bits.h"
#include "model/common/dtype.h"
#include "sim/beat_bench.h"
#include "sim/tdr_beats.h"

namespace tern::sim {
namespace {

constexpr std::size_t kValueBytes = 4;

// A beat of the output, and where its fields are.
class OutBeat {
 public:
  explicit OutBeat(const Port& port) : bytes_(port.size()) { port.store(bytes_.data()); }

  [[nodiscard]] bool bit(std::size_t at) const { return (bytes_[at / 8] >> at % 8 & 1) != 0; }
  [[nodiscard]] const std::uint8_t* word(std::size_t index) const {
    return &bytes_[kValueBytes * index];
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Collects the words of blocks.
class Words {
 public:
  Words(const StreamPins& pins, const Pin& special, TdrEncodeRun& run)
      : pins_(pins), special_(special), run_(run) {}

  std::string take() {
    constexpr std::size_t kKeep = std::size_t{32} * kTdrLanes;
    constexpr std::size_t kLast = kTdrEncOut - 3;
    const OutBeat beat(pins_.data);
    if (special_.get()) return "the circuit says that a value is not finite";
    if (beat.bit(kLast + 1)) return "the circuit says that a block has other counts";
    if (beat.bit(kLast + 2)) return "the circuit refuses a book";
    if (fresh_) run_.words.emplace_back();
    for (std::size_t i = 0; i < kTdrLanes && beat.bit(kKeep + 4 * i); ++i) {
      run_.words.back().push_back(
          static_cast<std::uint32_t>(load_word(beat.word(i), tdr::kWordBits)));
    }
    fresh_ = beat.bit(kLast);
    ends_.push_back(fresh_);
    return {};
  }

  /// Whether each beat was the last one of its block.
  [[nodiscard]] const std::vector<bool>& ends() const { return ends_; }

 private:
  StreamPins pins_;
  Pin special_;
  TdrEncodeRun& run_;
  bool fresh_ = true;
  std::vector<bool> ends_;
};

/// Puts the values of blocks back into their tensors.
class Values {
 public:
  Values(const StreamPins& pins, const std::vector<TdrJob>& jobs, TdrDecodeRun& run)
      : pins_(pins), jobs_(jobs), run_(run) {}

  std::string take() {
    const OutBeat beat(pins_.data);
    if (run_.verdicts.size() == jobs_.size()) return "a beat came behind the last block";
    if (next_ == 0) start();
    const bool is_verdict = beat.bit(kTdrDecOut - 1);
    if (is_verdict != (next_ == places_.size())) return "a block has another number of beats";
    if (is_verdict) {
      const auto taken = static_cast<std::uint32_t>(load_word(beat.word(0), 32));
      run_.verdicts.push_back({(beat.bit(33) ? 2U : 0U) + (beat.bit(32) ? 1U : 0U), taken});
      next_ = 0;
    } else {
      put(beat, places_[next_++]);
      if (beat.bit(kTdrDecOut - 2) != (next_ == places_.size())) return "a last beat is misplaced";
    }
    ends_.push_back(is_verdict);
    return {};
  }
  [[nodiscard]] bool complete() const { return run_.verdicts.size() == jobs_.size(); }
  [[nodiscard]] const std::vector<bool>& ends() const { return ends_; }

 private:
  [[nodiscard]] const tdr::Header& header() const { return jobs_[run_.verdicts.size()].header; }

  void start() {
    places_ = tdr_places(header());
    run_.values.emplace_back(header().values() * element_bytes(header().dtype));
  }

  // Values without a keep bit stay 0, and so differ or do no harm.
  void put(const OutBeat& beat, const TdrPlace& place) {
    const std::uint32_t bytes = element_bytes(header().dtype);
    for (std::uint32_t i = 0; i < place.count && beat.bit(512 + i); ++i) {
      std::copy_n(
          beat.word(i), bytes,
          run_.values.back().begin() +
              static_cast<std::ptrdiff_t>(header().index(place.first + i, place.at) * bytes));
    }
  }

  StreamPins pins_;
  const std::vector<TdrJob>& jobs_;
  TdrDecodeRun& run_;
  std::vector<TdrPlace> places_;
  std::size_t next_ = 0;
  std::vector<bool> ends_;
};

// `in_ends`: of each block, how many beats went in up to its end.
void add_traces(const BeatRun& beats, const std::vector<std::size_t>& in_ends,
                const std::vector<bool>& out_ends, TdrRun& run) {
  std::size_t in = 0;
  std::size_t out = 0;
  for (const std::size_t in_end : in_ends) {
    TdrTrace trace;
    trace.first_in = beats.in[in];
    trace.last_in = beats.in[in_end - 1];
    in = in_end;
    trace.first_out = beats.out[out];
    while (!out_ends[out]) ++out;
    trace.last_out = beats.out[out++];
    run.traces.push_back(trace);
  }
  run.cycles = run.traces.back().last_out - run.traces.front().first_in + 1;
  run.stall_cycles = beats.in_stalls;
  run.bubbles = beats.bubbles;
}

BeatBenchOptions bench_options(const RunOptions& options) {
  return {options.seed, options.sink_stall, {}};
}

Error fault_of(const char* name, const RunOptions& options, const Fault& fault) {
  return {ErrorKind::kMismatch,
          fmt::format("{}, seed {}, cycle {}: {}", name, options.seed, fault.cycle, fault.text)};
}

}  // namespace

Result<TdrEncodeRun> tdr_encode(const std::vector<TdrJob>& jobs, const RunOptions& options) {
  TdrEncBeats beats(kTdrCountBits);
  std::vector<std::size_t> in_ends;
  for (const TdrJob& job : jobs) {
    beats.add(job.header, job.side, job.source, job.lambda);
    in_ends.push_back(beats.in.size());
  }
  std::vector<Beat> books;
  add_tdr_books(tdr::shipped_books(), books);
  VerilatedCircuit<Vtdr_enc_streams> circuit(options.seed);
  Vtdr_enc_streams& top = circuit.top();
  const BeatPins pins = {Pin(top.clk_i), Pin(top.rst_ni),
                         stream_pins(top.out_valid_o, top.out_ready_i, top.out_data_o, kTdrEncOut)};
  const StallPattern stall = options.source_stall;
  const std::vector<BeatStream> streams = {
      {stream_pins(top.in_valid_i, top.in_ready_o, top.in_data_i, kTdrEncIn), &beats.in, stall},
      {stream_pins(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i,
                   kTdrEncCommand + kTdrLanes * kTdrCountBits),
       &beats.commands, stall},
      {stream_pins(top.mean_valid_i, top.mean_ready_o, top.mean_data_i, kTdrMean), &beats.means,
       stall},
      {stream_pins(top.book_valid_i, top.book_ready_o, top.book_data_i, kTdrEncBook), &books,
       StallPattern::kNone, true}};
  TdrEncodeRun run;
  Words words(pins.out, Pin(top.special_o), run);
  const BeatTarget target = {
      [&] { return words.take(); },
      [&] { return run.words.size() == jobs.size() && words.ends().back(); }};
  const BeatRun moved = run_beats(circuit, pins, streams, target, bench_options(options));
  if (moved.fault) return fault_of("tdr_enc", options, *moved.fault);
  if (run.words.size() > jobs.size()) {
    return Error{ErrorKind::kMismatch, "tdr_enc: words came behind the last block"};
  }
  add_traces(moved, in_ends, words.ends(), run);
  return run;
}

Result<TdrDecodeRun> tdr_decode(const std::vector<TdrJob>& jobs, const RunOptions& options) {
  TdrDecBeats beats;
  std::vector<std::size_t> in_ends;
  for (const TdrJob& job : jobs) {
    beats.add(job.header, job.side, job.words, false);
    in_ends.push_back(beats.in.size());
  }
  VerilatedCircuit<Vtdr_dec_streams> circuit(options.seed);
  Vtdr_dec_streams& top = circuit.top();
  const BeatPins pins = {Pin(top.clk_i), Pin(top.rst_ni),
                         stream_pins(top.out_valid_o, top.out_ready_i, top.out_data_o, kTdrDecOut)};
  const StallPattern stall = options.source_stall;
  const std::vector<BeatStream> streams = {
      {stream_pins(top.in_valid_i, top.in_ready_o, top.in_data_i, kTdrDecIn), &beats.in, stall},
      {stream_pins(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, kTdrDecCommand),
       &beats.commands, stall},
      {stream_pins(top.position_valid_i, top.position_ready_o, top.position_data_i,
                   kTdrDecPosition),
       &beats.positions, stall},
      {stream_pins(top.line_valid_i, top.line_ready_o, top.line_data_i, kTdrDecLine), &beats.lines,
       stall},
      {stream_pins(top.mean_valid_i, top.mean_ready_o, top.mean_data_i, kTdrMean), &beats.means,
       stall}};
  TdrDecodeRun run;
  Values values(pins.out, jobs, run);
  const BeatTarget target = {[&] { return values.take(); }, [&] { return values.complete(); }};
  const BeatRun moved = run_beats(circuit, pins, streams, target, bench_options(options));
  if (moved.fault) return fault_of("tdr_dec", options, *moved.fault);
  add_traces(moved, in_ends, values.ends(), run);
  return run;
}

}  // namespace tern::sim
