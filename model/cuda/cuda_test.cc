// SPDX-License-Identifier: Apache-2.0
//
// cuda_test.cc: the kernels make and read the messages of the golden model, on the host and on a
// device.
//
//   Spec  docs/host.md#cuda
#include "model/cuda/cuda.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_inputs.h"
#include "model/cuda/test_ways.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::cuda {
namespace {

using huff::ChunkedCase;

bool long_run() { return test_number("TERN_LONG", 0) != 0; }

// Cases of all dtypes that fit the geometry, and one set of books for all of them.
struct Cases {
  huff::BookSet books;
  std::vector<ChunkedCase> cases;
};

Cases make_cases(Rng& rng, const huff::Geometry& geometry, int number) {
  Cases made;
  std::vector<std::vector<huff::Book>> books;
  for (const auto& dtype : huff::kDtypeNames) {
    books.push_back(huff::make_books(rng, dtype.value, static_cast<std::uint32_t>(rng.below(4))));
    for (const huff::Book& book : books.back()) EXPECT_FALSE(made.books.add(book));
  }
  while (static_cast<int>(made.cases.size()) < number) {
    const std::uint64_t dtype = rng.below(huff::kDtypeNames.size());
    if (!huff::fits(static_cast<huff::Dtype>(dtype), geometry)) continue;
    const std::uint32_t chunk_log2 = rng.bits(1) != 0 ? 0 : huff::make_chunk_log2(rng);
    const std::uint64_t bytes = rng.bits(static_cast<unsigned>(rng.below(long_run() ? 21 : 14)));
    const std::uint64_t count =
        chunk_log2 != 0 && rng.bits(1) != 0
            ? std::min<std::uint64_t>(4000,
                                      huff::make_chunked_count(rng, geometry.lanes, chunk_log2))
            : bytes / huff::value_bytes(static_cast<huff::Dtype>(dtype));
    made.cases.push_back(huff::make_chunked_case(rng, static_cast<huff::Dtype>(dtype), geometry,
                                                 chunk_log2, count, books[dtype]));
  }
  return made;
}

// Encodes and decodes all cases in one batch.
void expect_golden(const Cases& all, const huff::Geometry& geometry, Way way) {
  const Kernels kernels(way, all.books);
  std::vector<Bytes> golden;
  std::vector<huff::Plan> plans;
  std::vector<Room> rooms, back;
  for (const ChunkedCase& c : all.cases) {
    golden.push_back(huff::encode(c));
    plans.push_back(c.plan());
    rooms.emplace_back(golden.back().size());
    back.emplace_back(c.data.size());
  }
  std::vector<Values> values;
  std::vector<fast::Message> messages;
  for (std::size_t i = 0; i < golden.size(); ++i) {
    const ChunkedCase& c = all.cases[i];
    values.push_back(
        {c.dtype, c.data.data(), c.data.size(), &plans[i], rooms[i].data(), rooms[i].size()});
    messages.push_back({golden[i].data(), golden[i].size(), back[i].data(), back[i].size()});
  }
  const std::vector<fast::Encoded> encoded = kernels.encode(values, geometry);
  for (std::size_t i = 0; i < golden.size(); ++i) {
    SCOPED_TRACE(describe(all.cases[i]));
    ASSERT_TRUE(encoded[i].fits && encoded[i].size == golden[i].size());
    ASSERT_EQ(rooms[i].front(golden[i].size()), golden[i]);
    ASSERT_TRUE(rooms[i].is_kept());
  }
  for (const bool named : {true, false}) {
    const std::vector<fast::Decoded> decoded =
        kernels.decode(messages, named ? std::optional<huff::Geometry>(geometry) : std::nullopt);
    for (std::size_t i = 0; i < golden.size(); ++i) {
      const ChunkedCase& c = all.cases[i];
      SCOPED_TRACE(describe(c));
      ASSERT_EQ(decoded[i].error, huff::StreamError::kNone) << huff::error_name(decoded[i].error);
      ASSERT_TRUE(decoded[i].fits && decoded[i].size == c.data.size());
      ASSERT_TRUE(decoded[i].dtype == c.dtype && decoded[i].offset == c.offset);
      ASSERT_EQ(back[i].front(c.data.size()), c.data);
      ASSERT_TRUE(back[i].is_kept());
      back[i] = Room(c.data.size());
      messages[i].out = back[i].data();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, EveryWay, testing::ValuesIn(available_ways()),
                         [](const auto& way) { return name_of(way.param); });

// Every lane count with both words, every dtype; more messages than teams of a block.
TEST_P(EveryWay, RandomMessagesAreGolden) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const int rounds = long_run() ? 20 : inputs(4, 1);
  for (int i = 0; i < rounds * 14 && !testing::Test::HasFailure(); ++i) {
    const huff::Geometry geometry{1U << (i % 7), i / 7 % 2 == 0 ? 32U : 64U};
    expect_golden(make_cases(rng, geometry, inputs(40, 20)), geometry, GetParam());
  }
}

// Messages as long as they are meant to be, in a batch with short ones.
TEST_P(EveryWay, LongMessagesAreGolden) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const std::uint32_t lanes : {8U, 16U, 32U, 64U}) {
    const huff::Geometry geometry{lanes, 32};
    Cases all;
    const auto books = huff::make_books(rng, huff::Dtype::kBf16, 3);
    for (const huff::Book& book : books) ASSERT_FALSE(all.books.add(book));
    for (const std::uint64_t count : {32768U, 70000U, 5U}) {
      all.cases.push_back(huff::make_chunked_case(rng, huff::Dtype::kBf16, geometry,
                                                  lanes == 16 ? 0 : 8, count, books));
    }
    expect_golden(all, geometry, GetParam());
    if (testing::Test::HasFailure()) return;
  }
}

