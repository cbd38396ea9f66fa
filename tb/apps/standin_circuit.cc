// SPDX-License-Identifier: Apache-2.0
//
// standin_circuit: takes the place of the Verilated circuits in a `tern` for tests.
//
// It is the golden model with invented cycles, and goes wrong on request, which a correct circuit
// does not. Without Verilated code it is also the `tern` that the sanitizer pass watches.
//
//   Spec  sim/encoder_engine.h
//   Test  tb/apps/mismatch_test.py
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "model/huff/select.h"
#include "sim/decoder_engine.h"
#include "sim/encoder_engine.h"

namespace tern::sim {
namespace {

constexpr std::uint64_t kFirstWord = 8;
constexpr std::uint64_t kLatency = 11;

// What is to go wrong: flip, short, lost, watchdog, something in the decoder, or nothing.
std::string_view fault() {
  const char* const text = std::getenv("TERN_TEST_FAULT");
  return text == nullptr ? "" : text;
}

// A file of text in place of the waveform of a unit, if the run reaches its first cycle.
void record(const RunOptions& options, std::uint64_t cycle, const char* unit) {
  if (options.wave_path.empty() || options.wave_from >= cycle) return;
  std::FILE* const file = std::fopen(options.wave_path.c_str(), "w");
  if (file == nullptr) return;
  std::fprintf(file, "a waveform of %s\n", unit);
  std::fclose(file);
}

class Standin final : public EncoderEngine {
 public:
  explicit Standin(const huff::Geometry& geometry) : geometry_(geometry) {}

  Result<EncodeRun> run(const std::vector<EncodeJob>& jobs, const RunOptions& options) override {
    if (fault() == "watchdog") return Error{ErrorKind::kMismatch, "nothing moved for 20000 cycles"};
    EncodeRun run;
    std::uint64_t cycle = 10;
    for (const EncodeJob& job : jobs) run.messages.push_back(encode(job, cycle));
    run.cycles = cycle - 10;
    if (fault() == "flip") run.messages.back().bytes.back() ^= 1U;
    if (fault() == "short") run.messages.back().bytes.resize(run.messages.back().bytes.size() - 4);
    if (fault() == "lost") run.messages.pop_back();
    record(options, cycle, "huff_enc");
    return run;
  }

  std::string name() const override { return "standin_huff_enc"; }
  huff::Geometry geometry() const override { return geometry_; }

  std::uint32_t books() const override { return 4; }

 private:
  huff::Plan plan_of(const EncodeJob& job) const {
    const std::uint32_t extra = huff::extra_bits(job.dtype);
    const huff::Chunking chunking = {job.chunk_log2,
                                     static_cast<std::uint8_t>(extra < 2 ? 2 - extra : 0)};
    return job.best
               ? huff::plan_best(job.dtype, job.data, job.size, job.candidates, chunking, geometry_,
                                 job.offset)
               : huff::plan_named(job.dtype, job.size, job.book, chunking, geometry_, job.offset);
  }

  MessageTrace encode(const EncodeJob& job, std::uint64_t& cycle) const {
    const std::uint64_t values = job.size / huff::value_bytes(job.dtype);
    const std::uint64_t steps = (values + geometry_.lanes - 1) / geometry_.lanes;
    MessageTrace trace;
    trace.bytes = huff::encode(job.dtype, job.data, job.size, plan_of(job), geometry_);
    trace.first_in_cycle = cycle;
    trace.last_in_cycle = cycle + steps;
    if (steps > 0) {
      trace.first_payload_cycle = cycle + kFirstWord;
      trace.latency_histogram.resize(kLatency + 1);
      trace.latency_histogram[kLatency] = steps;
    }
    cycle += steps + kLatency;
    trace.last_out_cycle = cycle;
    return trace;
  }

  huff::Geometry geometry_;
};

class StandinDecoder final : public DecoderEngine {
 public:
  explicit StandinDecoder(const huff::Geometry& geometry) : geometry_(geometry) {}

  Result<DecodeRun> run(std::vector<std::vector<std::uint8_t>> messages,
                        const std::vector<const huff::Book*>& books,
                        const RunOptions& options) override {
    if (fault() == "decoder hangs") return Error{ErrorKind::kMismatch, "no verdict came"};
    huff::BookSet set;
    for (const huff::Book* book : books) {
      if (std::optional<Error> error = set.add(*book)) return *std::move(error);
    }
    DecodeRun run;
    std::uint64_t cycle = 10;
    for (const std::vector<std::uint8_t>& message : messages) {
      run.messages.push_back(decode(message, set, cycle));
    }
    run.cycles = cycle - 10;
    if (fault() == "decoder flips") run.messages.back().values.back() ^= 1U;
    if (fault() == "decoder refuses") run.messages.back().error = huff::StreamError::kCrc;
    if (fault() == "decoder cuts") run.messages.back().values.pop_back();
    if (fault() == "decoder miscounts") ++run.messages.back().count;
    if (fault() == "decoder loses") run.messages.pop_back();
    record(options, cycle, "huff_dec");
    return run;
  }

  std::string name() const override { return "standin_huff_dec"; }
  huff::Geometry geometry() const override { return geometry_; }

 private:
  DecodeTrace decode(const std::vector<std::uint8_t>& message, const huff::BookSet& books,
                     std::uint64_t& cycle) const {
    huff::Decoded decoded = huff::decode(message.data(), message.size(), books, geometry_);
    DecodeTrace trace;
    trace.error = decoded.error;
    trace.dtype = decoded.dtype;
    trace.count =
        static_cast<std::uint32_t>(decoded.values.size() / huff::value_bytes(decoded.dtype));
    trace.values = std::move(decoded.values);
    trace.first_in_cycle = cycle;
    trace.first_out_cycle = cycle + kFirstWord;
    cycle += kFirstWord + trace.count / geometry_.lanes + 1;
    trace.last_out_cycle = cycle;
    trace.done_cycle = cycle;
    return trace;
  }

  huff::Geometry geometry_;
};

}  // namespace

Result<std::unique_ptr<DecoderEngine>> make_decoder(const huff::Geometry& geometry) {
  return std::unique_ptr<DecoderEngine>(std::make_unique<StandinDecoder>(geometry));
}

Result<std::unique_ptr<EncoderEngine>> make_encoder(const huff::Geometry& geometry,
                                                    std::uint32_t best_steps) {
  const bool wide = geometry.lanes == 16 && best_steps == 0;
  if ((geometry.word_bits != 32 && !wide) || best_steps > 256) {
    return Error{ErrorKind::kUsage,
                 "no encoder with this geometry is built; there are: 16x32, 16x64"};
  }
  return std::unique_ptr<EncoderEngine>(std::make_unique<Standin>(geometry));
}

}  // namespace tern::sim
