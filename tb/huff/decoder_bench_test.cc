// SPDX-License-Identifier: Apache-2.0
//
// decoder_bench_test: the bench of the decoder notices what is wrong.
//
// Every other test of the decoder relies on that; here the expectations are wrong on purpose.
//
//   Spec  docs/verification.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_bench_test.cc
#include <gtest/gtest.h>

#include "tb/huff/decoder_variants.h"

namespace tern::tb {
namespace {

/// What the bench says of a message of 100 values when it expects what `spoil` makes of them.
template <typename Spoil>
std::string said_of(Spoil&& spoil) {
  const sim::DecoderVariant variant = product_decoder(4);
  Rng rng(1);
  const DecoderProgram program(variant.config, any_book(variant.config, huff::Dtype::kBf16, rng));
  sim::DecoderBench bench(variant, {});
  program.load(bench);
  const Bytes message = program.random_message(100, rng);
  huff::Decoded expected = program.expected(message);
  spoil(expected);
  bench.send(message, expected);
  program.send(bench, program.random_message(100, rng));
  return bench.run() ? "nothing" : bench.fault()->text;
}

TEST(DecoderBenchTest, IsContentWithWhatIsRight) {
  EXPECT_EQ(said_of([](huff::Decoded&) {}), "nothing");
}

TEST(DecoderBenchTest, NoticesAWrongValue) {
  const std::string said = said_of([](huff::Decoded& expected) { expected.values[150] ^= 1U; });
  EXPECT_NE(said.find("byte 150"), std::string::npos) << said;
}

TEST(DecoderBenchTest, NoticesAMissingValue) {
  const std::string said = said_of([](huff::Decoded& expected) { expected.values.resize(202); });
  EXPECT_NE(said.find("200 bytes, not 202"), std::string::npos) << said;
}

TEST(DecoderBenchTest, NoticesASurplusValue) {
  const std::string said = said_of([](huff::Decoded& expected) { expected.values.resize(198); });
  EXPECT_NE(said.find("not 198"), std::string::npos) << said;
}

TEST(DecoderBenchTest, NoticesAWrongError) {
  const std::string said =
      said_of([](huff::Decoded& expected) { expected.error = huff::StreamError::kTruncated; });
  EXPECT_NE(said.find("error none, not truncated"), std::string::npos) << said;
}

TEST(DecoderBenchTest, NoticesAWrongDtype) {
  const std::string said =
      said_of([](huff::Decoded& expected) { expected.dtype = huff::Dtype::kFp16; });
  EXPECT_NE(said.find("of dtype 0, not"), std::string::npos) << said;
}

}  // namespace
}  // namespace tern::tb
