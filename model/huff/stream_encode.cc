// SPDX-License-Identifier: Apache-2.0
//
// stream_encode.cc: the encoder, composed of its stages.
//
// symbolize, code and pack run lane by lane, only as far ahead as the order asks for.
//
//   Spec  docs/huffman_format.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  model/huff/stream_test.cc
#include <array>
#include <cassert>
#include <limits>

#include "model/common/bits.h"
#include "model/huff/frame.h"
#include "model/huff/order.h"
#include "model/huff/pack.h"
#include "model/huff/stream.h"
#include "model/huff/tokens.h"

namespace tern::huff {
namespace {

/// What is to be encoded.
struct Job {
  Job(Dtype dtype, const std::uint8_t* data, std::size_t size, const Plan& plan,
      const Geometry& shape)
      : geometry(shape),
        count(size / value_bytes(dtype)),
        min_token(min_token_bits(dtype, plan.min_len)),
        tokens(dtype, data, count, plan, shape.lanes) {
    assert(is_legal(shape) && fits(dtype, shape) && size % value_bytes(dtype) == 0);
    assert(count <= std::numeric_limits<std::uint32_t>::max());
  }

  Geometry geometry;
  std::uint64_t count;
  std::uint32_t min_token;
  Tokens tokens;
};

Plan one_chunk(const Book* book) { return {0, min_len_of(book), {book}}; }

/// The encoder's side of the order: it knows every token, and makes words when they are asked for.
template <typename Sink>
class EncoderSide {
 public:
  EncoderSide(const Job& job, Sink sink) : job_(job), sink_(sink) {
    for (std::uint32_t lane = 0; lane < job.geometry.lanes; ++lane) {
      lanes_[lane] = {Packer(job.geometry.word_bits), lane, 0};
    }
  }

  [[nodiscard]] static bool start_step(std::uint64_t /*step*/) { return true; }

  [[nodiscard]] std::uint32_t token_length(std::uint32_t /*lane*/, std::uint64_t index) const {
    return job_.tokens.at(index).len;
  }

  [[nodiscard]] bool take(std::uint32_t lane, std::uint64_t step, std::uint32_t pass) {
    Lane& state = lanes_[lane];
    while (!state.packer.has_word() && state.next < job_.count) {
      state.packer.put(job_.tokens.at(state.next));
      state.next += job_.geometry.lanes;
    }
    sink_(OrderedWord{state.packer.take(), lane, state.words++, step, pass});
    return true;
  }

  [[nodiscard]] std::uint32_t consume(std::uint32_t /*lane*/, std::uint64_t index) const {
    return job_.tokens.at(index).len;
  }

 private:
  struct Lane {
    Packer packer;
    std::uint64_t next = 0;   // the lane's next value that is not packed
    std::uint64_t words = 0;  // words taken
  };

  const Job& job_;
  Sink sink_;
  std::array<Lane, kMaxLanes> lanes_;
};

template <typename Sink>
void for_each_word(const Job& job, Sink sink) {
  EncoderSide<Sink> side(job, sink);
  const OrderRule rule{job.geometry.lanes, job.geometry.word_bits, job.min_token, job.count};
  const bool whole = run_order(rule, side);
  assert(whole);
  static_cast<void>(whole);
}

std::uint64_t payload_words(const Job& job) {
  std::array<std::uint64_t, kMaxLanes> bits{};
  const std::uint64_t lane_mask = job.geometry.lanes - 1;
  for (std::uint64_t index = 0; index < job.count; ++index) {
    bits[index & lane_mask] += job.tokens.at(index).len;
  }
  std::uint64_t words = 0;
  for (const std::uint64_t lane_bits : bits) {
    words += (lane_bits + job.geometry.word_bits - 1) / job.geometry.word_bits;
  }
  return words;
}

std::uint64_t total_bytes(const Job& job) {
  return header_bytes(job.geometry) + (payload_words(job) + 1) * (job.geometry.word_bits / 8);
}

}  // namespace

std::uint64_t message_bytes(Dtype dtype, const std::uint8_t* data, std::size_t size,
                            const Plan& plan, const Geometry& geometry) {
  return total_bytes(Job(dtype, data, size, plan, geometry));
}

std::vector<OrderedWord> ordered_words(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                       const Plan& plan, const Geometry& geometry) {
  const Job job(dtype, data, size, plan, geometry);
  std::vector<OrderedWord> words;
  words.reserve(payload_words(job));
  for_each_word(job, [&words](const OrderedWord& word) { words.push_back(word); });
  return words;
}

std::vector<std::uint8_t> encode(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                 const Plan& plan, const Geometry& geometry) {
  const Job job(dtype, data, size, plan, geometry);
  std::vector<std::uint8_t> message;
  // A size known beforehand saves the spare memory of a growing vector.
  message.reserve(total_bytes(job));
  append_header(message, make_header(dtype, plan, geometry, static_cast<std::uint32_t>(job.count)));
  for_each_word(job, [&message, &geometry](const OrderedWord& word) {
    append_word(message, word.word, geometry.word_bits);
  });
  append_trailer(message, geometry);
  return message;
}

std::uint64_t message_bytes(Dtype dtype, const std::uint8_t* data, std::size_t size,
                            const Book* book, const Geometry& geometry) {
  return message_bytes(dtype, data, size, one_chunk(book), geometry);
}

std::vector<OrderedWord> ordered_words(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                       const Book* book, const Geometry& geometry) {
  return ordered_words(dtype, data, size, one_chunk(book), geometry);
}

std::vector<std::uint8_t> encode(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                 const Book* book, const Geometry& geometry) {
  return encode(dtype, data, size, one_chunk(book), geometry);
}

}  // namespace tern::huff
