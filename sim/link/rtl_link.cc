// SPDX-License-Identifier: Apache-2.0
//
// rtl_link: clock, adapters and wires.
//
//   Spec  docs/link.md#rtl-in-the-loop
//   RTL   rtl/link/tern_link_tx.sv, rtl/link/tern_link_rx.sv
//   Test  tb/link/rtl_link_test.cc
#include "sim/link/rtl_link.h"

#include <fmt/format.h>

#include <cassert>
#include <memory>

#include "sim/link/flit_transport.h"

namespace tern::link {
namespace {

class RtlLink final : public sc_core::sc_module {
 public:
  RtlLink(const sc_core::sc_module_name& name, RtlRun& run)
      : sc_module(name),
        run_(run),
        period_(to_sc_time(run.period)),
        sender_(
            "sender", run.config, [&run] { return run.ends->next_flit(); },
            [](const OutgoingFlit& /*flit*/, bool /*again*/, Femto /*begin*/) {}, run.statistics),
        receiver_(
            "receiver", run.config,
            [&run](Femto /*first*/, Femto /*begin*/, const FlitHeader& header,
                   const std::vector<std::uint8_t>& flit) {
              ++run.statistics.flits;
              run.ends->deliver(header, flit);
            },
            run.statistics) {
    assert(!run.config.check());
    run.ends->on_flit = [this] { sender_.poke(); };
    sender_.socket.bind(receiver_.socket);
    SC_METHOD(tick);
  }
  SC_HAS_PROCESS(RtlLink);

 private:
  void tick() {
    if (run_.ends->step(to_picoseconds(sc_core::sc_time_stamp()))) next_trigger(period_);
  }

  RtlRun& run_;
  sc_core::sc_time period_;
  FlitSender sender_;
  FlitReceiver receiver_;
};

}  // namespace

void run_rtl_links(std::vector<RtlRun>& runs) {
  std::vector<std::unique_ptr<RtlLink>> links;
  for (RtlRun& run : runs) {
    links.push_back(std::make_unique<RtlLink>(fmt::format("rtl{}", links.size()).c_str(), run));
  }
  sc_core::sc_start();
}

}  // namespace tern::link
