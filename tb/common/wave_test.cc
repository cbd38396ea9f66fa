// SPDX-License-Identifier: Apache-2.0
//
// wave_test: waveforms hold the window asked for, and stop growing.
//
//   RTL   tb/common/one_flop.sv
//   Test  tb/common/wave_test.cc
#include "sim/wave.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "Vone_flop.h"
#include "Vstream_slice_plain.h"
#include "model/common/rng.h"
#include "sim/harness.h"

namespace tern::sim {
namespace {

struct Recording {
  std::uintmax_t bytes = 0;
  bool truncated = false;
};

Recording record(const WaveOptions& options, std::uint64_t cycles) {
  VerilatedCircuit<Vone_flop> circuit(1);
  Recording recording;
  {
    Vone_flop& top = circuit.top();
    Port d(top.d_i, 16);
    Harness harness(circuit, Pin(top.clk_i), Pin(top.rst_ni), {~0ULL, options});
    Rng rng(1);
    harness.reset();
    for (std::uint64_t i = 0; i < cycles; ++i) harness.tick([&] { d.set(rng.bits(16)); });
    recording.truncated = harness.wave().truncated();
    EXPECT_EQ(harness.wave().problem(), "");
  }
  if (std::filesystem::exists(options.path)) {
    recording.bytes = std::filesystem::file_size(options.path);
    std::filesystem::remove(options.path);
  }
  return recording;
}

WaveOptions options_for(const char* name) {
  WaveOptions options;
  options.path = testing::TempDir() + name;
  return options;
}

TEST(Wave, FileStopsGrowingAtItsLimit) {
  WaveOptions options = options_for("tern_wave_cap.fst");
  const Recording whole = record(options, 200000);
  EXPECT_FALSE(whole.truncated);
  options.max_bytes = 100000;
  const Recording capped = record(options, 200000);
  EXPECT_TRUE(capped.truncated);
  EXPECT_GE(capped.bytes, options.max_bytes);
  EXPECT_LT(capped.bytes, options.max_bytes + 50000);
  EXPECT_GT(whole.bytes, 2 * capped.bytes);
}

TEST(Wave, WindowIsAllThatIsRecorded) {
  WaveOptions options = options_for("tern_wave_window.fst");
  const Recording whole = record(options, 50000);
  options.from = 40000;
  options.to = 40200;
  const Recording window = record(options, 50000);
  EXPECT_GT(window.bytes, 0U);
  EXPECT_LT(window.bytes, whole.bytes / 10);
}

TEST(Wave, NothingIsWrittenWithoutAWindow) {
  WaveOptions options = options_for("tern_wave_none.fst");
  options.from = 1000000;
  EXPECT_EQ(record(options, 1000).bytes, 0U);
}

TEST(Wave, ModelWithoutWaveformsSaysSo) {
  VerilatedCircuit<Vstream_slice_plain> circuit(1);
  const Wave wave(circuit, options_for("tern_wave_plain.fst"));
  EXPECT_EQ(wave.problem(), "the model was built without waveforms");
  EXPECT_FALSE(wave.wants(0));
}

}  // namespace
}  // namespace tern::sim
