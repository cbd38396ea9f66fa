// SPDX-License-Identifier: Apache-2.0
//
// codec.cc: packs messages into memory of the device, runs the kernels, and takes them apart.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#include "model/cuda/codec.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tern::cuda {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Places of parts in one piece of memory, each at a multiple of 8 bytes.
class Places {
 public:
  std::size_t add(std::size_t bytes) {
    const std::size_t place = end_;
    end_ += (bytes + 7) / 8 * 8;
    return place;
  }
  [[nodiscard]] std::size_t end() const { return end_; }

 private:
  std::size_t end_ = 0;
};

Error failure(Status status) {
  const char* const reason = status == Status::kNoDevice   ? "no device"
                             : status == Status::kArgument ? "lanes or words that do not exist"
                                                           : "the device refused the work";
  return {ErrorKind::kTool, std::string("CUDA: ") + reason};
}

// What every batch needs: image, jobs and results on the side where kernels run.
template <typename Job, typename JobResult>
struct Batch {
  Batch(Where where, const BookImage& books, const std::vector<Job>& all)
      : image(where, books.bytes()),
        jobs(where, all.size() * sizeof(Job)),
        results(where, all.size() * sizeof(JobResult)),
        good(image.upload(books.words().data(), books.bytes()) &&
             jobs.upload(all.data(), all.size() * sizeof(Job))) {}

  Buffer image, jobs, results;
  bool good;
};

}  // namespace

Codec::Codec(huff::BookSet books, Where where, const HostOrder& order)
    : books_(std::move(books)), where_(where), order_(order), image_(books_) {}

Result<std::vector<fast::Encoded>> Codec::encode_all(const std::vector<Values>& values,
                                                     const huff::Geometry& geometry) const {
  Places in, out, choices;
  std::vector<EncodeJob> jobs;
  for (const Values& one : values) {
    // No message needs more.
    const std::uint64_t most =
        fast::max_message_bytes(one.dtype, one.size / huff::value_bytes(one.dtype), geometry);
    const std::uint64_t room = std::min<std::uint64_t>(one.room, most);
    jobs.push_back({});
    EncodeJob& job = jobs.back();
    job.size = one.size;
    job.room = room;
    job.choices = static_cast<std::uint32_t>(one.plan->choices.size());
    job.dtype = one.dtype;
    job.chunk_log2 = static_cast<std::uint8_t>(one.plan->chunk_log2);
    job.min_len = one.plan->min_len;
    job.offset = one.plan->offset;
  }
  Bytes packed;
  std::vector<std::uint16_t> slots;
  std::vector<std::size_t> out_places;
  std::vector<std::size_t> in_places;
  std::vector<std::size_t> slot_places;
  for (std::size_t i = 0; i < values.size(); ++i) {
    in_places.push_back(in.add(values[i].size));
    out_places.push_back(out.add(jobs[i].room));
    slot_places.push_back(slots.size());
    packed.resize(in.end());
    std::copy_n(values[i].bytes, values[i].size, packed.data() + in_places[i]);
    for (const huff::Book* const book : values[i].plan->choices) {
      slots.push_back(image_.slot(book));
    }
  }
  const Buffer in_dev(where_, in.end());
  const Buffer out_dev(where_, out.end());
  const Buffer slots_dev(where_, slots.size() * sizeof(std::uint16_t));
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].values_dev = in_dev.at() + in_places[i];
    jobs[i].out_dev = out_dev.at() + out_places[i];
    jobs[i].choices_dev = slots_dev.as<const std::uint16_t>() + slot_places[i];
  }
  const Batch<EncodeJob, EncodeResult> on(where_, image_, jobs);
  if (!on.good || !in_dev.upload(packed.data(), packed.size()) ||
      !slots_dev.upload(slots.data(), slots.size() * sizeof(std::uint16_t))) {
    return failure(Status::kFailed);
  }
  const EncodeBatch batch{on.image.as<const std::uint32_t>(),
                          on.jobs.as<const EncodeJob>(),
                          on.results.as<EncodeResult>(),
                          static_cast<std::uint32_t>(jobs.size()),
                          static_cast<std::uint8_t>(geometry.lanes),
                          static_cast<std::uint8_t>(geometry.word_bits)};
  const Status status =
      where_ == Where::kHost ? encode_on_host(batch, order_) : encode(batch, nullptr);
  if (status != Status::kOk) return failure(status);
  std::vector<EncodeResult> results(jobs.size());
  Bytes made(out.end());
  if (!on.results.download(results.data(), results.size() * sizeof(EncodeResult)) ||
      !out_dev.download(made.data(), made.size())) {
    return failure(Status::kFailed);
  }
  std::vector<fast::Encoded> encoded(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    assert(results[i].state != JobState::kIllegal);
    if (results[i].state != JobState::kDone) continue;
    encoded[i] = {true, results[i].size};
    std::copy_n(made.data() + out_places[i], results[i].size, values[i].out);
  }
  return encoded;
}

