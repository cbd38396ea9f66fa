// SPDX-License-Identifier: Apache-2.0
//
// flit_transport: adapters and wires, flit by flit, as two SystemC modules.
//
// Flits are BEGIN_REQ on the forward path, their acknowledgements BEGIN_RESP on the backward path,
// both with the time that they take as delay. Every byte is there, and every check is computed.
//
//   Spec  docs/link.md#flit-by-flit
//   Test  tb/link/flit_link_test.cc
#pragma once

#include <tlm.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "sim/link/flit.h"
#include "sim/link/flit_ends.h"
#include "sim/link/replay.h"
#include "sim/link/systemc_time.h"
#include "sim/link/value_path.h"
#include "sim/link/wires.h"

namespace tern::link {

/// What a transmission is beside its bytes.
struct FlitExtension final : tlm::tlm_extension<FlitExtension> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override;
  void copy_from(const tlm::tlm_extension_base& other) override;

  std::vector<std::uint8_t> bytes;
  Femto first = 0;  ///< when it was sent first
  Femto begin = 0;  ///< when it was sent this time
  Femto answered = 0;
  Acknowledgement acknowledgement;
};

/// The sender's adapter, and the wires with what goes wrong there.
class FlitSender final : public sc_core::sc_module {
 public:
  /// Asked for the next flit until it has one.
  using Source = std::function<std::optional<OutgoingFlit>()>;
  using OnTransmit = std::function<void(const OutgoingFlit& flit, bool again, Femto begin)>;

  FlitSender(const sc_core::sc_module_name& name, const LinkConfig& config, Source source,
             OnTransmit on_transmit, LinkStatistics& statistics);
  SC_HAS_PROCESS(FlitSender);

  tlm_utils::simple_initiator_socket<FlitSender> socket;

  /// The source may have a flit.
  void poke() { wake_.notify(sc_core::SC_ZERO_TIME); }
  [[nodiscard]] std::uint64_t peak_replay() const { return replay_.peak(); }
  [[nodiscard]] bool outstanding() const { return sender_.outstanding(); }

 private:
  struct Sent {
    OutgoingFlit flit;
    Femto first;
  };
  struct Answer {
    Femto time;
    Acknowledgement acknowledgement;
  };

  void step();
  [[nodiscard]] Femto next_transmission();
  void control();
  void transmit(Femto begin);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

  LinkConfig config_;
  Femto flit_;
  Femto flight_;
  Femto timeout_;
  Source source_;
  OnTransmit on_transmit_;
  LinkStatistics& statistics_;
  sc_core::sc_event wake_;

  Wires wires_;
  ReplaySender sender_;
  std::deque<Sent> sent_;  ///< from sender_.base() on
  std::deque<std::unique_ptr<tlm::tlm_generic_payload>> flying_;
  std::deque<Answer> answers_;
  std::optional<OutgoingFlit> next_;
  Femto now_ = 0;
  Femto wire_free_ = 0;
  Femto timer_ = 0;
  LevelMeter replay_;
};

/// The receiver's adapter.
class FlitReceiver final : public sc_core::sc_module {
 public:
  /// A flit in order: when it was sent first and this time, and what arrived.
  using OnDeliver = std::function<void(Femto first, Femto begin, const FlitHeader& header,
                                       const std::vector<std::uint8_t>& flit)>;

  FlitReceiver(const sc_core::sc_module_name& name, const LinkConfig& config, OnDeliver on_deliver,
               LinkStatistics& statistics);
  SC_HAS_PROCESS(FlitReceiver);

  tlm_utils::simple_target_socket<FlitReceiver> socket;

 private:
  void step();
  void take(tlm::tlm_generic_payload& payload);
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

  Femto flit_;
  Femto flight_;
  OnDeliver on_deliver_;
  LinkStatistics& statistics_;
  ReplayReceiver receiver_;
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> arrivals_;
};

}  // namespace tern::link
