// SPDX-License-Identifier: Apache-2.0
//
// decoder_engine: the Verilated decoder as a function from messages to values, with its cycles.
//
//   Spec  docs/streams.md#decoder
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_engine_test.cc
#include "sim/decoder_engine.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "sim/decoder_bench.h"

namespace tern::sim {

namespace {

class VerilatedDecoder final : public DecoderEngine {
 public:
  explicit VerilatedDecoder(const DecoderVariant& variant) : variant_(variant) {}

  Result<DecodeRun> run(std::vector<std::vector<std::uint8_t>> messages,
                        const std::vector<const huff::Book*>& books,
                        const RunOptions& options) override {
    if (books.size() > variant_.config.books) {
      return Error{
          ErrorKind::kUsage,
          fmt::format("there are {} books, and the decoder holds {}; use fewer books, or --engines "
                      "model",
                      books.size(), variant_.config.books)};
    }
    DecoderBenchOptions bench_options;
    bench_options.seed = options.seed;
    bench_options.source_stall = options.source_stall;
    bench_options.sink_stall = options.sink_stall;
    bench_options.done_stall = options.sink_stall;
    bench_options.harness.wave = {options.wave_path, options.wave_from, options.wave_to};
    DecoderBench bench(variant_, bench_options);
    for (std::size_t slot = 0; slot < books.size(); ++slot) {
      bench.load_book(*books[slot], static_cast<std::uint32_t>(slot));
    }
    for (std::vector<std::uint8_t>& message : messages) bench.send_unchecked(std::move(message));
    if (!bench.run()) {
      const Fault& fault = *bench.fault();
      return Error{ErrorKind::kMismatch, fmt::format("{}, seed {}, cycle {}: {}", variant_.name,
                                                     options.seed, fault.cycle, fault.text)};
    }
    if (bench.pins().err_load.get()) {
      return Error{ErrorKind::kMismatch,
                   fmt::format("{}: the circuit refuses a book", variant_.name)};
    }
    if (const std::string& problem = bench.harness().wave().problem(); !problem.empty()) {
      return Error{ErrorKind::kOutput, problem};
    }
    return collect(bench);
  }

  std::string name() const override { return variant_.name; }
  huff::Geometry geometry() const override { return variant_.config.geometry(); }

 private:
  static DecodeRun collect(DecoderBench& bench) {
    DecodeRun run;
    for (std::size_t i = 0; i < bench.outcomes().size(); ++i) {
      const DecoderOutcome& outcome = bench.outcomes()[i];
      DecodeTrace trace;
      trace.error = outcome.error;
      trace.dtype = static_cast<huff::Dtype>(outcome.dtype);
      trace.count = outcome.count;
      trace.values = std::move(bench.values(i));
      trace.first_in_cycle = outcome.first_in;
      trace.first_out_cycle = outcome.first_out;
      trace.last_out_cycle = outcome.last_out;
      trace.done_cycle = outcome.done;
      trace.input_stall_cycles = outcome.input_stalls;
      trace.bubble_cycles = outcome.bubbles;
      run.messages.push_back(std::move(trace));
    }
    if (!run.messages.empty()) {
      run.cycles = run.messages.back().done_cycle - run.messages.front().first_in_cycle + 1;
    }
    return run;
  }

  const DecoderVariant& variant_;
};

}  // namespace

Result<std::unique_ptr<DecoderEngine>> make_decoder(const huff::Geometry& geometry) {
  std::string built;
  for (const std::vector<DecoderVariant>* list : {&product_decoders(), &wide_decoders()}) {
    for (const DecoderVariant& variant : *list) {
      const huff::Geometry have = variant.config.geometry();
      if (have.lanes == geometry.lanes && have.word_bits == geometry.word_bits) {
        return std::unique_ptr<DecoderEngine>(std::make_unique<VerilatedDecoder>(variant));
      }
      built += fmt::format("{}{}x{}", built.empty() ? "" : ", ", have.lanes, have.word_bits);
    }
  }
  return Error{ErrorKind::kUsage,
               fmt::format("no decoder with {} lanes and {}-bit words is built; there are: {}",
                           geometry.lanes, geometry.word_bits, built)};
}

}  // namespace tern::sim
