// SPDX-License-Identifier: Apache-2.0
//
// flit_link: connects the codec's times with the transport's events.
//
//   Spec  docs/link.md#flit-by-flit
//   Test  tb/link/flit_link_test.cc
#include "sim/link/flit_link.h"

#include <utility>

namespace tern::link {

FlitLink::FlitLink(const sc_core::sc_module_name& name, const LinkConfig& config,
                   const CodecTiming& encoder, const CodecTiming& decoder, OnFinished on_finished)
    : sc_module(name),
      config_(config),
      path_(config, encoder, decoder),
      on_finished_(std::move(on_finished)),
      sender_(
          "sender", config, [this] { return next_flit(); },
          [this](const OutgoingFlit& flit, bool again, Femto begin) {
            path_.transmitted(flit.plan, again, begin);
          },
          path_.counters()),
      receiver_(
          "receiver", config,
          [this](Femto first, Femto begin, const FlitHeader& /*header*/,
                 const std::vector<std::uint8_t>& flit) { deliver(first, begin, flit); },
          path_.counters()) {
  sender_.socket.bind(receiver_.socket);
}

void FlitLink::submit(std::shared_ptr<const Message> message, std::shared_ptr<Transfer> transfer,
                      Femto at) {
  path_.submit(std::move(message), std::move(transfer), at);
  sender_.poke();
}

void FlitLink::release(Femto at) {
  path_.release(at);
  sender_.poke();
  finish();
}

std::optional<OutgoingFlit> FlitLink::next_flit() {
  std::optional<FlitPlan> plan = path_.plan();
  if (!plan) return std::nullopt;
  OutgoingFlit flit;
  flit.plan = *plan;
  flit.kind = plan->last ? FlitKind::kLast : FlitKind::kData;
  flit.bytes.resize(plan->bytes);
  plan->course->message->read(plan->begin, plan->bytes, flit.bytes.data());
  plans_.push_back(std::move(*plan));
  return flit;
}

void FlitLink::deliver(Femto first, Femto begin, const std::vector<std::uint8_t>& flit) {
  const FlitPlan plan = std::move(plans_.front());
  plans_.pop_front();
  Course& course = *plan.course;
  if (!course.received) course.received = std::make_shared<Bytes>(course.message->wire_bytes());
  flit_payload(flit, course.received->data() + plan.begin, plan.bytes);
  path_.arrived(plan, first, begin);
  sender_.poke();  // credits come back
  finish();
}

void FlitLink::finish() {
  for (const std::shared_ptr<Transfer>& transfer : path_.take_finished()) on_finished_(transfer);
}

LinkStatistics FlitLink::statistics() const { return path_.statistics(sender_.peak_replay()); }

}  // namespace tern::link
