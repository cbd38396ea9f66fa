// SPDX-License-Identifier: Apache-2.0
//
// system: the dies of a collective, as one SystemC process beside its links.
//
// A link says at once what will become of a message, so that what a die does next can be put down
// for the time at which it happens: a hop takes two events, however many flits it has.
//
//   Spec  docs/link.md#system
//   Test  tb/link/system/system_test.cc
#include "sim/link/system/system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <systemc>
#include <utility>

#include "sim/link/system/module.h"

namespace tern::link {
namespace {

std::string die_name(std::uint32_t die) { return fmt::format("die {}", die); }

}  // namespace

SystemModule::SystemModule(const sc_core::sc_module_name& name, const SystemConfig& config,
                           const Source& source, Tiles& tiles)
    : sc_module(name),
      config_(config),
      source_(source),
      tiles_(tiles),
      topology_(config.shape, config.dies, config.rows),
      coded_(config.codec.present) {
  for (std::uint32_t i = 0; i < topology_.edges().size(); ++i) {
    const Edge& edge = topology_.edges()[i];
    LinkConfig link = config.link;
    link.seed += i;
    links_.push_back(std::make_unique<Link>(fmt::format("link_{}", i).c_str(), link, config.codec,
                                            config.codec, &waits_, die_name(edge.from),
                                            die_name(edge.to)));
  }
  queues_.resize(links_.size());
  forwarding_.resize(config.dies, 0);
  SC_METHOD(wake);
  sensitive << next_;
}

void SystemModule::start() {
  plan_ = make_plan(topology_, config_.job);
  stops_.resize(plan_.stops.size());
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    const std::vector<std::uint32_t>& held = config_.held_dies;
    if (std::count(held.begin(), held.end(), topology_.edges()[i].to) > 0) {
      links_[i]->hold_receiver();
    }
  }
  for (std::uint32_t i = 0; i < plan_.stops.size(); ++i) {
    const Stop& stop = plan_.stops[i];
    if (stop.kind != StopKind::kStart) continue;
    const TileId tile = own_tile(stop);
    const Times times(tiles_.plain(tile).chunks.size(), computed(stop));
    have(i, tile, tile, times, times);
  }
}

Picoseconds SystemModule::computed(const Stop& stop) const {
  const double share = 1 - config_.overlap + config_.overlap * plan_.parts[stop.part].done;
  return static_cast<Picoseconds>(config_.compute_ns * 1000 * share);
}

TileId SystemModule::own_tile(const Stop& stop) {
  const Part& part = plan_.parts[stop.part];
  return tiles_.add_values(source_.values(stop.die, part.position, part.bytes));
}

void SystemModule::wake() {
  if (!started_) {
    started_ = true;
    start();
  }
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  while (!events_.empty() && events_.top().time <= now) {
    const Event event = events_.top();
    events_.pop();
    if (event.release) {
      forwarding_[event.index] -= event.bytes;
      for (std::uint32_t i = 0; i < links_.size(); ++i) {
        if (topology_.edges()[i].to == event.index) pump(i, now);
      }
    } else {
      queues_[plan_.hops[event.index].edge].hops.push_back({event.index, now});
      pump(plan_.hops[event.index].edge, now);
    }
  }
  if (!events_.empty()) next_.notify(to_sc_time(events_.top().time - now));
}

void SystemModule::pump(std::uint32_t edge, Picoseconds now) {
  Queue& queue = queues_[edge];
  while (!queue.hops.empty()) {
    const auto [hop, since] = queue.hops.front();
    const std::uint64_t bytes = to_pass_on(hop);
    const std::uint32_t to = topology_.edges()[edge].to;
    const bool full = config_.forward_bytes > 0 && forwarding_[to] + bytes > config_.forward_bytes;
    if (full && !queue.wait) {
      queue.wait = waits_.wait(die_name(topology_.edges()[edge].from), die_name(to),
                               "room for a message to pass on");
    }
    if (full) return;
    if (queue.wait) waits_.done(*queue.wait);
    queue.wait.reset();
    queue.hops.pop_front();
    forwarding_[to] += bytes;
    result_.forward_bytes = std::max(result_.forward_bytes, forwarding_[to]);
    submit(hop, now, since);
  }
}

std::uint64_t SystemModule::to_pass_on(std::uint32_t hop) {
  const Stop& stop = plan_.stops[plan_.hops[hop].to];
  if (stop.first_hop == kNone || stop.kind == StopKind::kSum) return 0;
  std::uint64_t bytes = plan_.parts[stop.part].bytes;
  if (coded_ && config_.forward_coded) {
    bytes = tiles_.coded(stops_[plan_.hops[hop].from].stream).stream->size();
  }
  return config_.forward_bytes == 0 ? bytes : std::min(bytes, config_.forward_bytes);
}

