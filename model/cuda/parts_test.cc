// SPDX-License-Identifier: Apache-2.0
//
// parts_test.cc: image, check, histogram and arguments of the kernels, each alone.
//
//   Spec  docs/host.md#cuda
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/common/test_inputs.h"
#include "model/cuda/blocks.h"
#include "model/cuda/test_ways.h"
#include "model/huff/histogram.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::cuda {
namespace {

using Block = HostBlock<HostTeam<kWarpThreads, 2>>;

// Every thread and lane does its part once, each time in another order; votes say whose they are.
TEST(CudaExecutor, ShufflesWhatADeviceDoesAtTheSameTime) {
  std::set<std::vector<std::uint32_t>> orders;
  std::vector<std::uint32_t> blocks;
  const HostOrder order{true, 1};
  launch_on_host<Block, CheckShared>(
      40, kBlockThreads, order, [&](Block& block, CheckShared& shared) {
        blocks.push_back(block.index());
        EXPECT_EQ(shared.part[7], 0xA5A5A5A5U);
        shared.part[7] = 0;
        std::set<std::uint32_t> threads, teams;
        block.each([&](std::uint32_t thread) { threads.insert(thread); });
        EXPECT_EQ(threads.size(), kBlockThreads);
        block.teams([&](Block::Team& team, std::uint32_t index) {
          teams.insert(index);
          team.use(16);
          std::vector<std::uint32_t> seen;
          team.each([&](LaneId id) { seen.push_back(id.lane); });
          EXPECT_EQ(team.ballot([&](LaneId id) { return id.lane % 3 == 0; }), 0x9249U);
          orders.insert(seen);
          EXPECT_EQ(std::set<std::uint32_t>(seen.begin(), seen.end()).size(), 16U);
        });
        EXPECT_EQ(teams.size(), block.team_number());
      });
  EXPECT_EQ(orders.size(), 16U);
  EXPECT_FALSE(std::is_sorted(blocks.begin(), blocks.end()));
  std::sort(blocks.begin(), blocks.end());
  for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(blocks.at(i), i);
}

TEST(CudaImage, SlotsAreDifferentAndNameTheirBooks) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  huff::BookSet books;
  for (const auto& dtype : huff::kDtypeNames) {
    for (const huff::Book& book : huff::make_books(rng, dtype.value, 20)) {
      ASSERT_FALSE(books.add(book));
    }
  }
  const BookImage image(books);
  const Books seen(image.words().data());
  std::set<std::uint16_t> slots{image.slot(nullptr)};
  for (const huff::Book& book : books.books()) {
    const std::uint16_t slot = image.slot(&book);
    EXPECT_TRUE(slots.insert(slot).second);
    const BookEntry& entry = seen.entry(slot);
    EXPECT_TRUE(entry.id == book.id && entry.epoch == book.epoch);
    EXPECT_EQ(entry.dtype, static_cast<std::uint8_t>(book.dtype));
    EXPECT_EQ(entry.min_len, huff::min_len_of(&book));
  }
  EXPECT_EQ(seen.raw(), books.books().size());
}

// Every length around the number of threads, and beats of every size.
TEST(CudaCheck, EqualsTheGoldenCheckForAnyNumberOfWords) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const BookImage image(huff::BookSet{});
  const Books books(image.words().data());
  for (std::size_t words = 1; words < 1200; words += words < 20 ? 1 : 1 + rng.below(40)) {
    Bytes bytes(words * 4);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
    const huff::Geometry geometry{1U << rng.below(7), rng.bits(1) != 0 ? 32U : 64U};
    const HostOrder order{words % 2 == 0, words};
    launch_on_host<Block, CheckShared>(
        1, kBlockThreads, order, [&](Block& block, CheckShared& shared) {
          find_check(block, shared, books.head(),
                     checked(bytes.data(), bytes.size(), geometry.lanes, geometry.word_bits));
          EXPECT_EQ(shared.part[0], huff::message_crc(bytes.data(), bytes.size(), geometry))
              << words;
        });
  }
}

class Counts : public EveryWay {};

INSTANTIATE_TEST_SUITE_P(Ways, Counts, testing::ValuesIn(available_ways()),
                         [](const auto& way) { return name_of(way.param); });

