// SPDX-License-Identifier: Apache-2.0
//
// lossless_test.cc: messages inside blocks take any bits, and their books are those of the
// training.
//
//   Spec  docs/transform.md#16-modes
#include "model/tdr/lossless.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "model/common/test_seed.h"
#include "model/huff/histogram.h"
#include "model/tdr/lossless_training.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(TdrLossless, ShippedBooksAreUpToDateAndLegal) {
  std::ifstream file("model/tdr/lossless_books_data.h");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(format_lossless_books_data(), text)
      << "run scripts/tdr_books.py with the program tdr_books";
  ASSERT_EQ(lossless_books().books().size(), std::size(kTestDtypes));
  for (const huff::Book& book : lossless_books().books()) {
    EXPECT_EQ(huff::check(book), huff::BookError::kNone) << dtype_name(book.dtype);
  }
}

Header header_of(const TestTensor& tensor) {
  Header header;
  header.dtype = tensor.dtype;
  header.rows = tensor.rows;
  header.cols = tensor.cols;
  return header;
}

TEST(TdrLossless, AnyBitsComeBackWhateverFollows) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 60; ++i) {
    TestTensor tensor = make_tensor(
        kContents[rng.below(std::size(kContents))], kTestDtypes[rng.below(6)],
        static_cast<std::uint32_t>(rng.below(60)), static_cast<std::uint32_t>(rng.below(60)), rng);
    if (rng.chance(1, 3)) {
      for (std::uint8_t& byte : tensor.bytes) byte = static_cast<std::uint8_t>(rng.bits(8));
    }
    Bytes stream = encode_message(tensor.source());
    ASSERT_EQ(stream.size() % kWordBytes, 0U);
    const std::size_t own = stream.size() / kWordBytes;
    const std::size_t more = rng.below(5);
    for (std::size_t j = 0; j < 4 * more; ++j) {
      stream.push_back(static_cast<std::uint8_t>(rng.bits(8)));
    }
    Words words{stream.data(), own + more};
    Bytes values;
    ASSERT_EQ(decode_message(header_of(tensor), words, values), TdrError::kNone);
    EXPECT_EQ(values, tensor.bytes);
    EXPECT_EQ(words.count, more);
  }
}

TEST(TdrLossless, BellsAreNearTheirEntropyWhateverTheirScale) {
  Rng rng(1);
  for (const Dtype dtype : {Dtype::kFp32, Dtype::kBf16, Dtype::kFp16, Dtype::kE4m3, Dtype::kE5m2}) {
    const TestTensor tensor = make_tensor(Content::kNoise, dtype, 256, 256, rng);
    const std::vector<std::uint8_t>& bytes = tensor.bytes;
    double entropy = huff::extra_bits(dtype);
    for (const std::uint64_t count : huff::count_symbols(dtype, bytes.data(), bytes.size())) {
      const double share = static_cast<double>(count) / 65536;
      if (count > 0) entropy -= share * std::log2(share);
    }
    const double bits = static_cast<double>(encode_message(tensor.source()).size()) * 8 / 65536;
    EXPECT_LT(bits, entropy + 0.25) << dtype_name(dtype);
    EXPECT_GT(bits, entropy);
  }
}

TEST(TdrLossless, OfAnotherShapeOrDtypeIsRefused) {
  Rng rng(2);
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kBf16, 30, 20, rng);
  Bytes stream = encode_message(tensor.source());
  const auto error_of = [&](const Header& header) {
    Words words{stream.data(), stream.size() / kWordBytes};
    Bytes values;
    return decode_message(header, words, values);
  };
  Header header = header_of(tensor);
  EXPECT_EQ(error_of(header), TdrError::kNone);
  header.cols = 21;
  EXPECT_EQ(error_of(header), TdrError::kMessage);
  header = header_of(tensor);
  header.dtype = Dtype::kFp16;
  EXPECT_EQ(error_of(header), TdrError::kMessage);
  header = header_of(tensor);
  stream[stream.size() - 1] ^= 1;  // its check
  EXPECT_EQ(error_of(header), TdrError::kMessage);
  stream.resize(stream.size() - 4);
  EXPECT_EQ(error_of(header), TdrError::kTruncated);
  stream.resize(8);
  EXPECT_EQ(error_of(header), TdrError::kTruncated);
}

}  // namespace
}  // namespace tern::tdr
