// SPDX-License-Identifier: Apache-2.0
//
// second_simulator_dec_vectors: writes messages, good and damaged, and what a decoder must make of
// them, as text that Verilog reads.
//
//   Spec  docs/verification.md#a-second-simulator
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/second_simulator.sh
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "tb/huff/decoder_program.h"
#include "tb/huff/second_simulator_lines.h"

namespace {

using tern::tb::Bytes;
using tern::tb::DecoderProgram;

/// The parameters that second_simulator.sh elaborates.
constexpr tern::sim::DecoderConfig kConfig = {4, 32, 16, 15, 2};
constexpr int kMessages = 60;  ///< for each set of books

/// Lines of hexadecimal numbers, one beat or write each.
struct Vectors {
  std::vector<std::string> writes;    ///< messages before (16), index (12), data (20)
  std::vector<std::string> in;        ///< writes before (16), last, keep (16), data (128)
  std::vector<std::string> out;       ///< any packet, last, keep (8), data (64)
  std::vector<std::string> verdicts;  ///< error, dtype, count (32)
};

void add_books(Vectors& vectors, const DecoderProgram& program, tern::Rng& rng) {
  std::uint32_t slot = 0;
  for (const tern::huff::Book& book : program.books()) {
    for (const tern::sim::DecoderBookWrite& write : tern::sim::lengths_load(book, slot, rng)) {
      vectors.writes.push_back(
          fmt::format("{:04x}{:03x}{:05x}", vectors.verdicts.size(), write.index, write.data));
    }
    ++slot;
  }
}

void add_message(Vectors& vectors, const DecoderProgram& program, const Bytes& message) {
  const tern::huff::Decoded want = program.expected(message);
  tern::tb::add_beats(vectors.in, message, 16, 16, fmt::format("{:04x}", vectors.writes.size()));
  std::size_t count = 0;
  if (want.error == tern::huff::StreamError::kNone) {
    const std::size_t size = tern::huff::value_bytes(want.dtype);
    count = want.values.size() / size;
    tern::tb::add_beats(vectors.out, want.values, 4 * size, 8, "0");
  } else {
    vectors.out.push_back("11" + std::string(18, '0'));
  }
  const unsigned dtype = count == 0 && want.error != tern::huff::StreamError::kNone
                             ? 0
                             : static_cast<unsigned>(want.dtype);
  vectors.verdicts.push_back(
      fmt::format("{:x}{:x}{:08x}", static_cast<unsigned>(want.error), dtype, count));
}

std::vector<tern::tb::NamedLines> make_vectors(tern::Rng& rng) {
  Vectors vectors;
  for (const tern::huff::Dtype dtype : tern::tb::some_decoder_dtypes(kConfig, rng)) {
    const DecoderProgram program(kConfig, tern::tb::any_books(kConfig, dtype, rng));
    add_books(vectors, program, rng);
    for (int i = 0; i < kMessages; ++i) {
      Bytes message = program.random_message(program.any_count(rng), rng);
      if (i % 2 == 1) message = tern::tb::damaged(std::move(message), kConfig, rng);
      add_message(vectors, program, message);
    }
  }
  return {{"writes", std::move(vectors.writes)},
          {"in", std::move(vectors.in)},
          {"out", std::move(vectors.out)},
          {"verdicts", std::move(vectors.verdicts)}};
}

}  // namespace

int main(int argc, char** argv) {
  return tern::tb::write_vectors(argc, argv, "second_simulator_dec_vectors", make_vectors);
}
