// SPDX-License-Identifier: Apache-2.0
//
// chunk_test.cc: where a choice travels, and how it is understood.
//
//   Spec  docs/huffman_format.md#6-chunks
#include "model/huff/chunk.h"

#include <gtest/gtest.h>

#include <map>

#include "model/common/test_seed.h"
#include "model/huff/choice.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::huff {
namespace {

TEST(Chunks, NumberIsTheStepsInWholeChunksRoundedUp) {
  for (std::uint32_t lanes = 1; lanes <= kMaxLanes; lanes *= 2) {
    for (std::uint64_t count = 0; count < 70 * std::uint64_t{lanes}; count += 1 + lanes / 4) {
      const std::uint64_t steps = (count + lanes - 1) / lanes;
      EXPECT_EQ(Chunks(lanes, 0, count).number(), 1U);
      EXPECT_EQ(Chunks(lanes, 4, count).number(), count == 0 ? 1 : (steps + 15) / 16) << count;
      EXPECT_EQ(Chunks(lanes, 15, count).number(), 1U);
    }
  }
  EXPECT_EQ(Chunks(1, 4, 0xFFFFFFFF).number(), 0x10000000U);
  EXPECT_EQ(Chunks(64, 15, 0xFFFFFFFF).number(), 2048U);
}

TEST(Chunks, LegalSizesAre0And4To15) {
  for (std::uint32_t log2 = 0; log2 < 40; ++log2) {
    EXPECT_EQ(Chunks::is_legal(log2), log2 == 0 || (log2 >= 4 && log2 <= 15)) << log2;
  }
}

TEST(Chunks, BeginAtMultiplesOfTheirSize) {
  const Chunks one(4, 0, 1000);
  const Chunks many(4, 5, 1000);
  for (std::uint64_t step = 0; step < 250; ++step) {
    EXPECT_FALSE(one.begins(step));
    EXPECT_EQ(one.of_step(step), 0U);
    EXPECT_EQ(many.begins(step), step > 0 && step % 32 == 0) << step;
    EXPECT_EQ(many.of_step(step), step / 32);
    EXPECT_EQ(many.of_value(4 * step + 3), step / 32);
  }
}

// Section 6, from the bit to the token, which is the other way round than the code.
TEST(Chunks, EveryBitOfEveryChoiceHasItsToken) {
  for (std::uint32_t lanes = 1; lanes <= kMaxLanes; lanes *= 2) {
    for (std::uint32_t log2 = 4; log2 <= 6; ++log2) {
      const std::uint64_t size = std::uint64_t{1} << log2;
      for (const std::uint64_t steps : {size, size + 1, 3 * size, 3 * size + 1}) {
        const std::uint64_t count = steps * lanes - (lanes > 1 ? 1 : 0);
        std::map<std::uint64_t, std::uint32_t> expected;  // value: bit
        const std::uint64_t choice_steps = (13 + lanes - 1) / lanes;
        const std::uint64_t number = (steps + size - 1) / size;
        for (std::uint64_t chunk = 0; chunk + 1 < number; ++chunk) {
          for (std::uint32_t j = 0; j < 13; ++j) {
            const std::uint64_t step = chunk * size + size - 2 - choice_steps + j / lanes;
            expected[step * lanes + j % lanes] = j;
          }
        }
        const Chunks chunks(lanes, log2, count);
        for (std::uint64_t i = 0; i < count; ++i) {
          const auto found = expected.find(i);
          ASSERT_EQ(chunks.choice_bit(i), found == expected.end() ? Chunks::kNoBit : found->second)
              << lanes << " lanes, value " << i;
        }
      }
    }
  }
}

TEST(Choice, BitsAreThoseOfTheDocument) {
  EXPECT_EQ(pack_choice({true, 0, 0}), 1U);
  EXPECT_EQ(pack_choice({false, 15, 0}), 0x1EU);
  EXPECT_EQ(pack_choice({false, 0, 255}), 0x1FE0U);
  for (std::uint32_t bits = 0; bits < 1U << kChoiceBits; ++bits) {
    ASSERT_EQ(pack_choice(unpack_choice(bits)), bits);
  }
}

TEST(Choice, ExampleOfTheDocument) {
  const std::uint32_t bits = pack_choice({false, 3, 7});
  EXPECT_EQ(bits, 0xE6U);
  const Chunks chunks(4, 4, 65);
  std::string carried;
  for (std::uint64_t i = 40; i < 56; ++i) {
    const std::uint32_t bit = chunks.choice_bit(i);
    carried += bit == Chunks::kNoBit ? '-' : ((bits >> bit) & 1) != 0 ? '1' : '0';
  }
  EXPECT_EQ(carried, "0110011100000---");
}

TEST(Choice, OnlyRawWithANameIsReserved) {
  EXPECT_FALSE(is_reserved({true, 0, 0}));
  EXPECT_TRUE(is_reserved({true, 1, 0}));
  EXPECT_TRUE(is_reserved({true, 0, 1}));
  EXPECT_FALSE(is_reserved({false, 1, 1}));
}

TEST(Choice, IsResolvedInTheOrderOfTheChecks) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  BookSet books;
  Book book = make_book(rng, Dtype::kInt8, BookKind::kSparse);  // shortest length 2
  book.id = 3;
  for (const std::uint8_t epoch : {std::uint8_t{7}, std::uint8_t{9}}) {
    book.epoch = epoch;
    ASSERT_FALSE(books.add(book));
  }
  const auto error_of = [&books](const Choice& choice, Dtype dtype, std::uint32_t min_len) {
    return resolve(choice, dtype, min_len, books).error;
  };
  EXPECT_EQ(error_of({true, 0, 0}, Dtype::kBf16, 7), StreamError::kNone);
  EXPECT_EQ(error_of({false, 3, 7}, Dtype::kInt8, 1), StreamError::kNone);
  EXPECT_EQ(error_of({false, 3, 9}, Dtype::kInt8, 0), StreamError::kNone);
  EXPECT_EQ(error_of({false, 3, 9}, Dtype::kInt8, 2), StreamError::kMinLen);
  EXPECT_EQ(error_of({false, 3, 8}, Dtype::kInt8, 2), StreamError::kEpoch);
  EXPECT_EQ(error_of({false, 2, 7}, Dtype::kInt8, 2), StreamError::kUnknownBook);
  EXPECT_EQ(error_of({false, 3, 7}, Dtype::kUint8, 0), StreamError::kUnknownBook);
  EXPECT_EQ(resolve({false, 3, 9}, Dtype::kInt8, 0, books).book->epoch, 9);
  EXPECT_EQ(resolve({true, 0, 0}, Dtype::kInt8, 0, books).book, nullptr);
}

