// SPDX-License-Identifier: Apache-2.0
//
// standin_tdr: takes the place of the Verilated TDR units in a `tern` for tests.
//
// It gives what the model made, with invented cycles, and goes wrong on request.
//
//   Spec  sim/tdr_engine.h
//   Test  tb/apps/mismatch_test.py
#include <cstdlib>
#include <string_view>

#include "sim/tdr_engine.h"

namespace tern::sim {
namespace {

constexpr std::uint64_t kLatency = 30;

std::string_view fault() {
  const char* const text = std::getenv("TERN_TEST_FAULT");
  return text == nullptr ? "" : text;
}

void add_trace(const TdrJob& job, TdrRun& run) {
  const std::uint64_t start = 1 + run.cycles;
  const std::uint64_t steps = (job.header.values() + 15) / 16;
  run.traces.push_back({start, start + steps, start + kLatency, start + steps + kLatency});
  run.cycles += steps + kLatency;
}

}  // namespace

Result<TdrEncodeRun> tdr_encode(const std::vector<TdrJob>& jobs, const RunOptions&) {
  if (fault() == "encoder hangs") return Error{ErrorKind::kMismatch, "nothing moved"};
  TdrEncodeRun run;
  for (const TdrJob& job : jobs) {
    run.words.push_back(job.words);
    add_trace(job, run);
  }
  if (fault() == "word flips") run.words.back().at(1) ^= 1U;
  if (fault() == "word lost") run.words.back().pop_back();
  return run;
}

Result<TdrDecodeRun> tdr_decode(const std::vector<TdrJob>& jobs, const RunOptions&) {
  if (fault() == "decoder hangs") return Error{ErrorKind::kMismatch, "no verdict came"};
  TdrDecodeRun run;
  for (const TdrJob& job : jobs) {
    run.values.push_back(job.values);
    run.verdicts.push_back({0, static_cast<std::uint32_t>(job.words.size())});
    add_trace(job, run);
  }
  if (fault() == "decoder flips") run.values.back().back() ^= 1U;
  if (fault() == "decoder refuses") run.verdicts.back() = {1, 0};
  return run;
}

}  // namespace tern::sim
