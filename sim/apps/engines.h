// SPDX-License-Identifier: Apache-2.0
//
// engines: the encoders that `tern eval` compares, behind one interface.
//
// Every engine gets the same values, book and geometry, and must give the same bytes.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/stream.h"
#include "sim/apps/messages.h"
#include "sim/encoder_engine.h"

namespace tern::apps {

/// What the circuit took for one tensor.
struct CircuitFigures {
  std::uint64_t cycles = 0;
  std::uint64_t stall_cycles = 0;  ///< in which values were offered and not taken
  std::uint64_t first_word_min = 0;
  std::uint64_t first_word_max = 0;      ///< first value in to first payload word offered
  std::vector<std::uint64_t> latencies;  ///< index: cycles; value: steps

  /// Adds the figures of one run.
  void add(const sim::EncodeRun& run);
};

/// Values to encode: pieces of a tensor, each to be one message.
struct Batch {
  Dtype dtype = Dtype::kBf16;
  const std::uint8_t* values = nullptr;
  std::vector<Piece> pieces;
  const huff::Book* book = nullptr;  ///< nullptr: raw; what a circuit of one chunk uses
  std::vector<huff::Plan> plans;     ///< one for each piece
};

using Message = std::vector<std::uint8_t>;

/// One encoder.
class Engine {
 public:
  virtual ~Engine() = default;

  /// The messages, one for each piece.
  [[nodiscard]] virtual Result<std::vector<Message>> encode(const Batch& batch) = 0;

  /// Forgets the figures, before the next tensor.
  virtual void start_tensor() {}

  /// Figures of the tensor so far, if the engine has cycles.
  [[nodiscard]] virtual const CircuitFigures* figures() const { return nullptr; }
};

/// The golden model.
[[nodiscard]] std::unique_ptr<Engine> make_model_engine(const huff::Geometry& geometry);

/// The Verilated circuit. The seed of a run counts up from the options', starting again with every
/// tensor; the wave is that of the first run of all.
[[nodiscard]] Result<std::unique_ptr<Engine>> make_rtl_engine(const huff::Geometry& geometry,
                                                              const sim::RunOptions& options);

/// Nothing if the circuit can use this book; else an error with the cure.
[[nodiscard]] std::optional<Error> check_rtl_book(const huff::Book& book, const std::string& file);

}  // namespace tern::apps
