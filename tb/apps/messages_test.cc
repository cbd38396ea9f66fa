// SPDX-License-Identifier: Apache-2.0
//
// messages_test: how tensors are cut into messages, and messages put into batches.
//
//   Spec  docs/cli.md#messages
//   Test  tb/apps/messages_test.cc
#include "sim/apps/messages.h"

#include <gtest/gtest.h>

#include <limits>

#include "model/huff/book.h"

namespace tern::apps {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max() - 1;

std::vector<Piece> cut(std::uint64_t size, std::uint64_t message_bytes, Dtype dtype) {
  Pieces pieces(size, message_bytes, dtype);
  return pieces.next(std::numeric_limits<std::uint64_t>::max(),
                     std::numeric_limits<std::size_t>::max());
}

void expect_cover(const std::vector<Piece>& pieces, std::uint64_t size) {
  std::uint64_t at = 0;
  for (const Piece& piece : pieces) {
    EXPECT_EQ(piece.offset, at);
    at += piece.size;
  }
  EXPECT_EQ(at, size);
}

TEST(Messages, PiecesCoverTheTensor) {
  for (std::uint64_t size = 0; size <= 40; size += 2) {
    for (std::uint64_t message = 2; message <= 44; message += 2) {
      const std::vector<Piece> pieces = cut(size, message, Dtype::kBf16);
      expect_cover(pieces, size);
      EXPECT_EQ(pieces.size(), size == 0 ? 1 : (size + message - 1) / message);
      for (std::size_t i = 0; i + 1 < pieces.size(); ++i) EXPECT_EQ(pieces[i].size, message);
    }
  }
}

TEST(Messages, NoMessageHasMoreValuesThanItCanCount) {
  const std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  for (const auto& [dtype, width] : {std::pair<Dtype, std::uint64_t>{Dtype::kBf16, 2},
                                     {Dtype::kBf16Bytes, 1},
                                     {Dtype::kUint8, 1}}) {
    const std::uint64_t size = 10 * most + 10;
    const std::vector<Piece> pieces = cut(size, kNoLimit, dtype);
    expect_cover(pieces, size);
    for (const Piece& piece : pieces) {
      EXPECT_LE(piece.size / width, most);
      EXPECT_EQ(piece.size % element_bytes(dtype), 0U);
    }
  }
}

TEST(Messages, RefusesSizesThatSplitAnElement) {
  EXPECT_FALSE(check_message_bytes(2, Dtype::kBf16Bytes).has_value());
  EXPECT_FALSE(check_message_bytes(1, Dtype::kInt8).has_value());
  for (const std::uint64_t size : {0ULL, 1ULL, 3ULL, 4097ULL}) {
    EXPECT_TRUE(check_message_bytes(size, Dtype::kBf16Bytes).has_value());
  }
}

TEST(Messages, BatchesAreThePiecesInOrder) {
  for (const std::uint64_t batch_bytes : {1ULL, 6ULL, 10ULL, 1000ULL}) {
    for (const std::size_t batch_pieces : {std::size_t{1}, std::size_t{3}, std::size_t{100}}) {
      for (std::uint64_t size = 0; size <= 40; size += 2) {
        Pieces pieces(size, 4, Dtype::kBf16);
        std::vector<Piece> joined;
        for (;;) {
          const std::vector<Piece> group = pieces.next(batch_bytes, batch_pieces);
          if (group.empty()) break;
          EXPECT_LE(group.size(), batch_pieces);
          std::uint64_t bytes = 0;
          for (const Piece& piece : group) bytes += piece.size;
          EXPECT_TRUE(bytes <= batch_bytes || group.size() == 1);
          joined.insert(joined.end(), group.begin(), group.end());
        }
        expect_cover(joined, size);
        EXPECT_EQ(joined.size(), cut(size, 4, Dtype::kBf16).size());
        EXPECT_TRUE(pieces.next(batch_bytes, batch_pieces).empty());
      }
    }
  }
}

}  // namespace
}  // namespace tern::apps
