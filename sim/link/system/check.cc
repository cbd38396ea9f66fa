// SPDX-License-Identifier: Apache-2.0
//
// check: deliveries against the definition of the collective.
//
// See the header for the contract.
//
//   Spec  docs/link.md#what-every-run-checks
//   Test  tb/link/system/system_test.cc
#include "sim/link/system/check.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "model/common/float_format.h"

namespace tern::link {
namespace {

double number(Dtype dtype, const Bytes& bytes, std::size_t index) {
  std::uint32_t bits = 0;
  if (dtype == Dtype::kFp32) {
    std::memcpy(&bits, &bytes[4 * index], 4);
  } else if (dtype == Dtype::kBf16 || dtype == Dtype::kFp16) {
    std::uint16_t code = 0;
    std::memcpy(&code, &bytes[2 * index], 2);
    bits = to_float32(code, dtype == Dtype::kBf16 ? kBf16Format : kFp16Format);
  } else {
    return static_cast<std::int8_t>(bytes[index]);
  }
  float value = 0;
  std::memcpy(&value, &bits, 4);
  return value;
}

class Checker {
 public:
  explicit Checker(const Claim& claim) : claim_(claim) {}

  // What a die has to have of a part, and what it would have without loss.
  struct Wanted {
    Payload values;
    Payload exact;
  };

  const Wanted& wanted(const Part& part) {
    std::vector<std::uint64_t> key = {part.bytes};
    for (const std::uint32_t die : part.sources) {
      key.push_back((die + part.position) % claim_.source.pieces());
    }
    const auto [entry, fresh] = wanted_.emplace(key, Wanted{});
    if (fresh) {
      const bool lossy = claim_.coder != nullptr && !claim_.coder->lossless();
      entry->second.exact = make(part, nullptr);
      entry->second.values = lossy ? make(part, claim_.coder) : entry->second.exact;
    }
    return entry->second;
  }

  // True if they are equal, which is found out once.
  bool equal(const Payload& left, const Payload& right) {
    if (left == right || equal_.count({left.get(), right.get()}) > 0) return true;
    if (*left != *right) return false;
    equal_.insert({left.get(), right.get()});
    return true;
  }

  void distort(const Wanted& wanted, Distortion& distortion) {
    const auto [entry, fresh] = distortions_.emplace(wanted.values.get(), Distortion{});
    Distortion& own = entry->second;
    const std::size_t values = wanted.exact->size() / claim_.job.value_bytes;
    for (std::size_t i = 0; fresh && i < values; ++i) {
      const double want = number(claim_.dtype, *wanted.exact, i);
      const double got = number(claim_.dtype, *wanted.values, i);
      own.signal += want * want;
      own.noise += (got - want) * (got - want);
    }
    distortion.signal += own.signal;
    distortion.noise += own.noise;
  }

 private:
  [[nodiscard]] Payload own(const Part& part, std::size_t index) const {
    return claim_.source.values(part.sources[index], part.position, part.bytes);
  }

  static Payload through(const Payload& values, const Coder* coder) {
    return coder == nullptr ? values : coder->code(values).values;
  }

  [[nodiscard]] Payload make(const Part& part, const Coder* coder) const {
    const bool direct = claim_.topology.shape() == Shape::kFull;
    Payload sum = own(part, 0);
    for (std::size_t i = 1; i < part.sources.size(); ++i) {
      // Around a loop the sum so far is sent; otherwise what each die has, but for the last.
      const bool sent = !direct || i == 1;
      const bool own_sent = direct && i + 1 < part.sources.size();
      const Payload left = sent ? through(sum, coder) : sum;
      const Payload right = own_sent ? through(own(part, i), coder) : own(part, i);
      sum = std::make_shared<const Bytes>(add(claim_.dtype, *left, *right));
    }
    return through(sum, coder);
  }

  const Claim& claim_;
  std::map<std::vector<std::uint64_t>, Wanted> wanted_;
  std::map<const Bytes*, Distortion> distortions_;
  std::set<std::pair<const Bytes*, const Bytes*>> equal_;
};

// Bytes that a die must have of another one's tensor.
std::uint64_t due(const Claim& claim, std::uint32_t from, std::uint32_t to) {
  const Job& job = claim.job;
  const std::uint32_t dies = claim.topology.dies();
  if (from == to) return 0;
  switch (job.collective) {
    case Collective::kAllGather:
      return job.bytes;
    case Collective::kBroadcast:
      return from == job.from ? job.bytes : 0;
    case Collective::kPointToPoint:
      return from == job.from && to == job.to ? job.bytes : 0;
    case Collective::kKvTransfer:
      return from < dies / 2 && to == from + dies / 2 ? job.bytes : 0;
    case Collective::kAllToAll: {
      const std::uint64_t values = job.bytes / job.value_bytes;
      return (values / dies + (to < values % dies ? 1 : 0)) * job.value_bytes;
    }
    case Collective::kAllReduce:
      break;
  }
  return 0;
}

std::optional<std::string> check_amounts(const Claim& claim,
                                         const std::vector<Delivery>& deliveries) {
  const std::uint32_t dies = claim.topology.dies();
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::vector<std::uint64_t> got(std::size_t{dies} * dies, 0);
  std::vector<std::uint64_t> sums(dies, 0);
  for (const Delivery& delivery : deliveries) {
    if (!seen.insert({delivery.die, delivery.part}).second) {
      return fmt::format("die {} has part {} twice", delivery.die, delivery.part);
    }
    const Part& part = claim.parts[delivery.part];
    got[std::size_t{part.sources.front()} * dies + delivery.die] += part.bytes;
    sums[delivery.die] += part.bytes;
  }
  for (std::uint32_t die = 0; die < dies; ++die) {
    if (claim.job.collective == Collective::kAllReduce) {
      if (sums[die] == claim.job.bytes) continue;
      return fmt::format("die {} has {} of {} bytes of the sum", die, sums[die], claim.job.bytes);
    }
    for (std::uint32_t from = 0; from < dies; ++from) {
      const std::uint64_t bytes = got[std::size_t{from} * dies + die];
      if (bytes == due(claim, from, die)) continue;
      return fmt::format("die {} has {} of {} bytes of die {}", die, bytes, due(claim, from, die),
                         from);
    }
  }
  return {};
}

}  // namespace

std::optional<std::string> check_deliveries(const Claim& claim,
                                            const std::vector<Delivery>& deliveries,
                                            Distortion& distortion) {
  if (std::optional<std::string> wrong = check_amounts(claim, deliveries)) return wrong;
  Checker checker(claim);
  const bool lossy = claim.coder != nullptr && !claim.coder->lossless();
  for (const Delivery& delivery : deliveries) {
    const Checker::Wanted& wanted = checker.wanted(claim.parts[delivery.part]);
    if (!delivery.values || !checker.equal(wanted.values, delivery.values)) {
      return fmt::format("die {} has wrong values in part {}", delivery.die, delivery.part);
    }
    if (lossy) checker.distort(wanted, distortion);
  }
  return {};
}

}  // namespace tern::link
