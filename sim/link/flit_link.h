// SPDX-License-Identifier: Apache-2.0
//
// flit_link: a link of which every flit is an event, with the timed codec at its ends.
//
//   Spec  docs/link.md#flit-by-flit
//   Test  tb/link/flit_link_test.cc
#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "sim/link/flit_transport.h"
#include "sim/link/value_path.h"

namespace tern::link {

class FlitLink final : public sc_core::sc_module {
 public:
  using OnFinished = std::function<void(const std::shared_ptr<Transfer>&)>;

  FlitLink(const sc_core::sc_module_name& name, const LinkConfig& config,
           const CodecTiming& encoder, const CodecTiming& decoder, OnFinished on_finished);

  void submit(std::shared_ptr<const Message> message, std::shared_ptr<Transfer> transfer, Femto at);
  void hold() { path_.hold(); }
  void release(Femto at);
  [[nodiscard]] LinkStatistics statistics() const;

 private:
  std::optional<OutgoingFlit> next_flit();
  void deliver(Femto first, Femto begin, const std::vector<std::uint8_t>& flit);
  void finish();

  LinkConfig config_;
  ValuePath path_;
  OnFinished on_finished_;
  std::deque<FlitPlan> plans_;  ///< made, and not delivered
  FlitSender sender_;
  FlitReceiver receiver_;
};

}  // namespace tern::link
