// SPDX-License-Identifier: Apache-2.0
//
// tdr_beats.cc: beats of 16 lines at one position, four groups of them in turn.
//
//   Spec  docs/tdr_architecture.md#inverse-unit
//   RTL   rtl/tdr/tdr_enc.sv rtl/tdr/tdr_dec.sv
//   Test  tb/tdr/tdr_enc_test.cc, tb/tdr/tdr_dec_test.cc
#include "sim/tdr_beats.h"

#include <algorithm>

#include "model/common/dtype.h"
#include "model/huff/book.h"
#include "model/tdr/predict.h"
#include "model/tdr/quantize.h"
#include "model/tdr/symbolize.h"

namespace tern::sim {
namespace {

constexpr std::uint32_t kLines = kTdrLanes * tdr::kInterleave;
constexpr unsigned kMean = kTdrMean / kTdrLanes;

// What the means of the values of a beat stand for.
Beat mean_beat(const tdr::Header& header, const std::vector<std::int32_t>& sent,
               const TdrPlace& place) {
  const bool by_line = (header.predict == tdr::Predict::kRowMean) == header.lines_are_rows;
  Beat mean(kTdrMean);
  for (std::uint32_t i = 0; i < place.count; ++i) {
    const std::int32_t one = sent[by_line ? place.first + i : place.at];
    mean.put(i * kMean, kMean, tdr::mean_value(one, tdr::step_of(header.qp)));
  }
  return mean;
}

// Whether the beat of a position becomes two: DCT-8 takes 8 lines, then the others.
bool is_cut(const tdr::Header& header, std::uint32_t count) {
  return header.transform == tdr::Transform::kDct8 && !tdr_along(header) && count > 8 &&
         count < kTdrLanes;
}

// Positions in whole blocks of the transform along the lines: from 0 on.
std::uint32_t whole_positions(const tdr::Header& header) {
  if (!tdr_along(header)) return 0;
  const std::uint32_t points = header.transform == tdr::Transform::kDct8 ? 8 : 16;
  return header.line_length() / points * points;
}

}  // namespace

bool tdr_along(const tdr::Header& header) {
  return header.transform != tdr::Transform::kBypass && header.along_rows == header.lines_are_rows;
}

std::vector<TdrPlace> tdr_places(const tdr::Header& header) {
  std::vector<TdrPlace> places;
  for (std::uint32_t group = 0; group < header.lines(); group += kLines) {
    const std::uint32_t end = std::min(header.lines(), group + kLines);
    for (std::uint32_t at = 0; at < header.line_length(); ++at) {
      for (std::uint32_t first = group; first < end; first += kTdrLanes) {
        const std::uint32_t count = std::min(kTdrLanes, end - first);
        const bool cut = is_cut(header, count);
        if (cut) places.push_back({at, first, 8});
        places.push_back({at, cut ? first + 8 : first, cut ? count - 8 : count});
      }
    }
  }
  return places;
}

void TdrEncBeats::add(const tdr::Header& header, const tdr::SideInfo& side,
                      const std::uint8_t* values, std::uint32_t lambda) {
  add_command(header, side.classes, lambda);
  const std::vector<std::uint8_t>& positions = side.classes.positions(header);
  std::uint32_t live_last = header.line_length() - 1;
  while (positions[live_last] == tdr::kDeadClass) --live_last;
  // The transform needs every position of its blocks.
  const std::uint32_t whole = whole_positions(header);
  const std::uint32_t last = std::max(live_last + 1, whole) - 1;
  for (std::uint32_t group = 0; group < header.lines(); group += kLines) {
    const std::uint32_t end = std::min(header.lines(), group + kLines);
    for (std::uint32_t at = 0; at <= last; ++at) {
      if (positions[at] == tdr::kDeadClass && at >= whole) continue;
      for (std::uint32_t first = group; first < end; first += kTdrLanes) {
        add_beat(header, side, values, {at, first, std::min(kTdrLanes, end - first)});
        const bool block_ends = first + kTdrLanes >= header.lines();
        Beat& beat = in.back();
        beat.put(596, 1, first + kTdrLanes >= end ? 1 : 0);
        beat.put(597, 1, at == live_last ? 1 : 0);
        beat.put(598, 1, block_ends && at == last ? 1 : 0);
        beat.put(599, 1, block_ends && at == live_last ? 1 : 0);
        beat.put(600, 1, at < whole ? 1 : 0);
      }
    }
  }
}

void TdrEncBeats::add_command(const tdr::Header& header, const tdr::Classes& classes,
                              std::uint32_t lambda) {
  constexpr unsigned kBits = kTdrEncCommand;
  Beat command(kBits + std::size_t{kTdrLanes} * count_bits_);
  command.put(0, tdr::shared::kQpBits, header.qp);
  command.put(tdr::shared::kQpBits, tdr::shared::kLambdaBits, lambda);
  command.put(kBits - 27, 1, header.states_log2 == 0 ? 1 : 0);
  command.put(kBits - 26, 8, header.bias);
  command.put(kBits - 18, 2, static_cast<std::int64_t>(header.transform));
  command.put(kBits - 16, 2, static_cast<std::int64_t>(header.predict));
  command.put(kBits - 14, 9, header.exponent);
  command.put(kBits - 5, 4, static_cast<std::int64_t>(header.dtype));
  command.put(kBits - 1, 1, tdr_along(header) ? 1 : 0);
  for (std::uint32_t lane = 0; count_bits_ != 0 && lane < kTdrLanes; ++lane) {
    const tdr::LaneWalk walk(header, classes, lane);
    command.put(kBits + lane * count_bits_, count_bits_, static_cast<std::int64_t>(walk.count()));
  }
  commands.push_back(command);
}

void TdrEncBeats::add_beat(const tdr::Header& header, const tdr::SideInfo& side,
                           const std::uint8_t* values, const TdrPlace& place) {
  const std::vector<std::uint8_t>& lines = side.classes.lines(header);
  const std::uint32_t bytes = element_bytes(header.dtype);
  Beat beat(kTdrEncIn);
  for (std::uint32_t i = 0; i < kTdrLanes; ++i) {
    const bool there = i < place.count;
    beat.put(528 + i * 4, 4, there ? lines[place.first + i] : tdr::kDeadClass);
    if (!there) continue;
    const std::uint8_t* code = values + header.index(place.first + i, place.at) * bytes;
    for (std::uint32_t b = 0; b < bytes; ++b) beat.put(i * 32 + b * 8, 8, code[b]);
    beat.put(512 + i, 1, 1);
  }
  beat.put(592, 4, side.classes.positions(header)[place.at]);
  in.push_back(beat);
  if (!side.means.empty()) means.push_back(mean_beat(header, side.means, place));
}

void TdrDecBeats::add(const tdr::Header& header, const tdr::SideInfo& side,
                      const std::vector<std::uint32_t>& words, bool empty_end) {
  add_command(header);
  add_classes(header, side.classes);
  add_tdr_words(words, kTdrLanes, empty_end, in);
  if (side.means.empty()) return;
  for (const TdrPlace& place : tdr_places(header)) {
    means.push_back(mean_beat(header, side.means, place));
  }
}

void TdrDecBeats::add_command(const tdr::Header& header) {
  Beat command(kTdrDecCommand);
  command.put(0, 8, header.bias);
  command.put(8, 3, header.states_log2);
  command.put(11, 1, header.bounded ? 1 : 0);
  command.put(12, 2, static_cast<std::int64_t>(header.transform));
  command.put(14, 2, static_cast<std::int64_t>(header.predict));
  command.put(16, tdr::shared::kQpBits, header.qp);
  command.put(kTdrDecCommand - 14, 9, header.exponent);
  command.put(kTdrDecCommand - 5, 4, static_cast<std::int64_t>(header.dtype));
  // Of both ways rows are first.
  const bool both = header.transform == tdr::Transform::kDct8x8;
  command.put(kTdrDecCommand - 1, 1, (both ? header.lines_are_rows : tdr_along(header)) ? 1 : 0);
  commands.push_back(command);
}

void TdrDecBeats::add_classes(const tdr::Header& header, const tdr::Classes& classes) {
  const std::vector<std::uint8_t>& of_positions = classes.positions(header);
  for (std::size_t at = 0; at < of_positions.size(); ++at) {
    Beat beat(kTdrDecPosition);
    beat.put(0, 4, of_positions[at]);
    beat.put(4, 1, at + 1 == of_positions.size() ? 1 : 0);
    positions.push_back(beat);
  }
  const std::vector<std::uint8_t>& of_lines = classes.lines(header);
  for (std::size_t first = 0; first < of_lines.size(); first += kTdrLanes) {
    Beat beat(kTdrDecLine);
    for (std::size_t i = 0; i < std::min<std::size_t>(kTdrLanes, of_lines.size() - first); ++i) {
      beat.put(i * 4, 4, of_lines[first + i]);
      beat.put(64 + i, 1, 1);
    }
    beat.put(80, 1, first + kTdrLanes >= of_lines.size() ? 1 : 0);
    lines.push_back(beat);
  }
}

void add_tdr_words(const std::vector<std::uint32_t>& words, std::size_t lanes, bool empty_end,
                   std::vector<Beat>& beats) {
  for (std::size_t first = 0;; first += lanes) {
    Beat beat(lanes * (tdr::kWordBits + 1) + 1);
    for (std::size_t i = first; i < std::min(words.size(), first + lanes); ++i) {
      beat.put((i - first) * tdr::kWordBits, tdr::kWordBits, words[i]);
      beat.put(lanes * tdr::kWordBits + i - first, 1, 1);
    }
    const bool last = empty_end ? first + lanes > words.size() : first + lanes >= words.size();
    beat.put(lanes * (tdr::kWordBits + 1), 1, last ? 1 : 0);
    beats.push_back(beat);
    if (last) return;
  }
}

void add_tdr_book(const huff::Lengths& lengths, std::uint32_t slot, std::vector<Beat>& beats) {
  constexpr std::uint32_t kCommit = huff::kEscapeIndex + 1;
  for (std::uint32_t index = 0; index <= kCommit; ++index) {
    Beat write(kTdrEncBook);
    write.put(0, 9, index);
    // What the commit says beside the slot means nothing.
    write.put(9, 20, index < kCommit ? lengths[index] : slot << 16 | 0xA57);
    beats.push_back(write);
  }
}

void add_tdr_books(const tdr::Books& books, std::vector<Beat>& beats) {
  for (std::uint32_t slot = 0; slot < tdr::kBins * tdr::kQuantizers; ++slot) {
    add_tdr_book(books.lengths[slot / 2][slot % 2], slot, beats);
  }
}

}  // namespace tern::sim
