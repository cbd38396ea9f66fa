// SPDX-License-Identifier: Apache-2.0
//
// cluster.h: K books for tensors of many kinds, each tensor to be coded with the best of them.
//
// Whole numbers and fixed tie-breaks only: equal tensors give equal books on every machine.
//
//   Spec  docs/tensors.md#best-of-k
//   Test  model/huff/cluster_test.cc, model/huff/align_test.cc, model/huff/minimax_test.cc,
//         tb/apps/train_test.py
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/histogram.h"
#include "model/huff/train.h"

namespace tern::huff {

/// What the tensors of a book may ask for.
struct ClusterOptions {
  bool align = false;    ///< an offset for each, which section 12 finds again when it is coded
  bool minimax = false;  ///< a book nearer to those that it costs most, by the rule of section 10
};

/// Books with the ids 0, 1, 2 and so on and epoch 0: `count` of them, or fewer if a book is the
/// cheapest one of no tensor. Histograms without any value are left out. Refuses what train_book()
/// refuses, and tensors that have no value at all. Precondition: 1 <= count <= kNumBooks.
[[nodiscard]] Result<std::vector<Book>> cluster_books(Dtype dtype,
                                                      const std::vector<Histogram>& histograms,
                                                      std::uint32_t count,
                                                      const TrainOptions& options,
                                                      const ClusterOptions& sharing = {});

}  // namespace tern::huff
