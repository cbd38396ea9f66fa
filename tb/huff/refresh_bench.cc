// SPDX-License-Identifier: Apache-2.0
//
// refresh_bench: messages and loads of books whose timing is free, and what came of them.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_enc_books.sv
//   Test  tb/huff/encoder_refresh_test.cc
#include "tb/huff/refresh_bench.h"

#include <fmt/format.h>

#include <utility>

#include "model/huff/code.h"
#include "model/huff/stream.h"

namespace tern::tb {

using sim::Fault;

const huff::Book* RefreshBench::load(const huff::Book& book, std::uint32_t slot,
                                     std::size_t packets_before, std::size_t idle) {
  books_.push_back(book);
  sim::BookLoad load = sim::make_book_load(book, slot);
  load.insert(load.begin(), idle, {huff::kNumEntries + 1, 0});
  bench_.load(load, packets_before);
  return &books_.back();
}

void RefreshBench::send(const huff::Book& book, Bytes values, std::uint32_t chunk_log2) {
  const std::uint8_t offset = any_offset(values, messages_.size());
  values_.push_back(with_offset(std::move(values), book.dtype, offset));
  messages_.push_back(make_message(book.dtype, values_.back(), &book, chunk_log2, config_, offset));
  messages_.back().expected.reset();
  bench_.send(messages_.back());
}

std::optional<Fault> RefreshBench::choices(std::size_t index,
                                           std::vector<const huff::Book*>& found) {
  huff::BookSet set;
  for (const huff::Book& book : books_) {
    if (const auto error = set.add(book)) return Fault{0, error->message};
  }
  const Bytes& bytes = bench_.scoreboard().received()[index];
  const sim::EncoderMessage& message = messages_[index];
  const Bytes& values = values_[index];
  const huff::Decoded decoded = huff::decode(bytes.data(), bytes.size(), set, config_.geometry());
  if (decoded.error != huff::StreamError::kNone) {
    return Fault{0, fmt::format("message {}: {}", index, huff::error_name(decoded.error))};
  }
  if (decoded.values != values) return Fault{0, fmt::format("message {}: other values", index)};
  huff::Plan plan = message.values.plan;
  plan.choices = decoded.choices;
  if (plan.chunk_log2 == 0) plan.min_len = huff::min_len_of(plan.choices.front());
  if (huff::encode(message.values.dtype, values.data(), values.size(), plan, config_.geometry()) !=
      bytes) {
    return Fault{0, fmt::format("message {} is not the golden one of its choices", index)};
  }
  found.clear();
  for (const huff::Book* const choice : decoded.choices) {
    if (choice != nullptr && choice->id != message.book_id) {
      return Fault{0, fmt::format("message {} has a book that it did not ask for", index)};
    }
    found.push_back(choice == nullptr ? nullptr : own(*choice));
  }
  return std::nullopt;
}

const huff::Book* RefreshBench::own(const huff::Book& book) const {
  for (const huff::Book& mine : books_) {
    if (mine.dtype == book.dtype && mine.id == book.id && mine.epoch == book.epoch) return &mine;
  }
  return nullptr;
}

}  // namespace tern::tb
