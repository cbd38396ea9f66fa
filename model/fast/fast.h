// SPDX-License-Identifier: Apache-2.0
//
// fast.h: encoder and decoder of the Huffman stream at the full speed of a CPU.
//
// Bit-exact twin of the golden model: the same messages, and the same errors for the same bytes.
//
//   Spec  docs/huffman_format.md
//   RTL   rtl/huff/huff_enc.sv (bit-exact)
//   Test  model/fast/fast_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model/fast/path.h"
#include "model/huff/stream.h"

namespace tern::fast {

class TableCache;

/// What encode() did.
struct Encoded {
  bool fits = false;     ///< false: the message needs more room; what is in the room is undefined
  std::size_t size = 0;  ///< bytes of the message, if it fits
};

/// What decode() did.
struct Decoded {
  /// As the golden decoder says; kNone too if the values do not fit.
  huff::StreamError error = huff::StreamError::kNone;
  bool fits = false;                       ///< false: nothing was written, the room is too small
  std::size_t size = 0;                    ///< bytes of the values, if the message is whole
  huff::Dtype dtype = huff::Dtype::kBf16;  ///< meaningful if the header was accepted
  std::uint8_t offset = 0;                 ///< as in the header, likewise
  huff::Choice choice;                     ///< what unknown_book, epoch or min_len is about
};

/// A message, and room for its values.
struct Message {
  const std::uint8_t* bytes = nullptr;
  std::size_t size = 0;
  std::uint8_t* out = nullptr;
  std::size_t room = 0;
};

/// Encodes and decodes messages with one set of books. Its tables are built when a book is first
/// used. Several threads may use one codec at the same time.
class Codec {
 public:
  explicit Codec(huff::BookSet books, Path path = default_path());
  ~Codec();
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;

  [[nodiscard]] const huff::BookSet& books() const { return books_; }
  [[nodiscard]] Path path() const { return path_; }

  /// The message of huff::encode() into at most `room` bytes at `out`; nothing behind them is
  /// written. Preconditions: those of huff::encode(); the plan's books are those of this codec, or
  /// copies of them. With max_message_bytes() of room the message always fits.
  [[nodiscard]] Encoded encode(huff::Dtype dtype, const std::uint8_t* data, std::size_t size,
                               const huff::Plan& plan, const huff::Geometry& geometry,
                               std::uint8_t* out, std::size_t room) const;

  /// The values of one message into at most `room` bytes at `out`; nothing behind them is written.
  /// Unless the result is kNone, what is in the room is undefined. With values_room() of room the
  /// values always fit.
  [[nodiscard]] Decoded decode(const Message& message,
                               const std::optional<huff::Geometry>& geometry = std::nullopt) const;

  /// The same for many messages, on up to `threads` threads; results are in order. Of bytes with
  /// 16 lanes, two messages are decoded together, which is faster.
  [[nodiscard]] std::vector<Decoded> decode_all(
      const std::vector<Message>& messages, unsigned threads = 1,
      const std::optional<huff::Geometry>& geometry = std::nullopt) const;

 private:
  void decode_two(const Message (&messages)[2], Decoded (&results)[2],
                  const std::optional<huff::Geometry>& geometry) const;

  huff::BookSet books_;
  Path path_;
  std::unique_ptr<TableCache> cache_;
};

/// No message of `count` values of that dtype has more bytes, whatever its plan.
[[nodiscard]] std::uint64_t max_message_bytes(huff::Dtype dtype, std::uint64_t count,
                                              const huff::Geometry& geometry);

/// Bytes that the values of a message can have: what its header says, but never more than its
/// payload can hold. 0 for what is no message.
[[nodiscard]] std::uint64_t values_room(const std::uint8_t* message, std::size_t size);

/// Calls work(0) to work(number - 1), each once, from up to `threads` threads: messages know
/// nothing of each other, so whoever stores result i in place i gets the same as from one thread.
/// The first exception of work() ends the others and comes out of the call.
void for_each_message(std::size_t number, unsigned threads,
                      const std::function<void(std::size_t)>& work);

}  // namespace tern::fast
