// SPDX-License-Identifier: Apache-2.0
//
// golden_test.cc: streams of every released version still decode to the same values.
//
// The files were written once, by this test with TERN_WRITE_GOLDEN set to a folder, and stay.
//
//   Spec  docs/transform.md#13-versions
//   Test  model/tdr/golden_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "model/tdr/blocks.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Golden {
  const char* name;
  Content content;
  Dtype dtype;
  std::uint32_t rows;
  std::uint32_t cols;
  Predict predict;
  Transform transform;
  bool along_rows;
  bool lines_are_rows;
  std::uint32_t qp;
  std::uint32_t states_log2;
  int lanes_log2;
};

constexpr Golden kGolden[] = {
    {"v1_columns_32_states", Content::kScaled, Dtype::kFp32, 37, 29, Predict::kNone,
     Transform::kBypass, false, false, 2500, 5, 2},
    {"v1_rows_8_states", Content::kNoise, Dtype::kBf16, 20, 50, Predict::kColumnMean,
     Transform::kBypass, false, true, 2700, 3, 1},
    {"v1_row_means_dct16", Content::kSmooth, Dtype::kFp16, 40, 24, Predict::kRowMean,
     Transform::kDct16, false, false, 2600, 4, 0},
    {"v1_dct8_along_rows", Content::kOutliers, Dtype::kE4m3, 18, 35, Predict::kNone,
     Transform::kDct8, true, false, 2300, 2, 4},
    {"v1_delta_fine_steps", Content::kSmooth, Dtype::kFp32, 30, 11, Predict::kDelta,
     Transform::kBypass, false, false, 600, 3, 0},
    {"v1_lossless_int8", Content::kSmooth, Dtype::kInt8, 25, 16, Predict::kDelta,
     Transform::kBypass, false, false, 128, 0, 0},
    {"v1_zeros", Content::kZero, Dtype::kFp32, 12, 7, Predict::kNone, Transform::kBypass, false,
     false, 1000, 5, 0},
};

struct GoldenBlocks {
  const char* name;
  Content content;
  Dtype dtype;
  std::uint32_t rows;
  std::uint32_t cols;
  Mode wanted;
  std::uint32_t band_rows;
  std::uint32_t qp;
  std::size_t odd;  ///< value with all bits set, no number in most dtypes; beyond the end: none
  std::vector<Mode> modes;
};

const GoldenBlocks kGoldenBlocks[] = {
    {"v2_lossy_and_nan",
     Content::kNoise,
     Dtype::kBf16,
     20,
     30,
     Mode::kLossy,
     8,
     2600,
     300,
     {Mode::kLossy, Mode::kLossless, Mode::kLossy}},
    {"v2_wide_words",
     Content::kScaled,
     Dtype::kFp32,
     9,
     30,
     Mode::kLossless,
     5,
     0,
     290,
     {Mode::kLossless, Mode::kLossless}},
    {"v2_integers",
     Content::kSmooth,
     Dtype::kInt8,
     30,
     16,
     Mode::kInteger,
     16,
     0,
     999,
     {Mode::kInteger, Mode::kInteger}},
    {"v2_near", Content::kNoise, Dtype::kFp16, 16, 20, Mode::kNear, 16, 0, 999, {Mode::kNear}},
    {"v2_layers_bf16",
     Content::kNoise,
     Dtype::kBf16,
     40,
     20,
     Mode::kLayered,
     20,
     2700,
     100,
     {Mode::kLayered, Mode::kLayered}},
    {"v2_layers_fp32",
     Content::kNoise,
     Dtype::kFp32,
     12,
     20,
     Mode::kLayered,
     12,
     2500,
     7,
     {Mode::kLayered}},
    {"v2_layers_int8",
     Content::kSmooth,
     Dtype::kInt8,
     20,
     30,
     Mode::kLayered,
     20,
     700,
     999,
     {Mode::kLayered}},
    {"v2_raw",
     Content::kNoise,
     Dtype::kE4m3,
     3,
     5,
     Mode::kRaw,
     2,
     0,
     999,
     {Mode::kRaw, Mode::kRaw}},
};