Result<std::vector<fast::Decoded>> Codec::decode_all(
    const std::vector<fast::Message>& messages,
    const std::optional<huff::Geometry>& geometry) const {
  Places in, out;
  Bytes packed;
  std::vector<DecodeJob> jobs;
  std::vector<std::size_t> in_places;
  std::vector<std::size_t> out_places;
  for (const fast::Message& message : messages) {
    const std::uint64_t most = fast::values_room(message.bytes, message.size);
    const std::uint64_t room = std::min<std::uint64_t>(message.room, most);
    in_places.push_back(in.add(message.size));
    out_places.push_back(out.add(room));
    packed.resize(in.end());
    std::copy_n(message.bytes, message.size, packed.data() + in_places.back());
    jobs.push_back({nullptr, message.size, nullptr, room});
  }
  const Buffer in_dev(where_, in.end());
  const Buffer out_dev(where_, out.end());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].message_dev = in_dev.at() + in_places[i];
    jobs[i].out_dev = out_dev.at() + out_places[i];
  }
  const auto number = static_cast<std::uint32_t>(jobs.size());
  const Batch<DecodeJob, DecodeResult> on(where_, image_, jobs);
  const Buffer workspace(where_, decode_workspace(number));
  if (!on.good || !in_dev.upload(packed.data(), packed.size())) return failure(Status::kFailed);
  const DecodeBatch batch{on.image.as<const std::uint32_t>(),
                          on.jobs.as<const DecodeJob>(),
                          on.results.as<DecodeResult>(),
                          number,
                          static_cast<std::uint8_t>(geometry ? geometry->lanes : 0),
                          static_cast<std::uint8_t>(geometry ? geometry->word_bits : 0),
                          workspace.at(),
                          workspace.bytes()};
  const Status status =
      where_ == Where::kHost ? decode_on_host(batch, order_) : decode(batch, nullptr);
  if (status != Status::kOk) return failure(status);
  std::vector<DecodeResult> results(jobs.size());
  Bytes values(out.end());
  if (!on.results.download(results.data(), results.size() * sizeof(DecodeResult)) ||
      !out_dev.download(values.data(), values.size())) {
    return failure(Status::kFailed);
  }
  std::vector<fast::Decoded> decoded(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const DecodeResult& result = results[i];
    assert(result.state != JobState::kIllegal);
    decoded[i].error = result.error;
    decoded[i].fits = result.state == JobState::kDone && result.error == huff::StreamError::kNone;
    decoded[i].size = result.size;
    decoded[i].dtype = result.dtype;
    decoded[i].offset = result.offset;
    decoded[i].choice = huff::unpack_choice(result.choice);
    if (decoded[i].fits) std::copy_n(values.data() + out_places[i], result.size, messages[i].out);
  }
  return decoded;
}

}  // namespace tern::cuda