TEST_P(Counts, AreThoseOfTheGoldenHistogramAndAddUp) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const auto& dtype : huff::kDtypeNames) {
    const std::size_t size =
        huff::value_bytes(dtype.value) * (rng.bits(1) != 0 ? rng.below(40) : 40000 + rng.below(99));
    Bytes values(size);
    for (std::uint8_t& byte : values) byte = static_cast<std::uint8_t>(rng.next() & rng.next());
    const std::uint8_t offset = huff::make_offset(rng);
    huff::Histogram counted{};
    counted.fill(7);
    const Where where = GetParam() == Way::kDevice ? Where::kDevice : Where::kHost;
    const Buffer values_dev(where, size);
    const Buffer counts_dev(where, sizeof counted);
    ASSERT_TRUE(values_dev.upload(values.data(), size));
    ASSERT_TRUE(counts_dev.upload(counted.data(), sizeof counted));
    const HistogramBatch batch{values_dev.at(), size, counts_dev.as<std::uint64_t>(), dtype.value,
                               offset};
    const HostOrder order{GetParam() == Way::kShuffled, test_seed()};
    ASSERT_EQ(where == Where::kDevice ? histogram(batch, nullptr) : histogram_on_host(batch, order),
              Status::kOk);
    ASSERT_TRUE(counts_dev.download(counted.data(), sizeof counted));
    huff::Histogram golden = huff::count_symbols(dtype.value, values.data(), size, offset);
    for (std::uint64_t& count : golden) count += 7;
    EXPECT_EQ(counted, golden) << dtype.text;
  }
}

// Whatever a job breaks is found, and nothing is written.
TEST(CudaJobs, IllegalOnesAreRefusedByThemselves) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const huff::Geometry geometry{16, 32};
  const auto books = huff::make_books(rng, huff::Dtype::kBf16, 2);
  huff::ChunkedCase c = huff::make_chunked_case(rng, huff::Dtype::kBf16, geometry, 4, 1000, books);
  huff::BookSet set = books_of(c);
  huff::Book other = huff::make_book(rng, huff::Dtype::kInt8, huff::BookKind::kRandom);
  ASSERT_FALSE(set.add(other));
  const Kernels kernels(Way::kHost, set);
  const std::uint16_t foreign = kernels.image().slot(&other);
  std::vector<std::uint16_t> slots;
  for (const huff::Book* const book : c.plan().choices) {
    slots.push_back(kernels.image().slot(book));
  }
  auto first = slots, later = slots, none = slots;
  first[0] = foreign;
  later[2] = foreign;
  none.back() = static_cast<std::uint16_t>(kernels.image().slot(nullptr) + 1);
  Room room(huff::encode(c).size());
  const EncodeJob good{c.data.data(), c.data.size(),
                       room.data(),   room.size(),
                       slots.data(),  static_cast<std::uint32_t>(slots.size()),
                       c.dtype,       4,
                       c.min_len,     c.offset};
  std::vector<EncodeJob> jobs(11, good);
  jobs[0].dtype = static_cast<huff::Dtype>(13);
  jobs[1].dtype = huff::Dtype::kFp32;
  jobs[2].size -= 1;
  jobs[3].chunk_log2 = 3;
  jobs[4].chunk_log2 = 16;
  jobs[5].min_len = 8;
  jobs[6].choices -= 1;
  jobs[7].choices = 0;
  jobs[8].choices_dev = first.data();
  jobs[9].out_dev += 1;
  jobs[10].values_dev += 2;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(kernels.encode_jobs({jobs[i]}, geometry)[0].state, JobState::kIllegal) << i;
  }
  EXPECT_TRUE(room.is_untouched() && room.is_kept());
  // These are found on the way.
  for (const auto& choices : {later, none}) {
    EncodeJob job = good;
    job.choices_dev = choices.data();
    EXPECT_EQ(kernels.encode_jobs({job}, geometry)[0].state, JobState::kIllegal);
  }
  EXPECT_TRUE(room.is_kept());
  EXPECT_EQ(kernels.encode_jobs({good}, geometry)[0].state, JobState::kDone);
}

TEST(CudaArguments, WrongOnesAreRefused) {
  std::uint64_t memory[2] = {};
  DecodeBatch decode{nullptr, nullptr, nullptr, 2, 16, 32, memory, 8};
  EXPECT_EQ(check_arguments(decode), Status::kOk);
  decode.workspace_bytes = 7;
  EXPECT_EQ(check_arguments(decode), Status::kWorkspace);
  decode.workspace_bytes = 8;
  decode.workspace_dev = reinterpret_cast<std::uint8_t*>(memory) + 4;
  EXPECT_EQ(check_arguments(decode), Status::kWorkspace);
  decode.workspace_dev = memory;
  for (const auto& [lanes, words] : {std::pair(3, 32), {128, 32}, {16, 0}, {0, 32}, {16, 16}}) {
    decode.lanes = static_cast<std::uint8_t>(lanes);
    decode.word_bits = static_cast<std::uint8_t>(words);
    EXPECT_EQ(check_arguments(decode), Status::kArgument) << lanes << ' ' << words;
  }
  EncodeBatch encode{nullptr, nullptr, nullptr, 1, 0, 0};
  EXPECT_EQ(check_arguments(encode), Status::kArgument);
  HistogramBatch histogram{nullptr, 3, memory, huff::Dtype::kBf16, 0};
  EXPECT_EQ(check_arguments(histogram), Status::kArgument);
  histogram.size = 4;
  EXPECT_EQ(check_arguments(histogram), Status::kOk);
  histogram.dtype = static_cast<huff::Dtype>(13);
  EXPECT_EQ(check_arguments(histogram), Status::kArgument);
}

}  // namespace
}  // namespace tern::cuda
