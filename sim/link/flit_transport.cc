// SPDX-License-Identifier: Apache-2.0
//
// flit_transport: both adapters, driven by events.
//
// Events have whole picoseconds, times inside are finer: what falls into a picosecond is done at
// its end, in the order of the finer times.
//
//   Spec  docs/link.md#flit-by-flit
//   Test  tb/link/flit_link_test.cc
#include "sim/link/flit_transport.h"

#include <algorithm>
#include <utility>

// SystemC's library asks for it, in case it has main(). Here programs have their own.
int sc_main(int /*argc*/, char** /*argv*/) { return 1; }

namespace tern::link {
namespace {

Femto flight_of(const LinkConfig& config) {
  return from_ns(2 * config.adapter_latency_ns + config.propagation_ns);
}

sc_core::sc_time until(Femto time) { return to_sc_time(to_ps(time)) - sc_core::sc_time_stamp(); }

}  // namespace

tlm::tlm_extension_base* FlitExtension::clone() const {
  auto copy = std::make_unique<FlitExtension>();
  copy->copy_from(*this);
  return copy.release();
}

void FlitExtension::copy_from(const tlm::tlm_extension_base& other) {
  *this = static_cast<const FlitExtension&>(other);
}

FlitSender::FlitSender(const sc_core::sc_module_name& name, const LinkConfig& config, Source source,
                       OnTransmit on_transmit, LinkStatistics& statistics)
    : sc_module(name),
      socket("socket"),
      config_(config),
      flit_(from_ns(config.flit_ns())),
      flight_(flight_of(config)),
      timeout_(from_ns(config.retry_timeout_ns)),
      source_(std::move(source)),
      on_transmit_(std::move(on_transmit)),
      statistics_(statistics),
      wires_(config),
      sender_(config.replay_flits, config.sequence_bits) {
  socket.register_nb_transport_bw(this, &FlitSender::nb_transport_bw);
  SC_METHOD(step);
  sensitive << wake_;
}

void FlitSender::step() {
  const Femto limit = from_ps(to_picoseconds(sc_core::sc_time_stamp()));
  while (true) {
    const Femto begin = next_transmission();
    Femto next = sender_.outstanding() ? timer_ + timeout_ : kNever;
    if (!answers_.empty()) next = std::min(next, answers_.front().time);
    const Femto time = std::min(begin, next);
    if (time == kNever) return;
    if (time > limit) {
      wake_.notify(until(time));
      return;
    }
    now_ = time;
    if (next <= begin) {
      control();
    } else {
      transmit(begin);
    }
  }
}

Femto FlitSender::next_transmission() {
  if (sender_.next() < sender_.sent()) return std::max(wire_free_, now_);
  if (!next_) next_ = source_();
  if (!next_ || !sender_.room()) return kNever;
  return std::max({wire_free_, now_, next_->plan.ready});
}

void FlitSender::control() {
  if (!answers_.empty() && answers_.front().time == now_) {
    const std::uint64_t base = sender_.base();
    const std::uint64_t next = sender_.next();
    const Acknowledgement acknowledgement = answers_.front().acknowledgement;
    answers_.pop_front();
    if (!sender_.receive(acknowledgement)) return;
    const std::uint64_t freed = sender_.base() - base;
    sent_.erase(sent_.begin(), sent_.begin() + static_cast<std::ptrdiff_t>(freed));
    if (freed > 0) replay_.drain(now_, freed);
    timer_ = now_;
    if (acknowledgement.again && next > sender_.base()) ++statistics_.retries;
    return;
  }
  sender_.go_back();
  timer_ = now_;
  ++statistics_.retries;
  ++statistics_.timeouts;
}

void FlitSender::transmit(Femto begin) {
  const bool again = sender_.next() < sender_.sent();
  if (!again) {
    sent_.push_back({std::move(*next_), begin});
    next_.reset();
    replay_.fill(begin, 1);
  }
  if (!sender_.outstanding()) timer_ = begin;
  const Sent& sent = sent_[sender_.next() - sender_.base()];
  on_transmit_(sent.flit, again, begin);
  const FlitHeader header{sent.flit.kind, sender_.sequence()};
  sender_.send();
  wire_free_ = begin + flit_;

  const Damage damage = wires_.transmit();
  if (damage.lost) {
    ++statistics_.lost_flits;
    return;
  }
  auto extension = std::make_unique<FlitExtension>();
  extension->bytes =
      make_flit(config_.flit_bytes, header, sent.flit.bytes.data(), sent.flit.bytes.size());
  extension->first = sent.first;
  extension->begin = begin;
  for (const std::uint32_t bit : damage.bits) {
    std::uint8_t& byte = extension->bytes[bit / 8];
    byte = static_cast<std::uint8_t>(byte ^ 0x80U >> bit % 8);
  }
  if (!damage.bits.empty()) ++statistics_.flipped_flits;
  flying_.push_back(std::make_unique<tlm::tlm_generic_payload>());
  tlm::tlm_generic_payload& payload = *flying_.back();
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_data_ptr(extension->bytes.data());
  payload.set_data_length(config_.flit_bytes);
  payload.set_streaming_width(config_.flit_bytes);
  payload.set_extension(extension.release());  // goes with the payload
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = until(wire_free_ + flight_);
  socket->nb_transport_fw(payload, phase, delay);
}

tlm::tlm_sync_enum FlitSender::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& /*phase*/,
                                               sc_core::sc_time& /*delay*/) {
  const auto* extension = payload.get_extension<FlitExtension>();
  if (wires_.lose_acknowledgement()) {
    ++statistics_.lost_acks;
  } else {
    answers_.push_back({extension->answered, extension->acknowledgement});
    poke();
  }
  // Answers come in order: no one will answer the flits before this one any more.
  while (flying_.front().get() != &payload) flying_.pop_front();
  flying_.pop_front();
  return tlm::TLM_COMPLETED;
}

