// SPDX-License-Identifier: Apache-2.0
//
// word_order: which bits of which lane each word of a message holds.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  tb/huff/word_order_test.cc
#include "sim/word_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "model/huff/code.h"
#include "model/huff/symbolize.h"

namespace tern::sim {

namespace {

using BitsTable = std::array<std::uint8_t, huff::kNumSymbols>;

/// Bits of the token of every symbol, without choice bit; `book` nullptr: raw.
BitsTable token_table(huff::Dtype dtype, const huff::Book* book) {
  BitsTable table{};
  const std::uint32_t extra = huff::extra_bits(dtype);
  for (std::uint32_t symbol = 0; symbol < huff::kNumSymbols; ++symbol) {
    std::uint32_t bits = huff::kSymbolBits;
    if (book != nullptr) {
      const std::uint32_t escape = book->lengths[huff::kEscapeIndex];
      const std::uint32_t length = book->lengths[symbol];
      bits = length != 0 ? length : escape + huff::kSymbolBits;
    }
    table[symbol] = static_cast<std::uint8_t>(extra + bits);
  }
  return table;
}

}  // namespace

TokenBits::TokenBits(const MessageValues& values, const huff::Geometry& geometry)
    : data_(values.data),
      dtype_(values.dtype),
      offset_(values.plan.offset),
      bytes_(huff::value_bytes(values.dtype) == 1),
      chunks_(geometry.lanes, values.plan.chunk_log2, values.count) {
  std::map<const huff::Book*, std::size_t> known;
  for (const huff::Book* book : values.plan.choices) {
    const auto [at, is_new] = known.try_emplace(book, tables_.size());
    if (is_new) tables_.push_back(token_table(values.dtype, book));
    of_chunk_.push_back(at->second);
  }
}

std::uint32_t TokenBits::symbol(std::uint64_t index) const {
  if (bytes_) return static_cast<std::uint8_t>(data_[index] - offset_);
  return huff::symbolize(dtype_, huff::load_value(dtype_, data_, index), offset_).symbol;
}

std::uint64_t message_bytes(const MessageValues& values, const huff::Geometry& geometry) {
  const TokenBits token_bits(values, geometry);
  std::vector<std::uint64_t> bits(geometry.lanes, 0);
  const std::uint32_t mask = geometry.lanes - 1;
  for (std::uint64_t i = 0; i < values.count; ++i) bits[i & mask] += token_bits(i);
  std::uint64_t words = huff::header_words(geometry) + 1;
  for (const std::uint64_t lane : bits)
    words += (lane + geometry.word_bits - 1) / geometry.word_bits;
  return words * (geometry.word_bits / 8);
}

WordOrder::WordOrder(const MessageValues& values, const huff::Geometry& geometry)
    : count_(values.count),
      geometry_(geometry),
      bits_(values, geometry),
      min_bits_(huff::min_token_bits(values.dtype, values.plan.min_len)),
      words_(huff::header_words(geometry)),
      lanes_(geometry.lanes) {
  for (std::uint32_t lane = 0; lane < geometry.lanes; ++lane) {
    const std::uint64_t count = values.count;
    const std::uint64_t own = lane < count ? (count - lane - 1) / geometry.lanes + 1 : 0;
    lanes_[lane].certain = own * min_bits_;
  }
  taken_.reserve(std::size_t{4} * geometry.lanes);
}

std::uint64_t WordOrder::next_step() {
  const std::uint32_t word_bits = geometry_.word_bits;
  const std::uint64_t slack = std::uint64_t{huff::kPrefetchWords - 1} * word_bits;
  const auto active =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(geometry_.lanes, count_ - first_));
  taken_.clear();
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t i = 0; i < active; ++i) {
      Lane& lane = lanes_[i];
      const bool certain = lane.ready <= slack && lane.ready < lane.certain;
      if (!certain && lane.ready >= bits_(first_ + i)) continue;
      taken_.push_back({i, lane.words});
      lane.place[lane.words++ % lane.place.size()] = words_++;
      lane.ready += word_bits;
      again = true;
    }
  }
  std::uint64_t last = 0;
  for (std::uint32_t i = 0; i < active; ++i) {
    Lane& lane = lanes_[i];
    const std::uint32_t bits = bits_(first_ + i);
    lane.ready -= bits;
    lane.certain -= min_bits_;
    lane.used += bits;
    last = std::max(last, lane.place[(lane.used - 1) / word_bits % lane.place.size()]);
  }
  first_ += active;
  return last;
}

std::string describe_word(const MessageValues& values, const huff::Geometry& geometry,
                          std::uint64_t index) {
  if (index < huff::header_words(geometry)) return fmt::format("word {}: header", index);
  WordOrder order(values, geometry);
  std::uint64_t next = huff::header_words(geometry);
  for (std::uint64_t step = 0; !order.done(); ++step) {
    order.next_step();
    if (index >= next + order.taken().size()) {
      next += order.taken().size();
      continue;
    }
    const WordOrder::Taken word = order.taken()[index - next];
    const TokenBits token_bits(values, geometry);
    const std::uint64_t from = word.word * geometry.word_bits;
    const std::uint64_t to = from + geometry.word_bits;
    std::string held;
    std::uint64_t bit = 0;
    for (std::uint64_t i = word.lane; i < values.count && bit < to; i += geometry.lanes) {
      const std::uint64_t end = bit + token_bits(i);
      if (end > from) {
        held += fmt::format(" value {} (step {}) bits {}..{};", i, i / geometry.lanes,
                            std::max(bit, from) - from, std::min(end, to) - from - 1);
      }
      bit = end;
    }
    return fmt::format("word {}: lane {}, its word {}, demanded in step {}:{}", index, word.lane,
                       word.word, step, held);
  }
  return fmt::format("word {}: {}", index, index == next ? "trailer" : "behind the message");
}

}  // namespace tern::sim
