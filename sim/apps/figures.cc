// SPDX-License-Identifier: Apache-2.0
//
// figures: what `tern eval` finds out about a tensor.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#report-fields
//   Test  tb/apps/eval_test.py
#include "sim/apps/figures.h"

#include "model/huff/report_math.h"
#include "model/huff/train.h"

namespace tern::apps {
std::optional<double> TensorFigures::per_element(double bits) const {
  if (input.info.values == 0) return {};
  return bits / static_cast<double>(input.info.values);
}

std::optional<double> TensorFigures::saved_percent() const {
  if (raw_bytes == 0) return {};
  return 100.0 * (1.0 - static_cast<double>(wire_bytes) / static_cast<double>(raw_bytes));
}

std::optional<std::uint64_t> percentile(const std::vector<std::uint64_t>& counts,
                                        std::uint32_t percent) {
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total += count;
  std::uint64_t below = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    below += counts[value];
    // Percent 0 is the smallest value that occurs, 100 the largest.
    if (below > 0 && below * 100 >= total * percent) return value;
  }
  return {};
}

Result<TensorFigures> measure(const Input& input, const std::vector<std::uint8_t>& values,
                              const huff::Book* book, const huff::TrainOptions& training) {
  TensorFigures figures;
  figures.input = input;
  figures.raw_bytes = values.size();
  figures.coded_values = values.size() / huff::value_bytes(input.dtype);
  figures.histogram = huff::count_symbols(input.dtype, values.data(), values.size());
  figures.book = book;
  figures.shannon_bits = huff::shannon_bits(figures.histogram, input.dtype);
  if (values.empty()) return figures;
  const Result<huff::Book> own =
      huff::train_book(input.dtype, huff::average({figures.histogram}), training);
  if (!own) return own.error();
  figures.own_huffman_bits = huff::token_bits(figures.histogram, own.value());
  return figures;
}

bool split_wire_bytes(TensorFigures& figures, const huff::Geometry& geometry) {
  figures.header_bytes = figures.messages * huff::header_bytes(geometry);
  figures.trailer_bytes = figures.messages * (geometry.word_bits / 8);
  const std::uint64_t frame = figures.header_bytes + figures.trailer_bytes;
  if (figures.wire_bytes < frame) return false;
  const std::uint64_t payload_bits = (figures.wire_bytes - frame) * 8;
  if (payload_bits < figures.token_bits) return false;
  figures.padding_bits = payload_bits - figures.token_bits;
  // A lane's last word has at least one bit of a token.
  const std::uint64_t most = figures.messages * geometry.lanes * (geometry.word_bits - 1);
  return figures.padding_bits <= most;
}

}  // namespace tern::apps
