// SPDX-License-Identifier: Apache-2.0
//
// train_data: the histograms that books are trained on, from tensors or from an encoder's counters.
//
//   Spec  docs/cli.md#tern-train
//   Test  tb/apps/train_test.py, tb/apps/counters_test.py
#pragma once

#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/histogram.h"
#include "sim/apps/options.h"

namespace tern::apps {

/// Histograms of one dtype, each of some values.
struct TrainData {
  Dtype dtype = Dtype::kBf16;
  std::vector<huff::Histogram> histograms;
};

/// One histogram for each tensor, or for each counter file: the samples in it. Refuses both or
/// neither, several dtypes, and data without values.
[[nodiscard]] Result<TrainData> read_train_data(const InputOptions& input,
                                                const std::vector<std::string>& counter_files);

}  // namespace tern::apps
