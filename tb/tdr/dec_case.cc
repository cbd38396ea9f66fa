// SPDX-License-Identifier: Apache-2.0
//
// dec_case.cc: beats of 16 columns at one row, four of them in turn.
//
//   Spec  docs/transform.md#2-a-stream
//   RTL   rtl/tdr/tdr_dec.sv
//   Test  tb/tdr/tdr_dec_test.cc
#include "tb/tdr/dec_case.h"

#include <algorithm>

#include "model/common/dtype.h"
#include "model/tdr/part.h"

namespace tern::tb {
namespace {

constexpr unsigned kOut = sim::kTdrDecOut;

}  // namespace

void DecCase::add_beat(const tdr::Header& header, const std::vector<std::uint8_t>& values,
                       std::uint32_t row, std::uint32_t first, std::uint32_t count) {
  Beat beat(kOut);
  const std::uint32_t bytes = element_bytes(header.dtype);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t col = first + i;
    const std::uint8_t* code = &values[(std::size_t{row} * header.cols + col) * bytes];
    for (std::uint32_t b = 0; b < bytes; ++b) beat.put(i * 32 + b * 8, 8, code[b]);
    beat.put(512 + i, 1, 1);
  }
  beat.put(528, 1, first + count == header.cols && row + 1 == header.rows ? 1 : 0);
  out.push_back(beat);
}

std::vector<std::uint8_t> DecCase::add(const SymbolBlock& block,
                                       const std::vector<std::int32_t>& sent,
                                       const std::vector<std::uint32_t>& words) {
  const tdr::Header& header = block.header;
  const DecodedSteps decoded = decode_steps(block, words);
  late_steps += decoded.late_steps;
  const std::vector<std::uint8_t> values =
      tdr::values_of(header, tdr::reconstruct_integers(header, sent, decoded.coefficients));
  streams.add(header, {sent, block.classes}, words, words.size() % 3 == 0);
  for (std::uint32_t group = 0; group < header.cols; group += 64) {
    const std::uint32_t end = std::min(header.cols, group + 64);
    for (std::uint32_t row = 0; row < header.rows; ++row) {
      for (std::uint32_t first = group; first < end; first += 16) {
        const std::uint32_t count = std::min(16U, end - first);
        const bool cut = header.transform == tdr::Transform::kDct8 && header.along_rows &&
                         count > 8 && count < 16;
        if (cut) add_beat(header, values, row, first, 8);
        add_beat(header, values, row, cut ? first + 8 : first, cut ? count - 8 : count);
      }
    }
  }
  Beat verdict(kOut);
  if (!decoded.truncated) verdict.put(0, 32, static_cast<std::int64_t>(decoded.words));
  verdict.put(32, 2, decoded.truncated ? 1 : decoded.words < words.size() ? 2 : 0);
  verdict.put(kOut - 1, 1, 1);
  out.push_back(verdict);
  return values;
}

}  // namespace tern::tb