// Room that is short by 1 to 64 bytes is an error, and nothing behind it is touched.
TEST_P(EveryWay, ShortRoomIsAnErrorAndIsKept) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int round = 0; round < 6; ++round) {
    const huff::Geometry geometry{round % 2 == 0 ? 16U : 2U << round, round == 3 ? 64U : 32U};
    const Cases all = make_cases(rng, geometry, 1);
    const ChunkedCase& c = all.cases.front();
    SCOPED_TRACE(describe(c));
    const Kernels kernels(GetParam(), all.books);
    const Bytes golden = huff::encode(c);
    const huff::Plan plan = c.plan();
    std::vector<Room> rooms, back;
    for (std::size_t less = 1; less <= 64; ++less) {
      if (less <= golden.size()) rooms.emplace_back(golden.size() - less);
      if (less <= c.data.size()) back.emplace_back(c.data.size() - less);
    }
    std::vector<Values> values;
    for (Room& room : rooms) {
      values.push_back({c.dtype, c.data.data(), c.data.size(), &plan, room.data(), room.size()});
    }
    for (const fast::Encoded& one : kernels.encode(values, geometry)) ASSERT_FALSE(one.fits);
    for (const Room& room : rooms) ASSERT_TRUE(room.is_kept());
    std::vector<fast::Message> messages;
    for (Room& room : back) {
      messages.push_back({golden.data(), golden.size(), room.data(), room.size()});
    }
    for (const fast::Decoded& one : kernels.decode(messages)) {
      ASSERT_TRUE(one.error == huff::StreamError::kNone && !one.fits);
    }
    for (const Room& room : back) ASSERT_TRUE(room.is_untouched() && room.is_kept());
  }
}

TEST(CudaDevice, AnswersOrSaysWhyNot) {
  const std::string problem = device_problem();
  if (!problem.empty()) GTEST_SKIP() << "no CUDA device: " << problem;
  EXPECT_NE(device_name(), "");
}

}  // namespace
}  // namespace tern::cuda
