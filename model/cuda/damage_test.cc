// SPDX-License-Identifier: Apache-2.0
//
// damage_test.cc: the decoding kernels give the golden decoder's verdict on damaged messages.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_inputs.h"
#include "model/cuda/test_ways.h"
#include "model/huff/message_tools.h"
#include "model/huff/test_chunks.h"
#include "model/oracle/fuzz_decode.h"
#include "model/oracle/mutate.h"

namespace tern::cuda {
namespace {

using huff::Message;
using huff::StreamError;

class Damage : public EveryWay {};

INSTANTIATE_TEST_SUITE_P(Ways, Damage, testing::ValuesIn(available_ways()),
                         [](const auto& way) { return name_of(way.param); });

// All messages in one batch, each in memory of exactly its size. Without a geometry, or with the
// one that the decoder is built for.
void expect_golden(const Kernels& kernels, const huff::BookSet& books,
                   const std::vector<Message>& damaged,
                   const std::optional<huff::Geometry>& geometry = std::nullopt) {
  std::vector<Message> exact, rooms;
  std::vector<fast::Message> messages;
  for (const Message& message : damaged) {
    exact.emplace_back(message.begin(), message.end());
    rooms.emplace_back(fast::values_room(message.data(), message.size()));
  }
  for (std::size_t i = 0; i < exact.size(); ++i) {
    exact[i].shrink_to_fit();
    messages.push_back({exact[i].data(), exact[i].size(), rooms[i].data(), rooms[i].size()});
  }
  const std::vector<fast::Decoded> results = kernels.decode(messages, geometry);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    SCOPED_TRACE(i);
    const huff::Decoded golden = huff::decode(exact[i].data(), exact[i].size(), books, geometry);
    ASSERT_EQ(results[i].error, golden.error) << "golden model says " << error_name(golden.error)
                                              << ", kernels say " << error_name(results[i].error);
    if (golden.error == StreamError::kUnknownBook || golden.error == StreamError::kEpoch ||
        golden.error == StreamError::kMinLen) {
      ASSERT_EQ(pack_choice(results[i].choice), pack_choice(golden.choice));
    }
    if (golden.error != StreamError::kNone) continue;
    ASSERT_TRUE(results[i].fits);
    rooms[i].resize(results[i].size);
    ASSERT_EQ(rooms[i], golden.values);
  }
}

// Short messages of all geometries, as the fuzzer of model and oracle damages them.
TEST_P(Damage, MutatedMessagesGetTheGoldenVerdict) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  huff::BookSet books;
  for (const huff::Book& book : oracle::fuzz_books()) ASSERT_FALSE(books.add(book));
  const Kernels kernels(GetParam(), books);
  const int number = test_number("TERN_LONG", 0) != 0 ? 200000 : inputs(6000, 1500);
  for (int i = 0; i < number && !testing::Test::HasFailure(); i += 100) {
    SCOPED_TRACE(i);
    std::vector<Message> damaged;
    for (int k = 0; k < 100; ++k) {
      const oracle::Bytes input = oracle::mutated_input(rng);
      damaged.push_back(oracle::fuzz_message(input.data(), input.size()));
    }
    std::optional<huff::Geometry> built_for;
    if (i % 300 == 100) built_for = huff::Geometry{1U << rng.below(7), rng.bits(1) ? 32U : 64U};
    expect_golden(kernels, books, damaged, built_for);
  }
}

TEST_P(Damage, LongMessagesGetTheGoldenVerdict) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < inputs(30, 10) && !testing::Test::HasFailure(); ++i) {
    const auto dtype = static_cast<huff::Dtype>(rng.below(12));
    const huff::Geometry geometry{4U << rng.below(5), 32};
    const huff::ChunkedCase c = huff::make_chunked_case(
        rng, dtype, geometry, rng.bits(1) != 0 ? 0 : 5, 1000 + rng.below(3000));
    SCOPED_TRACE(describe(c));
    const huff::BookSet books = books_of(c);
    const Message message = encode(c);
    std::vector<Message> damaged;
    for (int flip = 0; flip < 10; ++flip) {
      damaged.push_back(message);
      damaged.back()[rng.below(message.size())] ^= static_cast<std::uint8_t>(1U << rng.below(8));
      damaged.push_back(huff::with_right_check(damaged.back(), geometry));
    }
    const std::size_t payload = message.size() / 4 - huff::header_words(geometry) - 1;
    for (int cut = 0; cut < 8; ++cut) {
      const std::size_t words = cut < 4 ? 1 + rng.below(40) : 1 + rng.below(payload);
      damaged.push_back(huff::with_fewer_words(message, std::min(words, payload), geometry));
      damaged.push_back(huff::with_more_words(message, words, geometry));
      damaged.emplace_back(message.begin(), message.end() - static_cast<std::ptrdiff_t>(cut));
    }
    for (const std::uint32_t count : {0U, 1U, 0xFFFFFFFFU}) {
      const huff::Header header = huff::header_of(message);
      for (const std::uint32_t other :
           {count, header.count - count - 1, header.count + count + 1}) {
        huff::Header wrong = header;
        wrong.count = other;
        damaged.push_back(huff::with_right_check(huff::with_header(message, wrong), geometry));
      }
    }
    const bool built = rng.bits(1) != 0;
    expect_golden(Kernels(GetParam(), books), books, damaged,
                  built ? std::optional<huff::Geometry>(geometry) : std::nullopt);
  }
}

}  // namespace
}  // namespace tern::cuda
