// SPDX-License-Identifier: Apache-2.0
//
// tokens.h: all tokens of a message, in any order.
//
// Joins the first stages of the encoder: a value, the book of its chunk, and the choice bit that
// the format may put in front.
//
//   Spec  docs/huffman_format.md#5-tokens
//   Test  model/huff/order_test.cc
#pragma once

#include <cassert>
#include <cstdint>
#include <map>
#include <vector>

#include "model/huff/choice.h"
#include "model/huff/chunk.h"
#include "model/huff/code.h"
#include "model/huff/stream.h"
#include "model/huff/symbolize.h"

namespace tern::huff {

/// The tokens of the values in memory under a plan.
class Tokens {
 public:
  /// Preconditions as for encode(). `data` and the books must stay valid.
  Tokens(Dtype dtype, const std::uint8_t* data, std::uint64_t count, const Plan& plan,
         std::uint32_t lanes)
      : dtype_(dtype), data_(data), offset_(plan.offset), chunks_(lanes, plan.chunk_log2, count) {
    assert(plan.choices.size() == chunks_.number());
    choices_.reserve(plan.choices.size());
    for (const Book* const book : plan.choices) {
      assert(min_len_of(book) >= plan.min_len);
      auto found = tables_.find(book);
      if (found == tables_.end()) found = tables_.emplace(book, make_tokens(dtype, book)).first;
      choices_.push_back({&found->second, pack_choice(choice_of(book))});
    }
  }
  Tokens(const Tokens&) = delete;  // choices_ points into tables_
  Tokens& operator=(const Tokens&) = delete;

  /// The token of a value.
  [[nodiscard]] Token at(std::uint64_t index) const {
    const std::uint64_t chunk = chunks_.of_value(index);
    const Token token =
        code(*choices_[chunk].table, symbolize(dtype_, load_value(dtype_, data_, index), offset_));
    const std::uint32_t bit = chunks_.choice_bit(index);
    if (bit == Chunks::kNoBit) return token;
    return with_choice(token, ((choices_[chunk + 1].bits >> bit) & 1) != 0);
  }

 private:
  struct Chunk {
    const TokenTable* table;
    std::uint32_t bits;  // its choice, as the chunk before carries it
  };

  Dtype dtype_;
  const std::uint8_t* data_;
  std::uint8_t offset_;
  Chunks chunks_;
  std::map<const Book*, TokenTable> tables_;
  std::vector<Chunk> choices_;
};

}  // namespace tern::huff
