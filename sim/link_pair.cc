// SPDX-License-Identifier: Apache-2.0
//
// link_pair: an encoder and a decoder, verilated each for itself, as the two ends of a link.
//
//   Spec  docs/streams.md#link
//   RTL   rtl/link/tern_loopback.sv
//   Test  tb/link/link_pair_test.cc
#include "sim/link_pair.h"

#include <utility>

namespace tern::sim {

LinkPair::LinkPair(EncoderDut encoder, DecoderDut decoder, std::uint32_t window, std::uint64_t seed)
    : Model(seed),
      encoder_(std::move(encoder)),
      decoder_(std::move(decoder)),
      window_(window),
      beat_(encoder_.pins.out.data.size()),
      beat_keep_(encoder_.pins.out.keep.size()),
      out_data_(decoder_.pins.out.data.size() / 4),
      out_keep_(decoder_.pins.out.keep.size() / 4) {}

LoopbackPins LinkPair::pins() {
  LoopbackPins pins;
  pins.encoder = encoder_.pins;
  pins.encoder.book.valid = Pin(book_valid_);
  pins.encoder.book.ready = Pin(book_ready_);
  pins.encoder.out.valid = Pin(out_valid_);
  pins.encoder.out.ready = Pin(out_ready_);
  pins.encoder.out.last = Pin(out_last_);
  pins.encoder.out.data = Port(out_data_.data(), decoder_.pins.out.data.width());
  pins.encoder.out.keep = Port(out_keep_.data(), decoder_.pins.out.keep.width());
  pins.done = decoder_.pins.done;
  pins.done_error = decoder_.pins.done_error;
  pins.done_dtype = decoder_.pins.done_dtype;
  pins.done_count = decoder_.pins.done_count;
  pins.link_beat = Pin(link_beat_);
  pins.link_keep = encoder_.pins.out.keep;
  return pins;
}

bool LinkPair::attach(VerilatedFstC& /*wave*/) { return false; }

void LinkPair::eval() {
  const bool high = encoder_.pins.clk.get();
  decoder_.pins.clk.set(high);
  decoder_.pins.rst_n.set(encoder_.pins.rst_n.get());
  if (high && !high_) {
    sample();
  } else {
    connect();
  }
  high_ = high;
  evaluate(*encoder_.model);
  evaluate(*decoder_.model);
  link_beat_ = encoder_.pins.out.valid.get() && encoder_.pins.out.ready.get() ? 1 : 0;
  book_ready_ = encoder_.pins.book.ready.get() && decoder_.pins.book.ready.get() ? 1 : 0;
}

void LinkPair::evaluate(Model& model) {
  model.activate();
  model.context().time(context().time());
  model.eval();
  if (model.context().gotError()) context().gotError(true);
  if (model.context().gotFinish()) context().gotFinish(true);
}

// What registers take at a rising edge, before any of them changes.
void LinkPair::sample() {
  if (!encoder_.pins.rst_n.get()) {
    credits_ = window_;
    credit_ = false;
    steps_.clear();
    entering_.reset();
  } else {
    sample_beats();
    credits_ += credits_back(credit_);
    if (encoder_.pins.begun.get()) --credits_;
    credit_ = out_valid_ != 0 && out_ready_ != 0;
    if (credit_) steps_.pop_front();
    // A step is on offer in the second cycle behind it, as from the memory of the receiver.
    if (entering_) steps_.push_back(std::move(*entering_));
    entering_.reset();
    const StreamPins& from = decoder_.pins.out;
    if (from.valid.get() && from.ready.get()) {
      entering_ = Step{std::vector<std::uint8_t>(from.data.size()),
                       std::vector<std::uint8_t>(from.keep.size()), from.last.get()};
      from.data.store(entering_->data.data());
      from.keep.store(entering_->keep.data());
    }
  }
  out_valid_ = steps_.empty() ? 0 : 1;
  if (steps_.empty()) return;
  Port(out_data_.data(), decoder_.pins.out.data.width()).load(steps_.front().data.data());
  Port(out_keep_.data(), decoder_.pins.out.keep.width()).load(steps_.front().keep.data());
  out_last_ = steps_.front().last ? 1 : 0;
}

void LinkPair::connect_beats() {
  StreamPins& beat = encoder_.pins.out;
  beat.data.store(beat_.data());
  beat.keep.store(beat_keep_.data());
  decoder_.pins.in.data.load(beat_.data());
  decoder_.pins.in.keep.load(beat_keep_.data());
  decoder_.pins.in.valid.set(beat.valid.get());
  decoder_.pins.in.last.set(beat.last.get());
  beat.ready.set(decoder_.pins.in.ready.get());
}

// Everything that is driven while the clock is low.
void LinkPair::connect() {
  encoder_.pins.hold.set(credits_ == 0);
  connect_beats();
  decoder_.pins.out.ready.set(true);  // what is on its way has a credit

  // Both take a book together, or none does.
  const bool encoder_ready = encoder_.pins.book.ready.get();
  const bool decoder_ready = decoder_.pins.book.ready.get();
  encoder_.pins.book.valid.set(book_valid_ != 0 && decoder_ready);
  decoder_.pins.book.valid.set(book_valid_ != 0 && encoder_ready);
  decoder_.pins.book.data.set(encoder_.pins.book.data.get());
  decoder_.pins.book_index.set(encoder_.pins.book_index.get());
  decoder_.pins.err_clear.set(encoder_.pins.err_clear.get());
}

LoopbackDut make_link_pair(const EncoderVariant& encoder, const DecoderVariant& decoder,
                           const LoopbackConfig& config, std::uint64_t seed) {
  auto pair = std::make_unique<LinkPair>(encoder.make(encoder.config, seed),
                                         decoder.make(decoder.config, seed), config.window, seed);
  const LoopbackPins pins = pair->pins();
  return LoopbackDut{config, std::move(pair), pins};
}

}  // namespace tern::sim
