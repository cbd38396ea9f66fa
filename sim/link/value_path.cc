// SPDX-License-Identifier: Apache-2.0
//
// value_path: times of encoder, credits, decoder and receiver.
//
//   Spec  docs/link.md#codec
//   Test  tb/link/value_path_test.cc
#include "sim/link/value_path.h"

#include <algorithm>
#include <utility>

namespace tern::link {
namespace {

Femto cycles(const CodecTiming& codec, std::uint32_t count) {
  return codec.present ? from_ns(count / codec.clock_ghz) : 0;
}

}  // namespace

ValuePath::ValuePath(const LinkConfig& config, const CodecTiming& encoder,
                     const CodecTiming& decoder)
    : config_(config),
      encode_(encoder.encode_bytes_per_ns()),
      decode_(decoder.decode_bytes_per_ns()),
      take_(config.drain_bytes_per_ns),
      encode_latency_(cycles(encoder, encoder.encode_latency)),
      decode_latency_(cycles(decoder, decoder.decode_latency)),
      decode_between_(from_ns(decoder.between_ns())),
      held_bytes_(decoder.held_bytes()),
      flit_(from_ns(config.flit_ns())),
      flight_(from_ns(2 * config.adapter_latency_ns + config.propagation_ns)) {}

void ValuePath::submit(std::shared_ptr<const Message> message, std::shared_ptr<Transfer> transfer,
                       Femto at) {
  transfer->id = message->id;
  transfer->submitted = to_ps(at);
  transfer->chunk_arrival.reserve(message->chunks.size());
  transfer->chunk_completion.reserve(message->chunks.size());
  ++statistics_.messages;
  statistics_.raw_bytes += message->raw_bytes();
  statistics_.wire_bytes += message->wire_bytes();
  courses_.push_back(std::make_shared<Course>(std::move(message), std::move(transfer)));
  if (held_ && held_from_ == nullptr) held_from_ = courses_.back().get();
}

std::optional<Femto> ValuePath::credit(std::uint64_t bytes) {
  if (bytes <= config_.credit_bytes) return 0;
  const std::uint64_t place = bytes - config_.credit_bytes;
  while (!drains_.empty() && drains_.front().credit_end < place) drains_.pop_front();
  if (drains_.empty()) return std::nullopt;
  const Drain& drain = drains_.front();
  return flight_ + drain.begin +
         scaled(drain.end - drain.begin, static_cast<std::int64_t>(place - drain.credit_begin),
                static_cast<std::int64_t>(drain.credit_end - drain.credit_begin));
}

std::optional<FlitPlan> ValuePath::plan() {
  if (courses_.empty()) return std::nullopt;
  Course& course = *courses_.front();
  const Message& message = *course.message;
  const std::uint64_t total = message.wire_bytes();
  const std::uint64_t end = std::min(course.planned + config_.payload_bytes(), total);
  ChunkCursor sender = course.sender;
  const std::uint64_t values = sender.advance(end);

  FlitPlan plan;
  plan.course = courses_.front();
  plan.begin = course.planned;
  plan.bytes = static_cast<std::uint32_t>(end - plan.begin);
  plan.credit_begin = credits_;
  plan.credit_end = credits_ + (message.decode ? values - course.values : plan.bytes);
  plan.first = plan.begin == 0;
  plan.last = end == total;
  const std::optional<Femto> credit_time = credit(plan.credit_end);
  if (!credit_time) return std::nullopt;

  const Femto ready = from_ps(std::max(course.transfer->submitted, sender.ready()));
  const Femto duration = message.encode ? encode_.time(values - course.values) : 0;
  const Femto taken = std::max(std::max(encoder_free_, ready) + duration, *credit_time);
  plan.ready = taken + (message.encode ? encode_latency_ : 0);
  course.sender = sender;
  course.planned = end;
  course.values = values;
  credits_ = plan.credit_end;
  encoder_busy_ += duration;
  encoder_free_ = taken;
  if (plan.first) {
    course.transfer->encode_begin = to_ps(taken - duration);
    course.transfer->stages.encode = to_ps(plan.ready) - course.transfer->encode_begin;
  }
  receive_.fill(taken, plan.credit_end - plan.credit_begin);
  transmit_.fill(plan.ready, 1);
  if (plan.last) {
    course.transfer->encode_end = to_ps(taken);
    courses_.pop_front();
  }
  return plan;
}

void ValuePath::transmitted(const FlitPlan& plan, bool again, Femto begin) {
  Transfer& transfer = *plan.course->transfer;
  ++statistics_.transmissions;
  if (again) {
    ++transfer.retried;
    return;
  }
  ++transfer.flits;
  transmit_.drain(begin, 1);
  if (plan.first) transfer.first_flit = to_ps(begin);
}

void ValuePath::arrived(const FlitPlan& plan, Femto first, Femto last) {
  ++statistics_.flits;
  // The flits behind it are late by as much; for them this time does not count again.
  plan.course->retry += std::max<Femto>(0, last - std::max(first, arrived_end_));
  arrived_end_ = last + flit_;
  plan.course->transfer->last_flit = to_ps(last + flit_);
  const Femto arrival = last + flit_ + flight_;
  Course& course = *plan.course;
  (void)course.coming.advance(plan.begin + plan.bytes);
  for (std::size_t i = course.transfer->chunk_arrival.size(); i < course.coming.chunks_done();
       ++i) {
    course.transfer->chunk_arrival.push_back(to_ps(arrival));
  }
  waiting_.push_back({plan, arrival, arrival});
  drain_waiting();
}

void ValuePath::drain_waiting() {
  while (!waiting_.empty() &&
         (held_from_ == nullptr || waiting_.front().plan.course.get() != held_from_)) {
    const Waiting flit = waiting_.front();
    waiting_.pop_front();
    drain(flit);
  }
}

void ValuePath::release(Femto at) {
  held_ = false;
  held_from_ = nullptr;
  for (Waiting& flit : waiting_) flit.from = std::max(flit.from, at);
  drain_waiting();
}

Femto ValuePath::after_stalls(Femto begin, Femto duration) {
  while (stall_ < config_.stalls.size() && from_ps(config_.stalls[stall_].end) <= begin) ++stall_;
  Femto end = begin + duration;
  for (std::size_t i = stall_; i < config_.stalls.size(); ++i) {
    const Stall& stall = config_.stalls[i];
    // What is done when a stall begins need not wait for its end; what would begin then must.
    if (from_ps(stall.begin) >= end && (duration > 0 || from_ps(stall.begin) > end)) break;
    end += from_ps(stall.end) - std::max(from_ps(stall.begin), begin);
  }
  return end;
}

void ValuePath::drain(const Waiting& flit) {
  Course& course = *flit.plan.course;
  const bool decode = course.message->decode;
  // The last words stay in the decoder until others follow, or the message ends.
  const std::uint64_t held = decode && !flit.plan.last ? held_bytes_ : 0;
  const std::uint64_t end = flit.plan.begin + flit.plan.bytes;
  const std::size_t done_before = course.receiver.chunks_done();
  const std::uint64_t values = end > held ? course.receiver.advance(end - held) : course.drained;
  const std::uint64_t taken = decode ? values : end;
  const Femto decoding = decode ? decode_.time(values - course.drained) : 0;
  const std::uint64_t bytes = taken - course.taken;
  const Femto free = decoder_free_ + (decode && flit.plan.first ? decode_between_ : 0);
  const Femto offered = std::max(flit.from + (decode ? decode_latency_ : 0), free);
  const Femto begin = after_stalls(offered, 0);
  const Drain drain{drained_credits_, drained_credits_ + bytes, begin,
                    after_stalls(begin, std::max(decoding, take_.time(bytes)))};
  decoder_free_ = drain.end;
  decoder_busy_ += decoding;
  drained_credits_ += bytes;
  drains_.push_back(drain);
  receive_.drain(drain.end, bytes);
  note_chunks(course, drain, done_before);
  course.drained = values;
  course.taken = taken;
  if (flit.plan.last) {
    course.transfer->arrival = to_ps(flit.arrival);
    course.transfer->completion = to_ps(drain.end);
    finish(course);
  }
}

void ValuePath::note_chunks(Course& course, const Drain& drain, std::size_t done_before) {
  const std::uint64_t bytes = drain.credit_end - drain.credit_begin;
  for (std::size_t i = done_before; i < course.receiver.chunks_done(); ++i) {
    course.chunks_end += course.message->chunks[i].raw_bytes;
    Femto completion = drain.end;
    if (course.message->decode && bytes > 0) {
      completion =
          drain.begin + scaled(drain.end - drain.begin,
                               static_cast<std::int64_t>(course.chunks_end - course.drained),
                               static_cast<std::int64_t>(bytes));
    }
    course.transfer->chunk_completion.push_back(to_ps(completion));
  }
}

void ValuePath::finish(Course& course) {
  Transfer& transfer = *course.transfer;
  const Message& message = *course.message;
  transfer.delivered = true;
  transfer.intact = true;
  transfer.payload = message.payload;
  if (course.received) {
    Bytes sent(course.received->size());
    message.read(0, sent.size(), sent.data());
    transfer.intact = sent == *course.received;
    if (!transfer.intact) transfer.payload = course.received;
  }
  Transfer::Stages& stages = transfer.stages;
  const Picoseconds ready = transfer.encode_begin + stages.encode;
  stages.queue = transfer.encode_begin - transfer.submitted + transfer.first_flit - ready;
  stages.retry = to_ps(course.retry);
  stages.wire = transfer.last_flit - transfer.first_flit - stages.retry;
  stages.flight = transfer.arrival - transfer.last_flit;
  stages.decode = transfer.completion - transfer.arrival;
  finished_.push_back(course.transfer);
}

LinkStatistics ValuePath::statistics(std::uint64_t replay_peak) const {
  LinkStatistics statistics = statistics_;
  statistics.wire_busy = to_ps(static_cast<Femto>(statistics.transmissions) * flit_);
  statistics.encoder_busy = to_ps(encoder_busy_);
  statistics.decoder_busy = to_ps(decoder_busy_);
  statistics.transmit_flits = transmit_.peak();
  statistics.replay_flits = replay_peak;
  statistics.receive_bytes = receive_.peak();
  return statistics;
}

std::vector<std::shared_ptr<Transfer>> ValuePath::take_finished() {
  return std::exchange(finished_, {});
}

}  // namespace tern::link
