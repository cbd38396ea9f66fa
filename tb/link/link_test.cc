// SPDX-License-Identifier: Apache-2.0
//
// link_test: the link's sockets, its receiver that may be held, and its standstills.
//
//   Spec  docs/link.md
//   Test  tb/link/link_test.cc
#include "sim/link/link.h"

#include <gtest/gtest.h>

#include "tb/link/link_support.h"
#include "tb/link/simulation.h"

namespace tern::tb {
namespace {

using link::Link;
using link::LinkConfig;
using link::Message;
using link::MessageExtension;
using link::to_picoseconds;
using sc_core::sc_time_stamp;

Sent alone(const LinkConfig& config, const std::shared_ptr<Message>& message) {
  return send(config, codec_of(16, 12, 7), {message});
}

/// Sends one message loosely timed, and one approximately timed.
class Die final : public sc_core::sc_module {
 public:
  Die(const sc_core::sc_module_name& name, std::shared_ptr<const Message> message)
      : sc_module(name), out("out"), in("in"), message_(std::move(message)) {
    out.register_nb_transport_bw(this, &Die::backward);
    in.register_b_transport(this, &Die::take);
    in.register_nb_transport_fw(this, &Die::forward);
    SC_THREAD(run);
  }
  SC_HAS_PROCESS(Die);

  tlm_utils::simple_initiator_socket<Die> out;
  tlm_utils::simple_target_socket<Die> in;
  std::vector<std::string> events;
  link::Picoseconds loose = 0;  ///< when the loosely timed message ended
  bool waited = false;          ///< whether its sender had to wait for that
  link::Picoseconds taken = 0;  ///< when its receiver was told that it ends

 private:
  void run() {
    tlm::tlm_generic_payload payload;
    payload.set_extension(make_extension(message_));
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    out->b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok());
    EXPECT_TRUE(payload.get_extension<MessageExtension>()->transfer->intact);
    loose = to_picoseconds(sc_time_stamp() + delay);
    waited = sc_time_stamp() != sc_core::SC_ZERO_TIME;
    wait(delay);

    tlm::tlm_generic_payload bad;
    out->b_transport(bad, delay);
    EXPECT_TRUE(bad.is_response_error());

    begin_ = sc_time_stamp();
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    delay = sc_core::SC_ZERO_TIME;
    EXPECT_EQ(out->nb_transport_fw(payload, phase, delay), tlm::TLM_ACCEPTED);
    wait(answered_);
  }

  static MessageExtension* make_extension(const std::shared_ptr<const Message>& message) {
    auto extension = std::make_unique<MessageExtension>();
    extension->message = message;
    return extension.release();
  }
  void note(const char* what) {
    events.push_back(std::string(what) + " " +
                     std::to_string(to_picoseconds(sc_time_stamp() - begin_)));
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_phase& phase,
                              sc_core::sc_time& /*delay*/) {
    note(phase == tlm::END_REQ ? "taken" : "response");
    if (phase == tlm::BEGIN_RESP) answered_.notify();
    return tlm::TLM_COMPLETED;
  }
  void take(tlm::tlm_generic_payload& /*payload*/, sc_core::sc_time& delay) {
    taken = to_picoseconds(sc_time_stamp() + delay);
  }
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_phase& phase,
                             sc_core::sc_time& /*delay*/) {
    EXPECT_EQ(phase, tlm::BEGIN_REQ);
    note("delivered");
    return tlm::TLM_COMPLETED;
  }

  std::shared_ptr<const Message> message_;
  sc_core::sc_time begin_;
  sc_core::sc_event answered_;
};

void run_sockets(bool flit_by_flit) {
  LinkConfig config;
  const auto message = message_of({{100000, 70000}, {100000, 80000}});
  const link::Transfer t = alone(config, message).transfers[0];
  config.flit_by_flit = flit_by_flit;
  Link link("link", config, codec_of(16, 12, 7), codec_of(16, 12, 7));
  Die die("die", message);
  die.out.bind(link.in);
  link.out.bind(die.in);
  sc_core::sc_start();
  EXPECT_EQ(die.loose, t.completion);
  EXPECT_EQ(die.taken, t.completion);
  EXPECT_EQ(die.waited, flit_by_flit);
  // Flit by flit, that the encoder has taken everything is told with the last arrival.
  const link::Picoseconds taken = flit_by_flit ? t.arrival : t.encode_end;
  EXPECT_EQ(die.events, (std::vector<std::string>{"taken " + std::to_string(taken),
                                                  "delivered " + std::to_string(t.completion),
                                                  "response " + std::to_string(t.completion)}));
}

TEST(Link, CarriesMessagesLooselyAndApproximatelyTimed) {
  in_own_process([] { run_sockets(false); });
}

TEST(Link, CarriesMessagesFlitByFlitLikewise) {
  in_own_process([] { run_sockets(true); });
}

TEST(Link, HeldReceiverIsAStandstillUntilItIsReleased) {
  in_own_process([] {
    link::WaitBoard board;
    LinkConfig config;
    config.credit_bytes = 5000;
    Link link("link", config, codec_of(16, 12, 7), codec_of(16, 12, 7), &board, "die 0", "die 1");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const auto before = link.submit(message_of({{100000, 70000}}, 7));
    EXPECT_TRUE(before->transfer.delivered);
    link.hold_receiver();
    const auto held = link.submit(message_of({{100000, 70000}}, 8));
    sc_core::sc_start();
    EXPECT_FALSE(held->transfer.delivered);
    EXPECT_EQ(board.report().value_or(""),
              "standstill: message 8 from die 0 waits for die 1 (the receiver takes no values)");
    // Not more than the credits allow is under way.
    EXPECT_LE(link.statistics().flits - before->transfer.flits, 5000 * 7 / 10 / 250 + 1);

    sc_core::sc_start(1, sc_core::SC_US);
    link.release_receiver();
    ASSERT_TRUE(held->transfer.delivered);
    EXPECT_TRUE(held->transfer.intact);
    EXPECT_GT(held->transfer.completion, to_picoseconds(sc_time_stamp()));
    EXPECT_FALSE(board.report());
  });
}

// Each receives only when its own message has been taken.
TEST(Link, DeadlockIsReportedWithWhoWaitsForWhom) {
  in_own_process([] {
    link::WaitBoard board;
    LinkConfig config;
    config.credit_bytes = 1000;
    Link there("there", config, {}, {}, &board, "die 0", "die 1");
    Link back("back", config, {}, {}, &board, "die 1", "die 0");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    there.hold_receiver();
    back.hold_receiver();
    (void)there.submit(plain_message(100000, 1));
    (void)back.submit(plain_message(100000, 2));
    (void)board.wait("die 0", "message 1 from die 0", "it sends before it receives");
    (void)board.wait("die 1", "message 2 from die 1", "it sends before it receives");
    sc_core::sc_start();
    const std::string report = board.report().value_or("");
    EXPECT_EQ(report.rfind("deadlock: ", 0), 0U) << report;
    for (const char* part :
         {"message 1 from die 0 waits for die 1 (", "message 2 from die 1 waits for die 0 (",
          "die 0 waits for message 1 from die 0 (", "die 1 waits for message 2 from die 1 ("}) {
      EXPECT_NE(report.find(part), std::string::npos) << report;
    }
  });
}

}  // namespace
}  // namespace tern::tb
