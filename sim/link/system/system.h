// SPDX-License-Identifier: Apache-2.0
//
// system: dies, the links between them, and one collective, simulated.
//
//   Spec  docs/link.md#system
//   Test  tb/link/system/system_test.cc
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/link/codec_timing.h"
#include "sim/link/link_config.h"
#include "sim/link/message.h"
#include "sim/link/system/check.h"
#include "sim/link/system/latencies.h"
#include "sim/link/system/payload.h"
#include "sim/link/system/plan.h"
#include "sim/link/system/topology.h"

namespace tern::link {

/// One run.
struct SystemConfig {
  Shape shape = Shape::kRing;
  std::uint32_t dies = 2;
  std::uint32_t rows = 1;
  Job job;
  LinkConfig link;    ///< of every link; each has a seed of its own
  CodecTiming codec;  ///< of every link; present: messages are coded

  /// Dies pass a coded message on as it came; false: each decodes and encodes it again.
  bool forward_coded = true;
  /// A chunk goes on when it is there; false: when the whole message is.
  bool chunk_by_chunk = true;
  /// Bytes that a die holds of messages that it has to pass on; 0: as many as there are.
  std::uint64_t forward_bytes = 0;
  double reduce_bytes_per_ns = 0;  ///< how fast values are added; 0: as fast as they come
  double compute_ns = 0;           ///< that a die computes its tensor for
  double overlap = 0;              ///< 0: then it sends; 1: it sends each value once it is computed
  std::vector<std::uint32_t> held_dies;  ///< that take nothing from their links

  /// What is wrong, as "KEY: reason"; or nothing.
  [[nodiscard]] std::optional<std::string> check() const;
};

/// What a run found.
struct SystemResult {
  Picoseconds completion = 0;
  std::uint64_t transfers = 0;
  std::map<std::uint64_t, SizeLatency> latency;  ///< by bytes of values in a message
  LinkStatistics links;                          ///< sums; high-water marks: the largest
  std::uint32_t used_links = 0;
  Picoseconds busiest_wire = 0;
  std::uint64_t values_encoded = 0;
  std::uint64_t values_decoded = 0;
  std::uint64_t forward_bytes = 0;  ///< most that a die held to pass on
  Distortion distortion;
  std::optional<std::string> impossible;  ///< "KEY: reason" why a link cannot take a message
  std::optional<std::string> deadlock;    ///< who waits for whom
  std::optional<std::string> wrong;       ///< what was not delivered as it must be
};

class SystemModule;

/// Runs before and after the simulation. All systems of a process are made before the first of
/// them runs, because SystemC takes no modules later.
class System {
 public:
  /// Preconditions: config.check() finds nothing; `source` and `tiles` outlive this, and were made
  /// for the job's messages. `name` is unique.
  System(const std::string& name, const SystemConfig& config, const Source& source, Tiles& tiles);
  ~System();
  System(System&&) noexcept;

  /// What the simulation of all systems found here. After run_systems().
  [[nodiscard]] SystemResult result();

 private:
  std::unique_ptr<SystemModule> module_;
};

/// Simulates all systems until nothing happens any more. Once in a process.
void run_systems();

}  // namespace tern::link
