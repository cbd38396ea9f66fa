// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s1_symbolize_test: counts of any size end in the right step, up to the largest one.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
//   RTL   rtl/huff/huff_enc_s1_symbolize.sv
//   Test  tb/huff/huff_enc_s1_symbolize_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "Vs1_alone.h"
#include "Vs1_count.h"
#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/huff/choice.h"
#include "model/huff/chunk.h"
#include "model/huff/frame.h"
#include "model/huff/stream.h"
#include "model/huff/symbolize.h"
#include "sim/harness.h"

namespace tern::tb {
namespace {

constexpr std::uint32_t kLanes = 64;

/// Stage 1 alone, with nothing behind it that ever stalls. `V`: its values have `kBytes` bytes.
template <typename V, std::uint32_t kBytes>
class StageOne : public testing::Test {
 protected:
  StageOne()
      : circuit_(test_seed()),
        top_(circuit_.top()),
        harness_(circuit_, sim::Pin(top_.clk_i), sim::Pin(top_.rst_ni), {}) {
    top_.cmd_tvalid_i = 0;
    top_.in_tvalid_i = 0;
    harness_.reset();
  }

  sim::Port keep() { return {top_.in_tkeep_i, kBytes * kLanes}; }

  void set_keep(std::uint64_t values) {
    std::vector<std::uint8_t> bytes(kBytes * kLanes / 8, 0);
    for (std::uint64_t i = 0; i < kBytes * values; ++i) {
      bytes[static_cast<std::size_t>(i / 8)] |= static_cast<std::uint8_t>(1U << i % 8);
    }
    keep().load(bytes.data());
  }

  /// Gives the command; on return its first step is due.
  void command(std::uint32_t count, std::uint32_t chunk_log2 = 0, std::uint8_t offset = 0) {
    top_.cmd_tvalid_i = 1;
    top_.cmd_chunk_log2_i = static_cast<CData>(chunk_log2);
    top_.cmd_offset_i = offset;
    top_.cmd_count_i = count;
    harness_.settle();
    ASSERT_EQ(top_.cmd_tready_o, 1);
    harness_.tick([&] { top_.cmd_tvalid_i = 0; });
    int headers = 0;
    for (int wait = 0; wait < 8 && top_.in_tready_o == 0; ++wait) {
      if (top_.header_valid_o != 0) {
        ++headers;
        std::array<std::uint8_t, huff::kHeaderBits / 8> bytes{};
        sim::Port(top_.header_o, huff::kHeaderBits).store(bytes.data());
        const huff::Header header = huff::unpack_header(huff::load_header(bytes.data()));
        EXPECT_EQ(header.count, count);
        EXPECT_EQ(header.book_id, 6);
        EXPECT_EQ(header.epoch, 99);
        EXPECT_EQ(header.lanes_log2, 6);
        EXPECT_EQ(header.chunk_log2, chunk_log2);
        EXPECT_EQ(header.offset, offset);
        EXPECT_EQ(header.reserved, 0U);
      }
      harness_.tick([] {});
    }
    ASSERT_EQ(headers, 1);
    ASSERT_EQ(top_.in_tready_o, 1);
  }

  /// Sends the packet for `count` values, and checks every step. Nothing is checked in the harness
  /// while the count is far from its end: there are up to 67 million steps.
  void expect_counted(std::uint32_t count) {
    SCOPED_TRACE(fmt::format("count {}", count));
    command(count);
    const std::uint64_t steps = (std::uint64_t{count} + kLanes - 1) / kLanes;
    top_.in_tvalid_i = 1;
    top_.in_tlast_i = 0;
    set_keep(kLanes);
    circuit_.eval();
    std::uint64_t early = 0;
    std::uint64_t left = steps;
    for (; left > 400; --left) {
      early += top_.last_o != 0 || top_.left_o != 255 || top_.in_tready_o == 0 ? 1 : 0;
      top_.clk_i = 1;
      circuit_.eval();
      top_.clk_i = 0;
      circuit_.eval();
    }
    ASSERT_EQ(early, 0U) << "a step looked like one of the last";
    harness_.progress();
    for (; left > 0; --left) {
      if (left == 1) {
        set_keep(count - (steps - 1) * kLanes);
        top_.in_tlast_i = 1;
        harness_.settle();
      }
      ASSERT_EQ(top_.step_valid_o, 1);
      ASSERT_EQ(top_.last_o, left == 1 ? 1 : 0) << left << " steps left";
      ASSERT_EQ(top_.first_o, left == steps ? 1 : 0) << left << " steps left";
      ASSERT_EQ(top_.left_o, std::min<std::uint64_t>(left - 1, 255));
      ASSERT_EQ(top_.min_token_o, 8 * (kBytes - 1) + 4);
      ASSERT_EQ(top_.spoilt_o, 0);
      ASSERT_EQ(top_.empty_o, 0);
      if (left == 1) {
        ASSERT_EQ(top_.tail_o, (count - 1) % kLanes);
      }
      harness_.tick([] {});
    }
    top_.in_tvalid_i = 0;
    harness_.tick([] {});
    EXPECT_EQ(top_.idle_o, 1);
    EXPECT_EQ(top_.err_count_o, 0);
    EXPECT_FALSE(harness_.fault()) << harness_.fault()->text;
  }

