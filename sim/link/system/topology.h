// SPDX-License-Identifier: Apache-2.0
//
// topology: which dies are neighbours, and the way from one die to another.
//
//   Spec  docs/link.md#topologies
//   Test  tb/link/system/plan_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tern::link {

enum class Shape : std::uint8_t {
  kRing,
  kMesh,
  kFull,  ///< every die has a link to every other
};

inline constexpr std::uint32_t kMaxDies = 1024;

/// A link in one direction.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// Dies are numbered from 0; of a mesh, row by row.
class Topology {
 public:
  /// Precondition: problem() finds nothing.
  Topology(Shape shape, std::uint32_t dies, std::uint32_t rows);

  /// Why there is no such topology, beginning with the name of what is wrong; or nothing. `rows`
  /// is that of a mesh.
  [[nodiscard]] static std::optional<std::string> problem(Shape shape, std::uint32_t dies,
                                                          std::uint32_t rows);

  [[nodiscard]] Shape shape() const { return shape_; }
  [[nodiscard]] std::uint32_t dies() const { return dies_; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }

  /// The link between two neighbours. Precondition: they are.
  [[nodiscard]] std::uint32_t edge(std::uint32_t from, std::uint32_t to) const;

  /// The dies on the way, both ends included: on a ring the shorter way, upwards if both are as
  /// short; on a mesh along the row first.
  [[nodiscard]] std::vector<std::uint32_t> route(std::uint32_t from, std::uint32_t to) const;

  /// All dies, each beside the one before it; the last is beside the first unless rows and columns
  /// of a mesh are odd, or it has a single row or column of more than two.
  [[nodiscard]] std::vector<std::uint32_t> loop() const;

 private:
  void connect(std::uint32_t from, std::uint32_t to);

  Shape shape_;
  std::uint32_t dies_;
  std::uint32_t columns_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> index_;  // of the edge from i to j, at i * dies + j
};

}  // namespace tern::link
