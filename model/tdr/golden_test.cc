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

#include "model/tdr/golden_cases.h"

namespace tern::tdr {
namespace {

using Bytes = std::vector<std::uint8_t>;

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
  options.lossy.without.dct8x8 = golden.name[1] == '2';
  options.lossy.bounded = golden.name[1] == '6';
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
      options.bounded = golden.name[1] == '5';
      const Encoded encoded = encode(tensor.source(), options);
      ASSERT_EQ(encoded.header.mode, Mode::kLossy) << golden.name;
      ASSERT_NO_FATAL_FAILURE(write_file(path_of(folder, golden.name), encoded));
    }
  }
  for (const Golden& golden : kGolden) {
    const File file = read_file(path_of("model/tdr/testdata", golden.name));
    ASSERT_FALSE(file.stream.empty()) << golden.name;
    EXPECT_EQ(golden.name[1] - '0', file.stream[0] & 15) << golden.name;
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
    ASSERT_FALSE(file.stream.empty()) << golden.name;
    EXPECT_EQ(golden.name[1] - '0', file.stream[0] & 15) << golden.name;
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
