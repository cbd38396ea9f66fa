// SPDX-License-Identifier: Apache-2.0
//
// beat_bench.cc: a source on each stream, a sink on the one that comes out.
//
//   Spec  docs/streams.md
//   Test  tb/tdr/tdr_transform_test.cc
#include "sim/beat_bench.h"

#include <algorithm>
#include <cstddef>

#include "sim/sink.h"

namespace tern::sim {
namespace {

// Cycles behind the last beat in which none may follow.
constexpr int kRest = 20;

class BeatBench {
 public:
  BeatBench(Model& model, const BeatPins& pins, const std::vector<BeatStream>& streams,
            const BeatTarget& target, const BeatBenchOptions& options)
      : out_(pins.out),
        target_(target),
        harness_(model, pins.clk, pins.rst_n, options.harness),
        sink_(pins.out, options.sink_stall, ~options.seed) {
    for (const BeatStream& stream : streams) {
      if (stream.goes_before) before_.push_back(sources_.size());
      pins_.push_back(stream.pins);
      sources_.emplace_back(stream.pins, stream.stall, options.seed + sources_.size());
      for (const Beat& beat : *stream.beats) {
        const std::vector<std::uint8_t>& bytes = beat.bytes();
        sources_.back().push({bytes.data(), bytes.size(), bytes.size(), std::nullopt});
      }
    }
    fires_.resize(sources_.size());
  }

  BeatRun run() {
    harness_.reset();
    while (!harness_.fault() && !(idle() && target_.complete())) step();
    for (int i = 0; i < kRest && !harness_.fault(); ++i) step();
    run_.fault = harness_.fault();
    return run_;
  }

 private:
  [[nodiscard]] bool idle() const {
    return std::all_of(sources_.begin(), sources_.end(),
                       [](const Source& source) { return source.idle(); });
  }

  // Whether everything that goes before has gone.
  [[nodiscard]] bool may_start() const {
    return std::all_of(before_.begin(), before_.end(), [this](std::size_t one) {
      return sources_[one].idle() && pins_[one].ready.get();
    });
  }

  void step() {
    started_ = started_ || may_start();
    if (const char* problem = sink_.check()) harness_.fail(problem);
    const std::uint64_t edge = harness_.cycle() + 1;
    for (std::size_t i = 0; i < sources_.size(); ++i) fires_[i] = sources_[i].fires();
    const bool out_fires = sink_.fires();
    if (out_.valid.get() && run_.first_offer == 0) run_.first_offer = edge;
    if (!out_.valid.get() && run_.first_offer != 0) ++idle_;
    if (fires_.front()) run_.in.push_back(edge);
    if (sources_.front().offering() && !fires_.front()) ++run_.in_stalls;
    if (out_fires) {
      run_.out.push_back(edge);
      run_.bubbles = idle_;
      if (std::string problem = target_.take(); !problem.empty()) harness_.fail(std::move(problem));
    }
    if (out_fires || std::count(fires_.begin(), fires_.end(), true) != 0) harness_.progress();
    harness_.tick([&] {
      for (std::size_t i = 0; i < sources_.size(); ++i) {
        const bool first = std::count(before_.begin(), before_.end(), i) != 0;
        sources_[i].advance(fires_[i], started_ || first);
      }
      sink_.advance(true);
    });
  }

  StreamPins out_;
  const BeatTarget& target_;
  Harness harness_;
  Sink sink_;
  std::vector<Source> sources_;
  std::vector<StreamPins> pins_;
  std::vector<std::size_t> before_;  // indices of sources
  std::vector<bool> fires_;
  bool started_ = false;
  std::uint64_t idle_ = 0;  // cycles without an offer at the output so far
  BeatRun run_;
};

}  // namespace

BeatRun run_beats(Model& model, const BeatPins& pins, const std::vector<BeatStream>& streams,
                  const BeatTarget& target, const BeatBenchOptions& options) {
  return BeatBench(model, pins, streams, target, options).run();
}

}  // namespace tern::sim
