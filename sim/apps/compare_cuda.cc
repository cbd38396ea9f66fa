// SPDX-License-Identifier: Apache-2.0
//
// compare_cuda.cc: the CUDA kernels as an engine of `tern compare`.
//
// On a device where one answers, else every thread of them on the CPU: the bytes are the same, the
// speed is not.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.py
#include <fmt/format.h>

#include <utility>

#include "model/cuda/codec.h"
#include "model/cuda/device.h"
#include "sim/apps/compare_engines.h"

namespace tern::apps {
namespace {

cuda::Where place() {
  return cuda::device_problem().empty() ? cuda::Where::kDevice : cuda::Where::kHost;
}

class CudaEngine final : public CompareEngine {
 public:
  explicit CudaEngine(const EngineRequest& request)
      : geometry_(request.geometry), codec_(request.books, place()) {}

  Result<Encoding> encode(const Batch& batch) override {
    Encoding made;
    made.messages.resize(batch.pieces.size());
    std::vector<cuda::Values> jobs(batch.pieces.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const Piece& piece = batch.pieces[i];
      const std::uint64_t count = piece.size / huff::value_bytes(batch.dtype);
      made.messages[i].resize(fast::max_message_bytes(batch.dtype, count, geometry_));
      jobs[i] = {batch.dtype,     batch.values + piece.offset, piece.size,
                 &batch.plans[i], made.messages[i].data(),     made.messages[i].size()};
    }
    std::optional<Result<std::vector<fast::Encoded>>> found;
    made.work.seconds = seconds_of([&] { found = codec_.encode_all(jobs, geometry_); });
    if (!*found) return found->error();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const fast::Encoded& one = found->value()[i];
      made.messages[i].resize(one.fits ? one.size : 0);  // room always suffices
    }
    return made;
  }

  Result<Decoding> decode(const Batch& batch, const std::vector<Message>& messages) override {
    static_cast<void>(batch);
    Decoding back;
    back.messages.resize(messages.size());
    std::vector<fast::Message> jobs;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      std::vector<std::uint8_t>& values = back.messages[i].values;
      values.resize(fast::values_room(messages[i].data(), messages[i].size()));
      jobs.push_back({messages[i].data(), messages[i].size(), values.data(), values.size()});
    }
    std::optional<Result<std::vector<fast::Decoded>>> found;
    back.work.seconds = seconds_of([&] { found = codec_.decode_all(jobs, geometry_); });
    if (!*found) return found->error();
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const fast::Decoded& one = found->value()[i];
      back.messages[i].error = one.error;
      back.messages[i].dtype = one.dtype;
      back.messages[i].values.resize(one.fits ? one.size : 0);
    }
    return back;
  }

  std::string how() const override {
    if (codec_.where() == cuda::Where::kHost) return "every thread on the CPU: no speed of a GPU";
    return cuda::device_name() + ", with copies to and from it";
  }

 private:
  huff::Geometry geometry_;
  cuda::Codec codec_;
};

}  // namespace

Result<std::unique_ptr<CompareEngine>> make_compared_cuda(const EngineRequest& request) {
  return std::unique_ptr<CompareEngine>(std::make_unique<CudaEngine>(request));
}

}  // namespace tern::apps
