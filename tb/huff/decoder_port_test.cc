// SPDX-License-Identifier: Apache-2.0
//
// decoder_port_test: what the ports of the decoder promise beside the data.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_port_test.cc
#include <gtest/gtest.h>

#include "tb/huff/decoder_variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class DecoderPort : public EveryDecoder {};

/// Every output, as one comparable value.
Bytes outputs(const sim::DecoderPins& pins) {
  Bytes state = {pins.in.ready.get(),
                 pins.book.ready.get(),
                 pins.out.valid.get(),
                 pins.out.last.get(),
                 pins.done.valid.get(),
                 pins.err_load.get(),
                 pins.busy.get(),
                 static_cast<std::uint8_t>(pins.done_error.get()),
                 static_cast<std::uint8_t>(pins.done_dtype.get())};
  for (unsigned i = 0; i < 4; ++i) {
    state.push_back(static_cast<std::uint8_t>(pins.done_count.get() >> (8 * i)));
  }
  const std::size_t fixed = state.size();
  state.resize(fixed + pins.out.data.size() + pins.out.keep.size());
  pins.out.data.store(state.data() + fixed);
  pins.out.keep.store(state.data() + fixed + pins.out.data.size());
  return state;
}

TEST_P(DecoderPort, OutputsFollowRegistersOnly) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const DecoderProgram program(config(), rng);
    sim::DecoderBench bench(variant(),
                            decoder_options(context, StallPattern::kRandom, StallPattern::kRandom));
    program.load(bench);
    for (int i = 0; i < 12; ++i) {
      const Bytes message = program.random_message(rng.below(20 * config().lanes), rng);
      program.send(bench, i % 3 == 0 ? damaged(message, config(), rng) : message);
    }
    sim::DecoderPins& pins = bench.pins();
    sim::Pin inputs[] = {pins.in.valid,   pins.in.last,    pins.out.ready,
                         pins.done.ready, pins.book.valid, pins.err_clear};
    while (!bench.done()) {
      if (!bench.step()) return bench.fault();
      const Bytes before = outputs(pins);
      // Between two edges only: each input goes back before the next one.
      for (std::size_t i = 0; i < std::size(inputs); ++i) {
        const bool value = inputs[i].get();
        inputs[i].set(!value);
        bench.harness().settle();
        if (outputs(pins) != before) {
          return sim::Fault{bench.harness().cycle(),
                            "an output follows input " + std::to_string(i)};
        }
        inputs[i].set(value);
      }
      bench.harness().settle();
    }
    return std::nullopt;
  });
}

// A source that waits for ready would wait for ever here.
TEST_P(DecoderPort, ValidDoesNotWaitForReady) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const DecoderProgram program(config(), rng);
    sim::DecoderBench bench(variant(), decoder_options(context));
    program.send(bench, program.raw_message(1, rng));
    bench.sink().block(100);
    for (int i = 0; i < 60; ++i) {
      if (!bench.step()) return bench.fault();
    }
    if (!bench.pins().out.valid.get())
      return sim::Fault{60, "no offer while the sink is not ready"};
    return bench.run() ? std::nullopt : bench.fault();
  });
}

// Software waits for busy to fall before it stops the clock: it must cover all that is inside.
TEST_P(DecoderPort, BusyCoversEveryMessage) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const DecoderProgram program(config(), rng);
    sim::DecoderBench bench(variant(), decoder_options(context, StallPattern::kAdversarial,
                                                       StallPattern::kAdversarial));
    const sim::DecoderPins& pins = bench.pins();
    for (int round = 0; round < 4; ++round) {
      program.send(bench, program.raw_message(50 * config().lanes, rng));
      std::uint64_t inside = 0;  // cycles since the circuit has had something to do
      const std::size_t before = bench.outcomes().size();
      bool started = false;
      while (!bench.done()) {
        started = started || (pins.in.valid.get() && pins.in.ready.get());
        if (!bench.step()) return bench.fault();
        inside = started && bench.outcomes().size() == before ? inside + 1 : 0;
        if (inside > 3 && !pins.busy.get()) {
          return sim::Fault{bench.harness().cycle(), "not busy with a message inside"};
        }
      }
      if (const auto fault = finish(bench)) return fault;
    }
    return std::nullopt;
  });
}

INSTANTIATE_TEST_SUITE_P(All, DecoderPort, testing::ValuesIn(all_decoders()), DecoderPort::name);

}  // namespace
}  // namespace tern::tb
