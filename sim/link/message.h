// SPDX-License-Identifier: Apache-2.0
//
// message: what crosses a link, and what became of it.
//
//   Spec  docs/link.md#messages
//   Test  tb/link/link_test.cc
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/link/codec_timing.h"
#include "sim/link/link_config.h"

namespace tern::link {

using Bytes = std::vector<std::uint8_t>;
using Payload = std::shared_ptr<const Bytes>;

/// A part of a message with one ratio.
struct Chunk {
  std::uint64_t raw_bytes = 0;   ///< of values
  std::uint64_t wire_bytes = 0;  ///< of the coded stream, framing included
  Picoseconds ready = 0;         ///< when all of its values are there; 0: with the message
};

/// One transfer from die to die.
struct Message {
  std::uint64_t id = 0;       ///< for reports
  std::vector<Chunk> chunks;  ///< at least one; a transfer without values has one of no raw bytes
  Payload payload;            ///< the coded stream, the sum of wire_bytes; or nothing: a pattern
  bool encode = true;         ///< false: the values are coded already, or go as they are
  bool decode = true;         ///< false: the coded stream is passed on as it is (cut-through)

  [[nodiscard]] std::uint64_t raw_bytes() const;
  [[nodiscard]] std::uint64_t wire_bytes() const;

  /// What is wrong, as "KEY: reason"; nothing if a link of this kind can carry it, with this codec
  /// at its ends.
  [[nodiscard]] std::optional<std::string> check(const LinkConfig& config,
                                                 const CodecTiming& codec = {}) const;
  /// Bytes of the coded stream: of the payload, or of the pattern that stands for it.
  void read(std::uint64_t begin, std::size_t size, std::uint8_t* data) const;
};

/// What became of a message. Times are absolute.
struct Transfer {
  std::uint64_t id = 0;
  bool delivered = false;  ///< false: the receiver is held, and the times are not known yet
  bool intact = false;     ///< every byte arrived as it was sent
  Payload payload;         ///< as received: the very object that was sent if nothing went wrong

  Picoseconds submitted = 0;
  Picoseconds encode_begin = 0;  ///< the encoder takes the first value
  Picoseconds encode_end = 0;    ///< it has taken the last one
  Picoseconds first_flit = 0;    ///< begins
  Picoseconds last_flit = 0;     ///< the one that counts has left the sender
  Picoseconds arrival = 0;       ///< everything has arrived, in order
  Picoseconds completion = 0;    ///< the receiver has taken the last value

  /// When each chunk had arrived, coded, and when the receiver had taken its last value.
  std::vector<Picoseconds> chunk_arrival;
  std::vector<Picoseconds> chunk_completion;

  std::uint64_t flits = 0;    ///< of this message, each counted once
  std::uint64_t retried = 0;  ///< transmissions of them beyond the first

  /// Why completion - submitted took so long; the parts add up to it.
  struct Stages {
    Picoseconds queue = 0;   ///< behind earlier messages, and waiting for values or credits
    Picoseconds encode = 0;  ///< latency of the encoder
    Picoseconds wire = 0;    ///< flits one after the other, and values too slow for them
    Picoseconds retry = 0;   ///< what retries took
    Picoseconds flight = 0;  ///< adapters and propagation
    Picoseconds decode = 0;  ///< decoder and receiver, behind the last arrival
  } stages;
};

/// Counts since the link was made.
struct LinkStatistics {
  std::uint64_t messages = 0;
  std::uint64_t raw_bytes = 0;
  std::uint64_t wire_bytes = 0;
  std::uint64_t flits = 0;          ///< delivered, each once
  std::uint64_t transmissions = 0;  ///< flits on the wires
  std::uint64_t retries = 0;        ///< times that the sender went back
  std::uint64_t timeouts = 0;       ///< of them without having been asked to
  std::uint64_t flipped_flits = 0;  ///< that the wires changed
  std::uint64_t lost_flits = 0;
  std::uint64_t lost_acks = 0;
  std::uint64_t crc_refused = 0;
  std::uint64_t duplicates = 0;   ///< arrived again, dropped and acknowledged again
  std::uint64_t wrong_flits = 0;  ///< changed, and yet the check was right: delivered wrong
  Picoseconds wire_busy = 0;
  Picoseconds encoder_busy = 0;
  Picoseconds decoder_busy = 0;

  // High-water marks.
  std::uint64_t transmit_flits = 0;  ///< made, and not sent for the first time yet
  std::uint64_t replay_flits = 0;    ///< sent and not acknowledged
  std::uint64_t receive_bytes = 0;   ///< decompressed bytes taken by the encoder, not yet drained
};

}  // namespace tern::link
