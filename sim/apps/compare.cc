// SPDX-License-Identifier: Apache-2.0
//
// compare: one tensor through several implementations of the stream, and where they part.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.cc
#include "sim/apps/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "model/common/dtype.h"
#include "sim/apps/compare_find.h"
#include "sim/apps/digest.h"
#include "sim/apps/messages.h"

namespace tern::apps {
namespace {

constexpr const char* kModel = "model";

class Run {
 public:
  Run(const std::vector<ComparedEngine>& engines, const huff::Geometry& geometry, Dtype dtype,
      const std::string& name, Progress& progress)
      : engines_(engines),
        judge_(judge_of(engines)),
        geometry_(geometry),
        width_(element_bytes(dtype)),
        name_(name),
        progress_(progress),
        encodes_(engines.size(), true),
        decodes_(engines.size(), true),
        streams_(engines.size()),
        restored_(engines.size()) {
    found_.judge = engines[judge_].name;
    for (const ComparedEngine& one : engines) {
      found_.engines.push_back({one.name, one.engine->how(), one.engine->has_cycles(), {}, {}});
    }
  }

  std::optional<Error> run(const Batch& batch) {
    Encoding judged;
    if (std::optional<Error> error = encode(judge_, batch, judged)) return error;
    if (!has_judge()) return {};
    const std::vector<Message>& right = judged.messages;
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      if (i != judge_) {
        Encoding made;  // one at a time, for the memory
        if (std::optional<Error> error = encode(i, batch, made)) return error;
        compare_messages(i, right, made.messages);
      }
      if (std::optional<Error> error = decode(i, batch, right)) return error;
    }
    for (const Message& message : right) stream_bytes_ += message.size();
    for (const Piece& piece : batch.pieces) values_.add(batch.values + piece.offset, piece.size);
    found_.messages += batch.pieces.size();
    return {};
  }

  Comparison finish(std::uint64_t raw_bytes) {
    found_.raw_bytes = raw_bytes;
    found_.values_sha256 = values_.hex();
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      EngineComparison& one = found_.engines[i];
      if (has_judge() && encodes_[i]) one.encode.sha256 = streams_[i].hex();
      if (has_judge() && decodes_[i]) one.decode.sha256 = restored_[i].hex();
    }
    return std::move(found_);
  }

  /// Without its messages nothing can be compared.
  [[nodiscard]] bool has_judge() const { return encodes_[judge_]; }

 private:
  static void differ(SideFigures& side, Difference difference) {
    if (!side.difference) side.difference = std::move(difference);
  }

  std::optional<Error> encode(std::size_t i, const Batch& batch, Encoding& made) {
    if (!encodes_[i]) return {};  // what hung would only hang again
    progress_.describe(fmt::format("{}: {} encodes", name_, engines_[i].name));
    SideFigures& side = found_.engines[i].encode;
    Result<Encoding> result = engines_[i].engine->encode(batch);
    if (!result) {
      if (result.error().kind != ErrorKind::kMismatch) return result.error();
      differ(side, {found_.messages, stream_bytes_, 0, result.error().message});
      encodes_[i] = false;
      return {};
    }
    made = std::move(result.value());
    side.work.seconds += made.work.seconds;
    side.work.cycles += made.work.cycles;
    for (const Message& message : made.messages) {
      streams_[i].add(message.data(), message.size());
      side.bytes += message.size();
    }
    if (i == judge_ && made.messages.size() != batch.pieces.size()) {
      differ(side, {found_.messages + made.messages.size(), stream_bytes_, 0,
                    fmt::format("gives {} messages for {} pieces", made.messages.size(),
                                batch.pieces.size())});
      encodes_[i] = false;
    }
    return {};
  }

  void compare_messages(std::size_t i, const std::vector<Message>& right,
                        const std::vector<Message>& other) {
    SideFigures& side = found_.engines[i].encode;
    if (side.difference || !encodes_[i]) return;
    side.difference = find_in_stream(right, other, {found_.messages, stream_bytes_}, geometry_);
  }

  std::optional<Error> decode(std::size_t i, const Batch& batch,
                              const std::vector<Message>& messages) {
    if (!decodes_[i]) return {};
    progress_.describe(fmt::format("{}: {} decodes", name_, engines_[i].name));
    SideFigures& side = found_.engines[i].decode;
    const Result<Decoding> result = engines_[i].engine->decode(batch, messages);
    if (!result) {
      if (result.error().kind != ErrorKind::kMismatch) return result.error();
      differ(side,
             {found_.messages, batch.pieces.front().offset / width_, 0, result.error().message});
      decodes_[i] = false;
      return {};
    }
    side.work.seconds += result.value().work.seconds;
    side.work.cycles += result.value().work.cycles;
    for (const Returned& one : result.value().messages) {
      if (one.error != huff::StreamError::kNone) continue;  // its values mean nothing
      restored_[i].add(one.values.data(), one.values.size());
      side.bytes += one.values.size();
    }
    if (!side.difference) {
      side.difference = find_in_values(batch, result.value().messages, found_.messages);
    }
    return {};
  }

  const std::vector<ComparedEngine>& engines_;
  std::size_t judge_;
  huff::Geometry geometry_;
  std::uint32_t width_;
  std::string name_;
  Progress& progress_;
  Comparison found_;
  std::vector<bool> encodes_;  // until it hangs
  std::vector<bool> decodes_;
  std::vector<Sha256> streams_;
  std::vector<Sha256> restored_;
  Sha256 values_;
  std::uint64_t stream_bytes_ = 0;  // of the judge, so far
};

}  // namespace

bool Comparison::match() const {
  return std::all_of(engines.begin(), engines.end(),
                     [](const EngineComparison& one) { return one.match(); });
}

std::string Comparison::mismatch() const {
  for (const EngineComparison& one : engines) {
    const auto& side = one.encode.difference ? one.encode : one.decode;
    if (!side.difference) continue;
    return fmt::format("engine {}: {} {}", one.name, &side == &one.encode ? "encoder" : "decoder",
                       side.difference->what);
  }
  return {};
}

std::size_t judge_of(const std::vector<ComparedEngine>& engines) {
  const auto model = std::find_if(engines.begin(), engines.end(),
                                  [](const ComparedEngine& one) { return one.name == kModel; });
  return model == engines.end() ? 0 : static_cast<std::size_t>(model - engines.begin());
}

Result<Comparison> compare(const std::vector<ComparedEngine>& engines, Dtype dtype,
                           const std::vector<std::uint8_t>& values, const Coding& coding,
                           const huff::Geometry& geometry, std::uint64_t message_bytes,
                           const std::string& name, Progress& progress) {
  assert(!engines.empty());
  Run run(engines, geometry, dtype, name, progress);
  Pieces pieces(values.size(), message_bytes, dtype);
  while (run.has_judge()) {
    std::vector<Piece> group = pieces.next(kBatchBytes, kBatchPieces);
    if (group.empty()) break;
    const Batch batch = make_batch(dtype, values.data(), std::move(group), coding, geometry);
    if (std::optional<Error> error = run.run(batch)) return *error;
    for (const Piece& piece : batch.pieces) progress.advance(piece.size);
  }
  return run.finish(values.size());
}

}  // namespace tern::apps
