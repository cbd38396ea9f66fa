// SPDX-License-Identifier: Apache-2.0
//
// stream_test: source, sink and scoreboard accept a good stream and refuse every kind of bad one.
//
//   RTL   tb/common/stream_slice.sv
//   Test  tb/common/stream_test.cc
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "Vstream_slice.h"
#include "Vstream_slice_plain.h"
#include "model/common/test_seed.h"
#include "tb/common/slice_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                      StallPattern::kBursty, StallPattern::kAdversarial};

std::string fault_of(unsigned kind, StallPattern sink, std::uint64_t seed) {
  SliceRun run;
  run.kind = kind;
  run.sink = sink;
  RunContext context;
  context.seed = seed;
  const SliceResult result = run_slice<Vstream_slice>(run, context);
  return result.fault ? result.fault->text : "none";
}

TEST(Stream, GoodSlicePassesUnderEveryPairOfStalls) {
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_passes(
          [&](const RunContext& context) {
            SliceRun run;
            run.source = source;
            run.sink = sink;
            return run_slice<Vstream_slice>(run, context).fault;
          },
          5);
    }
  }
}

// A bench whose random values can equal the expected ones by chance fails for some seed only.
TEST(Stream, BenchHoldsForAHundredSeeds) {
  for (std::uint64_t seed = 0; seed <= 100; ++seed) {
    RunContext context;
    context.seed = seed;
    const SliceResult good = run_slice<Vstream_slice>({}, context);
    ASSERT_FALSE(good.fault) << "seed " << seed << ": " << good.fault->text;
    SliceRun broken;
    broken.wrong_expectation = true;
    const SliceResult bad = run_slice<Vstream_slice>(broken, context);
    ASSERT_TRUE(bad.fault) << "seed " << seed;
    ASSERT_EQ(bad.fault->text, "wrong data") << "seed " << seed;
  }
}

TEST(Stream, EveryBrokenPromiseIsFound) {
  // A stall at the struck beat is needed for the first four, so several seeds are tried.
  const char* const want[] = {"valid was withdrawn while stalled", "data changed while stalled",
                              "keep changed while stalled", "last changed while stalled"};
  for (unsigned kind = 1; kind <= 4; ++kind) {
    std::set<std::string> found;
    for (std::uint64_t i = 0; i < 20; ++i) {
      found.insert(fault_of(kind, StallPattern::kAdversarial, test_seed() + i));
    }
    EXPECT_TRUE(found.count(want[kind - 1])) << "kind " << kind << " found " << *found.begin();
  }
}

TEST(Stream, LostAndDoubledBeatsAreFound) {
  for (const StallPattern sink : kPatterns) {
    EXPECT_NE(fault_of(5, sink, test_seed()), "none");
    EXPECT_NE(fault_of(6, sink, test_seed()), "none");
  }
}

TEST(Stream, OneFlippedBitIsFound) {
  EXPECT_EQ(fault_of(8, StallPattern::kNone, test_seed()), "wrong data");
}

TEST(Stream, MissingLastIsFound) {
  EXPECT_EQ(fault_of(9, StallPattern::kNone, test_seed()), "last is missing");
}

TEST(Stream, WatchdogEndsAHungCircuit) {
  EXPECT_EQ(fault_of(7, StallPattern::kNone, test_seed()),
            "watchdog: no beat moved for 2000 cycles");
}

TEST(Stream, StimulusIsTheSameWithAndWithoutWaveform) {
  RunContext plain;
  plain.seed = test_seed();
  RunContext traced = plain;
  traced.wave.path = testing::TempDir() + "tern_stimulus_test.fst";
  const SliceResult without = run_slice<Vstream_slice_plain>({}, plain);
  const SliceResult idle = run_slice<Vstream_slice>({}, plain);
  const SliceResult with = run_slice<Vstream_slice>({}, traced);
  EXPECT_EQ(without.stimulus_hash, idle.stimulus_hash);
  EXPECT_EQ(without.stimulus_hash, with.stimulus_hash);
  EXPECT_EQ(without.cycles, with.cycles);
  RunContext other = plain;
  other.seed = plain.seed + 1;
  EXPECT_NE(run_slice<Vstream_slice>({}, other).stimulus_hash, with.stimulus_hash);
  std::remove(traced.wave.path.c_str());
}

}  // namespace
}  // namespace tern::tb
