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

TEST(Messages, BatchesKeepOrderAndLimits) {
  std::vector<Piece> pieces;
  std::uint64_t at = 0;
  for (const std::uint64_t size : {5ULL, 5ULL, 20ULL, 1ULL, 1ULL, 1ULL, 1ULL, 9ULL, 0ULL}) {
    pieces.push_back({at, size});
    at += size;
  }
  const std::vector<std::vector<Piece>> groups = batches(pieces, 10, 3);
  std::vector<Piece> joined;
  for (const std::vector<Piece>& group : groups) {
    std::uint64_t bytes = 0;
    for (const Piece& piece : group) bytes += piece.size;
    EXPECT_TRUE(bytes <= 10 || group.size() == 1);
    EXPECT_TRUE(!group.empty() && group.size() <= 3);
    joined.insert(joined.end(), group.begin(), group.end());
  }
  expect_cover(joined, at);
  EXPECT_EQ(joined.size(), pieces.size());
  EXPECT_EQ(groups.size(), 4U);
}

}  // namespace
}  // namespace tern::apps
