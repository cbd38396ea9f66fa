// SPDX-License-Identifier: Apache-2.0
//
// slot_test.cc: streams fit their slots, fill them, and are found in them.
//
//   Spec  docs/transform.md#14-slots
//   Test  model/tdr/slot_test.cc
#include <gtest/gtest.h>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/tdr/blocks.h"
#include "model/tdr/rate.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Header, check, two codes of classes and a bit for each row and column: what any lossy stream has.
std::size_t least_lossy(const TestTensor& tensor) {
  return 4 * (6 + (2 * 64 + tensor.rows + tensor.cols + 31) / 32);
}

std::size_t raw_size(const TestTensor& tensor) { return (tensor.bytes.size() + 24 + 3) / 4 * 4; }

void expect_slot(const TestTensor& tensor, std::size_t bytes, bool choose) {
  EncodeOptions options;
  options.states_log2 = 2;
  options.rounds = 1;
  const Encoded encoded = encode_in_slot(tensor.source(), bytes, choose, options);
  ASSERT_LE(encoded.stream.size(), bytes);
  Bytes slot = encoded.stream;
  slot.resize(bytes);
  const Decoded decoded = decode_slot(slot.data(), slot.size());
  ASSERT_EQ(decoded.error, TdrError::kNone) << error_name(decoded.error);
  ASSERT_EQ(decoded.values, encoded.values);
  if (bytes >= raw_size(tensor)) {
    ASSERT_EQ(decoded.values, tensor.bytes);
  }
}

TEST(TdrSlot, IsNeverExceededFromTheLeastOn) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const Content content : kContents) {
    for (const Dtype dtype : {Dtype::kFp32, Dtype::kE4m3}) {
      const TestTensor tensor = make_tensor(content, dtype, 33, 25, rng);
      const std::size_t least = least_lossy(tensor);
      SCOPED_TRACE(testing::Message()
                   << dtype_name(dtype) << " content " << static_cast<int>(content));
      for (int i = inputs(0, 3); i < inputs(9, 6); ++i) {
        const std::size_t bytes =
            i < 4 ? least + static_cast<std::size_t>(i)
                  : least + static_cast<std::size_t>(rng.below(raw_size(tensor) - least + 40));
        ASSERT_NO_FATAL_FAILURE(expect_slot(tensor, bytes, i % 2 == 0)) << bytes;
      }
    }
  }
}

TEST(TdrSlot, BelowTheLeastTheShortestStreamNamesIt) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  for (const Content content : kContents) {
    const TestTensor tensor = make_tensor(content, Dtype::kFp32, 33, 50, rng);
    const std::size_t least = least_lossy(tensor);
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{24}, least - 4, least - 1}) {
      const Encoded encoded = encode_in_slot(tensor.source(), bytes, true, {});
      EXPECT_EQ(encoded.stream.size(), least) << static_cast<int>(content) << ": " << bytes;
    }
  }
  // Raw is the only way, or the shorter one.
  TestTensor tensor = make_tensor(Content::kNoise, Dtype::kBf16, 20, 20, rng);
  tensor.bytes[5] = 0x7F;
  tensor.bytes[4] = 0x80;
  EXPECT_EQ(encode_in_slot(tensor.source(), 100, true, {}).stream.size(), raw_size(tensor));
  const TestTensor tiny = make_tensor(Content::kNoise, Dtype::kInt8, 2, 3, rng);
  EXPECT_EQ(encode_in_slot(tiny.source(), 10, true, {}).stream.size(), raw_size(tiny));
}

TEST(TdrSlot, IsFilledToOnePercent) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  const TestTensor tensor = make_tensor(Content::kScaled, Dtype::kBf16, 256, 128, rng);
  for (const std::size_t bytes : {4096U, 7001U, 16384U}) {
    if (kSanitized && bytes != 4096) continue;
    EncodeOptions options;
    options.states_log2 = 2;
    const Encoded encoded = encode_in_slot(tensor.source(), bytes, true, options);
    EXPECT_LE(encoded.stream.size(), bytes);
    EXPECT_GE(static_cast<double>(encoded.stream.size()), 0.99 * static_cast<double>(bytes));
  }
}

TEST(TdrSlot, OnlyZeroBytesMayFollowAndOnlyInASlot) {
  Rng rng(3);
  for (const double bits : {3.0, 64.0}) {  // lossy, and raw
    const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 30, 20, rng);
    const auto bytes = static_cast<std::uint64_t>(30 * 20 * bits / 8);
    Bytes slot = encode_in_slot(tensor.source(), bytes, true, {}).stream;
    const std::size_t end = slot.size();
    EXPECT_EQ(decode_slot(slot.data(), end).error, TdrError::kNone);
    EXPECT_EQ(decode_slot(slot.data(), end - 4).error, TdrError::kTruncated);
    slot.resize(end + 26);
    EXPECT_EQ(decode(slot.data(), end + 24).error, TdrError::kExcess);
    EXPECT_EQ(decode(slot.data(), slot.size()).error, TdrError::kSize);
    EXPECT_EQ(decode_slot(slot.data(), slot.size()).error, TdrError::kNone);
    for (std::size_t at = end; at < slot.size(); ++at) {
      slot[at] = 1;
      EXPECT_EQ(decode_slot(slot.data(), slot.size()).error, TdrError::kExcess) << at;
      slot[at] = 0;
    }
    slot[end - 1] ^= 1;
    EXPECT_EQ(decode_slot(slot.data(), slot.size()).error, TdrError::kCrc);
  }
}

TEST(TdrSlot, HoldsBlocks) {
  Rng rng(9);
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kBf16, 90, 40, rng);
  BlockOptions options;
  options.lossy.states_log2 = 2;
  options.lossy.rounds = 1;
  options.choose = false;
  options.band_rows = 30;
  for (const std::size_t slot : {700U, 2000U, 9000U}) {
    Bytes stream = encode_blocks_in_slot(tensor.source(), slot, options).stream;
    ASSERT_LE(stream.size(), slot);
    stream.resize(slot);
    const Decoded decoded = decode_slot(stream.data(), stream.size());
    EXPECT_EQ(decoded.error, TdrError::kNone) << slot;
    EXPECT_EQ(decoded.blocks.size(), 3U);
    if (slot == 9000) {
      EXPECT_EQ(decoded.values, tensor.bytes);
    }
  }
}

}  // namespace
}  // namespace tern::tdr
