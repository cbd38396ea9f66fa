// SPDX-License-Identifier: Apache-2.0
//
// inverse_case: tensors cut into beats.
//
//   Spec  docs/tdr_architecture.md#inverse-pipeline
//   Test  tb/tdr/tdr_inverse_test.cc
#include "tb/tdr/inverse_case.h"

#include <algorithm>
#include <cstddef>

#include "model/tdr/predict.h"
#include "model/tdr/quantize.h"
#include "model/tdr/transform.h"
#include "tb/tdr/align_reference.h"

namespace tern::tb {
namespace {

using tdr::Predict;
using tdr::Transform;

struct Level {
  std::uint32_t magnitude = 0;
  bool negative = false;
  std::uint32_t quantizer = 0;
  std::int32_t shift = 0;
};

struct Block {
  std::uint32_t first = 0;
  std::uint32_t size = 0;
};

bool is_square(const tdr::Header& header) { return header.transform == Transform::kDct8x8; }

// The transform runs along the lines, or that of both ways first.
bool along_lines(const tdr::Header& header) {
  if (is_square(header)) return header.lines_are_rows;
  return header.transform != Transform::kBypass && header.along_rows == header.lines_are_rows;
}

/// The beats across the lines at one position: whole blocks, then what is left.
std::vector<Block> blocks_of(const tdr::Header& header) {
  const std::uint32_t length = header.lines();
  const bool halves = header.transform == Transform::kDct8 && !along_lines(header);
  std::vector<Block> blocks;
  std::uint32_t at = 0;
  while (at < length) {
    std::uint32_t size = std::min<std::uint32_t>(16, length - at);
    if (halves && size > 8 && size < 16) size = 8;
    blocks.push_back({at, size});
    at += size;
  }
  return blocks;
}

}  // namespace

struct InverseCase::Tensor {
  tdr::Header header;
  std::vector<Level> levels;
  std::vector<std::int32_t> mean_values;
  tdr::Matrix result;
  std::vector<Block> blocks;
  std::uint32_t whole = 0;  // positions in blocks along the lines
  bool turn_last = false;
  bool last = false;
};

void InverseCase::add_beat(const Tensor& tensor, std::uint32_t block, std::uint32_t at,
                           std::uint32_t slot) {
  const tdr::Header& header = tensor.header;
  const Block& place = tensor.blocks[block];
  Beat in(kLevelsWidth);
  Beat out(kValuesWidth);
  Beat mean(kMeansWidth);
  for (std::uint32_t i = 0; i < place.size; ++i) {
    const std::size_t index = header.index(place.first + i, at);
    const Level& level = tensor.levels[index];
    const unsigned lane = i * kLevelLane;
    in.put(lane, 22, level.magnitude);
    in.put(lane + 22, 1, level.negative ? 1 : 0);
    in.put(lane + 23, 1, level.quantizer);
    in.put(lane + 24, 5, level.shift);
    out.put(i * 32, 32, unalign_one(header.dtype, tensor.result.values[index], header.exponent));
    if (!tensor.mean_values.empty()) {
      const bool by_row = header.predict == Predict::kRowMean;
      mean.put(i * kMeanLane, kMeanLane,
               tensor.mean_values[by_row ? index / header.cols : index % header.cols]);
    }
  }
  const std::int64_t keep = (std::int64_t{1} << place.size) - 1;
  in.put(16 * kLevelLane, 16, keep);
  in.put(16 * kLevelLane + 16, 1, at == 0 ? 1 : 0);
  in.put(16 * kLevelLane + 17, 2, slot);
  in.put(16 * kLevelLane + 19, 1, tensor.last ? 1 : 0);
  in.put(16 * kLevelLane + 20, 1, at < tensor.whole ? 1 : 0);
  in.put(16 * kLevelLane + 21, 1, tensor.turn_last ? 1 : 0);
  out.put(512, 16, keep);
  out.put(528, 1, tensor.last ? 1 : 0);
  beats.emplace_back(in, out);
  if (!tensor.mean_values.empty()) means.push_back(mean);
}

void InverseCase::add(const tdr::Header& header, Rng& rng) {
  if (header.values() == 0) return;
  Tensor tensor;
  tensor.header = header;
  tensor.result = {header.rows, header.cols, {}};
  const std::int64_t step = tdr::step_of(header.qp);
  const std::uint64_t most = rng.below(20);
  for (std::uint64_t i = 0; i < header.values(); ++i) {
    Level level;
    level.magnitude = static_cast<std::uint32_t>(rng.bits(22) >> std::max(most, rng.below(23)));
    level.negative = rng.bits(1) != 0;
    level.quantizer = static_cast<std::uint32_t>(rng.bits(1));
    level.shift = static_cast<std::int32_t>(rng.below(31)) - 15;
    std::int32_t value = 0;
    if (level.magnitude != 0) {
      value = tdr::reconstruct(level.magnitude, level.quantizer, level.shift, step);
    }
    tensor.levels.push_back(level);
    tensor.result.values.push_back(level.negative ? -value : value);
  }
  if (header.predict == Predict::kDelta) tdr::integrate(header, tensor.result);
  tdr::inverse_transform(header.transform, header.along_rows, tensor.result);
  std::vector<std::int32_t> sent;
  if (header.predict == Predict::kRowMean || header.predict == Predict::kColumnMean) {
    const std::uint32_t count = header.predict == Predict::kRowMean ? header.rows : header.cols;
    for (std::uint32_t i = 0; i < count; ++i) {
      sent.push_back(static_cast<std::int32_t>(rng.bits(24) >> rng.below(25)) -
                     static_cast<std::int32_t>(rng.below(100)));
      tensor.mean_values.push_back(tdr::mean_value(sent.back(), step));
    }
    tdr::add_means(header, sent, 1, tensor.result);
  }

  const std::uint32_t positions = header.line_length();
  tensor.blocks = blocks_of(header);
  if (along_lines(header) || is_square(header)) {
    const std::uint32_t points = header.transform == Transform::kDct16 ? 16 : 8;
    tensor.whole = positions / points * points;
  }
  // Four blocks take turns.
  const auto blocks = static_cast<std::uint32_t>(tensor.blocks.size());
  for (std::uint32_t first = 0; first < blocks; first += 4) {
    const std::uint32_t end = std::min(first + 4, blocks);
    for (std::uint32_t at = 0; at < positions; ++at) {
      for (std::uint32_t block = first; block < end; ++block) {
        tensor.turn_last = block + 1 == end;
        tensor.last = at + 1 == positions && block + 1 == blocks;
        add_beat(tensor, block, at, block - first);
      }
    }
  }

  Beat command(kCommandWidth);
  command.put(0, 13, header.qp);
  command.put(13, 2, static_cast<std::int64_t>(header.transform));
  command.put(15, 2, static_cast<std::int64_t>(header.predict));
  command.put(17, 9, header.exponent);
  command.put(26, 4, static_cast<std::int64_t>(header.dtype));
  command.put(30, 1, along_lines(header) ? 1 : 0);
  commands.push_back(command);
}

tdr::Header random_header(std::uint32_t most, Rng& rng) {
  constexpr Dtype kDtypes[] = {Dtype::kBf16, Dtype::kFp16, Dtype::kE4m3,
                               Dtype::kE5m2, Dtype::kInt8, Dtype::kFp32};
  tdr::Header header;
  header.dtype = kDtypes[static_cast<std::size_t>(rng.below(6))];
  // Every other tensor is an ordinary one, few values of which are clipped.
  const bool ordinary = rng.bits(1) != 0;
  header.qp = static_cast<std::uint16_t>(rng.below(ordinary ? 1000 : tdr::kMaxQp + 1));
  if (header.dtype != Dtype::kInt8) {
    header.exponent = static_cast<std::int16_t>(static_cast<std::int32_t>(rng.below(277)) - 149);
    if (ordinary) header.exponent = static_cast<std::int16_t>(header.exponent % 8 - 16);
  }
  header.predict = static_cast<Predict>(rng.below(4));
  header.transform = static_cast<Transform>(rng.below(3));
  header.along_rows = rng.bits(1) != 0;
  header.lines_are_rows = !header.along_rows;
  header.rows = static_cast<std::uint32_t>(rng.below(most + 1));
  header.cols = static_cast<std::uint32_t>(rng.below(most + 1));
  return header;
}

}  // namespace tern::tb
