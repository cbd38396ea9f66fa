// SPDX-License-Identifier: Apache-2.0
//
// rtl_ends: words to flits and flits to beats.
//
//   Spec  docs/link.md#rtl-in-the-loop
//   RTL   rtl/link/tern_link_tx.sv, rtl/link/tern_link_rx.sv
//   Test  tb/link/rtl_link_test.cc
#include "sim/link/rtl_ends.h"

#include <algorithm>
#include <utility>

namespace tern::link {

FlitPair::FlitPair(sim::EncoderDut encoder, sim::DecoderDut decoder, const LinkConfig& config,
                   std::uint32_t window, std::uint64_t seed)
    : LinkPair(std::move(encoder), std::move(decoder), window, seed),
      payload_bytes_(config.payload_bytes()),
      flight_(to_ps(from_ns(2 * config.adapter_latency_ns + config.propagation_ns))),
      beat_(encoder_.pins.out.data.size()),
      keep_(encoder_.pins.out.keep.size()) {}

void FlitPair::sample_beats() {
  if (encoder_.pins.out.valid.get() && encoder_.pins.out.ready.get()) take_beat();
  if (decoder_.pins.in.valid.get() && decoder_.pins.in.ready.get()) beats_.pop_front();
}

void FlitPair::connect_beats() {
  // What the encoder makes always finds room: it is no more than the credits allow.
  encoder_.pins.out.ready.set(true);
  decoder_.pins.in.valid.set(!beats_.empty());
  if (beats_.empty()) return;
  decoder_.pins.in.data.load(beats_.front().data.data());
  decoder_.pins.in.keep.load(beats_.front().keep.data());
  decoder_.pins.in.last.set(beats_.front().last);
}

std::uint32_t FlitPair::credits_back(bool freed) {
  if (freed) credits_.push_back(now_ + flight_);
  std::uint32_t arrived = 0;
  for (; !credits_.empty() && credits_.front() <= now_; credits_.pop_front()) ++arrived;
  return arrived;
}

void FlitPair::take_beat() {
  const sim::StreamPins& out = encoder_.pins.out;
  out.data.store(beat_.data());
  out.keep.store(keep_.data());
  for (std::size_t i = 0; i < beat_.size(); ++i) {
    if ((keep_[i / 8] >> i % 8 & 1U) == 0) continue;
    if (outgoing_.size() == payload_bytes_) make_flit(false);
    outgoing_.push_back(beat_[i]);
  }
  if (out.last.get()) {
    make_flit(true);
  } else if (outgoing_.size() == payload_bytes_) {
    make_flit(false);
  }
}

void FlitPair::make_flit(bool last) {
  OutgoingFlit flit;
  flit.plan.ready = from_ps(now_);
  flit.kind = last ? FlitKind::kLast : FlitKind::kData;
  flit.bytes = std::exchange(outgoing_, {});
  sizes_.push_back(flit.bytes.size());
  flits_.push_back(std::move(flit));
}

void FlitPair::deliver(const FlitHeader& header, const std::vector<std::uint8_t>& flit) {
  const std::size_t before = incoming_.size();
  incoming_.resize(before + sizes_.front());
  flit_payload(flit, incoming_.data() + before, sizes_.front());
  sizes_.pop_front();
  const bool ends = header.kind == FlitKind::kLast;
  std::size_t used = 0;
  while (incoming_.size() - used >= beat_.size() || (ends && used < incoming_.size())) {
    Beat beat;
    beat.data.assign(beat_.size(), 0);
    beat.keep.assign(keep_.size(), 0);
    const std::size_t bytes = std::min(beat_.size(), incoming_.size() - used);
    std::copy_n(incoming_.begin() + static_cast<std::ptrdiff_t>(used), bytes, beat.data.begin());
    for (std::size_t i = 0; i < bytes; ++i) {
      beat.keep[i / 8] = static_cast<std::uint8_t>(beat.keep[i / 8] | 1U << i % 8);
    }
    used += bytes;
    beat.last = ends && used == incoming_.size();
    beats_.push_back(std::move(beat));
  }
  incoming_.erase(incoming_.begin(), incoming_.begin() + static_cast<std::ptrdiff_t>(used));
}

RtlEnds::RtlEnds(const LinkConfig& config, const sim::EncoderVariant& encoder,
                 const sim::DecoderVariant& decoder, const sim::BenchOptions& options) {
  const sim::EncoderConfig& e = encoder.config;
  const auto window = static_cast<std::uint32_t>(config.credit_bytes / (2 * e.lanes));
  auto pair = std::make_unique<FlitPair>(encoder.make(e, options.seed),
                                         decoder.make(decoder.config, options.seed), config, window,
                                         options.seed);
  pair_ = pair.get();
  const sim::LoopbackPins pins = pair->pins();
  const sim::LoopbackConfig pair_config(e.lanes, e.word_bits, e.value_bits, e.max_code_len,
                                        e.min_token_bits, e.books, e.best_steps, window,
                                        e.book_kind, e.top_symbols);
  bench_ = std::make_unique<sim::LoopbackBench>(
      sim::LoopbackDut{pair_config, std::move(pair), pins}, options);
}

bool RtlEnds::step(Picoseconds now) {
  pair_->set_time(now);
  if (bench_->done() || !bench_->step()) return false;
  if (!pair_->flits().empty()) on_flit();
  return true;
}

std::optional<OutgoingFlit> RtlEnds::next_flit() {
  std::deque<OutgoingFlit>& flits = pair_->flits();
  if (flits.empty()) return std::nullopt;
  OutgoingFlit flit = std::move(flits.front());
  flits.pop_front();
  return flit;
}

}  // namespace tern::link
