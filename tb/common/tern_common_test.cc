// SPDX-License-Identifier: Apache-2.0
//
// tern_common_test: slices and buffers keep order, rate and depth; the memory and the check are
// right.
//
//   Spec  docs/streams.md
//   RTL   rtl/common/tern_fifo.sv
//   Test  tb/common/tern_common_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "Vtern_crc32_d1024.h"
#include "Vtern_crc32_d128.h"
#include "Vtern_crc32_d32.h"
#include "Vtern_crc32_d4096.h"
#include "Vtern_crc32_d512.h"
#include "Vtern_crc32_d64.h"
#include "Vtern_crc32_d96.h"
#include "Vtern_fifo_w16_d4.h"
#include "Vtern_fifo_w1_d3.h"
#include "Vtern_fifo_w33_d7.h"
#include "Vtern_fifo_w8_d2.h"
#include "Vtern_latch_fifo_d2.h"
#include "Vtern_latch_fifo_d3.h"
#include "Vtern_latch_fifo_d7.h"
#include "Vtern_ram_1r1w.h"
#include "Vtern_skid_w1.h"
#include "Vtern_skid_w77.h"
#include "model/common/test_seed.h"
#include "tb/common/cell_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                      StallPattern::kBursty, StallPattern::kAdversarial};

/// A slice or buffer: how to run it, and what it must hold.
struct Cell {
  std::string name;
  CellResult (*run)(const CellRun& run, const RunContext& context);
  std::uint64_t depth;
};

/// Only tern_fifo says how much room there is.
template <typename V>
auto bind_room(V& top, CellPins& pins, int) -> decltype(top.in_room_o, void()) {
  pins.has_room = sim::Pin(top.in_room_o);
}
template <typename V>
void bind_room(V&, CellPins&, long) {}

template <typename V, unsigned kWidth, unsigned kDepth = 2, unsigned kRoom = 0>
CellResult run_one(const CellRun& run, const RunContext& context) {
  sim::VerilatedCircuit<V> circuit(context.seed);
  V& top = circuit.top();
  CellPins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in.valid = sim::Pin(top.in_valid_i);
  pins.in.ready = sim::Pin(top.in_ready_o);
  pins.in.data = sim::Port(top.in_data_i, kWidth);
  pins.out.valid = sim::Pin(top.out_valid_o);
  pins.out.ready = sim::Pin(top.out_ready_i);
  pins.out.data = sim::Port(top.out_data_o, kWidth);
  bind_room(top, pins, 0);
  pins.room = kRoom;
  pins.depth = kDepth;
  return run_cell(circuit, pins, run, context);
}

const Cell kCells[] = {
    {"skid_w1", &run_one<Vtern_skid_w1, 1>, 2},
    {"skid_w77", &run_one<Vtern_skid_w77, 77>, 2},
    {"fifo_w8_d2", &run_one<Vtern_fifo_w8_d2, 8, 2, 1>, 2},
    {"fifo_w1_d3", &run_one<Vtern_fifo_w1_d3, 1, 3, 2>, 3},
    {"fifo_w16_d4", &run_one<Vtern_fifo_w16_d4, 16, 4, 1>, 4},
    {"latch_fifo_d2", &run_one<Vtern_latch_fifo_d2, 33, 2, 1>, 2},
    {"latch_fifo_d3", &run_one<Vtern_latch_fifo_d3, 33, 3, 2>, 3},
    {"latch_fifo_d7", &run_one<Vtern_latch_fifo_d7, 33, 7, 4>, 7},
    {"fifo_w33_d7", &run_one<Vtern_fifo_w33_d7, 33, 7, 4>, 7},
};

class EveryCell : public testing::TestWithParam<Cell> {
 public:
  static std::string name(const testing::TestParamInfo<Cell>& info) { return info.param.name; }
};

// A thousand beats wrap every pointer more than a hundred times.
TEST_P(EveryCell, KeepsOrderUnderEveryPairOfStalls) {
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(fmt::format("{} x {}", sim::stall_name(source), sim::stall_name(sink)));
      expect_passes(
          [&](const RunContext& context) {
            return GetParam().run({1000, source, sink, 0}, context).fault;
          },
          3);
    }
  }
}

TEST_P(EveryCell, MovesOneBeatPerCycleAfterOneCycle) {
  RunContext context;
  const CellResult result = GetParam().run({500, {}, {}, 0}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.in_cycles, 500U);
  EXPECT_EQ(result.first_latency, 1U);
}

TEST_P(EveryCell, HoldsAsManyBeatsAsItSays) {
  RunContext context;
  const CellResult result = GetParam().run({500, {}, {}, 50}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.most_stored, GetParam().depth);
}

