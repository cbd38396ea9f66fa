// SPDX-License-Identifier: Apache-2.0
//
// plan_test: ways between dies, and what a collective sends over them.
//
//   Spec  docs/link.md#collectives
//   Test  tb/link/system/plan_test.cc
#include "sim/link/system/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace tern::link {
namespace {

struct Place {
  Shape shape;
  std::uint32_t dies;
  std::uint32_t rows;
};

const std::vector<Place> kPlaces = {
    {Shape::kRing, 2, 1},  {Shape::kRing, 5, 1},  {Shape::kRing, 6, 1}, {Shape::kMesh, 4, 2},
    {Shape::kMesh, 12, 3}, {Shape::kMesh, 12, 4}, {Shape::kMesh, 9, 3}, {Shape::kMesh, 5, 1},
    {Shape::kMesh, 5, 5},  {Shape::kFull, 2, 1},  {Shape::kFull, 5, 1}};

bool beside(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  const auto& edges = topology.edges();
  return std::any_of(edges.begin(), edges.end(),
                     [&](const Edge& edge) { return edge.from == from && edge.to == to; });
}

TEST(TopologyTest, RoutesGoFromNeighbourToNeighbourAndAreShort) {
  for (const Place& place : kPlaces) {
    const Topology topology(place.shape, place.dies, place.rows);
    const std::uint32_t columns = place.dies / place.rows;
    for (std::uint32_t from = 0; from < place.dies; ++from) {
      for (std::uint32_t to = 0; to < place.dies; ++to) {
        const auto way = topology.route(from, to);
        ASSERT_EQ(way.front(), from);
        ASSERT_EQ(way.back(), to);
        for (std::size_t i = 1; i < way.size(); ++i)
          ASSERT_TRUE(beside(topology, way[i - 1], way[i]));
        std::uint32_t least = from == to ? 0 : 1;
        const auto apart = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
        if (place.shape == Shape::kRing) {
          least = std::min(apart(from, to), place.dies - apart(from, to));
        } else if (place.shape == Shape::kMesh) {
          least = apart(from % columns, to % columns) + apart(from / columns, to / columns);
        }
        EXPECT_EQ(way.size() - 1, least) << place.dies << " " << from << " " << to;
      }
    }
  }
}

TEST(TopologyTest, LoopsVisitEveryDieAndCloseWhereTheyCan) {
  for (const Place& place : kPlaces) {
    const Topology topology(place.shape, place.dies, place.rows);
    const auto loop = topology.loop();
    EXPECT_EQ(std::set<std::uint32_t>(loop.begin(), loop.end()).size(), place.dies);
    ASSERT_EQ(loop.size(), place.dies);
    for (std::size_t i = 1; i < loop.size(); ++i) {
      EXPECT_TRUE(beside(topology, loop[i - 1], loop[i])) << place.dies << "/" << place.rows;
    }
    const bool line = place.shape == Shape::kMesh && (place.rows == 1 || place.rows == place.dies);
    const bool odd = place.shape == Shape::kMesh && place.rows % 2 * (place.dies % 2) == 1;
    EXPECT_EQ(beside(topology, loop.back(), loop.front()), !line && !odd) << place.dies;
  }
}

TEST(TopologyTest, ImpossibleOnesAreNamed) {
  EXPECT_EQ(Topology::problem(Shape::kRing, 1, 1), "dies: 1 is not a number from 2 to 1024");
  EXPECT_EQ(Topology::problem(Shape::kFull, 5000, 1), "dies: 5000 is not a number from 2 to 1024");
  EXPECT_EQ(Topology::problem(Shape::kMesh, 7, 2), "rows: 7 dies make no mesh of 2 rows");
  EXPECT_EQ(Topology::problem(Shape::kMesh, 8, 0), "rows: 8 dies make no mesh of 0 rows");
  EXPECT_FALSE(Topology::problem(Shape::kMesh, 8, 2));
}

TEST(JobTest, ImpossibleOnesAreNamed) {
  const Topology ring(Shape::kRing, 5, 1);
  const auto problem = [&ring](Job job) { return job.problem(ring).value_or("none"); };
  EXPECT_EQ(problem({Collective::kAllReduce, 100, 10, 2, 0, 1}), "none");
  EXPECT_EQ(problem({Collective::kAllReduce, 101, 10, 2, 0, 1}),
            "bytes: 101 is not a number of values of 2 bytes");
  EXPECT_EQ(problem({Collective::kAllReduce, 100, 9, 2, 0, 1}),
            "message_bytes: 9 is not a number of values of 2 bytes");
  EXPECT_EQ(
      problem({Collective::kAllGather, 1ULL << 40, 64, 2, 0, 1}).rfind("message_bytes: 64 ", 0),
      0U);
  EXPECT_EQ(problem({Collective::kBroadcast, 100, 10, 2, 5, 1}), "from: there is no die 5");
  EXPECT_EQ(problem({Collective::kPointToPoint, 100, 10, 2, 1, 1}), "to: die 1 is the sender");
  EXPECT_EQ(problem({Collective::kKvTransfer, 100, 10, 2, 0, 1}),
            "dies: 5 dies have no two halves");
}

TEST(PlanTest, HopsFollowLinksAndEveryStopIsReachedOnce) {
  for (const Place& place : kPlaces) {
    const Topology topology(place.shape, place.dies, place.rows);
    for (const Collective collective :
         {Collective::kAllReduce, Collective::kAllGather, Collective::kBroadcast,
          Collective::kAllToAll, Collective::kPointToPoint}) {
      const Job job = {collective, 262, 30, 2, 1, 0};
      const Plan plan = make_plan(topology, job);
      std::vector<std::uint32_t> inputs(plan.stops.size(), 0);
      for (const Hop& hop : plan.hops) {
        EXPECT_EQ(topology.edges()[hop.edge].from, plan.stops[hop.from].die);
        EXPECT_EQ(topology.edges()[hop.edge].to, plan.stops[hop.to].die);
        EXPECT_EQ(plan.stops[hop.from].part, plan.stops[hop.to].part);
        ++inputs[hop.to];
      }
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        EXPECT_EQ(inputs[i], plan.stops[i].inputs);
        EXPECT_EQ(inputs[i] == 0, plan.stops[i].kind == StopKind::kStart);
      }
    }
  }
}

TEST(PlanTest, ARingAllReduceSendsTheLeastThatItCan) {
  const Topology ring(Shape::kRing, 6, 1);
  const Plan plan = make_plan(ring, {Collective::kAllReduce, 6000, 250, 2, 0, 1});
  std::vector<std::uint64_t> sent(ring.edges().size(), 0);
  for (const Hop& hop : plan.hops) sent[hop.edge] += plan.parts[plan.stops[hop.from].part].bytes;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const bool up = ring.edges()[i].to == (ring.edges()[i].from + 1) % 6;
    EXPECT_EQ(sent[i], up ? 2U * 5 * 1000 : 0U);
  }
}

}  // namespace
}  // namespace tern::link
