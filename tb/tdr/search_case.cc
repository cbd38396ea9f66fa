// SPDX-License-Identifier: Apache-2.0
//
// search_case.cc: beats in the order in which groups of lines take turns.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   RTL   rtl/tdr/tdr_quantize.sv
//   Test  tb/tdr/tdr_search_test.cc
#include "tb/tdr/search_case.h"

#include <algorithm>

#include "model/tdr/classes.h"
#include "model/tdr/window.h"

namespace tern::tb {
namespace {

constexpr std::uint32_t kTurns = tdr::shared::kInterleave;
constexpr unsigned kLevel = tdr::shared::kLevelBits;

/// The levels of one line, and the quantiser of each.
struct Levels {
  std::vector<std::int32_t> levels;
  std::vector<std::uint32_t> quantizers;
};

Levels levels_of(const SearchBlock& block, std::size_t line) {
  const std::size_t length = block.positions.size();
  Levels result;
  result.levels.resize(length);
  result.quantizers.resize(length);
  if (block.lines[line] == tdr::kDeadClass) return result;
  std::vector<tdr::LinePoint> points;
  for (std::size_t at = 0; at < length; ++at) {
    points.push_back({block.values[line * length + at],
                      tdr::bin_of(block.lines[line], block.positions[at], block.bias)});
  }
  const std::uint32_t states_log2 = block.scalar ? 0 : 2;
  tdr::WindowSearch search(tdr::shipped_books(), block.qp, states_log2, block.lambda,
                           tdr::shared::kWindow);
  search.run(points, result.levels);
  const tdr::Trellis trellis(states_log2);
  std::uint32_t state = 0;
  for (std::size_t at = 0; at < length; ++at) {
    result.quantizers[at] = trellis.quantizer(state);
    state = trellis.next(state, static_cast<std::uint32_t>(result.levels[at]) & 1);
  }
  return result;
}

void put_out(Beat& out, std::uint32_t lane, const SearchBlock& block, std::size_t line,
             std::size_t at, const std::vector<Levels>& levels) {
  const bool exists = line < block.lines.size();
  const std::uint8_t line_class = exists ? block.lines[line] : std::uint8_t{tdr::kDeadClass};
  const tdr::Bin bin = tdr::bin_of(line_class, block.positions[at], block.bias);
  out.put(kSearchLanes * (kLevel + 2) + lane * 3, 3, bin.bin);
  out.put(kSearchLanes * (kLevel + 5) + lane * 4, 4, bin.low_bits);
  if (line_class == tdr::kDeadClass) return;
  const std::int32_t level = levels[line].levels[at];
  out.put(lane * kLevel, kLevel, level < 0 ? -level : level);
  out.put(kSearchLanes * kLevel + lane, 1, level < 0 ? 1 : 0);
  out.put(kSearchLanes * (kLevel + 1) + lane, 1, levels[line].quantizers[at]);
  out.put(kSearchLanes * (kLevel + 9) + lane, 1, 1);
}

}  // namespace

SearchBlock random_block(Rng& rng, std::uint32_t lines, std::uint32_t positions,
                         std::uint32_t steps) {
  SearchBlock block;
  block.qp = static_cast<std::uint32_t>(rng.below(tdr::kMaxQp + 1));
  block.lambda = static_cast<std::uint32_t>(rng.below(4) == 0 ? rng.bits(10) : 300);
  block.scalar = rng.below(5) == 0;
  block.bias = static_cast<std::int8_t>(static_cast<std::int32_t>(rng.below(30)) - 14);
  if (rng.below(8) == 0) block.bias = static_cast<std::int8_t>(rng.bits(8));
  for (std::uint32_t i = 0; i < lines; ++i) {
    block.lines.push_back(static_cast<std::uint8_t>(rng.below(8) == 0 ? 15 : rng.below(6)));
  }
  for (std::uint32_t i = 0; i < positions; ++i) {
    block.positions.push_back(static_cast<std::uint8_t>(rng.below(6)));
  }
  const std::int64_t range =
      std::min<std::int64_t>((tdr::step_of(block.qp) * steps >> 11) + 2, 1 << 23);
  for (std::size_t i = 0; i < std::size_t{lines} * positions; ++i) {
    const auto spread = static_cast<std::uint64_t>(range) << (rng.below(50) == 0 ? 8 : 0);
    const auto value =
        static_cast<std::int64_t>(rng.below(2 * spread)) - static_cast<std::int64_t>(spread);
    block.values.push_back(tdr::clip(value, tdr::kMaxCoefficient));
  }
  return block;
}

void SearchBeats::add(const SearchBlock& block) {
  Beat command(kSearchCmd);
  command.put(0, tdr::shared::kQpBits, block.qp);
  command.put(tdr::shared::kQpBits, tdr::shared::kLambdaBits, block.lambda);
  command.put(kSearchCmd - 9, 1, block.scalar ? 1 : 0);
  command.put(kSearchCmd - 8, 8, block.bias);
  commands.push_back(command);
  const std::size_t length = block.positions.size();
  std::vector<Levels> levels;
  for (std::size_t line = 0; line < block.lines.size(); ++line) {
    levels.push_back(levels_of(block, line));
  }
  for (std::size_t first = 0; first < block.lines.size(); first += kTurns * kSearchLanes) {
    const std::size_t left = block.lines.size() - first;
    const std::size_t turns =
        std::min<std::size_t>(kTurns, (left + kSearchLanes - 1) / kSearchLanes);
    for (std::size_t at = 0; at < length; ++at) {
      for (std::size_t turn = 0; turn < turns; ++turn) {
        Beat in(kSearchIn);
        Beat out(kSearchOut);
        for (std::uint32_t lane = 0; lane < kSearchLanes; ++lane) {
          const std::size_t line = first + turn * kSearchLanes + lane;
          const bool exists = line < block.lines.size();
          if (exists) in.put(lane * kSearchWidth, kSearchWidth, block.values[line * length + at]);
          in.put(kSearchLanes * kSearchWidth + lane * 4, 4,
                 exists ? block.lines[line] : tdr::kDeadClass);
          put_out(out, lane, block, line, at, levels);
        }
        const bool turn_last = turn + 1 == turns;
        const bool line_last = at + 1 == length;
        in.put(kSearchIn - 7, 4, block.positions[at]);
        in.put(kSearchIn - 3, 1, turn_last ? 1 : 0);
        in.put(kSearchIn - 2, 1, line_last ? 1 : 0);
        const bool block_last = turn_last && line_last && left <= turns * kSearchLanes;
        in.put(kSearchIn - 1, 1, block_last ? 1 : 0);
        out.put(kSearchOut - 3, 1, turn_last ? 1 : 0);
        out.put(kSearchOut - 2, 1, line_last ? 1 : 0);
        out.put(kSearchOut - 1, 1, block_last ? 1 : 0);
        beats.emplace_back(in, out);
      }
    }
  }
}

}  // namespace tern::tb
