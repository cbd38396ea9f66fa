// SPDX-License-Identifier: Apache-2.0
//
// layer_test.cc: from any base to any bits, and in few words if the base is near.
//
//   Spec  docs/transform.md#17-the-second-layer
#include "model/tdr/layer.h"

#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

using Bytes = std::vector<std::uint8_t>;

void expect_layer(Dtype dtype, const Bytes& base, const Bytes& wanted) {
  const std::optional<Layer> layer = encode_layer(dtype, base, wanted.data());
  ASSERT_TRUE(layer);
  Bytes stream = layer->words;
  stream.resize(stream.size() + 8, 0xA5);
  Words words{stream.data(), stream.size() / kWordBytes};
  Bytes values = base;
  ASSERT_EQ(decode_layer(dtype, *layer, words, values), TdrError::kNone);
  ASSERT_EQ(values, wanted) << dtype_name(dtype);
  ASSERT_EQ(words.count, 2U);
  if (layer->words.empty()) return;
  words = {stream.data(), layer->words.size() / kWordBytes - 1};
  values = base;
  ASSERT_EQ(decode_layer(dtype, *layer, words, values), TdrError::kTruncated);
}

TEST(TdrLayer, BringsAnyBitsFromAnyOthers) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 120; ++i) {
    const Dtype dtype = kTestDtypes[rng.below(6)];
    const std::size_t size = rng.below(50) * element_bytes(dtype);
    Bytes base(size);
    Bytes wanted(size);
    const bool zero = rng.chance(1, 3);
    for (std::uint8_t& byte : base) byte = zero ? 0 : static_cast<std::uint8_t>(rng.bits(8));
    for (std::uint8_t& byte : wanted) byte = static_cast<std::uint8_t>(rng.bits(8));
    ASSERT_NO_FATAL_FAILURE(expect_layer(dtype, base, wanted));
    ASSERT_NO_FATAL_FAILURE(expect_layer(dtype, wanted, wanted));
  }
}

// A part and its layer tell what the values alone tell, and little else.
TEST(TdrLayer, CostsWhatTheBaseLeavesOut) {
  Rng rng(2);
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kBf16, 128, 128, rng);
  for (const std::uint32_t qp : {2100U, 2500U, 2900U}) {
    EncodeOptions options;
    options.states_log2 = 2;
    options.qp = qp;
    const Encoded base = encode(tensor.source(), options);
    const std::optional<Layer> layer = encode_layer(Dtype::kBf16, base.values, tensor.bytes.data());
    ASSERT_TRUE(layer);
    const double bits = static_cast<double>(base.stream.size() + layer->words.size()) * 8 / 16384;
    EXPECT_LT(bits, 12.2) << qp;  // 10.6 is the entropy of the values
  }
}

}  // namespace
}  // namespace tern::tdr
