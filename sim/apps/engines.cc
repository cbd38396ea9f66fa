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
#include "model/common/input_file.h"
#include "sim/apps/options.h"

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

class RtlEngine final : public Engine {
 public:
  RtlEngine(std::unique_ptr<sim::EncoderEngine> circuit, const sim::RunOptions& options)
      : circuit_(std::move(circuit)), options_(options) {}

  void start_tensor() override {
    figures_ = {};
    runs_ = 0;
  }

  Result<std::vector<Message>> encode(const Batch& batch) override {
    std::vector<sim::EncodeJob> jobs;
    for (const Piece& piece : batch.pieces) {
      jobs.push_back({batch.dtype, batch.values + piece.offset, piece.size, batch.book});
    }
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

  const CircuitFigures* figures() const override { return &figures_; }

 private:
  std::unique_ptr<sim::EncoderEngine> circuit_;
  sim::RunOptions options_;
  CircuitFigures figures_;
  std::uint64_t runs_ = 0;
};

}  // namespace

void CircuitFigures::add(const sim::EncodeRun& run) {
  cycles += run.cycles;
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
                                                const sim::RunOptions& options) {
  Result<std::unique_ptr<sim::EncoderEngine>> circuit = sim::make_encoder(geometry);
  if (!circuit) {
    return Error{circuit.error().kind,
                 circuit.error().message + ". Use one of these, or --engines model"};
  }
  return std::unique_ptr<Engine>(std::make_unique<RtlEngine>(std::move(circuit.value()), options));
}

std::optional<Error> check_rtl_book(const huff::Book& book, const std::string& file) {
  const std::uint32_t shortest = huff::extra_bits(book.dtype) + huff::min_length(book);
  if (shortest >= kRtlMinTokenBits) return {};
  const std::string cause = fmt::format(
      "book {} for {} has a codeword of {} bits, and the circuit takes none below {}; "
      "train with --min-len {}, or use --engines model",
      book.id, dtype_name(book.dtype), shortest, kRtlMinTokenBits, kRtlMinTokenBits);
  if (file.empty()) return Error{ErrorKind::kBook, cause};
  return file_error(file, cause, ErrorKind::kBook);
}

}  // namespace tern::apps
