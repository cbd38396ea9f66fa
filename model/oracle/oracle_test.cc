// SPDX-License-Identifier: Apache-2.0
//
// oracle_test.cc: two implementations that share no code make the same messages.
//
//   Spec  docs/huffman_format.md
#include "model/oracle/oracle.h"

#include <gtest/gtest.h>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/huff/golden.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"
#include "model/huff/worked_example.h"

namespace tern::oracle {
namespace {

using huff::Case;

Shape shape_of(const huff::Geometry& geometry) {
  return {static_cast<int>(geometry.lanes), static_cast<int>(geometry.word_bits)};
}

std::vector<huff::Book> book_list(const Case& c) {
  return c.book ? std::vector<huff::Book>{*c.book} : std::vector<huff::Book>{};
}

template <typename Any>
Choices choices_of(const Any& c) {
  const huff::Plan plan = c.plan();
  return {static_cast<int>(plan.chunk_log2), plan.min_len, plan.choices, plan.offset};
}

void expect_equal(const Case& c) {
  SCOPED_TRACE(huff::describe(c));
  const Bytes golden = huff::encode(c);
  ASSERT_EQ(encode(c.dtype, c.data, choices_of(c), shape_of(c.geometry)), golden);
  const Decoded decoded = decode(golden, book_list(c), shape_of(c.geometry));
  ASSERT_EQ(decoded.error, huff::StreamError::kNone);
  ASSERT_EQ(decoded.values, c.data);
}

void expect_equal(const huff::ChunkedCase& c) {
  SCOPED_TRACE(huff::describe(c));
  const Bytes golden = huff::encode(c);
  ASSERT_EQ(encode(c.dtype, c.data, choices_of(c), shape_of(c.geometry)), golden);
  const Decoded decoded = decode(golden, c.books, shape_of(c.geometry));
  ASSERT_EQ(decoded.error, huff::StreamError::kNone);
  ASSERT_EQ(decoded.values, c.data);
}

TEST(Oracle, MakesTheSameChunkedMessagesAsTheGoldenModel) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < inputs(1200, 400) && !testing::Test::HasFailure(); ++i) {
    expect_equal(huff::make_chunked_case(rng));
  }
}