Encoded encode_golden(const GoldenBlocks& golden) {
  Rng rng(golden.qp + golden.cols);
  TestTensor tensor = make_tensor(golden.content, golden.dtype, golden.rows, golden.cols, rng);
  const std::uint32_t bytes = element_bytes(golden.dtype);
  for (std::size_t i = 0; i < bytes && golden.odd < tensor.bytes.size() / bytes; ++i) {
    tensor.bytes[golden.odd * bytes + i] = 0xFF;
  }
  BlockOptions options;
  options.wanted = golden.wanted;
  options.band_rows = golden.band_rows;
  options.lossy.qp = golden.qp;
  options.bound = golden.wanted == Mode::kNear ? std::optional(magnitude_of(1, -6)) : std::nullopt;
  return encode_blocks(tensor.source(), options);
}

struct File {
  Bytes stream;
  Bytes values;
};

std::string path_of(const std::string& folder, const char* name) {
  return folder + "/" + name + ".hex";
}

// Words, one of which names the part that follows; the others are hexadecimal digits.
File read_file(const std::string& path) {
  std::ifstream text(path);
  EXPECT_TRUE(text.good()) << path;
  File file;
  Bytes* part = nullptr;
  for (std::string word; text >> word;) {
    if (word == "stream" || word == "values") {
      part = word == "stream" ? &file.stream : &file.values;
      continue;
    }
    for (std::size_t i = 0; i + 1 < word.size() && part != nullptr; i += 2) {
      part->push_back(static_cast<std::uint8_t>(std::stoul(word.substr(i, 2), nullptr, 16)));
    }
  }
  return file;
}

void write_bytes(const Bytes& bytes, std::ofstream& text) {
  constexpr std::size_t kPerLine = 48;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text << fmt::format("{:02x}", bytes[i]);
    if (i % kPerLine == kPerLine - 1 || i + 1 == bytes.size()) text << "\n";
  }
}

void write_file(const std::string& path, const Encoded& encoded) {
  std::ofstream text(path);
  text << "stream\n";
  write_bytes(encoded.stream, text);
  text << "values\n";
  write_bytes(encoded.values, text);
  ASSERT_TRUE(text.good()) << path;
}

TEST(TdrGolden, StreamsDecodeAsTheyDidWhenTheyWereMade) {
  if (const char* const folder = std::getenv("TERN_WRITE_GOLDEN")) {
    for (const Golden& golden : kGolden) {
      Rng rng(golden.qp);
      const TestTensor tensor =
          make_tensor(golden.content, golden.dtype, golden.rows, golden.cols, rng);
      EncodeOptions options;
      options.tools = {golden.predict, golden.transform, golden.along_rows, golden.lines_are_rows};
      options.qp = golden.qp;
      options.states_log2 = golden.states_log2;
      options.lanes_log2 = golden.lanes_log2;
      const Encoded encoded = encode(tensor.source(), options);
      ASSERT_EQ(encoded.header.mode, Mode::kLossy) << golden.name;
      ASSERT_NO_FATAL_FAILURE(write_file(path_of(folder, golden.name), encoded));
    }
  }
  for (const Golden& golden : kGolden) {
    const File file = read_file(path_of("model/tdr/testdata", golden.name));
    const Decoded decoded = decode(file.stream.data(), file.stream.size());
    EXPECT_EQ(decoded.error, TdrError::kNone) << golden.name;
    EXPECT_EQ(decoded.values, file.values) << golden.name;
    EXPECT_EQ(decoded.header.rows, golden.rows);
    EXPECT_EQ(decoded.header.predict, golden.predict);
    EXPECT_EQ(decoded.header.transform, golden.transform);
    EXPECT_EQ(1U << decoded.header.states_log2, 1U << golden.states_log2);
  }
}

TEST(TdrGolden, BlocksDecodeAsTheyDidWhenTheyWereMade) {
  if (const char* const folder = std::getenv("TERN_WRITE_GOLDEN")) {
    for (const GoldenBlocks& golden : kGoldenBlocks) {
      ASSERT_NO_FATAL_FAILURE(write_file(path_of(folder, golden.name), encode_golden(golden)));
    }
  }
  for (const GoldenBlocks& golden : kGoldenBlocks) {
    const File file = read_file(path_of("model/tdr/testdata", golden.name));
    const Decoded decoded = decode(file.stream.data(), file.stream.size());
    EXPECT_EQ(decoded.error, TdrError::kNone) << golden.name;
    EXPECT_EQ(decoded.values, file.values) << golden.name;
    std::vector<Mode> modes;
    for (const BlockInfo& block : decoded.blocks) modes.push_back(block.header.mode);
    EXPECT_EQ(modes, golden.modes) << golden.name;
  }
}

}  // namespace
}  // namespace tern::tdr
