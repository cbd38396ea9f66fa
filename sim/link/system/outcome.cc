// SPDX-License-Identifier: Apache-2.0
//
// outcome: what dies have in the end, and why they do not.
//
//   Spec  docs/link.md#what-every-run-checks
//   Test  tb/link/system/system_test.cc
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "sim/link/system/module.h"

namespace tern::link {

void SystemModule::have(std::uint32_t index, TileId tile, TileId stream, const Times& kept,
                        const Times& passed) {
  const Stop& stop = plan_.stops[index];
  StopState& state = stops_[index];
  assert(!state.had);
  state.had = true;
  state.tile = tile;
  state.stream = stream;
  if (stop.result) {
    // Whoever sends a sum on keeps what the others will make of it.
    const TileId own = stop.kind == StopKind::kSum && coded_ ? tiles_.outcome(tile) : tile;
    deliveries_.push_back({stop.die, stop.part, tiles_.values(own)});
    result_.completion = std::max(result_.completion, kept.back());
  }
  for (std::uint32_t hop = stop.first_hop; hop != kNone; hop = plan_.hops[hop].next) {
    ++state.waiting;
    const Picoseconds time = config_.chunk_by_chunk ? passed.front() : passed.back();
    push({time, sequence_++, hop, false, 0});
  }
  if (state.waiting > 0) state.ready = passed;
}

bool SystemModule::is_possible(TileId sent, const Message& message) {
  if (possible_.count({sent, message.decode}) > 0) return true;
  const std::optional<std::string> wrong = message.check(config_.link, config_.codec);
  if (!wrong) possible_.insert({sent, message.decode});
  if (wrong && !result_.impossible) result_.impossible = wrong;
  return !wrong;
}

SystemResult SystemModule::result() {
  SystemResult result = std::move(result_);
  result.latency = latencies_.by_size();
  for (const auto& link : links_) {
    const LinkStatistics& own = link->statistics();
    add(result.links, own);
    if (own.messages > 0) ++result.used_links;
    result.busiest_wire = std::max(result.busiest_wire, own.wire_busy);
  }
  const auto wanted = std::count_if(plan_.stops.begin(), plan_.stops.end(),
                                    [](const Stop& stop) { return stop.result; });
  if (result.impossible) {
    result.wrong.reset();
  } else if (deliveries_.size() < static_cast<std::size_t>(wanted)) {
    explain();
    result.deadlock = waits_.report().value_or("deadlock: nobody waits, and nothing happens");
  } else if (!result.wrong) {
    const Claim claim = {topology_, config_.job,    plan_.parts,
                         source_,   tiles_.dtype(), coded_ ? tiles_.coder() : nullptr};
    result.wrong = check_deliveries(claim, deliveries_, result.distortion);
  }
  if (result.links.wrong_flits > 0 && !result.wrong) {
    result.wrong = fmt::format("{} flits were delivered wrong", result.links.wrong_flits);
  }
  plan_ = {};
  std::vector<StopState>().swap(stops_);
  std::vector<Delivery>().swap(deliveries_);
  return result;
}

// What has not come to a die is what it waits for, of the die before it.
void SystemModule::explain() {
  std::set<std::pair<std::uint32_t, std::uint32_t>> said;
  for (const Hop& hop : plan_.hops) {
    const Stop& from = plan_.stops[hop.from];
    const Stop& to = plan_.stops[hop.to];
    if (stops_[hop.to].had || !said.insert({from.die, to.die}).second) continue;
    waits_.wait(fmt::format("die {}", to.die), fmt::format("die {}", from.die),
                fmt::format("part {}", to.part));
  }
}

std::optional<std::string> SystemConfig::check() const {
  if (std::optional<std::string> wrong = Topology::problem(shape, dies, rows)) return wrong;
  if (shape == Shape::kFull && dies > 64) {
    return fmt::format("dies: {} dies with a link to every other are more than 64", dies);
  }
  if (std::optional<std::string> wrong = job.problem(Topology(shape, dies, rows))) return wrong;
  if (std::optional<std::string> wrong = link.check()) return wrong;
  if (link.flit_by_flit) return "flit_by_flit: dies need the times that only the quick link knows";
  if (forward_bytes > 0 && forward_bytes < std::min(job.message_bytes, job.bytes)) {
    return fmt::format("forward_bytes: {} bytes do not hold a message of {}", forward_bytes,
                       job.message_bytes);
  }
  if (!(overlap >= 0 && overlap <= 1)) {
    return fmt::format("overlap: {} is not a number from 0 to 1", overlap);
  }
  if (!(compute_ns >= 0 && compute_ns <= 1e12)) {
    return fmt::format("compute_ns: {} is not a number from 0 to 1e12", compute_ns);
  }
  const bool adds = reduce_bytes_per_ns >= 1e-3 && reduce_bytes_per_ns <= 1e9;
  if (!adds && reduce_bytes_per_ns != 0) {
    return fmt::format("reduce_bytes_per_ns: {} is neither 0 nor a number from 0.001 to 1e9",
                       reduce_bytes_per_ns);
  }
  for (const std::uint32_t die : held_dies) {
    if (die >= dies) return fmt::format("held_dies: there is no die {}", die);
  }
  return {};
}

System::System(const std::string& name, const SystemConfig& config, const Source& source,
               Tiles& tiles)
    : module_(std::make_unique<SystemModule>(name.c_str(), config, source, tiles)) {}
System::~System() = default;
System::System(System&&) noexcept = default;

SystemResult System::result() { return module_->result(); }

void run_systems() { sc_core::sc_start(); }

}  // namespace tern::link
