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
#include "sim/apps/batch.h"
#include "sim/apps/coding.h"
#include "sim/decoder_engine.h"
#include "sim/encoder_engine.h"

namespace tern::apps {

/// What the circuit's decoder took for the messages of one tensor.
struct DecoderFigures {
  std::string circuit;  ///< its name
  std::uint64_t cycles = 0;
  std::uint64_t stall_cycles = 0;  ///< in which words were offered and not taken
  std::uint64_t bubbles = 0;       ///< without values on offer, from a message's first to its last
  std::uint64_t first_value_min = 0;
  std::uint64_t first_value_max = 0;  ///< first word in to first values offered
  bool match = true;                  ///< everything came back

  /// Adds the figures of one run.
  void add(const sim::DecodeRun& run);
};

/// What the circuit took for one tensor.
struct CircuitFigures {
  std::string circuit;  ///< its name
  std::uint64_t cycles = 0;
  std::uint64_t stall_cycles = 0;  ///< in which values were offered and not taken
  std::uint64_t first_word_min = 0;
  std::uint64_t first_word_max = 0;      ///< first value in to first payload word offered
  std::vector<std::uint64_t> latencies;  ///< index: cycles; value: steps
  std::optional<DecoderFigures> decoder;
  huff::Counters counters;  ///< if they were asked for

  /// Adds the figures of one run.
  void add(const sim::EncodeRun& run);
};

/// One encoder.
class Engine {
 public:
  virtual ~Engine() = default;

  /// The messages, one for each piece.
  [[nodiscard]] virtual Result<std::vector<Message>> encode(const Batch& batch) = 0;

  /// Nothing if the engine can use these books; else an error with the cure. `file`: theirs.
  [[nodiscard]] virtual std::optional<Error> check(const Coding& coding,
                                                   const std::string& file) const {
    static_cast<void>(coding);
    static_cast<void>(file);
    return {};
  }

  /// Forgets the figures, before the next tensor.
  virtual void start_tensor() {}

  /// Sends its messages of the batch through a decoder of its own, if it has one. For each message
  /// what is wrong with what comes back, or nothing.
  [[nodiscard]] virtual Result<std::vector<std::string>> decode(
      const Batch& batch, const std::vector<Message>& messages) {
    static_cast<void>(batch);
    return std::vector<std::string>(messages.size());
  }

  /// Figures of the tensor so far, if the engine has cycles.
  [[nodiscard]] virtual const CircuitFigures* figures() const { return nullptr; }
};

/// The golden model.
[[nodiscard]] std::unique_ptr<Engine> make_model_engine(const huff::Geometry& geometry);

/// The Verilated encoder and decoder; the encoder can choose the books of these chunks. The seed of
/// a run counts up from the options', starting again with every tensor; the wave is that of the
/// encoder's first run of all, and `decoder_wave` names the file for the decoder's; empty: none.
[[nodiscard]] Result<std::unique_ptr<Engine>> make_rtl_engine(const huff::Geometry& geometry,
                                                              const ChunkOptions& chunks,
                                                              const sim::RunOptions& options,
                                                              const std::string& decoder_wave);

}  // namespace tern::apps
