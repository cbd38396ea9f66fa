// SPDX-License-Identifier: Apache-2.0
//
// value_path: from values to flits and back: codec, credits and receiver, but no wires.
//
// Everything is a maximum or a sum of times that are known already, so it does not matter when it
// is asked. Both the quick link and the one that goes flit by flit use it.
//
//   Spec  docs/link.md#codec
//   Test  tb/link/value_path_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/link/chunk_cursor.h"
#include "sim/link/codec_timing.h"
#include "sim/link/femto.h"
#include "sim/link/level_meter.h"
#include "sim/link/message.h"

namespace tern::link {

/// One message on its way.
struct Course {
  Course(std::shared_ptr<const Message> sent, std::shared_ptr<Transfer> filled)
      : message(std::move(sent)),
        transfer(std::move(filled)),
        sender(*message),
        coming(*message),
        receiver(*message) {}

  std::shared_ptr<const Message> message;
  std::shared_ptr<Transfer> transfer;
  ChunkCursor sender;
  ChunkCursor coming;            ///< what has arrived
  ChunkCursor receiver;          ///< what the receiver has taken
  std::uint64_t planned = 0;     ///< coded bytes that have a flit
  std::uint64_t values = 0;      ///< bytes of values that the encoder has taken
  std::uint64_t drained = 0;     ///< bytes of values that the receiver has taken
  std::uint64_t taken = 0;       ///< decompressed bytes likewise
  std::uint64_t chunks_end = 0;  ///< bytes of values of all chunks that it has taken whole
  Femto retry = 0;
  std::shared_ptr<Bytes> received;  ///< unless nothing can differ from what was sent
};

/// A flit before it is sent.
struct FlitPlan {
  std::shared_ptr<Course> course;
  std::uint64_t begin = 0;         ///< coded bytes of the message
  std::uint32_t bytes = 0;         ///< of them in this flit
  std::uint64_t credit_begin = 0;  ///< decompressed bytes since the link was made
  std::uint64_t credit_end = 0;
  bool first = false;
  bool last = false;
  Femto ready = 0;  ///< complete at the sender
};

class ValuePath {
 public:
  ValuePath(const LinkConfig& config, const CodecTiming& encoder, const CodecTiming& decoder);

  /// Takes a message at a time that is not before that of the last one.
  void submit(std::shared_ptr<const Message> message, std::shared_ptr<Transfer> transfer, Femto at);

  /// The next flit, or nothing: there is none, or its credits are not known yet.
  std::optional<FlitPlan> plan();
  /// Whether plan() has more to come.
  [[nodiscard]] bool pending() const { return !courses_.empty(); }

  /// A flit is on the wires from `begin` on.
  void transmitted(const FlitPlan& plan, bool again, Femto begin);
  /// It has arrived in order: sent first at `first`, and last in vain or with success at `last`.
  void arrived(const FlitPlan& plan, Femto first, Femto last);
  /// Messages that are delivered since the last call.
  [[nodiscard]] std::vector<std::shared_ptr<Transfer>> take_finished();

  /// Nothing of messages submitted from now on is taken by the receiver; until `at`.
  void hold() { held_ = true; }
  void release(Femto at);

  /// What whoever owns this counts, too.
  [[nodiscard]] LinkStatistics& counters() { return statistics_; }
  /// Everything, with what only the sender knows.
  [[nodiscard]] LinkStatistics statistics(std::uint64_t replay_peak) const;

 private:
  /// Decompressed bytes on their way out, evenly from `begin` to `end`.
  struct Drain {
    std::uint64_t credit_begin;
    std::uint64_t credit_end;
    Femto begin;
    Femto end;
  };
  struct Waiting {
    FlitPlan plan;
    Femto arrival;
    Femto from;  ///< when the receiver can begin with it
  };

  [[nodiscard]] std::optional<Femto> credit(std::uint64_t bytes);
  void drain(const Waiting& flit);
  void drain_waiting();
  void note_chunks(Course& course, const Drain& drain, std::size_t done_before);
  [[nodiscard]] Femto after_stalls(Femto begin, Femto duration);
  void finish(Course& course);

  LinkConfig config_;
  ByteRate encode_;
  ByteRate decode_;
  ByteRate take_;  ///< the receiver
  Femto encode_latency_;
  Femto decode_latency_;
  Femto decode_between_;
  std::uint64_t held_bytes_;  ///< coded bytes behind a value before it is decoded
  Femto flit_;
  Femto flight_;

  std::deque<std::shared_ptr<Course>> courses_;  ///< that have flits to be planned
  std::vector<std::shared_ptr<Transfer>> finished_;
  std::deque<Drain> drains_;
  std::deque<Waiting> waiting_;  ///< arrived, and the receiver is held
  std::size_t stall_ = 0;        ///< the first one that may still matter
  bool held_ = false;
  const Course* held_from_ = nullptr;
  Femto encoder_free_ = 0;
  Femto decoder_free_ = 0;
  Femto arrived_end_ = 0;              ///< the last flit delivered has left the sender
  std::uint64_t credits_ = 0;          ///< decompressed bytes planned
  std::uint64_t drained_credits_ = 0;  ///< and taken by the receiver

  LinkStatistics statistics_;
  LevelMeter receive_;
  LevelMeter transmit_;
  Femto encoder_busy_ = 0;
  Femto decoder_busy_ = 0;
};

}  // namespace tern::link
