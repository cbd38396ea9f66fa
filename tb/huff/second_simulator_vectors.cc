// SPDX-License-Identifier: Apache-2.0
//
// second_simulator_vectors: writes messages and what must come of them as text that Verilog reads.
//
//   Spec  docs/verification.md#a-second-simulator
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/second_simulator.sh
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/encoder_bench.h"
#include "tb/huff/scenario.h"
#include "tb/huff/second_simulator_lines.h"
#include "tb/huff/test_data.h"

namespace {

using tern::huff::Book;
using tern::huff::Dtype;
using tern::tb::Bytes;

/// The parameters that second_simulator.sh elaborates.
constexpr tern::sim::EncoderConfig kConfig = {4, 32, 16, 15, 3, 2};

/// Lines of hexadecimal numbers, one beat or operation each.
struct Vectors {
  std::vector<std::string> operations;  ///< 1 bit kind (0: book, 1: command), 53 bits of payload
  std::vector<std::string> in;          ///< last, keep (8 bits), data (64 bits)
  std::vector<std::string> out;         ///< last, keep (16 bits), data (128 bits)
};

void add_book(Vectors& vectors, const Book& book, std::uint32_t slot) {
  for (const tern::sim::BookWrite& write : tern::sim::make_book_load(book, slot)) {
    vectors.operations.push_back(
        fmt::format("{:014x}", std::uint64_t{write.index} << 20U | write.data));
  }
}

void add_message(Vectors& vectors, Dtype dtype, Bytes values, const Book* book,
                 std::uint32_t chunk_log2) {
  const std::uint8_t offset = tern::tb::any_offset(values, vectors.operations.size());
  values = tern::tb::with_offset(std::move(values), dtype, offset);
  const tern::sim::EncoderMessage message =
      tern::tb::make_message(dtype, values, book, chunk_log2, kConfig, offset);
  const std::uint64_t command = std::uint64_t{1} << 53U | std::uint64_t{message.dtype_code} << 49U |
                                std::uint64_t{message.raw} << 48U |
                                std::uint64_t{message.book_id} << 44U |
                                std::uint64_t{message.chunk_log2} << 40U |
                                std::uint64_t{message.offset} << 32U | message.count;
  vectors.operations.push_back(fmt::format("{:014x}", command));
  tern::tb::add_beats(vectors.in, values, message.packet.beat_bytes, 8);
  tern::tb::add_beats(vectors.out, *message.expected, 16, 16);
}

std::vector<tern::tb::NamedLines> make_vectors(tern::Rng& rng) {
  Vectors vectors;
  std::uint32_t slot = 0;
  for (const Dtype dtype : tern::tb::some_dtypes(kConfig, rng)) {
    const Book book = tern::tb::random_book(dtype, kConfig, rng);
    add_book(vectors, book, slot);
    slot = (slot + 1) % kConfig.books;
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4},
                                      std::uint64_t{5}, 200 + rng.below(100)}) {
      for (const std::uint32_t chunk_log2 : {0U, 4U}) {
        add_message(vectors, dtype, tern::tb::fitting_values(book, count, rng), &book, chunk_log2);
        add_message(vectors, dtype, tern::tb::random_values(dtype, count, rng), nullptr,
                    chunk_log2);
      }
    }
  }
  return {{"operations", std::move(vectors.operations)},
          {"in", std::move(vectors.in)},
          {"out", std::move(vectors.out)}};
}

}  // namespace

int main(int argc, char** argv) {
  return tern::tb::write_vectors(argc, argv, "second_simulator_vectors", make_vectors);
}
