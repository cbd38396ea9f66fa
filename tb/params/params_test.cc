// SPDX-License-Identifier: Apache-2.0
//
// params_test: RTL and C++ give every shared number the same meaning.
//
//   Spec  model/params.json
//   RTL   tb/params/params_probe.sv
//   Test  tb/params/params_test.cc

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "tb/params/params_probe_ports.h"

namespace tern::huff {
namespace {

class Params : public testing::Test {
 protected:
  void SetUp() override {
    context_ = std::make_unique<VerilatedContext>();
    dut_ = std::make_unique<Vparams_probe>(context_.get());
    dut_->eval();
  }

  /// Its struct with only field `index` set, to `value`. All other structs must be 0.
  PackedBits pack(std::size_t index, std::uint32_t value) {
    for (std::size_t i = 0; i < probed_fields().size(); ++i) {
      drive_field(*dut_, i, 0);
    }
    drive_field(*dut_, index, value);
    dut_->eval();
    const auto layouts = probed_layouts(*dut_);
    const std::size_t own = probed_fields()[index].layout;
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      if (i != own) {
        EXPECT_TRUE(layouts[i].packed.none()) << layouts[i].name;
      }
    }
    return layouts[own].packed;
  }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vparams_probe> dut_;
};

TEST_F(Params, EveryConstantIsEqual) {
  const auto constants = probed_constants(*dut_);
  for (const auto& constant : constants) {
    EXPECT_EQ(constant.rtl, constant.cxx) << constant.name;
  }
  // The alphabet, the longest code and the last error anchor the list: it is not empty or all zero.
  std::set<std::string> names;
  for (const auto& constant : constants) {
    names.insert(constant.name);
  }
  EXPECT_EQ(names.size(), constants.size());
  EXPECT_TRUE(names.count("NumSymbols"));
  EXPECT_TRUE(names.count("MaxCodeLen"));
  EXPECT_TRUE(names.count("StreamError.Crc"));
  EXPECT_EQ(dut_->num_symbols_o, 256U);
}

TEST_F(Params, FieldsSitWhereCxxExpectsThem) {
  const auto fields = probed_fields();
  const auto layouts = probed_layouts(*dut_);
  std::vector<PackedBits> covered(layouts.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::uint64_t ones = (std::uint64_t{1} << fields[i].width) - 1;
    const PackedBits mask = PackedBits(ones) << fields[i].lsb;
    EXPECT_EQ(pack(i, static_cast<std::uint32_t>(ones)), mask) << fields[i].name;
    EXPECT_EQ(pack(i, 1), PackedBits(1) << fields[i].lsb) << fields[i].name;
    EXPECT_TRUE((covered[fields[i].layout] & mask).none()) << fields[i].name << " overlaps";
    covered[fields[i].layout] |= mask;
  }
  ASSERT_EQ(layouts.size(), 2U);
  EXPECT_EQ(layouts[0].width, 96U);
  EXPECT_EQ(layouts[1].width, 13U);
  EXPECT_EQ(covered[0].count(), 96U) << "header bits without a field";
  EXPECT_TRUE((covered[0] >> 96).none()) << "fields outside of the header";
  EXPECT_EQ(covered[1], PackedBits(0x1FFF)) << "choice bits without a field";
}

template <typename E, std::size_t N>
void expect_texts_name_values(const std::array<EnumName<E>, N>& table) {
  std::set<std::string_view> texts;
  std::set<E> values;
  for (const auto& row : table) {
    texts.insert(row.text);
    values.insert(row.value);
  }
  EXPECT_EQ(texts.size(), N);
  EXPECT_EQ(values.size(), N);
}

TEST(ParamsNames, TextsAndValuesAreUnique) {
  expect_texts_name_values(kDtypeNames);
  expect_texts_name_values(kWordCodeNames);
  expect_texts_name_values(kStreamErrorNames);
}

}  // namespace
}  // namespace tern::huff