INSTANTIATE_TEST_SUITE_P(Common, EveryCell, testing::ValuesIn(kCells), EveryCell::name);

TEST(TernRam, ReadsWhatWasWrittenAndHoldsIt) {
  sim::VerilatedCircuit<Vtern_ram_1r1w> circuit(test_seed());
  Vtern_ram_1r1w& top = circuit.top();
  sim::Harness harness(circuit, sim::Pin(top.clk_i), sim::Pin(), {});
  sim::Pin write(top.write_i);
  sim::Pin read(top.read_i);
  sim::Port waddr(top.waddr_i, 8);
  sim::Port raddr(top.raddr_i, 8);
  sim::Port wdata(top.wdata_i, 19);
  const sim::Port rdata(top.rdata_o, 19);
  Rng rng(test_seed());
  std::vector<std::uint64_t> memory(256);
  for (std::uint64_t address = 0; address < 256; ++address) {
    memory[address] = rng.bits(19);
    write.set(true);
    waddr.set(address);
    wdata.set(memory[address]);
    harness.settle();
    harness.tick([] {});
  }
  std::uint64_t want = 0;
  bool known = false;
  for (int i = 0; i < 5000; ++i) {
    const bool reads = rng.bits(1) != 0;
    const std::uint64_t from = rng.bits(8);
    std::uint64_t to = rng.bits(8);
    if (to == from) to ^= 1U;  // the same address at the same time is left open
    const std::uint64_t value = rng.bits(19);
    write.set(rng.bits(1) != 0);
    waddr.set(to);
    wdata.set(value);
    read.set(reads);
    raddr.set(from);
    if (reads) {
      want = memory[from];
      known = true;
    }
    if (write.get()) memory[to] = value;
    harness.settle();
    harness.tick([] {});
    if (known) {
      ASSERT_EQ(rdata.get(), want) << "access " << i;
    }
  }
}

/// The state behind `beats` beats, as the circuit computes it one beat at a time.
template <typename V, unsigned kBits>
std::uint32_t circuit_crc(const std::vector<std::uint8_t>& bytes) {
  sim::VerilatedCircuit<V> circuit(1);
  V& top = circuit.top();
  sim::Port data(top.data_i, kBits);
  std::uint32_t state = 0xFFFFFFFFU;
  for (std::size_t i = 0; i < bytes.size(); i += kBits / 8) {
    data.load(bytes.data() + i);
    circuit.eval();
    top.part_i = top.part_o;
    top.state_i = state;
    circuit.eval();
    state = top.state_o;
  }
  return ~state;
}

template <typename V, unsigned kBits>
void expect_zlib() {
  constexpr std::size_t kBytes = kBits / 8;
  const auto check = [](const std::vector<std::uint8_t>& bytes) {
    return circuit_crc<V, kBits>(bytes) ==
           crc32(0, bytes.data(), static_cast<unsigned>(bytes.size()));
  };
  // Every bit alone, in the first of two beats and in the second.
  std::vector<std::uint8_t> bytes(2 * kBytes);
  ASSERT_TRUE(check(bytes)) << kBits << " bits, zeros";
  for (std::size_t bit = 0; bit < 2 * kBits; ++bit) {
    bytes[bit / 8] = static_cast<std::uint8_t>(1U << bit % 8);
    ASSERT_TRUE(check(bytes)) << kBits << " bits, bit " << bit;
    bytes[bit / 8] = 0;
  }
  Rng rng(test_seed());
  for (int round = 0; round < 200; ++round) {
    bytes.resize((1 + static_cast<std::size_t>(rng.below(8))) * kBytes);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.bits(8));
    // The last beat is partly zero, as that of a message.
    const auto zeros = static_cast<std::size_t>(rng.below(kBytes));
    std::fill(bytes.end() - static_cast<std::ptrdiff_t>(zeros), bytes.end(), std::uint8_t{0});
    ASSERT_TRUE(check(bytes)) << kBits << " bits, " << seed_note() << " round " << round;
  }
}

TEST(TernCrc32, EqualsZlibForEveryWidthOfTheEncoder) {
  expect_zlib<Vtern_crc32_d32, 32>();
  expect_zlib<Vtern_crc32_d64, 64>();
  expect_zlib<Vtern_crc32_d128, 128>();
  expect_zlib<Vtern_crc32_d512, 512>();
  expect_zlib<Vtern_crc32_d1024, 1024>();
  expect_zlib<Vtern_crc32_d4096, 4096>();
}

// No power of two: nothing in the matrix may depend on that.
TEST(TernCrc32, EqualsZlibForAnOddNumberOfWords) { expect_zlib<Vtern_crc32_d96, 96>(); }

}  // namespace
}  // namespace tern::tb
