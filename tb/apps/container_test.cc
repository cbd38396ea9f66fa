// SPDX-License-Identifier: Apache-2.0
//
// container_test: the index of .tern files, whole, damaged and hostile.
//
//   Spec  docs/cli.md#tern-files
//   Test  tb/apps/container_test.cc
#include "sim/apps/container.h"

#include <gtest/gtest.h>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/huff/train.h"

namespace tern::apps {
namespace {

ContainerIndex example() {
  StoredTensor first;
  first.name = "layers.0/\"w\" \xC3\xA4";
  first.dtype = Dtype::kBf16;
  first.shape = {3, 40};
  first.source = "float32";
  first.sha256 = std::string(64, 'a');
  first.offset = 8;
  first.messages = {100, 84};
  StoredTensor second;
  second.name = "empty";
  second.dtype = Dtype::kUint8;
  second.shape = {0, 7};
  second.source = "uint8";
  second.sha256 = std::string(64, 'b');
  second.offset = 192;
  second.messages = {16};
  huff::Weights weights{};
  weights[5] = 3;
  weights[6] = 1;
  ContainerIndex index;
  index.tensors = {first, second};
  index.books.emplace();
  const Result<huff::Book> book = huff::train_book(Dtype::kBf16, weights, {});
  EXPECT_FALSE(index.books->add(book.value()).has_value());
  return index;
}

constexpr std::uint64_t kPayloadEnd = 208;

// A second parse of what was accepted must agree: nothing was guessed.
void expect_consistent(const ContainerIndex& index, std::uint64_t payload_end) {
  std::uint64_t at = kContainerMagic.size();
  for (const StoredTensor& tensor : index.tensors) {
    EXPECT_EQ(tensor.offset, at);
    at += tensor.wire_bytes();
    EXPECT_LE(tensor.raw_bytes() / 8, tensor.wire_bytes());
  }
  EXPECT_EQ(at, payload_end);
  EXPECT_TRUE(parse_index(format_index(index), payload_end, "f").ok());
}

TEST(Container, IndexComesBackAsItWas) {
  const ContainerIndex index = example();
  const Result<ContainerIndex> parsed = parse_index(format_index(index), kPayloadEnd, "f.tern");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  ASSERT_EQ(parsed.value().tensors.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const StoredTensor& want = index.tensors[i];
    const StoredTensor& got = parsed.value().tensors[i];
    EXPECT_EQ(got.name, want.name);
    EXPECT_EQ(got.dtype, want.dtype);
    EXPECT_EQ(got.shape, want.shape);
    EXPECT_EQ(got.source, want.source);
    EXPECT_EQ(got.sha256, want.sha256);
    EXPECT_EQ(got.offset, want.offset);
    EXPECT_EQ(got.messages, want.messages);
  }
  ASSERT_TRUE(parsed.value().books.has_value());
  EXPECT_EQ(parsed.value().books->books().front().lengths, index.books->books().front().lengths);
}

TEST(Container, SizesFollowFromShapeAndMessages) {
  const ContainerIndex index = example();
  EXPECT_EQ(index.tensors[0].raw_bytes(), 240U);
  EXPECT_EQ(index.tensors[0].wire_bytes(), 184U);
  EXPECT_EQ(index.tensors[1].raw_bytes(), 0U);
}

TEST(Container, RefusesEveryOtherPayloadSize) {
  const std::string text = format_index(example());
  for (std::uint64_t end = 0; end < 300; ++end) {
    EXPECT_EQ(parse_index(text, end, "f").ok(), end == kPayloadEnd) << end;
  }
  EXPECT_FALSE(parse_index(text, ~std::uint64_t{0}, "f").ok());
}

// Header and trailer of a message of 32-bit words.
TEST(Container, RefusesMessagesBelow16Bytes) {
  ContainerIndex index = example();
  for (std::uint64_t size = 0; size < 20; ++size) {
    index.tensors[1].messages = {size};
    EXPECT_EQ(parse_index(format_index(index), 192 + size, "f").ok(), size >= 16) << size;
  }
}

TEST(Container, RefusesMessagesWhoseSizesWrapAround) {
  ContainerIndex index = example();
  // 8 + (2^64 - 4) is 4 in 64 bits, and 4 + 188 is where the second tensor starts.
  index.tensors[0].messages = {~std::uint64_t{0} - 3, 188};
  EXPECT_FALSE(parse_index(format_index(index), kPayloadEnd, "f").ok());
}

TEST(Container, RefusesShapesWhoseProductWrapsAround) {
  for (const std::vector<std::uint64_t>& shape :
       {std::vector<std::uint64_t>{1ULL << 32, 1ULL << 32}, std::vector<std::uint64_t>{1ULL << 63},
        std::vector<std::uint64_t>{0, 1ULL << 63, 4}}) {
    ContainerIndex index = example();
    index.tensors[0].shape = shape;
    EXPECT_FALSE(parse_index(format_index(index), kPayloadEnd, "f").ok());
  }
}

TEST(Container, RefusesDeepNestingAndHugeNumbers) {
  for (const std::string& text :
       {std::string(100000, '['), std::string(100000, '{'), std::string("{\"a\":") + "1e999}",
        std::string("{\"tensors\":[],\"books\":") + std::string(5000, '[') +
            std::string(5000, ']') + "}"}) {
    EXPECT_FALSE(parse_index(text, 8, "f").ok());
  }
}

// As many keys would take hours, and as many lists a gigabyte, if they were stored.
TEST(Container, RefusesMoreKeysAndListsThanAnIndexHas) {
  std::string keys = "{\"tensors\":[],\"books\":null";
  for (int i = 0; i < 1000000; ++i) keys += ",\"" + std::to_string(i) + "\":1";
  std::string lists = "{\"books\":null,\"tensors\":[";
  for (int i = 0; i < 2000000; ++i) lists += "[],";
  for (const std::string& text : {keys + "}", lists + "[]]}"}) {
    const Result<ContainerIndex> parsed = parse_index(text, 8, "f");
    ASSERT_FALSE(parsed.ok());
    EXPECT_NE(parsed.error().message.find(" more than "), std::string::npos)
        << parsed.error().message;
  }
}

TEST(Container, ErrorsNameTheFileInOneLine) {
  const Result<ContainerIndex> parsed = parse_index("{}", 8, "dir/f.tern");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().kind, ErrorKind::kStream);
  EXPECT_EQ(parsed.error().message.rfind("dir/f.tern: ", 0), 0U);
  EXPECT_EQ(parsed.error().message.find('\n'), std::string::npos);
}

TEST(Container, MutatedIndexIsRefusedOrConsistent) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const std::string good = format_index(example());
  const std::string alphabet = "0123456789{}[]\",:-.eE \\untrfals";
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = good;
    for (std::uint64_t edits = 1 + rng.below(4); edits > 0; --edits) {
      const std::size_t at = rng.below(text.size());
      const std::size_t length = std::min<std::size_t>(rng.below(12), text.size() - at);
      switch (rng.below(4)) {
        case 0:
          text[at] = static_cast<char>(rng.bits(8));
          break;
        case 1:
          text[at] = alphabet[rng.below(alphabet.size())];
          break;
        case 2:
          text.erase(at, length);
          break;
        default:
          text.insert(at, text.substr(rng.below(text.size()), length));
          break;
      }
      if (text.empty()) text = " ";
    }
    const Result<ContainerIndex> parsed = parse_index(text, kPayloadEnd, "f");
    if (!parsed.ok()) continue;
    ++accepted;
    expect_consistent(parsed.value(), kPayloadEnd);
  }
  // Edits of names and white space do not matter; almost everything else does.
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, 8000);
}

}  // namespace
}  // namespace tern::apps
