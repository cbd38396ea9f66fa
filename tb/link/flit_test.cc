// SPDX-License-Identifier: Apache-2.0
//
// flit_test: bytes come out of a flit as they went in, or not at all.
//
//   Spec  docs/link.md#flits
//   Test  tb/link/flit_test.cc
#include "sim/link/flit.h"

#include <gtest/gtest.h>

#include "model/common/rng.h"
#include "model/common/test_seed.h"

namespace tern::link {
namespace {

class Flit : public testing::TestWithParam<std::uint32_t> {
 protected:
  static std::vector<std::uint8_t> random_bytes(std::size_t size, Rng& rng) {
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.bits(8));
    return bytes;
  }
};

TEST_P(Flit, CarriesWhatItWasGiven) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::size_t size = 0; size <= flit_payload_bytes(GetParam()); ++size) {
    const auto data = random_bytes(size, rng);
    const FlitHeader header{rng.chance(1, 2) ? FlitKind::kData : FlitKind::kLast,
                            static_cast<std::uint32_t>(rng.bits(kMaxSequenceBits))};
    const auto flit = make_flit(GetParam(), header, data.data(), size);
    ASSERT_EQ(flit.size(), GetParam());
    const auto found = check_flit(flit);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, header.kind);
    EXPECT_EQ(found->sequence, header.sequence);
    std::vector<std::uint8_t> back(size);
    flit_payload(flit, back.data(), size);
    EXPECT_EQ(back, data);
  }
}

TEST_P(Flit, EveryWrongBitIsSeen) {
  Rng rng(test_seed());
  const auto data = random_bytes(flit_payload_bytes(GetParam()), rng);
  auto flit = make_flit(GetParam(), {FlitKind::kData, 7}, data.data(), data.size());
  for (std::size_t bit = 0; bit < 8 * flit.size(); ++bit) {
    flit[bit / 8] = static_cast<std::uint8_t>(flit[bit / 8] ^ 1U << bit % 8);
    EXPECT_FALSE(check_flit(flit)) << "bit " << bit;
    flit[bit / 8] = static_cast<std::uint8_t>(flit[bit / 8] ^ 1U << bit % 8);
  }
  EXPECT_TRUE(check_flit(flit));
}

// Its check would be right.
TEST_P(Flit, StillWiresAreNoFlit) {
  EXPECT_FALSE(check_flit(std::vector<std::uint8_t>(GetParam(), 0)));
}

INSTANTIATE_TEST_SUITE_P(All, Flit, testing::Values(64U, 68U, 256U));

TEST(FlitSizes, LeaveHeaderAndChecks) {
  EXPECT_EQ(flit_payload_bytes(64), 60U);
  EXPECT_EQ(flit_payload_bytes(68), 64U);
  EXPECT_EQ(flit_payload_bytes(256), 250U);
}

}  // namespace
}  // namespace tern::link
