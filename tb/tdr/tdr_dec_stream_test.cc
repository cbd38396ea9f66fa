// SPDX-License-Identifier: Apache-2.0
//
// tdr_dec_stream_test: streams of the golden encoder, whole and damaged, through the unit.
//
//   Spec  docs/transform.md#11-decoding-errors
//   RTL   rtl/tdr/tdr_dec.sv
//   Test  tb/tdr/tdr_dec_stream_test.cc

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "model/common/bits.h"
#include "model/common/test_seed.h"
#include "model/huff/crc32.h"
#include "model/tdr/stream.h"
#include "model/tdr/test_cases.h"
#include "tb/tdr/dec_bench.h"

namespace tern::tb {
namespace {

using tdr::Predict;

// A stream of the golden encoder, taken apart.
struct Stream {
  std::vector<std::uint8_t> bytes;
  SymbolBlock block;
  tdr::SideInfo side;
  std::size_t first = 0;  // byte of the first lane's words

  Stream(const tdr::TestTensor& tensor, const tdr::EncodeOptions& options)
      : bytes(tdr::encode(tensor.source(), options).stream) {
    tdr::PackedHeader packed{};
    for (std::size_t i = 0; i < packed.size(); ++i) {
      packed[i] = static_cast<std::uint32_t>(load_word(&bytes[4 * i], 32));
    }
    EXPECT_EQ(tdr::unpack_header(packed, block.header), tdr::TdrError::kNone);
    if (block.header.mode != tdr::Mode::kLossy) return;
    std::size_t used = 0;
    EXPECT_EQ(tdr::read_side(block.header, &bytes[4 * packed.size()],
                             bytes.size() / 4 - packed.size() - 1, side, used),
              tdr::TdrError::kNone);
    first = 4 * (packed.size() + used);
    block.classes = side.classes;
    block.levels.resize(block.header.values());
  }

  [[nodiscard]] std::vector<std::uint32_t> words() const {
    std::vector<std::uint32_t> words;
    for (std::size_t at = first; at + 4 < bytes.size(); at += 4) {
      words.push_back(static_cast<std::uint32_t>(load_word(&bytes[at], 32)));
    }
    return words;
  }

  void repair_check() {
    const std::uint32_t check = huff::crc32(0, bytes.data(), bytes.size() - 4);
    for (std::size_t i = 0; i < 4; ++i) {
      bytes[bytes.size() - 4 + i] = static_cast<std::uint8_t>(check >> 8 * i);
    }
  }
};

// Values and verdict are those of the whole golden decoder.
TEST(TdrDec, StreamsOfTheGoldenEncoder) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  DecCase one;
  for (int i = 0; i < 24; ++i) {
    const tdr::TestTensor tensor =
        tdr::make_tensor(i % 2 == 0 ? tdr::Content::kScaled : tdr::Content::kNoise,
                         tdr::kTestDtypes[i % 6], static_cast<std::uint32_t>(8 + rng.below(40)),
                         static_cast<std::uint32_t>(20 + rng.below(100)), rng);
    tdr::EncodeOptions options = tdr::random_options(rng);
    options.effort = tdr::Effort::kStream;
    options.states_log2 = 2;
    options.lanes_log2 = 4;
    options.tools.lines_are_rows = false;
    if (options.tools.predict == Predict::kDelta) options.tools.predict = Predict::kRowMean;
    Stream stream(tensor, options);
    if (stream.block.header.mode != tdr::Mode::kLossy) continue;
    // Where all lines are dead there is no word to damage.
    if (stream.words().size() > 1) {
      if (i % 4 == 3) {
        stream.bytes[stream.first + rng.below(stream.bytes.size() - 4 - stream.first)] ^= 4;
      }
      if (i % 8 == 5) stream.bytes.resize(stream.bytes.size() - 4);
      if (i % 8 == 6) stream.bytes.resize(stream.bytes.size() + 12);
    }
    stream.repair_check();
    const tdr::Decoded golden =
        tdr::decode(stream.bytes.data(), stream.bytes.size(), 1U << 20, tdr::shipped_books());
    const std::vector<std::uint32_t> words = stream.words();
    const DecodedSteps steps = decode_steps(stream.block, words);
    EXPECT_EQ(golden.error == tdr::TdrError::kTruncated, steps.truncated);
    EXPECT_EQ(golden.error == tdr::TdrError::kExcess,
              !steps.truncated && steps.words < words.size());
    const std::vector<std::uint8_t> values = one.add(stream.block, stream.side.means, words);
    if (golden.error == tdr::TdrError::kNone) {
      EXPECT_EQ(values, golden.values);
    }
  }
  EXPECT_GT(one.streams.commands.size(), 12U);
  expect_equal(one);
}

}  // namespace
}  // namespace tern::tb
