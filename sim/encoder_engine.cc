// SPDX-License-Identifier: Apache-2.0
//
// encoder_engine: the Verilated encoder as a function from values to messages, with its cycles.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_engine_test.cc
#include "sim/encoder_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/counter_reader.h"
#include "sim/encoder_bench.h"
#include "sim/encoder_jobs.h"

namespace tern::sim {

namespace {

/// Queues the jobs, each behind the loads that it needs.
void fill(EncoderBench& bench, const std::vector<EncodeJob>& jobs) {
  Slots slots(bench.config().books);
  const auto load = [&](std::size_t job) {
    for (const huff::Book* book : books_of(jobs[job], bench.config())) {
      const std::optional<Slots::Load> needed = slots.use(book, job);
      if (needed) bench.load(make_book_load(*book, needed->slot), needed->jobs_before);
    }
  };
  // While a message waits for its best choices, no slot may change.
  const bool ahead =
      std::any_of(jobs.begin(), jobs.end(), [](const EncodeJob& job) { return job.best; });
  for (std::size_t i = 0; ahead && i < jobs.size(); ++i) load(i);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!ahead) load(i);
    bench.send(make_message(jobs[i], bench.config()));
  }
}

class VerilatedEncoder final : public EncoderEngine {
 public:
  explicit VerilatedEncoder(const EncoderVariant& variant) : variant_(variant) {}

  Result<EncodeRun> run(const std::vector<EncodeJob>& jobs, const RunOptions& options) override {
    if (std::optional<Error> error = check_jobs(jobs, variant_.config)) return *std::move(error);
    BenchOptions bench_options;
    bench_options.seed = options.seed;
    bench_options.source_stall = options.source_stall;
    bench_options.sink_stall = options.sink_stall;
    bench_options.steps_timed = true;
    bench_options.harness.wave = {options.wave_path, options.wave_from, options.wave_to};
    EncoderBench bench(variant_, bench_options);

    // After the reset the counters are cleared, one a cycle; what passed meanwhile would be lost.
    for (std::uint32_t i = 0; options.counters && i <= huff::kCountRawChunks; ++i) {
      if (!bench.step()) break;
    }
    fill(bench, jobs);
    if (bench.run()) {
      const EncoderPins& pins = bench.pins();
      if (pins.err_book.get() || pins.err_count.get() || pins.err_cmd.get() ||
          pins.err_load.get()) {
        return Error{
            ErrorKind::kMismatch,
            fmt::format("{}: the circuit reports an error: book {}, count {}, command {}, load {}",
                        variant_.name, pins.err_book.get(), pins.err_count.get(),
                        pins.err_cmd.get(), pins.err_load.get())};
      }
    } else {
      const Fault& fault = *bench.fault();
      return Error{ErrorKind::kMismatch, fmt::format("{}, seed {}, cycle {}: {}", variant_.name,
                                                     options.seed, fault.cycle, fault.text)};
    }
    if (const std::string& problem = bench.harness().wave().problem(); !problem.empty()) {
      return Error{ErrorKind::kOutput, problem};
    }
    EncodeRun done = collect(bench);
    if (options.counters && variant_.config.counters != 0) {
      CounterReader reader(bench, StallPattern::kNone, options.seed);
      if (!reader.run()) return Error{ErrorKind::kMismatch, bench.fault()->text};
      done.counters = reader.counters();
    }
    return done;
  }

  std::string name() const override { return variant_.name; }
  huff::Geometry geometry() const override { return variant_.config.geometry(); }
  std::uint32_t books() const override { return variant_.config.books; }

 private:
  static EncodeRun collect(EncoderBench& bench) {
    EncodeRun run;
    for (std::size_t i = 0; i < bench.timing().size(); ++i) {
      MessageTiming& timing = bench.timing()[i];
      MessageTrace trace;
      trace.bytes = std::move(bench.scoreboard().received()[i]);
      trace.first_in_cycle = timing.first_in;
      trace.last_in_cycle = timing.last_in;
      trace.first_payload_cycle = timing.first_payload;
      trace.last_out_cycle = timing.last_out;
      trace.input_stall_cycles = timing.input_stalls;
      trace.latency_histogram = std::move(timing.step_latency);
      run.messages.push_back(std::move(trace));
    }
    if (!run.messages.empty()) {
      run.cycles = run.messages.back().last_out_cycle - run.messages.front().first_in_cycle + 1;
    }
    return run;
  }

  const EncoderVariant& variant_;
};

}  // namespace

Result<std::unique_ptr<EncoderEngine>> make_encoder(const huff::Geometry& geometry,
                                                    std::uint32_t best_steps) {
  std::string built;
  std::vector<const std::vector<EncoderVariant>*> lists = {&best_encoders()};
  if (best_steps == 0) lists = {&product_encoders(), &wide_encoders()};
  for (const std::vector<EncoderVariant>* list : lists) {
    for (const EncoderVariant& variant : *list) {
      const EncoderConfig& config = variant.config;
      if (config.lanes == geometry.lanes && config.word_bits == geometry.word_bits &&
          config.best_steps >= best_steps) {
        return std::unique_ptr<EncoderEngine>(std::make_unique<VerilatedEncoder>(variant));
      }
      built += fmt::format("{}{}x{}", built.empty() ? "" : ", ", config.lanes, config.word_bits);
      if (best_steps > 0) built += fmt::format(" for up to {} steps", config.best_steps);
    }
  }
  const std::string choosing =
      best_steps > 0 ? fmt::format(" that chooses the best book of {} steps", best_steps) : "";
  return Error{ErrorKind::kUsage,
               fmt::format("no encoder with {} lanes and {}-bit words{} is built; there are: {}",
                           geometry.lanes, geometry.word_bits, choosing, built)};
}

}  // namespace tern::sim