TEST(Oracle, AgreesForEverySizeOfChunk) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t log2 = huff::kMinChunkLog2; log2 <= 15; ++log2) {
    for (std::uint32_t lanes = 1; lanes <= huff::kMaxLanes; lanes *= 2) {
      const std::uint64_t chunk = std::uint64_t{lanes} << log2;
      if (chunk > inputs(40000U, 10000U)) continue;
      const auto dtype = static_cast<huff::Dtype>(rng.below(huff::kDtypeNames.size()));
      const huff::Geometry geometry{lanes, huff::fits(dtype, {1, 32}) && rng.bits(1) ? 32U : 64U};
      for (const std::uint64_t count : {chunk, chunk + 1, chunk + lanes - 1}) {
        expect_equal(huff::make_chunked_case(rng, dtype, geometry, log2, count));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

// Every size around the border between two chunks.
TEST(Oracle, AgreesForEverySizeAroundChunkBorders) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t lanes = 1; lanes <= huff::kMaxLanes; lanes *= 2) {
    for (std::uint64_t count = 15 * std::uint64_t{lanes}; count <= 18 * std::uint64_t{lanes};
         ++count) {
      const auto dtype = static_cast<huff::Dtype>(rng.below(huff::kDtypeNames.size()));
      const std::uint32_t word_bits = huff::fits(dtype, {1, 32}) && rng.bits(1) != 0 ? 32 : 64;
      expect_equal(huff::make_chunked_case(rng, dtype, {lanes, word_bits}, 4, count));
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Oracle, MakesTheSameMessagesAsTheGoldenModel) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < inputs(4000, 1300) && !testing::Test::HasFailure(); ++i) {
    expect_equal(huff::make_case(rng));
  }
}

TEST(Oracle, AgreesForEveryDtypeGeometryAndKindOfBook) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const auto& dtype : huff::kDtypeNames) {
    for (std::uint32_t lanes = 1; lanes <= huff::kMaxLanes; lanes *= 2) {
      for (std::uint32_t kind = 0; kind <= huff::kNumBookKinds; ++kind) {
        Case c;
        c.dtype = dtype.value;
        c.geometry = {lanes, huff::make_geometry(rng, c.dtype).word_bits};
        if (kind < huff::kNumBookKinds) {
          c.book = huff::make_book(rng, c.dtype, static_cast<huff::BookKind>(kind));
        }
        c.offset = huff::make_offset(rng);
        c.data = huff::make_values(rng, c.dtype, huff::make_count(rng, lanes), c.book_or_raw(),
                                   lanes, c.offset);
        expect_equal(c);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

// Faults D1 and P4: every size around a partial last step.
TEST(Oracle, AgreesForEverySizeUpToFourStepsAndOne) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t lanes = 1; lanes <= huff::kMaxLanes; lanes *= 2) {
    for (std::uint64_t count = 0; count <= 4 * lanes + 1; ++count) {
      Case c;
      c.dtype = static_cast<huff::Dtype>(rng.below(huff::kDtypeNames.size()));
      c.geometry = {lanes, huff::make_geometry(rng, c.dtype).word_bits};
      c.book = huff::make_book(rng, c.dtype,
                               static_cast<huff::BookKind>(rng.below(huff::kNumBookKinds)));
      c.offset = huff::make_offset(rng);
      c.data = huff::make_values(rng, c.dtype, count, c.book_or_raw(), lanes, c.offset);
      expect_equal(c);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Oracle, AgreesForEveryOffset) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t offset = 0; offset < 256; ++offset) {
    for (const std::uint32_t word_bits : {32U, 64U}) {
      Case c = huff::make_case(rng);
      if (huff::fits(c.dtype, {1, word_bits})) c.geometry.word_bits = word_bits;
      c.offset = static_cast<std::uint8_t>(offset);
      expect_equal(c);
      if (testing::Test::HasFailure()) return;
    }
  }
}

// Fault D5: the same reason for every cut and every flipped bit.
TEST(Oracle, AgreesOnDamagedMessages) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 60; ++i) {
    const huff::ChunkedCase c = huff::make_chunked_case(rng, 100);
    SCOPED_TRACE(huff::describe(c));
    const Bytes message = huff::encode(c);
    const huff::BookSet set = huff::books_of(c);
    const auto expect_same_error = [&](const Bytes& damaged) {
      const huff::Decoded golden = huff::decode(damaged.data(), damaged.size(), set);
      const Decoded naive = decode(damaged, c.books);
      ASSERT_EQ(golden.error, naive.error);
      ASSERT_EQ(golden.values, naive.values);
    };
    for (std::size_t size = 0; size < message.size(); ++size) {
      expect_same_error(Bytes(message.begin(), message.begin() + static_cast<long>(size)));
    }
    for (std::size_t bit = 0; bit < message.size() * 8; bit += 1 + rng.below(5)) {
      Bytes damaged = message;
      damaged[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
      expect_same_error(damaged);
    }
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Oracle, RefusesTheGeometryOfAnotherDecoder) {
  const Bytes message =
      encode(huff::Dtype::kBf16, {1, 2}, static_cast<const huff::Book*>(nullptr), {4, 32});
  EXPECT_EQ(decode(message, {}, Shape{4, 32}).error, huff::StreamError::kNone);
  EXPECT_EQ(decode(message, {}, Shape{8, 32}).error, huff::StreamError::kGeometry);
  EXPECT_EQ(decode(message, {}, Shape{4, 64}).error, huff::StreamError::kGeometry);
}

TEST(Oracle, ReproducesTheWorkedExample) {
  const huff::WorkedExample example = huff::read_worked_example();
  ASSERT_FALSE(example.message.empty());
  const Choices choices{0, 0, {&example.book}, example.offset};
  EXPECT_EQ(encode(huff::Dtype::kBf16, example.values, choices, shape_of(example.geometry)),
            example.message);
  EXPECT_EQ(decode(example.message, {example.book}).values, example.values);
}

TEST(Oracle, ReproducesTheGoldenMessages) {
  const std::vector<huff::Golden> goldens = huff::read_goldens(huff::kGoldenFolder);
  EXPECT_GE(goldens.size(), 34U);
  for (const huff::Golden& golden : goldens) {
    const huff::ChunkedCase& c = golden.input;
    EXPECT_EQ(encode(c.dtype, c.data, choices_of(c), shape_of(c.geometry)), golden.message)
        << golden.name;
    EXPECT_EQ(decode(golden.message, c.books).values, c.data) << golden.name;
  }
}

TEST(Oracle, CrcAgrees) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::size_t size = 0; size < 300; ++size) {
    Bytes bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.bits(8));
    const huff::Geometry geometry = huff::make_geometry(rng);
    EXPECT_EQ(crc(bytes, shape_of(geometry)),
              huff::message_crc(bytes.data(), bytes.size(), geometry));
  }
}

}  // namespace
}  // namespace tern::oracle
