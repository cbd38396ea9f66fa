// SPDX-License-Identifier: Apache-2.0
//
// harness_test: the clock driver does not race, and no way of failing goes unnoticed.
//
//   RTL   tb/common/misbehaving.sv
//   Test  tb/common/harness_test.cc
#include "sim/harness.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "Vmisbehaving.h"
#include "Vone_flop.h"
#include "tb/support/run_check.h"

namespace tern::tb {
namespace {

using sim::Harness;
using sim::Pin;
using sim::Port;

std::optional<sim::Fault> run_misbehaving(unsigned kind, const RunContext& context) {
  sim::VerilatedCircuit<Vmisbehaving> circuit(context.seed);
  Vmisbehaving& top = circuit.top();
  Port(top.kind_i, 3).set(kind);
  Harness harness(circuit, Pin(top.clk_i), Pin(top.rst_ni), {20000, context.wave});
  harness.reset();
  for (int i = 0; i < 100 && !harness.fault(); ++i) harness.tick([] {});
  return harness.fault();
}

TEST(Harness, RegisterSeesTheInputDrivenBeforeItsEdge) {
  sim::VerilatedCircuit<Vone_flop> circuit(1);
  Vone_flop& top = circuit.top();
  Port d(top.d_i, 16);
  const Port q(top.q_o, 16);
  Harness harness(circuit, Pin(top.clk_i), Pin(top.rst_ni), {});
  harness.reset();
  d.set(1000);
  harness.settle();
  for (std::uint64_t i = 1; i <= 50; ++i) {
    harness.tick([&] { d.set(1000 + i); });
    ASSERT_EQ(q.get(), 1000 + i - 1) << "cycle " << i;
  }
}

TEST(Harness, ResetReachesTheCircuitAndEnds) {
  sim::VerilatedCircuit<Vone_flop> circuit(1);
  Vone_flop& top = circuit.top();
  Port d(top.d_i, 16);
  const Port q(top.q_o, 16);
  Harness harness(circuit, Pin(top.clk_i), Pin(top.rst_ni), {});
  d.set(77);
  harness.reset();
  EXPECT_EQ(q.get(), 0U);
  harness.tick([] {});
  EXPECT_EQ(q.get(), 77U) << "the first edge after reset samples its inputs";
  harness.reset();
  EXPECT_EQ(q.get(), 0U);
}

TEST(Harness, GoodCircuitHasNoFault) { EXPECT_FALSE(run_misbehaving(0, {})); }

TEST(Harness, FailedAssertionIsAFault) {
  const auto fault = run_misbehaving(1, {});
  ASSERT_TRUE(fault);
  EXPECT_NE(fault->text.find("assertion"), std::string::npos);
  EXPECT_GE(fault->cycle, 10U);
  EXPECT_LE(fault->cycle, 17U) << "found in the cycle in which it fails";
}

TEST(Harness, FatalStopFinishAndErrorAreFaults) {
  for (unsigned kind = 2; kind <= 5; ++kind) EXPECT_TRUE(run_misbehaving(kind, {})) << kind;
}

TEST(Harness, UninitialisedRegisterDependsOnTheSeed) {
  std::set<std::uint64_t> values;
  std::set<std::uint64_t> again;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    sim::VerilatedCircuit<Vmisbehaving> circuit(seed);
    sim::VerilatedCircuit<Vmisbehaving> repeat(seed);
    circuit.eval();
    repeat.eval();
    values.insert(circuit.top().uninitialised_o);
    EXPECT_EQ(circuit.top().uninitialised_o, repeat.top().uninitialised_o) << "seed " << seed;
  }
  EXPECT_GE(values.size(), 2U);
}

TEST(Harness, WatchdogFiresWithoutProgressOnly) {
  sim::VerilatedCircuit<Vone_flop> circuit(1);
  Vone_flop& top = circuit.top();
  Harness harness(circuit, Pin(top.clk_i), Pin(top.rst_ni), {100, {}});
  harness.reset();
  for (int i = 0; i < 1000; ++i) {
    if (i % 100 == 0) harness.progress();
    harness.tick([] {});
  }
  EXPECT_FALSE(harness.fault());
  for (int i = 0; i < 200; ++i) harness.tick([] {});
  ASSERT_TRUE(harness.fault());
  EXPECT_EQ(harness.fault()->text, "watchdog: no beat moved for 100 cycles");
}

TEST(Harness, ReportNamesSeedCycleWaveAndRepro) {
  const Simulation run = [](const RunContext& context) { return run_misbehaving(1, context); };
  RunContext context;
  context.seed = 4242;
  const auto fault = run(context);
  ASSERT_TRUE(fault);
  const std::string report = report_fault(run, context.seed, *fault);
  EXPECT_NE(report.find("seed 4242, cycle"), std::string::npos) << report;
  EXPECT_NE(report.find("repro: TERN_SEED=4242 TERN_SEEDS=1 "), std::string::npos) << report;
  EXPECT_NE(report.find("--gtest_filter=Harness.ReportNamesSeedCycleWaveAndRepro"),
            std::string::npos)
      << report;
  EXPECT_EQ(report.find("another way"), std::string::npos) << report;
  const std::size_t at = report.find("wave: ");
  ASSERT_NE(at, std::string::npos) << report;
  const std::string path = report.substr(at + 6, report.find(',', at) - at - 6);
  EXPECT_GT(std::filesystem::file_size(path), 0U);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace tern::tb
