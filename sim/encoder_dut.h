// SPDX-License-Identifier: Apache-2.0
//
// encoder_dut: pins and parameters of a Verilated encoder.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/huff_enc_test.cc
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/huff/select.h"
#include "model/huff/stream.h"
#include "sim/book_kind.h"
#include "sim/model.h"
#include "sim/port.h"
#include "sim/stream.h"

namespace tern::sim {

/// Parameters of the circuit, named as in the RTL.
struct EncoderConfig {
  std::uint32_t lanes = 16;
  std::uint32_t word_bits = 32;
  std::uint32_t value_bits = 16;
  std::uint32_t max_code_len = 15;
  std::uint32_t min_token_bits = 3;
  std::uint32_t books = 2;
  std::uint32_t best_steps = 0;
  std::uint32_t counters = 0;
  std::uint32_t book_kind = kKindFull;
  std::uint32_t top_symbols = 15;
  std::uint32_t reserve = 0;
  std::uint32_t latches = 0;

  [[nodiscard]] huff::Geometry geometry() const { return {lanes, word_bits}; }
  [[nodiscard]] BookKind kind() const { return {book_kind, top_symbols}; }

  /// How the circuit cuts a message of this dtype: its MinLen allows every book that it may use.
  [[nodiscard]] huff::Chunking chunking(huff::Dtype dtype, std::uint32_t chunk_log2) const;
};

/// The ports of the counters.
struct CounterPins {
  Pin run;
  Pin clear;
  Pin any;
  Port dtype;
  Port book;
  StreamPins read;  ///< valid and ready only
  Port read_index;
  StreamPins count;  ///< valid, ready and data

  /// Everything counts, and nobody asks.
  void count_all();
};

/// Every port of the circuit.
struct EncoderPins {
  Pin clk;
  Pin rst_n;

  StreamPins command;  ///< valid and ready only
  Port command_dtype;
  Pin command_raw;
  Pin command_best;
  Port command_book;
  Port command_chunk_log2;
  Port command_offset;
  Port command_count;

  StreamPins in;
  Pin hold;   ///< of a bare encoder only
  Pin begun;  ///< likewise
  StreamPins out;

  StreamPins book;  ///< data: a length, or the commit
  Port book_index;

  Pin err_book;
  Pin err_count;
  Pin err_cmd;
  Pin err_load;
  Pin err_clear;
  Pin busy;

  CounterPins counters;  ///< of a bare encoder only
};

/// One instance.
struct EncoderDut {
  EncoderConfig config;
  std::unique_ptr<Model> model;
  EncoderPins pins;
};

/// A circuit that was built, and how to make an instance of it.
struct EncoderVariant {
  const char* name;
  EncoderConfig config;
  EncoderDut (*make)(const EncoderConfig& config, std::uint64_t seed);
};

/// The encoders of the `tern` program: all lane counts, 32-bit words, 16-bit values.
[[nodiscard]] const std::vector<EncoderVariant>& product_encoders();

/// The encoder of the `tern` program for 32-bit values: 16 lanes, 64-bit words.
[[nodiscard]] const std::vector<EncoderVariant>& wide_encoders();

/// The encoders of the `tern` program that choose the best book of each chunk.
[[nodiscard]] const std::vector<EncoderVariant>& best_encoders();

}  // namespace tern::sim
