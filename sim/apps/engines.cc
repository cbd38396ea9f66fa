// SPDX-License-Identifier: Apache-2.0
//
// engines: the encoders that `tern eval` compares, behind one interface.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py
#include "sim/apps/engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/common/dtype.h"
#include "sim/apps/rtl_jobs.h"

namespace tern::apps {
namespace {

class ModelEngine final : public Engine {
 public:
  explicit ModelEngine(const huff::Geometry& geometry) : geometry_(geometry) {}

  Result<std::vector<Message>> encode(const Batch& batch) override {
    std::vector<Message> messages;
    messages.reserve(batch.pieces.size());
    for (std::size_t i = 0; i < batch.pieces.size(); ++i) {
      messages.push_back(huff::encode(batch.dtype, batch.values + batch.pieces[i].offset,
                                      batch.pieces[i].size, batch.plans[i], geometry_));
    }
    return messages;
  }

 private:
  huff::Geometry geometry_;
};

// What the decoder made of a message, against the values that it was made from.
std::string difference(const sim::DecodeTrace& trace, const Batch& batch, const Piece& piece) {
  if (trace.error != huff::StreamError::kNone) {
    return fmt::format("is refused by the circuit's decoder ({})", huff::error_name(trace.error));
  }
  const std::uint8_t* const want = batch.values + piece.offset;
  const auto wrong =
      std::mismatch(trace.values.begin(), trace.values.end(), want, want + piece.size);
  if (wrong.first != trace.values.end() || wrong.second != want + piece.size) {
    return fmt::format("comes back from the circuit's decoder with other values from byte {} on",
                       wrong.first - trace.values.begin());
  }
  const std::uint64_t count = piece.size / huff::value_bytes(batch.dtype);
  if (trace.dtype == batch.dtype && trace.count == count) return {};
  return fmt::format("is called {} values of {} by the circuit's decoder", trace.count,
                     dtype_name(trace.dtype));
}

class RtlEngine final : public Engine {
 public:
  RtlEngine(std::unique_ptr<sim::EncoderEngine> circuit,
            std::unique_ptr<sim::DecoderEngine> decoder, const sim::RunOptions& options,
            std::string decoder_wave)
      : circuit_(std::move(circuit)),
        decoder_(std::move(decoder)),
        options_(options),
        decoder_wave_(std::move(decoder_wave)) {}

  std::optional<Error> check(const Coding& coding, const std::string& file) const override {
    return check_rtl_books(coding, file, circuit_->books(), "model");
  }

  void start_tensor() override {
    figures_ = {};
    figures_.circuit = circuit_->name();
    runs_ = 0;
  }

  Result<std::vector<Message>> encode(const Batch& batch) override {
    const std::vector<sim::EncodeJob> jobs = rtl_jobs(batch);
    sim::RunOptions options = options_;
    options.seed += runs_++;
    options_.wave_path.clear();  // one run fills the file; the next would overwrite it
    Result<sim::EncodeRun> run = circuit_->run(jobs, options);
    if (!run) return run.error();
    figures_.add(run.value());
    std::vector<Message> messages;
    messages.reserve(jobs.size());
    for (sim::MessageTrace& trace : run.value().messages) {
      messages.push_back(std::move(trace.bytes));
    }
    return messages;
  }

  Result<std::vector<std::string>> decode(const Batch& batch,
                                          const std::vector<Message>& messages) override {
    sim::RunOptions options = options_;
    options.seed += runs_ - 1;  // as for the encoder
    options.wave_path = std::exchange(decoder_wave_, {});
    if (!figures_.decoder) figures_.decoder.emplace();
    figures_.decoder->circuit = decoder_->name();
    figures_.decoder->match = false;  // until everything has come back
    const Result<sim::DecodeRun> run = decoder_->run(messages, books_used(batch), options);
    if (!run) return run.error();
    figures_.decoder->add(run.value());
    std::vector<std::string> problems;
    for (std::size_t i = 0; i < batch.pieces.size(); ++i) {
      problems.push_back(i < run.value().messages.size()
                             ? difference(run.value().messages[i], batch, batch.pieces[i])
                             : "does not come back from the circuit");
    }
    figures_.decoder->match = std::all_of(problems.begin(), problems.end(),
                                          [](const std::string& one) { return one.empty(); });
    return problems;
  }

  const CircuitFigures* figures() const override { return &figures_; }

 private:
  std::unique_ptr<sim::EncoderEngine> circuit_;
  std::unique_ptr<sim::DecoderEngine> decoder_;
  sim::RunOptions options_;
  std::string decoder_wave_;
  CircuitFigures figures_;
  std::uint64_t runs_ = 0;
};

}  // namespace

void DecoderFigures::add(const sim::DecodeRun& run) {
  cycles += run.cycles;
  for (const sim::DecodeTrace& trace : run.messages) {
    stall_cycles += trace.input_stall_cycles;
    bubbles += trace.bubble_cycles;
    if (trace.values.empty()) continue;
    const std::uint64_t first_value = trace.first_out_cycle - trace.first_in_cycle;
    first_value_min = first_value_max == 0 ? first_value : std::min(first_value_min, first_value);
    first_value_max = std::max(first_value_max, first_value);
  }
}

void CircuitFigures::add(const sim::EncodeRun& run) {
  cycles += run.cycles;
  if (run.counters) huff::add(counters, *run.counters);
  for (const sim::MessageTrace& trace : run.messages) {
    stall_cycles += trace.input_stall_cycles;
    if (latencies.size() < trace.latency_histogram.size()) {
      latencies.resize(trace.latency_histogram.size());
    }
    for (std::size_t i = 0; i < trace.latency_histogram.size(); ++i) {
      latencies[i] += trace.latency_histogram[i];
    }
    // A message without values has no payload, and so no first word of one.
    if (trace.first_payload_cycle < trace.first_in_cycle || trace.latency_histogram.empty()) {
      continue;
    }
    const std::uint64_t first_word = trace.first_payload_cycle - trace.first_in_cycle;
    first_word_min = first_word_max == 0 ? first_word : std::min(first_word_min, first_word);
    first_word_max = std::max(first_word_max, first_word);
  }
}

std::unique_ptr<Engine> make_model_engine(const huff::Geometry& geometry) {
  return std::make_unique<ModelEngine>(geometry);
}

Result<std::unique_ptr<Engine>> make_rtl_engine(const huff::Geometry& geometry,
                                                const ChunkOptions& chunks,
                                                const sim::RunOptions& options,
                                                const std::string& decoder_wave) {
  Result<std::unique_ptr<sim::EncoderEngine>> circuit =
      sim::make_encoder(geometry, chunks.best() ? chunks.chunk_steps : 0);
  if (!circuit) {
    return Error{circuit.error().kind,
                 circuit.error().message + "; use one of these, or --engines model"};
  }
  Result<std::unique_ptr<sim::DecoderEngine>> decoder = sim::make_decoder(geometry);
  if (!decoder) return decoder.error();
  return std::unique_ptr<Engine>(std::make_unique<RtlEngine>(
      std::move(circuit.value()), std::move(decoder.value()), options, decoder_wave));
}

}  // namespace tern::apps