TEST(ChunkedCases, DrawEveryKindOfBorder) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::map<std::string, int> seen;
  for (int i = 0; i < 2000; ++i) {
    const ChunkedCase c = make_chunked_case(rng);
    const std::uint64_t chunk = std::uint64_t{c.geometry.lanes} << c.chunk_log2;
    ++seen[c.chunk_log2 == 0 ? "one" : "chunked"];
    if (c.chunk_log2 == 0) continue;
    if (c.count() == 0) ++seen["empty"];
    if (c.count() > 0 && c.count() % chunk == 0) ++seen["whole last chunk"];
    if (c.count() > chunk && c.count() % chunk == 1) ++seen["one value in the last chunk"];
    if (c.count() > chunk && c.count() % c.geometry.lanes != 0) ++seen["partial step"];
    if (c.count() > 0 && c.count() < chunk) ++seen["less than a chunk"];
    if (c.choices.size() > 2) ++seen["three chunks"];
    for (const std::size_t choice : c.choices) {
      if (choice == ChunkedCase::kRaw) ++seen["raw"];
      for (const Book& other : c.books) {
        if (choice != ChunkedCase::kRaw && other.id == c.books[choice].id &&
            other.epoch != c.books[choice].epoch) {
          ++seen["another epoch"];
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), 10U);
  for (const auto& [kind, number] : seen) EXPECT_GT(number, 5) << kind;
}

}  // namespace
}  // namespace tern::huff
