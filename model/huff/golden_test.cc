// SPDX-License-Identifier: Apache-2.0
//
// golden_test.cc: the messages in testdata encode and decode as on the day they were made.
//
// `huff_golden_test --write-golden` makes the files that are missing, from a fixed seed. It never
// changes a file: a released message stays as it is.
//
//   Spec  docs/huffman_format.md#13-versions
#include "model/huff/golden.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "model/common/dtype.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

// A number of its own: the files must not depend on TERN_SEED.
constexpr std::uint64_t kGoldenSeed = 1;

struct Recipe {
  std::string name;
  Dtype dtype;
  Geometry geometry;
  std::optional<BookKind> kind;  // of the only book; empty: raw, unless there are chunks
  std::uint64_t count;
  std::uint32_t chunk_log2 = 0;  // above 0: any books
};

// A new recipe goes to the end: the seed of a recipe is its position.
std::vector<Recipe> recipes() {
  std::vector<Recipe> list;
  for (const EnumName<Dtype>& dtype : kDtypeNames) {
    const std::uint32_t word_bits = fits(dtype.value, {16, 32}) ? 32 : 64;
    list.push_back({fmt::format("v1_dtype_{}", dtype.text),
                    dtype.value,
                    {16, word_bits},
                    BookKind::kRandom,
                    100});
  }
  for (const std::uint32_t lanes : {1U, 64U}) {
    for (const std::uint32_t word_bits : {32U, 64U}) {
      list.push_back({fmt::format("v1_lanes_{}_words_{}", lanes, word_bits),
                      Dtype::kBf16,
                      {lanes, word_bits},
                      BookKind::kRandom,
                      150});
    }
  }
  // Long enough for lanes of quite different lengths, and for every way in which a word is due.
  list.push_back({"v1_uneven_lanes_32", Dtype::kBf16, {4, 32}, BookKind::kDeepest, 400});
  list.push_back({"v1_uneven_lanes_64", Dtype::kUint8, {8, 64}, BookKind::kRandom, 800});
  list.push_back({"v1_raw_bf16", Dtype::kBf16, {4, 32}, std::nullopt, 33});
  list.push_back({"v1_raw_uint8", Dtype::kUint8, {8, 64}, std::nullopt, 77});
  list.push_back({"v1_empty", Dtype::kFp16, {2, 32}, BookKind::kRandom, 0});
  list.push_back({"v1_one_value", Dtype::kFp16, {64, 64}, BookKind::kRandom, 1});
  list.push_back({"v1_one_bit_code", Dtype::kInt8, {2, 32}, BookKind::kOneBit, 120});
  list.push_back({"v1_uniform_code", Dtype::kE4m3, {4, 64}, BookKind::kUniform, 120});
  list.push_back({"v1_deepest_code", Dtype::kBf16, {4, 32}, BookKind::kDeepest, 60});
  list.push_back({"v1_short_escape", Dtype::kE5m2, {8, 32}, BookKind::kShortEscape, 90});
  list.push_back({"v1_sparse_code", Dtype::kBf16Bytes, {32, 32}, BookKind::kSparse, 200});
  list.push_back({"v1_257_entries", Dtype::kUint8, {16, 64}, BookKind::kFull, 180});
  // Choices over 13 steps, over 4 with some bits to spare, and in one.
  list.push_back({"v1_chunks_1_lane", Dtype::kBf16, {1, 32}, std::nullopt, 100, 4});
  list.push_back({"v1_chunks_4_lanes", Dtype::kE4m3, {4, 32}, std::nullopt, 64 * 6 + 2, 4});
  list.push_back({"v1_chunks_16_lanes", Dtype::kFp32, {16, 64}, std::nullopt, 256 * 2 + 19, 4});
  list.push_back({"v1_chunks_of_32_steps", Dtype::kFp16, {8, 32}, std::nullopt, 256 * 2, 5});
  list.push_back({"v1_chunk_not_filled", Dtype::kUint8, {2, 32}, std::nullopt, 30, 15});
  return list;
}

// How often a chunk has another choice than the one before.
std::size_t changes_of(const std::vector<std::size_t>& choices) {
  std::size_t changes = 0;
  for (std::size_t i = 1; i < choices.size(); ++i) changes += choices[i] != choices[i - 1] ? 1 : 0;
  return changes;
}

