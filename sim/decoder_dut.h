// SPDX-License-Identifier: Apache-2.0
//
// decoder_dut: pins and parameters of a Verilated decoder.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/huff_dec_test.cc
#pragma once

#include <cstdint>
#include <memory>

#include "model/huff/stream.h"
#include "sim/book_kind.h"
#include "sim/model.h"
#include "sim/port.h"
#include "sim/stream.h"

namespace tern::sim {

/// Parameters of the circuit, named as in the RTL.
struct DecoderConfig {
  std::uint32_t lanes = 16;
  std::uint32_t word_bits = 32;
  std::uint32_t value_bits = 16;
  std::uint32_t max_code_len = 15;
  std::uint32_t books = 4;
  std::uint32_t book_kind = kKindFull;
  std::uint32_t top_symbols = 15;

  [[nodiscard]] huff::Geometry geometry() const { return {lanes, word_bits}; }
  [[nodiscard]] BookKind kind() const { return {book_kind, top_symbols}; }
  [[nodiscard]] std::uint32_t beat_bytes() const { return lanes * word_bits / 8; }
};

/// Every port of the circuit.
struct DecoderPins {
  Pin clk;
  Pin rst_n;

  StreamPins in;
  StreamPins out;

  StreamPins done;  ///< valid and ready only
  Port done_error;
  Port done_dtype;
  Port done_count;

  StreamPins book;  ///< data: the entry
  Port book_index;

  Pin err_load;
  Pin err_clear;
  Pin busy;
};

/// One instance.
struct DecoderDut {
  DecoderConfig config;
  std::unique_ptr<Model> model;
  DecoderPins pins;
};

/// A circuit that was built, and how to make an instance of it.
struct DecoderVariant {
  const char* name;
  DecoderConfig config;
  DecoderDut (*make)(const DecoderConfig& config, std::uint64_t seed);
};

/// The decoders of the `tern` program: all lane counts, 32-bit words, 16-bit values, four books.
[[nodiscard]] const std::vector<DecoderVariant>& product_decoders();

/// The decoder of the `tern` program for 32-bit values: 16 lanes, 64-bit words.
[[nodiscard]] const std::vector<DecoderVariant>& wide_decoders();

}  // namespace tern::sim
