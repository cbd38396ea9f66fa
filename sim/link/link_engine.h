// SPDX-License-Identifier: Apache-2.0
//
// link_engine: a link without a simulator: messages in, times out, in one go.
//
// What a flit meets follows from flits and acknowledgements before it alone. So the whole course
// of a message is a loop over its flits; bytes and checks exist only where the wires did harm.
//
//   Spec  docs/link.md#fast
//   Test  tb/link/link_engine_test.cc
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "sim/link/replay.h"
#include "sim/link/value_path.h"
#include "sim/link/wires.h"

namespace tern::link {

class LinkEngine {
 public:
  LinkEngine(const LinkConfig& config, const CodecTiming& encoder, const CodecTiming& decoder);

  /// Queues a message, at a time not before that of the last one.
  void submit(std::shared_ptr<const Message> message, std::shared_ptr<Transfer> transfer, Femto at);

  /// Goes on as far as it can without the receiver; gives the messages that are delivered now.
  std::vector<std::shared_ptr<Transfer>> run();
  /// True if a message was submitted and is not delivered: the receiver is held.
  [[nodiscard]] bool blocked() const { return delivered_ < submitted_; }

  void hold() { path_.hold(); }
  void release(Femto at) { path_.release(at); }

  /// What still happens when nothing is submitted any more: late acknowledgements, and what is
  /// sent again for one that was lost.
  void settle();

  [[nodiscard]] LinkStatistics statistics() const;

 private:
  struct Sent {
    FlitPlan plan;
    Femto first;  ///< when it was sent first
  };
  struct Answer {
    Femto time;
    Acknowledgement acknowledgement;
  };

  void run_until_delivered(bool settled);
  [[nodiscard]] Femto next_transmission();
  void control();
  void transmit(Femto begin);
  ReplayReceiver::Verdict receive(const Sent& flit, std::uint32_t sequence, const Damage& damage);
  void patch(const FlitPlan& plan, const std::vector<std::uint8_t>& flit);

  LinkConfig config_;
  Femto flit_;
  Femto flight_;
  Femto timeout_;

  ValuePath path_;
  Wires wires_;
  ReplaySender sender_;
  ReplayReceiver receiver_;
  std::deque<Sent> sent_;  ///< from sender_.base() on
  std::deque<Answer> answers_;
  std::optional<FlitPlan> planned_;
  Femto now_ = 0;
  Femto wire_free_ = 0;
  Femto timer_ = 0;  ///< of the oldest flit that is not acknowledged
  std::uint64_t submitted_ = 0;
  std::uint64_t delivered_ = 0;
  LevelMeter replay_;
};

}  // namespace tern::link