Golden make_golden(const Recipe& recipe, std::uint64_t seed) {
  Rng rng(seed);
  Golden golden;
  golden.name = recipe.name;
  ChunkedCase& input = golden.input;
  if (recipe.chunk_log2 > 0) {
    // Until neighbours differ often enough to be worth keeping.
    do {
      input =
          make_chunked_case(rng, recipe.dtype, recipe.geometry, recipe.chunk_log2, recipe.count);
    } while (changes_of(input.choices) < std::min<std::size_t>(3, input.choices.size() - 1));
  } else {
    input.dtype = recipe.dtype;
    input.geometry = recipe.geometry;
    if (recipe.kind) input.books = {make_book(rng, recipe.dtype, *recipe.kind)};
    const Book* const book = recipe.kind ? &input.books.front() : nullptr;
    input.choices = {recipe.kind ? 0 : ChunkedCase::kRaw};
    input.min_len = min_len_of(book);
    input.offset = make_offset(rng);
    input.data =
        make_values(rng, recipe.dtype, recipe.count, book, recipe.geometry.lanes, input.offset);
  }
  golden.message = encode(input);
  return golden;
}

int write_missing() {
  std::uint64_t seed = kGoldenSeed;
  for (const Recipe& recipe : recipes()) {
    const std::string path = fmt::format("{}/{}.json", kGoldenFolder, recipe.name);
    const std::string text = format_golden(make_golden(recipe, seed++));
    if (std::filesystem::exists(path)) continue;
    std::ofstream file(path);
    file << text;
    file.flush();
    if (!file) {
      fmt::print(stderr, "{}: cannot be written; run from the root of the repository\n", path);
      return 1;
    }
    fmt::print("{}: written\n", path);
  }
  return 0;
}

TEST(Golden, EveryRecipeHasItsFile) {
  std::set<std::string> names;
  for (const Golden& golden : read_goldens(kGoldenFolder)) names.insert(golden.name);
  for (const Recipe& recipe : recipes()) EXPECT_EQ(names.count(recipe.name), 1U) << recipe.name;
}

TEST(Golden, EncodesToTheSameBytes) {
  for (const Golden& golden : read_goldens(kGoldenFolder)) {
    EXPECT_EQ(encode(golden.input), golden.message) << golden.name;
  }
}

TEST(Golden, DecodesToTheSameValues) {
  for (const Golden& golden : read_goldens(kGoldenFolder)) {
    const Decoded decoded =
        decode(golden.message.data(), golden.message.size(), books_of(golden.input));
    EXPECT_EQ(decoded.error, StreamError::kNone) << golden.name;
    EXPECT_EQ(decoded.dtype, golden.input.dtype) << golden.name;
    EXPECT_EQ(decoded.values, golden.input.data) << golden.name;
  }
}

TEST(Golden, ChunksUseSeveralBooksAndRaw) {
  std::size_t raw = 0;
  std::size_t coded = 0;
  std::size_t changes = 0;
  for (const Golden& golden : read_goldens(kGoldenFolder)) {
    const std::vector<std::size_t>& choices = golden.input.choices;
    for (std::size_t i = 1; i < choices.size(); ++i) {
      ++(choices[i] == ChunkedCase::kRaw ? raw : coded);
    }
    changes += changes_of(choices);
  }
  EXPECT_GE(raw, 2U);
  EXPECT_GE(coded, 5U);
  EXPECT_GE(changes, 5U);
}

TEST(Golden, OffsetsAreOfEveryKind) {
  std::set<std::uint8_t> offsets;
  for (const Golden& golden : read_goldens(kGoldenFolder)) offsets.insert(golden.input.offset);
  EXPECT_EQ(offsets.count(0), 1U);
  EXPECT_GE(offsets.size(), 10U);
}

TEST(Golden, FilesAreInTheFormOfTheWriter) {
  for (const Golden& golden : read_goldens(kGoldenFolder)) {
    std::ifstream file(fmt::format("{}/{}.json", kGoldenFolder, golden.name));
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(text, format_golden(golden)) << golden.name;
  }
}

}  // namespace
}  // namespace tern::huff

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--write-golden") return tern::huff::write_missing();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
