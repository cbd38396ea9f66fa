// SPDX-License-Identifier: Apache-2.0
//
// training.cc: made-up tensors, and books that fit what the encoder makes of them.
//
//   Spec  docs/transform.md#12-training-books
//   Test  model/tdr/training_test.cc
#include "model/tdr/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "model/common/rng.h"
#include "model/tdr/align.h"
#include "model/tdr/quantize.h"
#include "model/tdr/stream.h"

namespace tern::tdr {
namespace {

constexpr std::uint64_t kSeed = 0x5465726e;
constexpr std::uint32_t kSide = 192;
constexpr std::uint32_t kTurns = 5;
constexpr std::uint32_t kSteps = 20;         // quantiser steps of each tensor
constexpr std::uint32_t kStepDistance = 48;  // a quarter of an octave
constexpr std::uint32_t kLambda = 300;

enum class Shape { kGaussian, kBetween, kLaplacian };

std::uint64_t square_root(std::uint64_t value) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    if ((root | bit) * (root | bit) <= value) root |= bit;
  }
  return root;
}

// Standard deviation 2^16.
std::int64_t draw(Shape shape, Rng& rng) {
  std::int64_t sum = -6 * 65536;
  for (int i = 0; i < 12; ++i) sum += static_cast<std::int64_t>(rng.bits(16));
  if (shape == Shape::kGaussian) return sum;
  // An exponential variance of mean 1, in 1/4096, makes a Gaussian Laplacian.
  const std::uint64_t octaves = 16 * 256 - log2_256(rng.bits(16) + 1);
  std::uint64_t variance = octaves * 16 * 45426 >> 16;
  if (shape == Shape::kBetween) variance = (variance + 4096) / 2;
  return sum * static_cast<std::int64_t>(square_root(variance << 12)) >> 12;
}

// `spread`: rows and columns differ in scale, by up to 3 octaves each.
Sample make_sample(Shape shape, bool spread, Rng& rng) {
  const auto scale = [&] { return spread ? (256 + rng.below(256)) << rng.below(3) : 1024; };
  std::vector<std::uint64_t> rows(kSide);
  std::vector<std::uint64_t> cols(kSide);
  for (std::uint64_t& one : rows) one = scale();
  for (std::uint64_t& one : cols) one = scale();
  Sample sample;
  sample.bytes.resize(std::size_t{kSide} * kSide * 4);
  for (std::size_t i = 0; i < std::size_t{kSide} * kSide; ++i) {
    const std::uint64_t factor = rows[i / kSide] * cols[i % kSide];
    const std::int64_t value = draw(shape, rng) * static_cast<std::int64_t>(factor) >> 22;
    unalign(Dtype::kFp32, clip(value, kMaxValue), 0, &sample.bytes[4 * i]);
  }
  std::uint64_t squares = 0;
  const std::optional<Aligned> aligned =
      align(Dtype::kFp32, sample.bytes.data(), sample.bytes.size());
  for (const std::int32_t value : aligned->values) {
    squares += static_cast<std::uint64_t>(std::int64_t{value} * value) >> 8;
  }
  sample.deviation = square_root(squares / (std::uint64_t{kSide} * kSide)) << 4;
  return sample;
}

// Geometric magnitudes: books to begin with.
Books first_books() {
  constexpr std::array<std::uint64_t, kBins> kRatio = {1, 5, 15, 35, 62, 94, 126, 155};  // / 256
  PerBook<huff::Histogram> counts{};
  for (std::uint32_t bin = 0; bin < kBins; ++bin) {
    const Grouping grouping = kGroupings[bin];
    for (std::uint32_t symbol = 0; symbol < symbols_of(grouping); ++symbol) {
      std::uint64_t weight = std::uint64_t{1} << 40;
      std::uint32_t rest = symbol;
      for (std::uint32_t i = 0; i < grouping.digits; ++i) {
        for (std::uint32_t m = rest % grouping.base; m > 0; --m) weight = weight * kRatio[bin] >> 8;
        rest /= grouping.base;
      }
      for (auto& of_quantizer : counts[bin]) {
        of_quantizer[symbol] = std::max<std::uint64_t>(weight, 1);
      }
    }
  }
  Books books;
  books.lengths = train_lengths(counts);
  return books;
}

