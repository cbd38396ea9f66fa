// SPDX-License-Identifier: Apache-2.0
//
// link: one direction of a die-to-die link as a SystemC module.
//
// Loosely timed by submit() or b_transport(): the whole course of a message is one event, since
// nothing that happens later can change it. Approximately timed by nb_transport.
//
//   Spec  docs/link.md
//   Test  tb/link/link_test.cc
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <memory>
#include <string>
#include <systemc>

#include "sim/link/codec_timing.h"
#include "sim/link/link_config.h"
#include "sim/link/message.h"
#include "sim/link/systemc_time.h"
#include "sim/link/wait_board.h"

namespace tern::link {

/// A message on its way, beside a generic payload (TLM_WRITE_COMMAND, no data of its own).
struct MessageExtension final : tlm::tlm_extension<MessageExtension> {
  [[nodiscard]] tlm::tlm_extension_base* clone() const override;
  void copy_from(const tlm::tlm_extension_base& other) override;

  std::shared_ptr<const Message> message;
  std::shared_ptr<const Transfer> transfer;  ///< set by the link
};

/// A transfer whose end can be waited for.
struct Pending {
  Transfer transfer;
  sc_core::sc_event done;  ///< notified at transfer.completion
};

/// Messages enter at `in`, are delivered in order, and leave at `out`.
class Link final : public sc_core::sc_module {
 public:
  /// `config` must pass check(). `waits` may be nullptr; `from` and `to` name the dies in it.
  Link(const sc_core::sc_module_name& name, const LinkConfig& config, const CodecTiming& encoder,
       const CodecTiming& decoder, WaitBoard* waits = nullptr, std::string from = "sender",
       std::string to = "receiver");
  ~Link() override;

  // Both may stay unbound. Loosely timed, `delay` becomes the time until completion, and the
  // message goes on to `out` with it. Approximately timed, the encoder has taken the message at
  // END_REQ, and at BEGIN_RESP, just after BEGIN_REQ of `out`, the receiver has.
  tlm_utils::simple_target_socket_optional<Link> in;
  tlm_utils::simple_initiator_socket_optional<Link> out;

  /// Takes a message, which must pass check() with the decoder, now, behind all earlier ones.
  /// Unless the receiver is held, transfer.delivered is set on return and all times are known, also
  /// those that lie ahead; `done` follows at transfer.completion.
  std::shared_ptr<Pending> submit(std::shared_ptr<const Message> message);
  /// Likewise, as of a time that is not before now (temporal decoupling).
  std::shared_ptr<Pending> submit(std::shared_ptr<const Message> message, Picoseconds at);

  /// From now on the receiver takes nothing of messages submitted later, until release_receiver().
  void hold_receiver();
  void release_receiver();

  [[nodiscard]] const LinkStatistics& statistics() const;
  [[nodiscard]] const LinkConfig& config() const;

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void next_phase(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  [[nodiscard]] bool accept(tlm::tlm_generic_payload& payload) const;

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tern::link
