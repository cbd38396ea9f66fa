// SPDX-License-Identifier: Apache-2.0
//
// compare: one tensor through several implementations of the stream, and where they part.
//
// Encoders are held against the judge's stream, decoders against the values that went in; each
// decoder gets the judge's messages, so that a wrong encoder cannot hide a wrong decoder.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/stream.h"
#include "sim/apps/batch.h"
#include "sim/apps/coding.h"
#include "sim/apps/progress.h"

namespace tern::apps {

/// What a piece of work took: seconds of a program, or cycles of a circuit.
struct Work {
  double seconds = 0;
  std::uint64_t cycles = 0;
};

/// Messages of a batch.
struct Encoding {
  std::vector<Message> messages;
  Work work;
};

/// What a decoder makes of one message.
struct Returned {
  huff::StreamError error = huff::StreamError::kNone;
  Dtype dtype = Dtype::kBf16;        ///< meaningful without an error
  std::vector<std::uint8_t> values;  ///< likewise
};

/// Values of a batch.
struct Decoding {
  std::vector<Returned> messages;
  Work work;
};

/// One implementation of the stream. An error of kind kMismatch is a finding (it hangs, say);
/// every other one ends the comparison.
class CompareEngine {
 public:
  virtual ~CompareEngine() = default;

  /// Nothing if it can do what the coding asks; else an error with the cure. `file`: of the books.
  [[nodiscard]] virtual std::optional<Error> check(const Coding& coding,
                                                   const std::string& file) const {
    static_cast<void>(coding);
    static_cast<void>(file);
    return {};
  }

  /// The messages, one for each piece.
  [[nodiscard]] virtual Result<Encoding> encode(const Batch& batch) = 0;

  /// What its decoder makes of each of these messages, which are those of the batch.
  [[nodiscard]] virtual Result<Decoding> decode(const Batch& batch,
                                                const std::vector<Message>& messages) = 0;

  /// True: its work is counted in cycles.
  [[nodiscard]] virtual bool has_cycles() const { return false; }

  /// How it does the work, in a few words for reports; empty: there is nothing to say.
  [[nodiscard]] virtual std::string how() const { return {}; }
};

/// An engine under the name of the command line.
struct ComparedEngine {
  std::string name;
  std::unique_ptr<CompareEngine> engine;
};

/// Where an engine first parts from what is right.
struct Difference {
  std::uint64_t message = 0;
  std::uint64_t position = 0;  ///< byte of the stream, or value of the tensor
  std::uint64_t within = 0;    ///< the same, counted from the start of the message
  std::string what;            ///< in words, with the position
};

/// What an engine's encoder, or decoder, did to a tensor.
struct SideFigures {
  std::string sha256;       ///< of all messages, or values; empty: it did not get to the end
  std::uint64_t bytes = 0;  ///< of these
  Work work;
  std::optional<Difference> difference;  ///< the first one
};

struct EngineComparison {
  std::string name;
  std::string how;
  bool has_cycles = false;
  SideFigures encode;
  SideFigures decode;

  [[nodiscard]] bool match() const { return !encode.difference && !decode.difference; }
};

/// A tensor and what became of it.
struct Comparison {
  std::uint64_t raw_bytes = 0;
  std::uint64_t messages = 0;
  std::string values_sha256;  ///< of what went in
  std::string judge;          ///< whose stream is right
  std::vector<EngineComparison> engines;

  [[nodiscard]] bool match() const;
  /// What differs, in words; nothing if nothing does.
  [[nodiscard]] std::string mismatch() const;
};

/// The engine whose stream is right: the golden model if it is there, else the first.
[[nodiscard]] std::size_t judge_of(const std::vector<ComparedEngine>& engines);

/// Sends a tensor through all engines, at least one. What they get wrong is a finding, not an
/// error.
[[nodiscard]] Result<Comparison> compare(const std::vector<ComparedEngine>& engines, Dtype dtype,
                                         const std::vector<std::uint8_t>& values,
                                         const Coding& coding, const huff::Geometry& geometry,
                                         std::uint64_t message_bytes, const std::string& name,
                                         Progress& progress);

}  // namespace tern::apps
