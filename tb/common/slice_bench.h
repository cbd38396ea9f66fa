// SPDX-License-Identifier: Apache-2.0
//
// slice_bench: random packets through one stream slice, with source, sink and scoreboard.
//
//   RTL   tb/common/stream_slice.sv
//   Test  tb/common/stream_test.cc
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "sim/harness.h"
#include "sim/scoreboard.h"
#include "sim/sink.h"
#include "sim/stream.h"
#include "tb/support/run_check.h"

namespace tern::tb {

/// What is special about one run.
struct SliceRun {
  unsigned kind = 0;               ///< the slice's fault, see stream_slice.sv
  bool wrong_expectation = false;  ///< one expected byte is not what is sent
  sim::StallPattern source = sim::StallPattern::kRandom;
  sim::StallPattern sink = sim::StallPattern::kRandom;
  std::uint64_t watchdog_cycles = 2000;
};

/// What came of it.
struct SliceResult {
  std::optional<sim::Fault> fault;
  std::uint64_t stimulus_hash = 0;
  std::uint64_t cycles = 0;
};

/// Packets of 0 to 60 bytes; bytes of a packet are random.
inline std::vector<std::vector<std::uint8_t>> random_packets(std::uint64_t seed,
                                                             std::size_t count) {
  Rng rng(seed);
  std::vector<std::vector<std::uint8_t>> packets(count);
  for (std::vector<std::uint8_t>& packet : packets) {
    packet.resize(static_cast<std::size_t>(rng.below(61)));
    for (std::uint8_t& byte : packet) byte = static_cast<std::uint8_t>(rng.bits(8));
  }
  return packets;
}

/// `V`: a Verilated stream_slice.
template <typename V>
SliceResult run_slice(const SliceRun& run, const RunContext& context) {
  sim::VerilatedCircuit<V> circuit(context.seed);
  V& top = circuit.top();
  sim::StreamPins in{sim::Pin(top.in_tvalid_i), sim::Pin(top.in_tready_o),
                     sim::Port(top.in_tdata_i, 96), sim::Port(top.in_tkeep_i, 12),
                     sim::Pin(top.in_tlast_i)};
  sim::StreamPins out{sim::Pin(top.out_tvalid_o), sim::Pin(top.out_tready_i),
                      sim::Port(top.out_tdata_o, 96), sim::Port(top.out_tkeep_o, 12),
                      sim::Pin(top.out_tlast_o)};
  sim::Port(top.kind_i, 4).set(run.kind);
  sim::Harness harness(circuit, sim::Pin(top.clk_i), sim::Pin(top.rst_ni),
                       {run.watchdog_cycles, context.wave});
  sim::Source source(in, run.source, context.seed);
  sim::Sink sink(out, run.sink, context.seed + 1);
  sim::Scoreboard scoreboard(out);
  source.keep_hash();

  std::vector<std::vector<std::uint8_t>> packets = random_packets(context.seed, 20);
  // The struck beat is the ninth or tenth: these two packets bring it into the middle of a packet.
  packets[0].resize(60, 0x11);
  packets[1].resize(60, 0x22);
  for (std::size_t i = 0; i < packets.size(); ++i) {
    sim::Packet packet;
    packet.data = packets[i].data();
    packet.size = packets[i].size();
    packet.beat_bytes = 12;
    source.push(packet);
    std::vector<std::uint8_t> want = packets[i];
    if (run.wrong_expectation && i == 1) want[17] = static_cast<std::uint8_t>(want[17] ^ 0x40U);
    scoreboard.expect(want);
  }
  harness.reset();
  while (!harness.fault() && !(source.idle() && scoreboard.complete())) {
    if (const char* problem = sink.check()) harness.fail(problem);
    const bool in_fires = source.fires();
    const bool out_fires = sink.fires();
    if (out_fires && !scoreboard.take()) harness.fail(scoreboard.mismatch()->reason);
    if (in_fires || out_fires) harness.progress();
    harness.tick([&] {
      source.advance(in_fires);
      sink.advance(scoreboard.edge_next());
    });
  }
  // Beats behind the last packet count as well.
  for (int i = 0; i < 50 && !harness.fault(); ++i) {
    if (sink.fires() && !scoreboard.take()) harness.fail(scoreboard.mismatch()->reason);
    harness.tick([&] { sink.advance(true); });
  }
  return {harness.fault(), source.stimulus_hash(), harness.cycle()};
}

}  // namespace tern::tb