void SystemModule::submit(std::uint32_t index, Picoseconds now, Picoseconds since) {
  const Hop& hop = plan_.hops[index];
  const Stop& from = plan_.stops[hop.from];
  const Stop& to = plan_.stops[hop.to];
  StopState& state = stops_[hop.from];
  const bool fresh = from.kind == StopKind::kStart || from.kind == StopKind::kSum;
  auto message = std::make_shared<Message>();
  message->id = index;
  message->encode = coded_ && (fresh || !config_.forward_coded);
  message->decode = coded_ && (to.kind != StopKind::kPass || !config_.forward_coded);
  const TileId sent = message->encode ? state.tile : state.stream;
  const Coded& coded = coded_ ? tiles_.coded(sent) : tiles_.plain(sent);
  message->chunks = coded.chunks;
  message->payload = coded.stream;
  for (std::size_t i = 0; i < message->chunks.size(); ++i) {
    message->chunks[i].ready = config_.chunk_by_chunk ? state.ready[i] : state.ready.back();
  }
  if (!is_possible(sent, *message)) return;
  if (coded.values->size() != plan_.parts[from.part].bytes && !result_.wrong) {
    result_.wrong =
        fmt::format("part {} of die {} does not decode to what was encoded", from.part, from.die);
  }
  if (message->encode) result_.values_encoded += coded.values->size() / config_.job.value_bytes;
  if (message->decode) result_.values_decoded += coded.values->size() / config_.job.value_bytes;
  const std::shared_ptr<Pending> pending = links_[hop.edge]->submit(message);
  const Transfer& transfer = pending->transfer;
  if (!transfer.delivered) {
    held_.push_back(pending);
    return;
  }
  latencies_.add(plan_.parts[from.part].bytes, transfer, now - since);
  ++result_.transfers;
  const bool same = transfer.intact && (transfer.payload == coded.stream ||
                                        (transfer.payload && *transfer.payload == *coded.stream));
  if (!same && !result_.wrong) {
    result_.wrong =
        fmt::format("die {} got other bytes in part {} than were sent", to.die, from.part);
  }
  state.left = std::max(state.left, transfer.last_flit);
  if (--state.waiting == 0) leave(hop.from);
  arrive(index, sent, transfer);
}

void SystemModule::leave(std::uint32_t stop) {
  StopState& state = stops_[stop];
  Times().swap(state.ready);
  if (state.held > 0) {
    push({std::max(state.left, to_picoseconds(sc_core::sc_time_stamp())), sequence_++,
          plan_.stops[stop].die, true, state.held});
  }
}

void SystemModule::arrive(std::uint32_t index, TileId sent, const Transfer& transfer) {
  const Hop& hop = plan_.hops[index];
  const Stop& stop = plan_.stops[hop.to];
  stops_[hop.to].held = to_pass_on(index);
  const TileId got = coded_ ? tiles_.outcome(sent) : sent;
  if (stop.kind != StopKind::kSum) {
    have(hop.to, got, sent, transfer.chunk_completion,
         coded_ && !config_.forward_coded ? transfer.chunk_completion : transfer.chunk_arrival);
    return;
  }
  Inputs& inputs = inputs_[hop.to];
  inputs.tiles[index] = got;
  Times& times = inputs.times;
  times.resize(transfer.chunk_completion.size(), 0);
  for (std::size_t i = 0; i < times.size(); ++i) {
    times[i] = std::max(times[i], transfer.chunk_completion[i]);
  }
  if (inputs.tiles.size() < stop.inputs) return;
  add_up(hop.to, inputs);
  inputs_.erase(hop.to);
}

void SystemModule::add_up(std::uint32_t index, Inputs& inputs) {
  const Stop& stop = plan_.stops[index];
  auto input = inputs.tiles.begin();
  TileId sum = input->second;
  while (++input != inputs.tiles.end()) sum = tiles_.sum(sum, input->second);
  sum = tiles_.sum(sum, own_tile(stop));
  Picoseconds last = computed(stop);
  const std::vector<Chunk>& chunks = tiles_.plain(sum).chunks;
  for (std::size_t i = 0; i < inputs.times.size(); ++i) {
    Picoseconds& time = inputs.times[i];
    time = last = std::max(time, last);
    if (config_.reduce_bytes_per_ns == 0) continue;
    const double bytes = static_cast<double>(chunks[i].raw_bytes * stop.inputs);
    time = last += static_cast<Picoseconds>(bytes * 1000 / config_.reduce_bytes_per_ns);
  }
  have(index, sum, sum, inputs.times, inputs.times);
}

}  // namespace tern::link
