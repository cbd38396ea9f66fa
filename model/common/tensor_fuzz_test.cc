// SPDX-License-Identifier: Apache-2.0
//
// tensor_fuzz_test: damaged files are refused or understood in a way that adds up, never worse.
//
// Under the sanitizers this is the test that nothing is read, allocated or computed out of bounds.
//
//   Spec  docs/cli.md#tensor-files
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/common/rng.h"
#include "model/common/tensor_file.h"
#include "model/common/test_files.h"
#include "model/common/test_seed.h"

namespace tern {
namespace {

constexpr int kFiles = 6000;

// Pieces that mean something to one of the two formats.
const std::vector<std::string> kPieces = {"'",
                                          "\"",
                                          "(",
                                          ")",
                                          "{",
                                          "}",
                                          "[",
                                          "]",
                                          ",",
                                          ":",
                                          "-",
                                          ".",
                                          "L",
                                          " ",
                                          "\n",
                                          "\\",
                                          "e5",
                                          "0x1",
                                          "None",
                                          "True",
                                          "False",
                                          "'descr'",
                                          "'shape'",
                                          "'fortran_order'",
                                          "(2, 3)",
                                          "(6,)",
                                          "()",
                                          "'<f4'",
                                          "'|O'",
                                          "'>f4'",
                                          "'|V2'",
                                          "0",
                                          "1",
                                          "4",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "18446744073709551615",
                                          "4294967296",
                                          "4611686018427387904",
                                          "null",
                                          "true",
                                          "\"dtype\"",
                                          "\"shape\"",
                                          "\"data_offsets\"",
                                          "\"__metadata__\"",
                                          "\"F32\"",
                                          "\"F4\"",
                                          "\"BF16\"",
                                          "\"FOO\"",
                                          "[0,24]",
                                          "[24,0]",
                                          "[0,0]",
                                          "[]",
                                          "{}",
                                          "\\u0000",
                                          std::string(1, '\0'),
                                          "\xFF",
                                          "\xEF\xBB\xBF"};

void damage(Rng& rng, Bytes& bytes) {
  // The first bytes, magic and length, get more than their share.
  const std::uint64_t range = bytes.size() + 1;
  const auto at = static_cast<std::size_t>(
      rng.below(rng.chance(1, 5) ? std::min<std::uint64_t>(range, 12) : range));
  const auto here = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  const std::size_t left = bytes.size() - at;
  switch (rng.below(6)) {
    case 0:  // one bit
      if (left > 0) bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ (1U << rng.below(8)));
      return;
    case 1:  // one byte
      if (left > 0) bytes[at] = static_cast<std::uint8_t>(rng.bits(8));
      return;
    case 2:  // a hole
      bytes.erase(
          here, here + static_cast<std::ptrdiff_t>(rng.below(std::min<std::size_t>(left, 9) + 1)));
      return;
    case 3: {  // a piece between
      const Bytes piece = to_bytes(kPieces[rng.below(kPieces.size())]);
      bytes.insert(here, piece.begin(), piece.end());
      return;
    }
    case 4: {  // a piece over
      const std::string& piece = kPieces[rng.below(kPieces.size())];
      for (std::size_t i = 0; i < std::min(piece.size(), left); ++i) {
        bytes[at + i] = static_cast<std::uint8_t>(piece[i]);
      }
      return;
    }
    default:  // an end
      if (rng.chance(1, 4)) bytes.resize(at);
  }
}

// Puts the right header length back, so that the damage gets past the first check.
void repair_length(Bytes& bytes, std::size_t data_bytes, std::size_t at, unsigned width) {
  const std::size_t prefix = at + width + data_bytes;
  if (bytes.size() < prefix) return;
  const Bytes length = little_endian(bytes.size() - prefix, width);
  std::copy(length.begin(), length.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

// What must hold for every file that is accepted.
void check_adds_up(const TensorFile& file, std::size_t file_bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < file.size(); ++i) {
    const TensorInfo& info = file.info(i);
    sum += info.bytes;
    std::uint64_t values = 1;
    for (const std::uint64_t size : info.shape) values *= size;
    ASSERT_EQ(info.values, values);
    const Result<Tensor> tensor = file.read(i);
    if (info.type == SourceType::kUnsupported) {
      ASSERT_FALSE(tensor.ok());
      continue;
    }
    ASSERT_EQ(info.bytes, values * source_type_bytes(info.type));
    ASSERT_TRUE(tensor.ok()) << tensor.error().message;
    ASSERT_EQ(tensor.value().bytes.size(), info.bytes);
    for (const auto& [dtype, name] : huff::kDtypeNames) {
      const Result<Bytes> made = to_dtype(tensor.value(), dtype);
      if (!made.ok()) continue;
      ASSERT_EQ(made.value().size(), values * element_bytes(dtype)) << name;
    }
  }
  ASSERT_LT(sum, file_bytes);
}

void fuzz(const std::vector<Bytes>& seeds, const std::string& name, std::size_t length_at,
          unsigned length_width) {
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  const TempFolder folder;
  int accepted = 0;
  for (int i = 0; i < kFiles; ++i) {
    Bytes bytes = seeds[rng.below(seeds.size())];
    const std::size_t data_bytes = 24;
    for (std::uint64_t n = 1 + rng.below(3); n > 0; --n) damage(rng, bytes);
    if (rng.chance(2, 3)) repair_length(bytes, data_bytes, length_at, length_width);
    const std::string path = folder.file(name, bytes);
    const Result<std::unique_ptr<TensorFile>> file = open_tensor_file(path, {});
    if (file.ok()) {
      ++accepted;
      check_adds_up(*file.value(), bytes.size());
    } else {
      expect_message(file.error(), path, {});
      EXPECT_EQ(file.error().kind, ErrorKind::kFile);
    }
    if (testing::Test::HasFailure()) {
      FAIL() << "file " << i << ": " << testing::PrintToString(bytes);
    }
  }
  // Both outcomes must occur, or the damage is too small or too great to test anything.
  EXPECT_GT(accepted, kFiles / 100);
  EXPECT_LT(accepted, kFiles / 2);
}

TEST(TensorFuzz, DamagedNpyFilesAreRefusedOrAddUp) {
  std::vector<Bytes> seeds;
  for (const char* const header :
       {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }      \n",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (3, 2, 1), }\n",
        "{'descr': '|u1', 'fortran_order': True, 'shape': (24L,), }  \n",
        "{'descr': '<f2', 'fortran_order': True, 'shape': (2, 3, 2), }"}) {
    seeds.push_back(npy_file(header, Bytes(24, 0x7F)));
  }
  fuzz(seeds, "a.npy", 8, 2);
}

TEST(TensorFuzz, DamagedNewNpyFilesAreRefusedOrAddUp) {
  const char* const header = "{'descr': '|V2', 'fortran_order': True, 'shape': (4, 3), }     \n";
  fuzz({npy_file(header, Bytes(24, 1), 2), npy_file(header, Bytes(24, 1), 3)}, "a.npy", 8, 4);
}

TEST(TensorFuzz, DamagedSafetensorsFilesAreRefusedOrAddUp) {
  std::vector<Bytes> seeds;
  for (const char* const header :
       {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}}   ",
        "{\"b\":{\"dtype\":\"BF16\",\"shape\":[6],\"data_offsets\":[12,24]},"
        "\"a\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[4,12]},"
        "\"c\":{\"dtype\":\"U8\",\"shape\":[2,2],\"data_offsets\":[0,4]}}",
        "{\"__metadata__\":{\"k\":\"v\"},"
        "\"x\":{\"dtype\":\"F8_E4M3\",\"shape\":[24],\"data_offsets\":[0,24]}} "}) {
    seeds.push_back(safetensors_file(header, Bytes(24, 0x55)));
  }
  fuzz(seeds, "a.safetensors", 0, 8);
}

}  // namespace
}  // namespace tern
