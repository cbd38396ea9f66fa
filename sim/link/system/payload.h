// SPDX-License-Identifier: Apache-2.0
//
// payload: the values that dies send, their sums, and what coding makes of them.
//
// Messages with the same values share one copy, one sum and one coded stream: a collective over
// gigabytes that repeat a tensor takes the memory of the tensor.
//
//   Spec  docs/link.md#payload
//   Test  tb/link/system/payload_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/common/dtype.h"
#include "sim/link/message.h"

namespace tern::link {

/// One message as a link carries it.
struct Coded {
  std::vector<Chunk> chunks;
  Payload stream;  ///< sum of wire_bytes
  Payload values;  ///< what a receiver makes of it: the object that was sent, if nothing is lost
};

/// Codes messages. The same values always give the same stream.
class Coder {
 public:
  virtual ~Coder() = default;
  /// Precondition: whole values, at least one.
  [[nodiscard]] virtual Coded code(const Payload& values) const = 0;
  /// True: values come back bit by bit.
  [[nodiscard]] virtual bool lossless() const { return true; }
};

/// Chunks of `chunk_bytes` of values, the last one shorter, that are sent as they are.
[[nodiscard]] std::vector<Chunk> plain_chunks(std::uint64_t bytes, std::uint64_t chunk_bytes);

/// True if values of this dtype can be added: bf16, fp16 and fp32.
[[nodiscard]] bool can_add(Dtype dtype);

/// Sums value by value: added as binary32, to nearest even, then rounded to the dtype. Every NaN is
/// the quiet one without sign. Preconditions: can_add(dtype); one size.
[[nodiscard]] Bytes add(Dtype dtype, const Bytes& left, const Bytes& right);

/// A message's values, by number.
using TileId = std::uint32_t;

class Tiles {
 public:
  /// `coder`: nullptr: values are sent as they are. It must outlive this.
  Tiles(Dtype dtype, std::uint64_t chunk_bytes, const Coder* coder);

  /// The number of these values: that of an earlier tile if they are the same.
  TileId add_values(Payload values);
  /// The number of add(left, right).
  TileId sum(TileId left, TileId right);
  /// What a link carries, uncoded and coded. Precondition of the latter: there is a coder.
  [[nodiscard]] const Coded& plain(TileId tile);
  [[nodiscard]] const Coded& coded(TileId tile);
  /// The number of coded(tile).values.
  [[nodiscard]] TileId outcome(TileId tile);

  [[nodiscard]] const Payload& values(TileId tile) const { return tiles_[tile].values; }
  [[nodiscard]] std::size_t size() const { return tiles_.size(); }
  [[nodiscard]] Dtype dtype() const { return dtype_; }
  [[nodiscard]] const Coder* coder() const { return coder_; }

 private:
  struct Tile {
    Payload values;
    Coded plain;
    Coded coded;
    TileId outcome = 0;
  };

  Dtype dtype_;
  std::uint64_t chunk_bytes_;
  const Coder* coder_;
  std::deque<Tile> tiles_;  // references stay valid
  std::unordered_multimap<std::uint64_t, TileId> by_hash_;
  std::map<std::pair<TileId, TileId>, TileId> sums_;
};

/// A tensor that repeats: message p of die d has the values of piece (d + p) of them, modulo their
/// number, so that no two neighbours send the same.
class Source {
 public:
  /// Cuts `values` into pieces of `message_bytes`, at most `most` of them; fewer values than one
  /// message repeat within it. Preconditions: at least one value; whole values in a message.
  Source(const Bytes& values, std::uint64_t message_bytes, std::uint64_t most);

  /// The values of message `position` of a die, the first `bytes` of its piece.
  [[nodiscard]] Payload values(std::uint32_t die, std::uint64_t position,
                               std::uint64_t bytes) const;
  [[nodiscard]] std::size_t pieces() const { return pieces_.size(); }

 private:
  std::vector<Payload> pieces_;
};

}  // namespace tern::link
