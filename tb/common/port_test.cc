// SPDX-License-Identifier: Apache-2.0
//
// port_test: port accessors mask, extend signs, and treat every storage class alike.
//
//   RTL   tb/common/wide_ports.sv
//   Test  tb/common/port_test.cc
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "Vwide_ports.h"
#include "sim/model.h"
#include "sim/port.h"

namespace tern::sim {
namespace {

class Ports : public testing::Test {
 protected:
  struct Pair {
    Port in;
    Port out;
  };

  /// The signed ports, one of each storage class.
  std::vector<Pair> pairs() {
    Vwide_ports& top = circuit_.top();
    return {{Port(top.s5_i, 5), Port(top.s5_o, 5)},
            {Port(top.s12_i, 12), Port(top.s12_o, 12)},
            {Port(top.s20_i, 20), Port(top.s20_o, 20)},
            {Port(top.s40_i, 40), Port(top.s40_o, 40)},
            {Port(top.s64_i, 64), Port(top.s64_o, 64)}};
  }

  std::int64_t sum() { return Port(circuit_.top().sum_o, 64).get_signed(); }

  VerilatedCircuit<Vwide_ports> circuit_{1};
};

TEST_F(Ports, SignedValuesComeBackSigned) {
  for (const Pair& pair : pairs()) {
    const std::int64_t max =
        static_cast<std::int64_t>((std::uint64_t{1} << (pair.in.width() - 1)) - 1);
    for (const std::int64_t value :
         {std::int64_t{-3}, std::int64_t{-1}, std::int64_t{0}, max, -max - 1}) {
      Port in = pair.in;
      in.set(static_cast<std::uint64_t>(value));
      circuit_.eval();
      EXPECT_EQ(pair.out.get_signed(), value) << pair.in.width() << " bits";
    }
  }
}

// Bits above the width would reach the sum of the sign-extended inputs.
TEST_F(Ports, DirtyUpperBitsDoNotReachTheCircuit) {
  std::int64_t want = 0;
  for (Pair& pair : pairs()) {
    pair.in.set(pair.in.width() == 64 ? 7 : ~std::uint64_t{0} << pair.in.width() | 7U);
    want += 7;
  }
  circuit_.eval();
  EXPECT_EQ(sum(), want);
}

TEST_F(Ports, WidePortsMoveAsBytes) {
  Vwide_ports& top = circuit_.top();
  Port in(top.u77_i, 77);
  const Port out(top.u77_o, 77);
  ASSERT_EQ(in.size(), 10U);
  std::array<std::uint8_t, 10> bytes{};
  bytes.fill(0xFF);
  bytes[3] = 0x5A;
  in.load(bytes.data());
  circuit_.eval();
  std::array<std::uint8_t, 10> got{};
  out.store(got.data());
  std::array<std::uint8_t, 10> want{};
  want[3] = 0xA5;
  EXPECT_EQ(got, want);
  EXPECT_TRUE(out.equals(want.data()));
  EXPECT_EQ(top.u77_i[2], 0x1FFFU) << "the bits above the width are dropped";
}

TEST_F(Ports, SettingAWidePortClearsItsUpperWords) {
  Vwide_ports& top = circuit_.top();
  Port in(top.u77_i, 77);
  std::array<std::uint8_t, 10> ones{};
  ones.fill(0xFF);
  in.load(ones.data());
  in.set(5);
  EXPECT_EQ(top.u77_i[0], 5U);
  EXPECT_EQ(top.u77_i[1], 0U);
  EXPECT_EQ(top.u77_i[2], 0U);
}

TEST_F(Ports, AWidthOfAnotherStorageClassIsRefused) {
  EXPECT_DEATH({ const Port port(circuit_.top().s5_i, 9); }, "storage_bytes");
  EXPECT_DEATH({ const Port port(circuit_.top().u77_i, 97); }, "storage_bytes");
}

}  // namespace
}  // namespace tern::sim
