// SPDX-License-Identifier: Apache-2.0
//
// topology: neighbours, routes and loops.
//
// See the header for the contract.
//
//   Spec  docs/link.md#topologies
//   Test  tb/link/system/plan_test.cc
#include "sim/link/system/topology.h"

#include <fmt/format.h>

#include <cassert>

namespace tern::link {
namespace {

constexpr std::uint32_t kNoEdge = UINT32_MAX;

}  // namespace

std::optional<std::string> Topology::problem(Shape shape, std::uint32_t dies, std::uint32_t rows) {
  if (dies < 2 || dies > kMaxDies) {
    return fmt::format("dies: {} is not a number from 2 to {}", dies, kMaxDies);
  }
  if (shape != Shape::kMesh) return {};
  if (rows == 0 || dies % rows != 0) {
    return fmt::format("rows: {} dies make no mesh of {} rows", dies, rows);
  }
  return {};
}

Topology::Topology(Shape shape, std::uint32_t dies, std::uint32_t rows)
    : shape_(shape),
      dies_(dies),
      columns_(shape == Shape::kMesh ? dies / rows : dies),
      index_(std::size_t{dies} * dies, kNoEdge) {
  assert(!problem(shape, dies, rows));
  for (std::uint32_t die = 0; die < dies; ++die) {
    switch (shape) {
      case Shape::kRing:
        connect(die, (die + 1) % dies);
        connect(die, (die + dies - 1) % dies);
        break;
      case Shape::kMesh:
        if ((die + 1) % columns_ != 0) connect(die, die + 1);
        if (die % columns_ != 0) connect(die, die - 1);
        if (die + columns_ < dies) connect(die, die + columns_);
        if (die >= columns_) connect(die, die - columns_);
        break;
      case Shape::kFull:
        for (std::uint32_t other = 0; other < dies; ++other) {
          if (other != die) connect(die, other);
        }
        break;
    }
  }
}

void Topology::connect(std::uint32_t from, std::uint32_t to) {
  std::uint32_t& place = index_[std::size_t{from} * dies_ + to];
  if (place != kNoEdge) return;  // both neighbours in a ring of two are the same die
  place = static_cast<std::uint32_t>(edges_.size());
  edges_.push_back({from, to});
}

std::uint32_t Topology::edge(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t found = index_[std::size_t{from} * dies_ + to];
  assert(found != kNoEdge);
  return found;
}

std::vector<std::uint32_t> Topology::route(std::uint32_t from, std::uint32_t to) const {
  std::vector<std::uint32_t> dies = {from};
  while (dies.back() != to) {
    const std::uint32_t at = dies.back();
    std::uint32_t next = to;
    if (shape_ == Shape::kRing) {
      const bool up = 2 * ((to + dies_ - at) % dies_) <= dies_;
      next = (at + (up ? 1 : dies_ - 1)) % dies_;
    } else if (shape_ == Shape::kMesh) {
      const std::uint32_t column = at % columns_;
      const std::uint32_t wanted = to % columns_;
      if (column != wanted) {
        next = column < wanted ? at + 1 : at - 1;
      } else {
        next = at < to ? at + columns_ : at - columns_;
      }
    }
    dies.push_back(next);
  }
  return dies;
}

std::vector<std::uint32_t> Topology::loop() const {
  std::vector<std::uint32_t> dies;
  const std::uint32_t rows = dies_ / columns_;
  if (shape_ != Shape::kMesh) {
    for (std::uint32_t die = 0; die < dies_; ++die) dies.push_back(die);
  } else if (rows % 2 != 0 && columns_ % 2 == 0 && rows > 1) {
    // Up and down the columns of a mesh lying on its side, back along the first row.
    for (std::uint32_t column = 0; column < columns_; ++column) {
      for (std::uint32_t i = 1; i < rows; ++i) {
        dies.push_back((column % 2 == 0 ? i : rows - i) * columns_ + column);
      }
    }
    for (std::uint32_t column = columns_; column-- > 0;) dies.push_back(column);
  } else {
    // To and fro along the rows; back along the first column if that ends there.
    const std::uint32_t first = rows % 2 == 0 && columns_ > 1 ? 1 : 0;
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t i = first; i < columns_; ++i) {
        dies.push_back(row * columns_ + (row % 2 == 0 ? i : columns_ - 1 - i + first));
      }
    }
    for (std::uint32_t row = rows; first == 1 && row-- > 0;) dies.push_back(row * columns_);
  }
  return dies;
}

}  // namespace tern::link