FlitReceiver::FlitReceiver(const sc_core::sc_module_name& name, const LinkConfig& config,
                           OnDeliver on_deliver, LinkStatistics& statistics)
    : sc_module(name),
      socket("socket"),
      flit_(from_ns(config.flit_ns())),
      flight_(flight_of(config)),
      on_deliver_(std::move(on_deliver)),
      statistics_(statistics),
      receiver_(config.replay_flits, config.sequence_bits),
      arrivals_("arrivals") {
  socket.register_nb_transport_fw(this, &FlitReceiver::nb_transport_fw);
  SC_METHOD(step);
  sensitive << arrivals_.get_event();
  dont_initialize();
}

tlm::tlm_sync_enum FlitReceiver::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                 tlm::tlm_phase& /*phase*/,
                                                 sc_core::sc_time& delay) {
  arrivals_.notify(payload, delay);
  return tlm::TLM_ACCEPTED;
}

void FlitReceiver::step() {
  while (tlm::tlm_generic_payload* payload = arrivals_.get_next_transaction()) take(*payload);
}

void FlitReceiver::take(tlm::tlm_generic_payload& payload) {
  auto* flit = payload.get_extension<FlitExtension>();
  const std::optional<FlitHeader> header = check_flit(flit->bytes);
  if (!header) ++statistics_.crc_refused;
  const ReplayReceiver::Verdict verdict =
      header ? receiver_.arrive(header->sequence) : receiver_.refuse();
  if (verdict.duplicate) ++statistics_.duplicates;
  if (verdict.deliver) on_deliver_(flit->first, flit->begin, *header, flit->bytes);
  if (!verdict.answer) return;
  flit->acknowledgement = verdict.acknowledgement;
  flit->answered = flit->begin + flit_ + 2 * flight_;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = until(flit->answered);
  payload.set_response_status(verdict.acknowledgement.again ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                                            : tlm::TLM_OK_RESPONSE);
  socket->nb_transport_bw(payload, phase, delay);
}

}  // namespace tern::link
