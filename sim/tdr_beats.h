// SPDX-License-Identifier: Apache-2.0
//
// tdr_beats: parts of TDR streams as beats for the units that make and read their words.
//
// The units know lines and positions, not rows and columns: where lines are rows, a block is turned
// on its side on the way.
//
//   Spec  docs/tdr_architecture.md#inverse-unit
//   RTL   rtl/tdr/tdr_enc.sv rtl/tdr/tdr_dec.sv
//   Test  tb/tdr/tdr_enc_test.cc, tb/tdr/tdr_dec_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/tdr/books.h"
#include "model/tdr/classes.h"
#include "model/tdr/format.h"
#include "model/tdr/params.h"
#include "sim/beat.h"

namespace tern::sim {

inline constexpr unsigned kTdrLanes = 16;
/// Bits of the values of a lane in a command of tdr_enc.
inline constexpr unsigned kTdrCountBits = TERN_TDR_DEPTH_LOG2;
/// Parameters of the circuits that sim/dut builds.
inline constexpr std::uint32_t kTdrDepth = 1U << kTdrCountBits;
inline constexpr std::uint32_t kTdrHold = TERN_TDR_HOLD;
inline constexpr std::uint32_t kTdrPositions = TERN_TDR_POSITIONS;
inline constexpr std::uint32_t kTdrRows = TERN_TDR_ROWS;

/// Bits of the streams of tdr_enc_streams; a command ends with the values of each lane.
inline constexpr unsigned kTdrMean = kTdrLanes * (tdr::shared::kValueBits + 1);
inline constexpr unsigned kTdrEncCommand = tdr::shared::kQpBits + tdr::shared::kLambdaBits + 27;
inline constexpr unsigned kTdrEncIn = kTdrLanes * 36 + 25;
inline constexpr unsigned kTdrEncBook = 29;
inline constexpr unsigned kTdrEncOut = kTdrLanes * 36 + 3;

/// Bits of the streams of tdr_dec_streams.
inline constexpr unsigned kTdrDecCommand = tdr::shared::kQpBits + 30;
inline constexpr unsigned kTdrDecPosition = 5;
inline constexpr unsigned kTdrDecLine = kTdrLanes * 5 + 1;
inline constexpr unsigned kTdrDecIn = kTdrLanes * (tdr::kWordBits + 1) + 1;
inline constexpr unsigned kTdrDecOut = kTdrLanes * 33 + 2;

/// Values of `count` lines from `first` on, at one position.
struct TdrPlace {
  std::uint32_t at = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// Whether the transform of a block, one that is not both ways, runs along its lines.
[[nodiscard]] bool tdr_along(const tdr::Header& header);

/// The beats of values that tdr_dec gives for a block.
[[nodiscard]] std::vector<TdrPlace> tdr_places(const tdr::Header& header);

/// Streams into tdr_enc, block after block.
class TdrEncBeats {
 public:
  std::vector<Beat> commands;
  std::vector<Beat> in;
  std::vector<Beat> means;

  /// `count_bits`: of the values of a lane in a command, none for tdr_forward.
  explicit TdrEncBeats(unsigned count_bits) : count_bits_(count_bits) {}

  /// `values`: of the block's dtype, as the tensor has them. Precondition: a position is live.
  void add(const tdr::Header& header, const tdr::SideInfo& side, const std::uint8_t* values,
           std::uint32_t lambda);

 private:
  void add_command(const tdr::Header& header, const tdr::Classes& classes, std::uint32_t lambda);
  void add_beat(const tdr::Header& header, const tdr::SideInfo& side, const std::uint8_t* values,
                const TdrPlace& place);

  unsigned count_bits_;
};

/// Streams into tdr_dec, block after block.
class TdrDecBeats {
 public:
  std::vector<Beat> commands;
  std::vector<Beat> positions;
  std::vector<Beat> lines;
  std::vector<Beat> in;
  std::vector<Beat> means;

  /// `empty_end`: as add_tdr_words() has it.
  void add(const tdr::Header& header, const tdr::SideInfo& side,
           const std::vector<std::uint32_t>& words, bool empty_end);

 private:
  void add_command(const tdr::Header& header);
  void add_classes(const tdr::Header& header, const tdr::Classes& classes);
};

/// The words of a block in beats of `lanes`. `empty_end`: if they fill their beats, an empty beat
/// is the last one.
void add_tdr_words(const std::vector<std::uint32_t>& words, std::size_t lanes, bool empty_end,
                   std::vector<Beat>& beats);

/// Writes of the book load port that put a book into its slot.
void add_tdr_book(const huff::Lengths& lengths, std::uint32_t slot, std::vector<Beat>& beats);

/// Those of all books.
void add_tdr_books(const tdr::Books& books, std::vector<Beat>& beats);

}  // namespace tern::sim