  /// Sends the packet for `count` values in chunks, and checks in every step which tokens carry a
  /// choice.
  void expect_choices(std::uint32_t count, std::uint32_t chunk_log2) {
    SCOPED_TRACE(fmt::format("count {}, chunks of 2^{} steps", count, chunk_log2));
    command(count, chunk_log2);
    const huff::Chunks chunks(kLanes, chunk_log2, count);
    const std::uint32_t choice = huff::pack_choice({false, 6, 99});
    const std::uint64_t steps = (std::uint64_t{count} + kLanes - 1) / kLanes;
    top_.in_tvalid_i = 1;
    top_.in_tlast_i = 0;
    set_keep(kLanes);
    for (std::uint64_t step = 0; step < steps; ++step) {
      if (step + 1 == steps) {
        set_keep(count - step * kLanes);
        top_.in_tlast_i = 1;
      }
      harness_.settle();
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t bit = chunks.choice_bit(step * kLanes + lane);
        // So many lanes carry all bits in one step.
        const bool carries = lane < huff::kChoiceBits && top_.choice_o != 0;
        ASSERT_EQ(carries, bit != huff::Chunks::kNoBit) << "step " << step << ", lane " << lane;
        if (!carries) continue;
        ASSERT_EQ(top_.choice_bits_o >> lane & 1, choice >> bit & 1) << "step " << step;
        ASSERT_EQ(top_.choice_last_o, 1);
      }
      harness_.tick([] {});
      harness_.progress();
    }
    top_.in_tvalid_i = 0;
    harness_.tick([] {});
    EXPECT_EQ(top_.idle_o, 1);
    EXPECT_EQ(top_.err_count_o, 0);
    EXPECT_FALSE(harness_.fault()) << harness_.fault()->text;
  }

  sim::VerilatedCircuit<V> circuit_;
  V& top_;
  sim::Harness harness_;
};

using Count = StageOne<Vs1_count, 1>;
using Symbolize = StageOne<Vs1_alone, 2>;

TEST_F(Count, LargestCountEndsInItsLastStep) { expect_counted(0xFFFFFFFFU); }

// Around every power of two: each bit of the counter carries into the next.
TEST_F(Count, CountsAroundPowersOfTwoEndInTheirLastStep) {
  for (unsigned bit = 0; bit <= 20; ++bit) {
    for (const std::int64_t off : {-1, 0, 1}) {
      const std::int64_t count = (std::int64_t{1} << bit) + off;
      if (count > 0) expect_counted(static_cast<std::uint32_t>(count));
    }
  }
}

// The last chunk, which carries no choice, has from one step to all of them.
TEST_F(Count, ChoicesAreInTheStepsOfTheFormatForEveryChunkSize) {
  for (std::uint32_t chunk_log2 = huff::kMinChunkLog2; chunk_log2 <= 15; ++chunk_log2) {
    const std::uint32_t chunk = kLanes << chunk_log2;
    for (const std::uint32_t count :
         {chunk - 1, chunk, chunk + 1, chunk + kLanes + 1, 2 * chunk, 2 * chunk + 1}) {
      // The larger sizes differ in the counters alone.
      if (chunk_log2 <= 8 || count > 2 * chunk - 1) expect_choices(count, chunk_log2);
    }
  }
}

TEST_F(Symbolize, SplitsValuesLikeTheGoldenModel) {
  Rng rng(test_seed());
  for (int round = 0; round < 1100; ++round) {
    const auto offset = static_cast<std::uint8_t>(rng.bits(8));
    command(kLanes, 0, offset);
    std::vector<std::uint8_t> bytes(2 * kLanes);
    for (std::uint32_t i = 0; i < kLanes; ++i) {
      // Every 16-bit value once, the rest at random.
      const auto value = static_cast<std::uint32_t>(
          round < 1024 ? kLanes * static_cast<std::uint32_t>(round) + i : rng.bits(16));
      bytes[2 * i] = static_cast<std::uint8_t>(value);
      bytes[2 * i + 1] = static_cast<std::uint8_t>(value >> 8U);
    }
    sim::Port(top_.in_tdata_i, 16 * kLanes).load(bytes.data());
    top_.in_tvalid_i = 1;
    top_.in_tlast_i = 1;
    set_keep(kLanes);
    harness_.settle();
    std::vector<std::uint8_t> symbols(kLanes);
    std::vector<std::uint8_t> extra(kLanes);
    sim::Port(top_.symbol_o, 8 * kLanes).store(symbols.data());
    sim::Port(top_.extra_o, 8 * kLanes).store(extra.data());
    for (std::uint32_t i = 0; i < kLanes; ++i) {
      const auto value = huff::load_value(huff::Dtype::kBf16, bytes.data(), i);
      const huff::Symbolized want = huff::symbolize(huff::Dtype::kBf16, value, offset);
      ASSERT_EQ(symbols[i], want.symbol) << "value " << value << ", offset " << unsigned{offset};
      ASSERT_EQ(extra[i], want.extra) << "value " << value;
    }
    harness_.tick([&] { top_.in_tvalid_i = 0; });
  }
}

}  // namespace
}  // namespace tern::tb
