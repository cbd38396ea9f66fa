// SPDX-License-Identifier: Apache-2.0
//
// encoder_port_test: no output port follows an input port within a cycle.
//
// A ready that depends on a valid, or on another ready, makes long paths and combinational loops at
// the user's, which no stall test shows.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_port_test.cc
#include <gtest/gtest.h>

#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderPort : public EveryEncoder {};

/// Every output, as one comparable value.
Bytes outputs(const sim::EncoderPins& pins) {
  Bytes state = {pins.command.ready.get(), pins.in.ready.get(), pins.book.ready.get(),
                 pins.out.valid.get(),     pins.out.last.get(), pins.err_book.get(),
                 pins.err_count.get(),     pins.err_cmd.get(),  pins.err_load.get(),
                 pins.busy.get()};
  const std::size_t fixed = state.size();
  state.resize(fixed + pins.out.data.size() + pins.out.keep.size());
  pins.out.data.store(state.data() + fixed);
  pins.out.keep.store(state.data() + fixed + pins.out.data.size());
  return state;
}

TEST_P(EncoderPort, OutputsFollowRegistersOnly) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    for (const huff::Dtype dtype : kinds_of(config())) {
      const huff::Book& book = scenario.book(random_book(dtype, config(), rng));
      for (int i = 0; i < 4; ++i) {
        scenario.message(dtype, fitting_values(book, rng.below(20 * config().lanes), rng));
      }
    }
    sim::EncoderBench bench(variant(),
                            bench_options(context, StallPattern::kRandom, StallPattern::kRandom));
    scenario.fill(bench);
    sim::EncoderPins& pins = bench.pins();
    sim::Pin inputs[] = {pins.command.valid, pins.command_raw, pins.in.valid, pins.in.last,
                         pins.book.valid,    pins.out.ready,   pins.err_clear};
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
TEST_P(EncoderPort, ValidDoesNotWaitForReady) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    const huff::Dtype dtype = dtypes_of(config()).front();
    scenario.message(dtype, random_values(dtype, 1, rng), true);
    sim::EncoderBench bench(variant(), bench_options(context));
    scenario.fill(bench);
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
TEST_P(EncoderPort, BusyCoversEveryMessageAndNothingElse) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const huff::Dtype dtype = dtypes_of(config()).front();
    Scenario scenario(config());
    for (const std::uint64_t count : {std::uint64_t{1}, 50 * std::uint64_t{config().lanes}}) {
      scenario.message(dtype, random_values(dtype, count, rng), true);
    }
    sim::EncoderBench bench(
        variant(), bench_options(context, StallPattern::kAdversarial, StallPattern::kAdversarial));
    const sim::EncoderPins& pins = bench.pins();
    for (int round = 0; round < 4; ++round) {
      scenario.fill(bench);
      std::uint64_t commands = 0;
      const std::uint64_t before = bench.scoreboard().packets();
      std::uint64_t inside = 0;  // cycles since the circuit has had something to do
      while (!bench.done()) {
        if (pins.command.valid.get() && pins.command.ready.get()) ++commands;
        if (!bench.step()) return bench.fault();
        inside = commands > bench.scoreboard().packets() - before ? inside + 1 : 0;
        if (inside > 3 && !pins.busy.get()) {
          return sim::Fault{bench.harness().cycle(), "not busy with a message inside"};
        }
      }
      for (int i = 0; i < 20; ++i) {
        if (!bench.step()) return bench.fault();
      }
      if (pins.busy.get()) return sim::Fault{bench.harness().cycle(), "busy without a message"};
    }
    return std::nullopt;
  });
}

// A message that is dropped is one, too.
TEST_P(EncoderPort, DroppedMessageKeepsTheUnitBusy) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const huff::Dtype dtype = dtypes_of(config()).front();
    Scenario scenario(config());
    sim::EncoderMessage& dropped =
        scenario.message(dtype, random_values(dtype, 20 * config().lanes, rng), true);
    dropped.dtype_code = 15;
    dropped.silent = true;
    sim::BenchOptions options =
        bench_options(context, StallPattern::kAdversarial, StallPattern::kNone);
    options.early_data = false;
    sim::EncoderBench bench(variant(), options);
    scenario.fill(bench);
    const sim::EncoderPins& pins = bench.pins();
    std::uint64_t inside = 0;  // cycles since the packet began
    while (!bench.done()) {
      if (!bench.step()) return bench.fault();
      inside = bench.source().beat() > 0 ? inside + 1 : 0;
      if (inside > 3 && !pins.busy.get()) {
        return sim::Fault{bench.harness().cycle(), "idle in the middle of a dropped packet"};
      }
    }
    return std::nullopt;
  });
}

INSTANTIATE_TEST_SUITE_P(All, EncoderPort, testing::ValuesIn(all_encoders()), EncoderPort::name);

}  // namespace
}  // namespace tern::tb
