// SPDX-License-Identifier: Apache-2.0
//
// stream: a tensor to a TDR stream and back.
//
//   Spec  docs/transform.md
//   Test  model/tdr/stream_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/huff/histogram.h"
#include "model/tdr/books.h"
#include "model/tdr/difference.h"
#include "model/tdr/format.h"

namespace tern::tdr {

/// A tensor seen as rows and columns. `data` holds the values row by row, least significant byte
/// first.
struct Source {
  Dtype dtype = Dtype::kFp32;
  std::uint32_t rows = 0;
  std::uint32_t cols = 0;
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
};

/// The tools that one stream uses.
struct Tools {
  Predict predict = Predict::kNone;
  Transform transform = Transform::kBypass;
  bool along_rows = false;
  bool lines_are_rows = false;
};

/// How hard the encoder looks.
enum class Effort : std::uint8_t {
  kBest,    ///< whole lines, classes by cost: for what is compressed once
  kStream,  ///< what a circuit does on the fly
};

/// What an encoder goes without, to see what it is worth; and for decoders that lack it.
struct Without {
  bool means = false;      ///< chosen for it
  bool delta = false;      ///< the same
  bool transform = false;  ///< the same: bypass only
  bool axis = false;       ///< the same: DCT-8 and DCT-16 down columns only
  bool dct8x8 = false;     ///< the same
  bool classes = false;    ///< rows and columns of one class each; not with Effort::kStream
  /// encode_at_rate() counts a codeword for each value: there is no such stream, so zero bytes
  /// follow a shorter one.
  bool joint = false;
};

struct EncodeOptions {
  Effort effort = Effort::kBest;
  std::uint32_t window = 32;  ///< kStream: values seen behind the last one decided
  Tools tools;
  std::uint32_t qp = 0;
  std::uint32_t states_log2 = 5;
  std::uint32_t lambda = 300;  ///< in 1/1024 of the squared grid distance, for each bit
  std::uint32_t rounds = 3;    ///< of the fit of classes
  /// Lanes; the default takes fewer for small tensors, whose tails would cost too much.
  int lanes_log2 = -1;
  Without without;
  bool bounded = false;  ///< as Header has it
  bool blank = false;    ///< all lines dead: with no prediction, the shortest stream there is
};

/// What the decoder's result is like, from the encoder's own reconstruction. Squared error and
/// max_error are in the unit of the aligned integers, 2^exponent, against the aligned input.
struct Certificate {
  std::int16_t exponent = 0;
  std::uint64_t squared_error = 0;  ///< sum over all values; saturates
  std::uint32_t max_error = 0;
  Magnitude largest;  ///< the largest error of a value itself, see difference()
};

/// One block of a stream of blocks, as its encoder sees it.
struct BlockReport {
  Header header;
  std::size_t bytes = 0;     ///< of the stream
  Certificate certificate;   ///< all zero if the block is exact
  std::uint32_t lambda = 0;  ///< with which the levels of its part were searched
};

struct Encoded {
  std::vector<std::uint8_t> stream;
  std::vector<std::uint8_t> values;  ///< what a decoder will return
  Certificate certificate;           ///< of one part; a stream of blocks has one for each block
  Header header;
  std::uint32_t lambda = 0;         ///< of options
  std::vector<BlockReport> blocks;  ///< empty for version 1
};

/// What training wants to know of encoded tensors.
struct Statistics {
  PerBook<huff::Histogram> symbols{};
  PerBook<huff::Histogram> digits{};  ///< of the symbols, one for each value
  /// By magnitude 1, 2, 3 and more: how many, and the sum of value minus point of the grid, in
  /// 1/256 of the grid.
  PerBook<std::array<std::uint64_t, kCentroids>> counts{};
  PerBook<std::array<std::int64_t, kCentroids>> shifts{};
};

/// Falls back to raw if a value is infinite or not a number, or if nothing is gained.
/// Preconditions: is_supported(source.dtype); source.size fits the shape; options are legal.
[[nodiscard]] Encoded encode(const Source& source, const EncodeOptions& options,
                             const Books& books = shipped_books(),
                             Statistics* statistics = nullptr);

/// The raw stream of any tensor.
[[nodiscard]] Encoded encode_raw(const Source& source);
/// The size of that.
[[nodiscard]] std::size_t raw_stream_bytes(const Source& source);

/// Error of a reconstruction, as a certificate states it.
[[nodiscard]] Certificate certify(const Source& source, const std::vector<std::uint8_t>& values);

/// One block as its decoder sees it.
struct BlockInfo {
  Header header;
  std::uint32_t bound = 0;  ///< Mode::kNear: binary32 number that no value's error exceeds
};

struct Decoded {
  TdrError error = TdrError::kNone;
  Header header;  ///< meaningful if it was accepted; of blocks only dtype and shape are
  std::vector<BlockInfo> blocks;     ///< empty for version 1 and unless error is kNone
  std::vector<std::uint8_t> values;  ///< empty unless error is kNone
};

/// A decoder of streams of every version that has room for `max_values` values.
[[nodiscard]] Decoded decode(const std::uint8_t* stream, std::size_t size,
                             std::uint64_t max_values = std::uint64_t{1} << 28,
                             const Books& books = shipped_books());

/// The same for a slot: a stream with zero bytes behind it, in any number.
[[nodiscard]] Decoded decode_slot(const std::uint8_t* slot, std::size_t size,
                                  std::uint64_t max_values = std::uint64_t{1} << 28,
                                  const Books& books = shipped_books());

}  // namespace tern::tdr
