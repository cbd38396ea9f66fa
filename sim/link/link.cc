// SPDX-License-Identifier: Apache-2.0
//
// link: sockets in front of a link.
//
//   Spec  docs/link.md
//   Test  tb/link/link_test.cc
#include "sim/link/link.h"

#include <fmt/format.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "sim/link/flit_link.h"
#include "sim/link/link_engine.h"

namespace tern::link {

tlm::tlm_extension_base* MessageExtension::clone() const {
  auto copy = std::make_unique<MessageExtension>();
  copy->copy_from(*this);
  return copy.release();
}

void MessageExtension::copy_from(const tlm::tlm_extension_base& other) {
  *this = static_cast<const MessageExtension&>(other);
}

namespace {

Picoseconds now() { return to_picoseconds(sc_core::sc_time_stamp()); }

}  // namespace

/// Either of the two implementations, and what waits for it.
struct Link::State {
  LinkConfig config;
  CodecTiming codec;  ///< the decoder
  std::unique_ptr<LinkEngine> engine;
  std::unique_ptr<FlitLink> flits;
  WaitBoard* waits;
  std::string from;
  std::string to;
  Picoseconds last = 0;
  LinkStatistics statistics;
  struct Open {
    std::shared_ptr<Pending> pending;
    tlm::tlm_generic_payload* payload = nullptr;  ///< approximately timed
    std::optional<WaitBoard::Ticket> ticket;
  };
  std::map<const Transfer*, Open> open;
  tlm_utils::peq_with_cb_and_phase<Link> phases;

  explicit State(Link* link) : phases(link, &Link::next_phase) {}

  std::shared_ptr<Pending> submit(std::shared_ptr<const Message> message, Picoseconds at,
                                  tlm::tlm_generic_payload* payload);

  /// Behind submissions and releases: wakes who waits for what is delivered now.
  void run() {
    if (!engine) return;
    for (const auto& transfer : engine->run()) finish(*transfer);
    for (auto& [transfer, entry] : open) {
      if (entry.ticket || waits == nullptr) continue;
      entry.ticket = waits->wait(fmt::format("message {} from {}", transfer->id, from), to,
                                 "the receiver takes no values");
    }
  }

  void finish(const Transfer& transfer) {
    const auto place = open.find(&transfer);
    place->second.pending->done.notify(to_sc_time(transfer.completion) - sc_core::sc_time_stamp());
    if (place->second.ticket) waits->done(*place->second.ticket);
    if (tlm::tlm_generic_payload* payload = place->second.payload) {
      const Picoseconds taken = std::max(transfer.encode_end, now());
      phases.notify(*payload, tlm::END_REQ, to_sc_time(taken - now()));
      phases.notify(*payload, tlm::BEGIN_RESP, to_sc_time(transfer.completion - now()));
    }
    open.erase(place);
  }
};

Link::Link(const sc_core::sc_module_name& name, const LinkConfig& config,
           const CodecTiming& encoder, const CodecTiming& decoder, WaitBoard* waits,
           std::string from, std::string to)
    : sc_module(name), in("in"), out("out"), state_(std::make_unique<State>(this)) {
  assert(!config.check());
  State* const state = state_.get();
  state->config = config;
  state->codec = decoder;
  state->waits = waits;
  state->from = std::move(from);
  state->to = std::move(to);
  if (config.flit_by_flit) {
    state->flits = std::make_unique<FlitLink>(
        "flits", config, encoder, decoder,
        [state](const std::shared_ptr<Transfer>& transfer) { state->finish(*transfer); });
  } else {
    state->engine = std::make_unique<LinkEngine>(config, encoder, decoder);
  }
  in.register_b_transport(this, &Link::b_transport);
  out.register_nb_transport_bw(this, &Link::nb_transport_bw);
  in.register_nb_transport_fw(this, &Link::nb_transport_fw);
}

Link::~Link() = default;

std::shared_ptr<Pending> Link::submit(std::shared_ptr<const Message> message) {
  return submit(std::move(message), now());
}

std::shared_ptr<Pending> Link::submit(std::shared_ptr<const Message> message, Picoseconds at) {
  return state_->submit(std::move(message), at, nullptr);
}

std::shared_ptr<Pending> Link::State::submit(std::shared_ptr<const Message> message, Picoseconds at,
                                             tlm::tlm_generic_payload* payload) {
  assert(at >= now() && at >= last && !message->check(config, codec));
  last = at;
  auto pending = std::make_shared<Pending>();
  const std::shared_ptr<Transfer> transfer(pending, &pending->transfer);
  Open& entry = open[transfer.get()];
  entry.pending = pending;
  entry.payload = payload;
  if (flits) {
    flits->submit(std::move(message), transfer, from_ps(at));
  } else {
    engine->submit(std::move(message), transfer, from_ps(at));
    run();
  }
  return pending;
}

void Link::hold_receiver() {
  if (state_->flits) {
    state_->flits->hold();
  } else {
    state_->engine->hold();
  }
}

void Link::release_receiver() {
  if (state_->flits) {
    state_->flits->release(from_ps(now()));
  } else {
    state_->engine->release(from_ps(now()));
    state_->run();
  }
}

const LinkStatistics& Link::statistics() const {
  state_->statistics = state_->flits ? state_->flits->statistics() : state_->engine->statistics();
  return state_->statistics;
}

const LinkConfig& Link::config() const { return state_->config; }

bool Link::accept(tlm::tlm_generic_payload& payload) const {
  const auto* extension = payload.get_extension<MessageExtension>();
  const bool good = extension != nullptr && extension->message != nullptr &&
                    !extension->message->check(state_->config, state_->codec).has_value();
  payload.set_response_status(good ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
  return good;
}

void Link::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (!accept(payload)) return;
  auto* extension = payload.get_extension<MessageExtension>();
  const auto pending = submit(extension->message, to_picoseconds(sc_core::sc_time_stamp() + delay));
  extension->transfer = {pending, &pending->transfer};
  if (!pending->transfer.delivered) sc_core::wait(pending->done);
  const Picoseconds end = std::max(pending->transfer.completion, now());
  delay = to_sc_time(end - now());
  if (out.size() > 0) out->b_transport(payload, delay);
}

tlm::tlm_sync_enum Link::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
  if (phase != tlm::BEGIN_REQ || !accept(payload)) return tlm::TLM_COMPLETED;
  state_->phases.notify(payload, tlm::BEGIN_REQ, delay);
  return tlm::TLM_ACCEPTED;
}

// What the next one says of the message is no matter of the link.
tlm::tlm_sync_enum Link::nb_transport_bw(tlm::tlm_generic_payload& /*payload*/,
                                         tlm::tlm_phase& /*phase*/, sc_core::sc_time& /*delay*/) {
  return tlm::TLM_ACCEPTED;
}

void Link::next_phase(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  tlm::tlm_phase next = phase;
  if (phase == tlm::BEGIN_REQ) {
    auto* extension = payload.get_extension<MessageExtension>();
    const auto pending = state_->submit(extension->message, now(), &payload);
    extension->transfer = {pending, &pending->transfer};
    return;
  }
  if (phase == tlm::BEGIN_RESP && out.size() > 0) {
    tlm::tlm_phase request = tlm::BEGIN_REQ;
    (void)out->nb_transport_fw(payload, request, delay);
  }
  (void)in->nb_transport_bw(payload, next, delay);
}

}  // namespace tern::link