// The largest deviation is tried with a step that leaves almost nothing, the others finer.
std::uint32_t first_qp(const Sample& sample) {
  std::uint32_t qp = 0;
  const std::int64_t wanted = static_cast<std::int64_t>(sample.deviation * 5) << (kStepBits - 1);
  while (qp < kMaxQp && step_of(qp) < wanted) ++qp;
  return qp;
}

std::int8_t centroid(std::int64_t shifts, std::uint64_t counts) {
  if (counts < 100) return 0;
  const auto count = static_cast<std::int64_t>(counts);
  // From 1/256 to 1/16, to the nearest.
  const std::int64_t mean = (shifts + (shifts < 0 ? -8 : 8) * count) / (16 * count);
  return static_cast<std::int8_t>(std::clamp<std::int64_t>(mean, -15, 15));
}

}  // namespace

std::vector<Sample> made_up_samples() {
  Rng rng(kSeed);
  std::vector<Sample> samples;
  for (const Shape shape : {Shape::kGaussian, Shape::kBetween, Shape::kLaplacian}) {
    samples.push_back(make_sample(shape, false, rng));
    samples.push_back(make_sample(shape, true, rng));
  }
  return samples;
}

Books train_shipped_books() {
  const std::vector<Sample> samples = made_up_samples();
  Books books = first_books();
  for (std::uint32_t turn = 0; turn < kTurns; ++turn) {
    Statistics statistics;
    for (const Sample& sample : samples) {
      EncodeOptions options;
      // Rate counts for less at first: zeros would crowd out everything before books have formed.
      options.lambda = std::min(kLambda, kLambda * (turn + 1) / (kTurns - 1));
      const std::uint32_t first = first_qp(sample);
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        options.qp = first - i * kStepDistance;
        const Source source{Dtype::kFp32, kSide, kSide, sample.bytes.data(), sample.bytes.size()};
        static_cast<void>(encode(source, options, books, &statistics));
      }
    }
    books.lengths = train_lengths(statistics.symbols);
    for (std::uint32_t bin = 0; bin < kBins; ++bin) {
      for (std::uint32_t quantizer = 0; quantizer < kQuantizers; ++quantizer) {
        for (std::uint32_t kind = 1; kind < kCentroids; ++kind) {
          books.centroids[bin][quantizer][kind] = centroid(statistics.shifts[bin][quantizer][kind],
                                                           statistics.counts[bin][quantizer][kind]);
        }
      }
    }
  }
  return books;
}

std::string format_books_data(const Books& books) {
  std::string lengths;
  std::string centroids;
  for (std::uint32_t i = 0; i < kBins * kQuantizers; ++i) {
    std::string text;
    for (const std::uint8_t length : books.lengths[i / kQuantizers][i % kQuantizers]) {
      text += fmt::format("{:x}", length);
    }
    lengths += fmt::format("    // Bin {}, Q{}.\n", i / kQuantizers, i % kQuantizers);
    constexpr std::size_t kPerLine = 90;
    for (std::size_t at = 0; at < text.size(); at += kPerLine) {
      lengths += fmt::format("    \"{}\"{}\n", text.substr(at, kPerLine),
                             at + kPerLine < text.size() ? "" : ",");
    }
    const Centroids& shifts = books.centroids[i / kQuantizers][i % kQuantizers];
    centroids +=
        fmt::format("    {{{}, {}, {}, {}}},\n", shifts[0], shifts[1], shifts[2], shifts[3]);
  }
  return "// SPDX-License-Identifier: Apache-2.0\n//\n"
         "// Generated by scripts/tdr_books.py from model/tdr/training.cc: do not edit.\n"
         "//\n"
         "// books_data: the shipped books.\n//\n"
         "//   Spec  docs/transform.md#12-training-books\n"
         "//   Test  model/tdr/training_test.cc\n"
         "#pragma once\n\n#include <array>\n\n#include \"model/tdr/books.h\"\n\n"
         "namespace tern::tdr {\n\n"
         "// clang-format off\n"
         "/// A digit for each entry's length, the escape's last.\n"
         "inline constexpr std::array<const char*, kBins * kQuantizers> kShippedLengths = {\n" +
         lengths +
         "};\n\n"
         "inline constexpr std::array<Centroids, kBins * kQuantizers> kShippedCentroids = {{\n" +
         centroids + "}};\n// clang-format on\n\n}  // namespace tern::tdr\n";
}

}  // namespace tern::tdr
