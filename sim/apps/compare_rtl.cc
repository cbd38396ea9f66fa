// SPDX-License-Identifier: Apache-2.0
//
// compare_rtl.cc: the Verilated circuits as an engine of `tern compare`.
//
//   Spec  docs/cli.md#tern-compare
//   RTL   rtl/huff/huff_enc.sv, rtl/huff/huff_dec.sv
//   Test  tb/apps/compare_test.py
#include <utility>

#include "sim/apps/compare_engines.h"
#include "sim/apps/rtl_jobs.h"
#include "sim/decoder_engine.h"
#include "sim/encoder_engine.h"

namespace tern::apps {
namespace {

constexpr const char* kOthers = "model,fast";

class ComparedRtl final : public CompareEngine {
 public:
  ComparedRtl(std::unique_ptr<sim::EncoderEngine> encoder,
              std::unique_ptr<sim::DecoderEngine> decoder)
      : encoder_(std::move(encoder)), decoder_(std::move(decoder)) {}

  std::optional<Error> check(const Coding& coding, const std::string& file) const override {
    return check_rtl_books(coding, file, encoder_->books(), kOthers);
  }

  Result<Encoding> encode(const Batch& batch) override {
    Result<sim::EncodeRun> run = encoder_->run(rtl_jobs(batch), {});
    if (!run) return run.error();
    Encoding made;
    made.work.cycles = run.value().cycles;
    for (sim::MessageTrace& trace : run.value().messages) {
      made.messages.push_back(std::move(trace.bytes));
    }
    return made;
  }

  Result<Decoding> decode(const Batch& batch, const std::vector<Message>& messages) override {
    Result<sim::DecodeRun> run = decoder_->run(messages, books_used(batch), {});
    if (!run) return run.error();
    Decoding back;
    back.work.cycles = run.value().cycles;
    for (sim::DecodeTrace& trace : run.value().messages) {
      back.messages.push_back({trace.error, trace.dtype, std::move(trace.values)});
    }
    return back;
  }

  bool has_cycles() const override { return true; }
  std::string how() const override { return encoder_->name() + ", " + decoder_->name(); }

 private:
  std::unique_ptr<sim::EncoderEngine> encoder_;
  std::unique_ptr<sim::DecoderEngine> decoder_;
};

}  // namespace

Result<std::unique_ptr<CompareEngine>> make_compared_rtl(const EngineRequest& request) {
  const std::uint32_t steps = request.chunks.best() ? request.chunks.chunk_steps : 0;
  Result<std::unique_ptr<sim::EncoderEngine>> encoder = sim::make_encoder(request.geometry, steps);
  if (!encoder) {
    return Error{encoder.error().kind,
                 encoder.error().message + "; use one of these, or --engines " + kOthers};
  }
  Result<std::unique_ptr<sim::DecoderEngine>> decoder = sim::make_decoder(request.geometry);
  if (!decoder) return decoder.error();
  return std::unique_ptr<CompareEngine>(
      std::make_unique<ComparedRtl>(std::move(encoder.value()), std::move(decoder.value())));
}

}  // namespace tern::apps
