// SPDX-License-Identifier: Apache-2.0
//
// fibers_test.cc: blocks and teams of a device, on the CPU, make and read golden messages.
//
//   Spec  docs/host.md#on-the-host
#include <gtest/gtest.h>

#include <type_traits>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/cuda/blocks.h"
#include "model/cuda/test_fibers.h"
#include "model/huff/histogram.h"
#include "model/huff/message_tools.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::cuda {
namespace {

using Bytes = std::vector<std::uint8_t>;
using AnyBlock = DeviceBlock<DeviceTeam<kWarpThreads, 1>>;

// As kernels.cu launches them.
template <typename Shared, typename Batch, typename Body>
void launch_teams(std::uint32_t lanes, const Batch& batch, std::uint32_t order, Body body) {
  with_team_for<DeviceTeam>(lanes, [&](auto* team) {
    using Team = std::remove_pointer_t<decltype(team)>;
    const std::uint32_t teams = kSmallBlockThreads / Team::kTeamThreads;
    launch_on_fibers<DeviceBlock<Team>, Shared>((batch.number + teams - 1) / teams,
                                                kSmallBlockThreads, order, body);
  });
}

void run(const EncodeBatch& batch, std::uint32_t order) {
  launch_teams<EncodeShared>(batch.lanes, batch, order, [&](auto& block, EncodeShared& shared) {
    encode_block(block, shared, batch);
  });
  launch_on_fibers<AnyBlock, CheckShared>(
      batch.number, kBlockThreads, order,
      [&](AnyBlock& block, CheckShared& shared) { check_encode_block(block, shared, batch); });
}

void run(const DecodeBatch& batch, std::uint32_t order) {
  launch_on_fibers<AnyBlock, CheckShared>(
      batch.number, kBlockThreads, order,
      [&](AnyBlock& block, CheckShared& shared) { check_decode_block(block, shared, batch); });
  launch_teams<DecodeShared>(batch.lanes, batch, order, [&](auto& block, DecodeShared& shared) {
    decode_block(block, shared, batch);
  });
}

// Messages of several books, lengths and ends, one of them damaged, in blocks of several teams.
void expect_golden(Rng& rng, huff::Dtype dtype, const huff::Geometry& geometry) {
  const auto books = huff::make_books(rng, dtype, 2);
  std::vector<huff::ChunkedCase> cases;
  for (int i = 0; i < 6; ++i) {
    cases.push_back(huff::make_chunked_case(rng, dtype, geometry, i % 2 == 0 ? 0 : 4,
                                            rng.below(18 * geometry.lanes + 40), books));
  }
  const huff::BookSet set = books_of(cases.front());
  const BookImage image(set);
  const auto order = static_cast<std::uint32_t>(rng.below(kSmallBlockThreads));
  const auto number = static_cast<std::uint32_t>(cases.size());
  const auto lanes = static_cast<std::uint8_t>(geometry.lanes);
  const auto word_bits = static_cast<std::uint8_t>(geometry.word_bits);

  std::vector<Bytes> golden, rooms, back;
  std::vector<std::vector<std::uint16_t>> slots;
  std::vector<EncodeJob> jobs;
  for (const huff::ChunkedCase& c : cases) {
    golden.push_back(huff::encode(c));
    rooms.emplace_back(golden.back().size());
    back.emplace_back(c.data.size());
    slots.emplace_back();
    for (const huff::Book* const book : c.plan().choices) slots.back().push_back(image.slot(book));
    jobs.push_back({c.data.data(), c.data.size(), rooms.back().data(), rooms.back().size(),
                    slots.back().data(), static_cast<std::uint32_t>(slots.back().size()), c.dtype,
                    static_cast<std::uint8_t>(c.chunk_log2), c.min_len, c.offset});
  }
  std::vector<EncodeResult> made(number);
  run(EncodeBatch{image.words().data(), jobs.data(), made.data(), number, lanes, word_bits}, order);
  for (std::size_t i = 0; i < number; ++i) {
    SCOPED_TRACE(describe(cases[i]));
    ASSERT_TRUE(made[i].state == JobState::kDone && made[i].size == golden[i].size());
    ASSERT_EQ(rooms[i], golden[i]);
  }

  golden.back() = huff::with_more_words(golden.back(), 3, geometry);
  std::vector<DecodeJob> returns;
  for (std::size_t i = 0; i < number; ++i) {
    returns.push_back({golden[i].data(), golden[i].size(), back[i].data(), back[i].size()});
  }
  std::vector<DecodeResult> found(number);
  std::vector<std::uint64_t> workspace(number);
  for (const bool named : {true, false}) {
    run(DecodeBatch{image.words().data(), returns.data(), found.data(), number,
                    named ? lanes : std::uint8_t{0}, named ? word_bits : std::uint8_t{0},
                    workspace.data(), decode_workspace(number)},
        order);
    for (std::size_t i = 0; i < number; ++i) {
      SCOPED_TRACE(describe(cases[i]));
      const bool damaged = i + 1 == number;
      ASSERT_EQ(found[i].error, damaged ? huff::StreamError::kExcess : huff::StreamError::kNone)
          << huff::error_name(found[i].error);
      ASSERT_TRUE(damaged || back[i] == cases[i].data);
      std::fill(back[i].begin(), back[i].end(), std::uint8_t{0});
    }
  }
}

constexpr const char* kNoFibers = "the address sanitizer does not fully know stacks of fibers";

TEST(CudaFibers, TeamsOfADeviceMakeAndReadGoldenMessages) {
  if (kSanitized) GTEST_SKIP() << kNoFibers;
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t lanes_log2 = 0; lanes_log2 < 7; ++lanes_log2) {
    for (const huff::Dtype dtype : {huff::Dtype::kBf16, huff::Dtype::kE4m3, huff::Dtype::kFp32}) {
      const bool wide = dtype == huff::Dtype::kFp32 || lanes_log2 == 3;
      expect_golden(rng, dtype, {1U << lanes_log2, wide ? 64U : 32U});
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(CudaFibers, ThreadsOfADeviceCountEverySymbol) {
  if (kSanitized) GTEST_SKIP() << kNoFibers;
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Bytes values(2 * kHistogramBytes + 6);
  for (std::uint8_t& byte : values) byte = static_cast<std::uint8_t>(rng.next() & rng.next());
  std::vector<std::uint64_t> counts(huff::kNumSymbols);
  const HistogramBatch batch{values.data(), values.size(), counts.data(), huff::Dtype::kBf16, 3};
  launch_on_fibers<AnyBlock, HistogramShared>(
      static_cast<std::uint32_t>(histogram_blocks(batch)), kBlockThreads, 5,
      [&](AnyBlock& block, HistogramShared& shared) { histogram_block(block, shared, batch); });
  const huff::Histogram golden =
      huff::count_symbols(huff::Dtype::kBf16, values.data(), values.size(), 3);
  EXPECT_EQ(counts, std::vector<std::uint64_t>(golden.begin(), golden.end()));
}

}  // namespace
}  // namespace tern::cuda
