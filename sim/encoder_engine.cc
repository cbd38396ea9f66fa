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
#include <limits>
#include <utility>

#include "model/huff/chunk.h"
#include "sim/encoder_bench.h"

namespace tern::sim {

namespace {

/// What would make the circuit report an error instead of coding the values.
std::optional<Error> check_job(const EncodeJob& job, const EncoderConfig& config) {
  const std::uint32_t bytes = huff::value_bytes(job.dtype);
  if (8 * bytes > config.value_bits) {
    return Error{ErrorKind::kUsage,
                 fmt::format("values of {} bits do not fit the circuit, which takes up to {}",
                             8 * bytes, config.value_bits)};
  }
  if (job.size % bytes != 0) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{} bytes are not a whole number of values", job.size)};
  }
  if (!huff::Chunks::is_legal(job.chunk_log2)) {
    return Error{ErrorKind::kUsage,
                 fmt::format("there are no chunks of 2^{} steps", job.chunk_log2)};
  }
  if (!huff::fits(job.dtype, config.geometry()) ||
      huff::extra_bits(job.dtype) + huff::kSymbolBits > config.value_bits) {
    return Error{ErrorKind::kUsage, "the circuit does not take values of this dtype"};
  }
  if (job.size / bytes > std::numeric_limits<std::uint32_t>::max()) {
    return Error{ErrorKind::kUsage, "a message holds at most 2^32 - 1 values"};
  }
  if (job.book != nullptr) {
    if (const huff::BookError error = huff::check(*job.book); error != huff::BookError::kNone) {
      return Error{ErrorKind::kBook, huff::describe(error, *job.book)};
    }
    if (job.book->dtype != job.dtype) {
      return Error{ErrorKind::kUsage, "the book is for another dtype than the values"};
    }
    const auto longest = *std::max_element(job.book->lengths.begin(), job.book->lengths.end());
    const std::uint32_t shortest = huff::extra_bits(job.dtype) + huff::min_length(*job.book);
    if (longest > config.max_code_len || shortest < config.min_token_bits) {
      return Error{
          ErrorKind::kBook,
          fmt::format("the book has codewords of up to {} bits and tokens from {} bits on; "
                      "the circuit takes up to {} and from {} on",
                      longest, shortest, config.max_code_len, config.min_token_bits)};
    }
  }
  return std::nullopt;
}

bool same_book(const huff::Book* a, const huff::Book* b) {
  return a != nullptr && b != nullptr && a->dtype == b->dtype && a->id == b->id &&
         a->epoch == b->epoch && a->lengths == b->lengths;
}

/// The books in the slots of the circuit, which are filled in turn.
class Slots {
 public:
  explicit Slots(std::uint32_t number) : slots_(number) {}

  /// A load that a job needs before it.
  struct Load {
    std::uint32_t slot = 0;
    std::size_t jobs_before = 0;  ///< to be coded first, with what the load replaces
  };

  /// Uses the book for job `job`; jobs come in order. A load, unless it is there already.
  [[nodiscard]] std::optional<Load> use(const huff::Book* book, std::size_t job) {
    for (Slot& slot : slots_) {
      if (!same_book(slot.book, book)) continue;
      slot.jobs = job + 1;
      return std::nullopt;
    }
    Load load{static_cast<std::uint32_t>(next_), slots_[next_].jobs};
    for (Slot& slot : slots_) {
      // Another epoch is current no longer.
      if (slot.book == nullptr || slot.book->dtype != book->dtype || slot.book->id != book->id) {
        continue;
      }
      load.jobs_before = std::max(load.jobs_before, slot.jobs);
      slot.book = nullptr;
    }
    slots_[next_] = {book, job + 1};
    next_ = (next_ + 1) % slots_.size();
    return load;
  }

 private:
  struct Slot {
    const huff::Book* book = nullptr;
    std::size_t jobs = 0;  ///< that may use it, counted from the first
  };
  std::vector<Slot> slots_;
  std::size_t next_ = 0;
};

EncoderMessage make_message(const EncodeJob& job, const EncoderConfig& config) {
  EncoderMessage message;
  const std::uint32_t bytes = huff::value_bytes(job.dtype);
  message.values = {
      job.dtype, job.data, job.size / bytes,
      huff::plan_named(job.dtype, job.size, job.book, config.chunking(job.dtype, job.chunk_log2),
                       config.geometry())};
  message.dtype_code = static_cast<std::uint8_t>(job.dtype);
  message.raw = job.book == nullptr;
  message.book_id = job.book == nullptr ? 0 : job.book->id;
  message.chunk_log2 = static_cast<std::uint8_t>(job.chunk_log2);
  message.count = static_cast<std::uint32_t>(job.size / bytes);
  message.packet.data = job.data;
  message.packet.size = job.size;
  message.packet.beat_bytes = std::size_t{config.lanes} * bytes;
  return message;
}

class VerilatedEncoder final : public EncoderEngine {
 public:
  explicit VerilatedEncoder(const EncoderVariant& variant) : variant_(variant) {}

  Result<EncodeRun> run(const std::vector<EncodeJob>& jobs, const RunOptions& options) override {
    for (const EncodeJob& job : jobs) {
      if (std::optional<Error> error = check_job(job, variant_.config)) return *std::move(error);
    }
    BenchOptions bench_options;
    bench_options.seed = options.seed;
    bench_options.source_stall = options.source_stall;
    bench_options.sink_stall = options.sink_stall;
    bench_options.steps_timed = true;
    bench_options.harness.wave = {options.wave_path, options.wave_from, options.wave_to};
    EncoderBench bench(variant_, bench_options);

    Slots slots(variant_.config.books);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const huff::Book* const book = jobs[i].book;
      if (book != nullptr) {
        const std::optional<Slots::Load> load = slots.use(book, i);
        if (load) bench.load(make_book_load(*book, load->slot), load->jobs_before);
      }
      bench.send(make_message(jobs[i], variant_.config));
    }
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
    return collect(bench);
  }

  huff::Geometry geometry() const override { return variant_.config.geometry(); }

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

Result<std::unique_ptr<EncoderEngine>> make_encoder(const huff::Geometry& geometry) {
  std::string built;
  for (const EncoderVariant& variant : product_encoders()) {
    const huff::Geometry have = variant.config.geometry();
    if (have.lanes == geometry.lanes && have.word_bits == geometry.word_bits) {
      return std::unique_ptr<EncoderEngine>(std::make_unique<VerilatedEncoder>(variant));
    }
    built += fmt::format("{}{}x{}", built.empty() ? "" : ", ", have.lanes, have.word_bits);
  }
  return Error{ErrorKind::kUsage,
               fmt::format("no encoder with {} lanes and {}-bit words is built; there are: {}",
                           geometry.lanes, geometry.word_bits, built)};
}

}  // namespace tern::sim
