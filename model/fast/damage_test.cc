// SPDX-License-Identifier: Apache-2.0
//
// damage_test.cc: the fast decoder gives the golden decoder's verdict on damaged messages.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
#include <gtest/gtest.h>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/fast/fast.h"
#include "model/huff/message_tools.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"
#include "model/oracle/fuzz_decode.h"
#include "model/oracle/mutate.h"

namespace tern::fast {
namespace {

using huff::Message;
using huff::StreamError;

// One codec for each path of this machine.
class Codecs {
 public:
  explicit Codecs(const huff::BookSet& books) : books_(books) {
    for (const Path path : available_paths()) {
      codecs_.push_back(std::make_unique<Codec>(books, path));
    }
  }

  // Decodes from memory of exactly this size, so that a sanitizer sees any byte read behind it.
  void expect_golden(const Message& message) const {
    const Message exact(message);
    const huff::Decoded golden = huff::decode(exact.data(), exact.size(), books_);
    for (const auto& codec : codecs_) {
      SCOPED_TRACE(path_name(codec->path()));
      Message room(values_room(exact.data(), exact.size()));
      const Decoded fast = codec->decode({exact.data(), exact.size(), room.data(), room.size()});
      ASSERT_EQ(fast.error, golden.error) << "golden model says " << error_name(golden.error);
      if (golden.error == StreamError::kUnknownBook || golden.error == StreamError::kEpoch ||
          golden.error == StreamError::kMinLen) {
        ASSERT_EQ(pack_choice(fast.choice), pack_choice(golden.choice));
      }
      if (golden.error != StreamError::kNone) continue;
      ASSERT_TRUE(fast.fits);
      room.resize(fast.size);
      ASSERT_EQ(room, golden.values);
    }
  }

 private:
  huff::BookSet books_;
  std::vector<std::unique_ptr<Codec>> codecs_;
};

// Long enough for runs of steps in registers, with chunks and without.
huff::ChunkedCase make_long(Rng& rng) {
  const auto dtype = static_cast<huff::Dtype>(rng.below(12));
  const std::uint32_t chunk_log2 = rng.bits(1) != 0 ? 0 : 5;
  return huff::make_chunked_case(rng, dtype, {16U << rng.below(3), 32}, chunk_log2,
                                 1000 + rng.below(3000));
}

// Short messages of all geometries, as the fuzzer of model and oracle damages them.
TEST(FastDamage, MutatedMessagesGetTheGoldenVerdict) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  huff::BookSet books;
  for (const huff::Book& book : oracle::fuzz_books()) ASSERT_FALSE(books.add(book));
  const Codecs codecs(books);
  const int number = test_number("TERN_LONG", 0) != 0 ? 200000 : inputs(8000, 1500);
  for (int i = 0; i < number && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const oracle::Bytes input = oracle::mutated_input(rng);
    codecs.expect_golden(oracle::fuzz_message(input.data(), input.size()));
  }
}

TEST(FastDamage, LongMessagesWithFlippedBitsGetTheGoldenVerdict) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < inputs(40, 15) && !testing::Test::HasFailure(); ++i) {
    const huff::ChunkedCase c = make_long(rng);
    SCOPED_TRACE(describe(c));
    const Codecs codecs(books_of(c));
    const Message message = encode(c);
    for (int flip = 0; flip < 12; ++flip) {
      Message damaged = message;
      damaged[rng.below(damaged.size())] ^= static_cast<std::uint8_t>(1U << rng.below(8));
      codecs.expect_golden(damaged);
      codecs.expect_golden(huff::with_right_check(damaged, c.geometry));
    }
  }
}

TEST(FastDamage, LongMessagesWithMoreOrFewerWordsGetTheGoldenVerdict) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < inputs(20, 8) && !testing::Test::HasFailure(); ++i) {
    const huff::ChunkedCase c = make_long(rng);
    SCOPED_TRACE(describe(c));
    const Codecs codecs(books_of(c));
    const Message message = encode(c);
    const std::size_t payload = message.size() / 4 - huff::header_words(c.geometry) - 1;
    for (int cut = 0; cut < 10; ++cut) {
      const std::size_t words = cut < 5 ? 1 + rng.below(40) : 1 + rng.below(payload);
      codecs.expect_golden(huff::with_fewer_words(message, std::min(words, payload), c.geometry));
      codecs.expect_golden(huff::with_more_words(message, words, c.geometry));
    }
    for (const std::uint32_t count : {0U, 1U, 0xFFFFFFFFU}) {
      huff::Header header = huff::header_of(message);
      for (const std::uint32_t other :
           {count, header.count - count - 1, header.count + count + 1}) {
        header.count = other;
        const Message wrong = huff::with_header(message, header);
        codecs.expect_golden(wrong);
        codecs.expect_golden(huff::with_right_check(wrong, c.geometry));
        header = huff::header_of(message);
      }
    }
  }
}

}  // namespace
}  // namespace tern::fast
