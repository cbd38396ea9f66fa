// SPDX-License-Identifier: Apache-2.0
//
// link_engine: the loop over flits.
//
//   Spec  docs/link.md#fast
//   Test  tb/link/link_engine_test.cc
#include "sim/link/link_engine.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "sim/link/flit.h"

namespace tern::link {

LinkEngine::LinkEngine(const LinkConfig& config, const CodecTiming& encoder,
                       const CodecTiming& decoder)
    : config_(config),
      flit_(from_ns(config.flit_ns())),
      flight_(from_ns(2 * config.adapter_latency_ns + config.propagation_ns)),
      timeout_(from_ns(config.retry_timeout_ns)),
      path_(config, encoder, decoder),
      wires_(config),
      sender_(config.replay_flits, config.sequence_bits),
      receiver_(config.replay_flits, config.sequence_bits) {
  assert(!config.check());
}

void LinkEngine::submit(std::shared_ptr<const Message> message, std::shared_ptr<Transfer> transfer,
                        Femto at) {
  path_.submit(std::move(message), std::move(transfer), at);
  ++submitted_;
}

std::vector<std::shared_ptr<Transfer>> LinkEngine::run() {
  run_until_delivered(false);
  auto finished = path_.take_finished();
  delivered_ += finished.size();
  return finished;
}

void LinkEngine::settle() { run_until_delivered(true); }

// Events of one moment happen in the order: acknowledgements, timeout, transmission.
void LinkEngine::run_until_delivered(bool settled) {
  while (true) {
    const Femto begin = next_transmission();
    const bool idle = begin == kNever && !planned_ && receiver_.expected() == sender_.sent();
    if (idle && (!settled || !sender_.outstanding())) return;
    Femto next = sender_.outstanding() ? timer_ + timeout_ : kNever;
    if (!answers_.empty()) next = std::min(next, answers_.front().time);
    if (next <= begin) {
      assert(next != kNever);
      now_ = next;
      control();
    } else {
      now_ = begin;
      transmit(begin);
    }
  }
}

Femto LinkEngine::next_transmission() {
  if (sender_.next() < sender_.sent()) return std::max(wire_free_, now_);
  if (!planned_) planned_ = path_.plan();
  if (!planned_ || !sender_.room()) return kNever;
  return std::max({wire_free_, now_, planned_->ready});
}

void LinkEngine::control() {
  if (!answers_.empty() && answers_.front().time == now_) {
    const std::uint64_t base = sender_.base();
    const Acknowledgement acknowledgement = answers_.front().acknowledgement;
    answers_.pop_front();
    const std::uint64_t next = sender_.next();
    if (!sender_.receive(acknowledgement)) return;
    const std::uint64_t freed = sender_.base() - base;
    sent_.erase(sent_.begin(), sent_.begin() + static_cast<std::ptrdiff_t>(freed));
    if (freed > 0) replay_.drain(now_, freed);
    timer_ = now_;
    if (acknowledgement.again && next > sender_.base()) ++path_.counters().retries;
    return;
  }
  sender_.go_back();
  timer_ = now_;
  ++path_.counters().retries;
  ++path_.counters().timeouts;
}

void LinkEngine::transmit(Femto begin) {
  const bool again = sender_.next() < sender_.sent();
  if (!again) {
    sent_.push_back({std::move(*planned_), begin});
    planned_.reset();
    replay_.fill(begin, 1);
  }
  if (!sender_.outstanding()) timer_ = begin;
  const std::uint32_t sequence = sender_.sequence();
  const Sent& flit = sent_[sender_.next() - sender_.base()];
  sender_.send();
  wire_free_ = begin + flit_;
  path_.transmitted(flit.plan, again, begin);

  const Damage damage = wires_.transmit();
  if (damage.lost) {
    ++path_.counters().lost_flits;
    return;
  }
  const std::uint64_t expected = receiver_.expected();
  const ReplayReceiver::Verdict verdict =
      damage.none() ? receiver_.arrive(sequence) : receive(flit, sequence, damage);
  if (verdict.duplicate) ++path_.counters().duplicates;
  if (verdict.deliver) {
    const Sent& taken_for = sent_[expected - sender_.base()];
    path_.arrived(taken_for.plan, taken_for.first, begin);
  }
  if (!verdict.answer) return;
  if (wires_.lose_acknowledgement()) {
    ++path_.counters().lost_acks;
  } else {
    answers_.push_back({wire_free_ + 2 * flight_, verdict.acknowledgement});
  }
}

ReplayReceiver::Verdict LinkEngine::receive(const Sent& flit, std::uint32_t sequence,
                                            const Damage& damage) {
  ++path_.counters().flipped_flits;
  const FlitKind kind = flit.plan.last ? FlitKind::kLast : FlitKind::kData;
  std::vector<std::uint8_t> payload(flit.plan.bytes);
  flit.plan.course->message->read(flit.plan.begin, payload.size(), payload.data());
  std::vector<std::uint8_t> bytes =
      make_flit(config_.flit_bytes, {kind, sequence}, payload.data(), payload.size());
  for (const std::uint32_t bit : damage.bits) {
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 0x80U >> bit % 8);
  }
  const std::uint64_t expected = receiver_.expected();
  const std::optional<FlitHeader> header = check_flit(bytes);
  if (!header || expected == sender_.sent()) {
    ++path_.counters().crc_refused;
    return receiver_.refuse();
  }
  const ReplayReceiver::Verdict verdict = receiver_.arrive(header->sequence);
  if (verdict.deliver) patch(sent_[expected - sender_.base()].plan, bytes);
  return verdict;
}

// A flit whose check is right although its bytes are wrong.
void LinkEngine::patch(const FlitPlan& plan, const std::vector<std::uint8_t>& flit) {
  ++path_.counters().wrong_flits;
  Course& course = *plan.course;
  if (!course.received) {
    course.received = std::make_shared<Bytes>(course.message->wire_bytes());
    course.message->read(0, course.received->size(), course.received->data());
  }
  flit_payload(flit, course.received->data() + plan.begin, plan.bytes);
}

LinkStatistics LinkEngine::statistics() const { return path_.statistics(replay_.peak()); }

}  // namespace tern::link
