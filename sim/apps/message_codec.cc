// SPDX-License-Identifier: Apache-2.0
//
// message_codec: the two implementations behind one interface.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#engines
//   Test  tb/apps/codec_test.py
#include "sim/apps/message_codec.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cassert>
#include <utility>

#include "model/common/text.h"
#include "model/fast/fast.h"
#include "model/huff/select.h"
#include "sim/apps/options.h"

namespace tern::apps {

void EngineOptions::add_to(CLI::App& app) {
  app.add_option("--engine", name,
                 "Who does the work: fast, or model, which is slow and the judge of the other")
      ->type_name("E")
      ->capture_default_str();
  app.add_option("--threads", threads, "Messages that are worked on at the same time, 1 to 256")
      ->type_name("N")
      ->check(whole_number())
      ->check(within(1, 256))
      ->capture_default_str();
}

std::optional<Error> EngineOptions::check() const {
  if (name == "fast") {
    const std::string problem = fast::path_problem();
    if (!problem.empty()) return Error{ErrorKind::kUsage, printable(problem)};
    return {};
  }
  if (name == "model") return {};
  return Error{ErrorKind::kUsage,
               fmt::format("--engine: {} is not a choice; use fast or model", in_quotes(name))};
}

MessageCodec::MessageCodec(const EngineOptions& engine, huff::BookSet books)
    : threads_(engine.threads) {
  if (engine.name == "model") {
    model_books_ = std::move(books);
  } else {
    fast_ = std::make_unique<fast::Codec>(std::move(books));
  }
}

void MessageCodec::for_each(std::size_t number,
                            const std::function<void(std::size_t)>& work) const {
  fast::for_each_message(number, threads_, work);
}

MessageCodec::~MessageCodec() = default;
MessageCodec::MessageCodec(MessageCodec&&) noexcept = default;
MessageCodec& MessageCodec::operator=(MessageCodec&&) noexcept = default;

std::vector<std::uint8_t> MessageCodec::encode(Dtype dtype, const std::uint8_t* data,
                                               std::size_t size, const huff::Plan& plan,
                                               const huff::Geometry& geometry) const {
  if (!fast_) return huff::encode(dtype, data, size, plan, geometry);
  const std::uint64_t count = size / huff::value_bytes(dtype);
  // Hardly a message is larger than it would be uncoded, and one that can be is three times as
  // large.
  std::vector<std::uint8_t> message(
      huff::max_message_bytes(dtype, count, plan.chunk_log2, geometry));
  fast::Encoded encoded =
      fast_->encode(dtype, data, size, plan, geometry, message.data(), message.size());
  if (!encoded.fits) {
    message.resize(fast::max_message_bytes(dtype, count, geometry));
    encoded = fast_->encode(dtype, data, size, plan, geometry, message.data(), message.size());
  }
  assert(encoded.fits);
  message.resize(encoded.size);
  return message;
}

std::vector<huff::Decoded> MessageCodec::decode(
    const std::vector<std::vector<std::uint8_t>>& messages) const {
  std::vector<huff::Decoded> decoded(messages.size());
  if (!fast_) {
    for_each(messages.size(), [&](std::size_t i) {
      decoded[i] = huff::decode(messages[i].data(), messages[i].size(), *model_books_);
    });
    return decoded;
  }
  std::vector<fast::Message> jobs;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    std::vector<std::uint8_t>& values = decoded[i].values;
    values.resize(fast::values_room(messages[i].data(), messages[i].size()));
    jobs.push_back({messages[i].data(), messages[i].size(), values.data(), values.size()});
  }
  const std::vector<fast::Decoded> found = fast_->decode_all(jobs, threads_);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    decoded[i].error = found[i].error;
    decoded[i].dtype = found[i].dtype;
    decoded[i].offset = found[i].offset;
    decoded[i].choice = found[i].choice;
    assert(found[i].fits || found[i].error != huff::StreamError::kNone);
    decoded[i].values.resize(found[i].size);
  }
  return decoded;
}

}  // namespace tern::apps
