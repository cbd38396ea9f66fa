// SPDX-License-Identifier: Apache-2.0
//
// tdr_circuit.cc: runs of blocks, compared block by block.
//
//   Spec  docs/cli.md#circuits-of-lossy-coding
//   Test  tb/apps/tdr_rtl_test.py
#include "sim/apps/tdr_circuit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "model/common/bits.h"
#include "sim/apps/digest.h"
#include "sim/apps/tdr_pieces.h"
#include "sim/tdr_engine.h"

namespace tern::apps {
namespace {

// Values of a run: its beats take a multiple of their memory.
constexpr std::uint64_t kRunValues = 1U << 20;

using Lacks = std::function<std::string(const sim::TdrJob&)>;
/// Jobs, and of which piece each is.
struct Batch {
  std::vector<sim::TdrJob> jobs;
  std::vector<std::size_t> indices;
};

// The pieces that a circuit takes, in runs.
std::vector<Batch> batches_of(const std::vector<TdrPiece>& pieces, const Lacks& lacks,
                              TdrWay& way) {
  std::vector<Batch> batches;
  std::uint64_t values = kRunValues;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const TdrPiece& piece = pieces[i];
    ++way.blocks;
    const std::string reason = piece.lacks.empty() ? lacks(piece.job) : piece.lacks;
    if (!reason.empty()) {
      ++way.not_run[reason];
      continue;
    }
    if (piece.layer) ++way.not_run["second layer"];
    if (values >= kRunValues) {
      batches.emplace_back();
      values = 0;
    }
    batches.back().jobs.push_back(piece.job);
    batches.back().indices.push_back(i);
    values += piece.job.header.values();
  }
  return batches;
}

void add_figures(const Batch& batch, const sim::TdrRun& run, TdrWay& way) {
  way.blocks_run += batch.jobs.size();
  way.cycles += run.cycles;
  way.stall_cycles += run.stall_cycles;
  way.bubbles += run.bubbles;
  for (const sim::TdrJob& job : batch.jobs) way.values += job.header.values();
  for (const sim::TdrTrace& trace : run.traces) {
    way.first.add(trace.first_out - trace.first_in);
    way.last.add(trace.last_out - trace.last_in);
  }
}

// The first difference counts.
void differ(TdrWay& way, const char* circuit, std::size_t block, const std::string& text) {
  if (way.mismatch.empty()) way.mismatch = fmt::format("{}: block {}: {}", circuit, block, text);
}

template <typename T>
std::string difference(const std::vector<T>& got, const std::vector<T>& want, const char* what) {
  if (got == want) return {};
  const auto at = std::mismatch(got.begin(), got.end(), want.begin(), want.end()).first;
  return fmt::format("{} {} differs from the model's", what, at - got.begin());
}

TdrWay encode_way(const tdr::Encoded& encoded, const std::vector<TdrPiece>& pieces, bool streamed,
                  sim::RunOptions options) {
  TdrWay way;
  const Lacks lacks = [&](const sim::TdrJob& job) {
    return streamed ? sim::tdr_enc_lacks(job) : std::string("best effort");
  };
  std::vector<std::uint8_t> stream = encoded.stream;
  for (const Batch& batch : batches_of(pieces, lacks, way)) {
    const Result<sim::TdrEncodeRun> run = sim::tdr_encode(batch.jobs, options);
    ++options.seed;
    if (!run) {
      way.mismatch = run.error().message;
      return way;
    }
    add_figures(batch, run.value(), way);
    for (std::size_t i = 0; i < batch.jobs.size(); ++i) {
      const std::vector<std::uint32_t>& words = run.value().words[i];
      const std::string text = difference(words, batch.jobs[i].words, "word");
      if (!text.empty()) differ(way, "tdr_enc", batch.indices[i], text);
      std::vector<std::uint8_t> bytes;
      for (const std::uint32_t word : words) append_word(bytes, word, tdr::kWordBits);
      // More words or fewer have no place: the stream is another one.
      const bool fits = words.size() == batch.jobs[i].words.size();
      const std::size_t at = fits ? pieces[batch.indices[i]].words_at : stream.size();
      stream.resize(std::max(stream.size(), at + bytes.size()));
      std::copy(bytes.begin(), bytes.end(), stream.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  if (way.blocks_run > 0) way.sha256 = sha256_hex(stream.data(), stream.size());
  return way;
}

TdrWay decode_way(const tdr::Encoded& encoded, const std::vector<TdrPiece>& pieces,
                  sim::RunOptions options) {
  TdrWay way;
  std::vector<std::uint8_t> tensor = encoded.values;
  for (const Batch& batch : batches_of(pieces, sim::tdr_dec_lacks, way)) {
    Result<sim::TdrDecodeRun> run = sim::tdr_decode(batch.jobs, options);
    ++options.seed;
    if (!run) {
      way.mismatch = run.error().message;
      return way;
    }
    add_figures(batch, run.value(), way);
    for (std::size_t i = 0; i < batch.jobs.size(); ++i) {
      const sim::TdrJob& job = batch.jobs[i];
      const TdrPiece& piece = pieces[batch.indices[i]];
      const sim::TdrVerdict& verdict = run.value().verdicts[i];
      std::vector<std::uint8_t>& values = run.value().values[i];
      std::string text = difference(values, job.values, "byte");
      if (verdict.error != 0 || verdict.words != job.words.size()) {
        text = fmt::format("takes {} words of {}, error {}", verdict.words, job.words.size(),
                           verdict.error);
      }
      if (!text.empty()) differ(way, "tdr_dec", batch.indices[i], text);
      tdr::Words words = piece.layer_words;
      // A layer on values that are wrong may not decode; the difference is known by then.
      if (piece.layer) {
        static_cast<void>(tdr::decode_layer(job.header.dtype, *piece.layer, words, values));
      }
      std::copy(values.begin(), values.end(),
                tensor.begin() + static_cast<std::ptrdiff_t>(piece.values_at));
    }
  }
  if (way.blocks_run > 0) way.sha256 = sha256_hex(tensor.data(), tensor.size());
  return way;
}

OrderedJson span_json(const TdrWay& way, const Span& span) {
  if (way.blocks_run == 0) return nullptr;
  return {{"min", span.min}, {"max", span.max}};
}

std::string not_run_text(const TdrWay& way) {
  std::string text;
  for (const auto& [reason, count] : way.not_run) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", reason, count);
  }
  return text;
}

double values_per_cycle(const TdrWay& way) {
  return way.cycles == 0 ? 0 : static_cast<double>(way.values) / static_cast<double>(way.cycles);
}

OrderedJson way_json(const TdrWay& way, const char* circuit) {
  OrderedJson json;
  json["circuit"] = circuit;
  json["sha256"] = way.sha256.empty() ? OrderedJson(nullptr) : OrderedJson(way.sha256);
  json["cycles"] = way.cycles;
  json["stall_cycles"] = way.stall_cycles;
  json["values_per_cycle"] = values_per_cycle(way);
  json["latency_cycles"] = {{"first", span_json(way, way.first)},
                            {"last", span_json(way, way.last)}};
  json["blocks_run"] = way.blocks_run;
  json["blocks_not_run"] = OrderedJson::object();
  for (const auto& [reason, count] : way.not_run) json["blocks_not_run"][reason] = count;
  json["match"] = way.blocks_run > 0 && way.mismatch.empty();
  return json;
}

}  // namespace

void Span::add(std::uint64_t number) {
  min = max == 0 ? number : std::min(min, number);
  max = std::max(max, number);
}

std::string TdrCircuits::mismatch() const {
  if (!encode.mismatch.empty()) return encode.mismatch;
  if (!decode.mismatch.empty()) return decode.mismatch;
  if (encode.blocks_run + decode.blocks_run > 0) return {};
  return fmt::format("no block ran in a circuit ({}); use --engines model", not_run_text(decode));
}

TdrCircuits run_tdr_circuits(const tdr::Source& source, const tdr::Encoded& encoded, bool streamed,
                             const sim::RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<TdrPiece> pieces = tdr_pieces(source, encoded);
  TdrCircuits circuits;
  circuits.encode = encode_way(encoded, pieces, streamed, options);
  circuits.decode = decode_way(encoded, pieces, options);
  circuits.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return circuits;
}

OrderedJson circuits_json(const TdrCircuits& circuits) {
  OrderedJson json = way_json(circuits.encode, "tdr_enc");
  json["seconds"] = circuits.seconds;
  json["decode"] = way_json(circuits.decode, "tdr_dec");
  json["decode"]["bubbles"] = circuits.decode.bubbles;
  return json;
}

std::string way_text(const TdrWay& way) {
  if (way.blocks_run == 0) return "not run";
  return fmt::format("{}/{}, {:.1f} v/c", way.blocks_run, way.blocks, values_per_cycle(way));
}

std::string remarks_of(const std::string& name, const TdrCircuits& circuits) {
  std::string text;
  for (const auto& [circuit, way] :
       {std::pair{"tdr_enc", circuits.encode}, std::pair{"tdr_dec", circuits.decode}}) {
    if (way.not_run.empty()) continue;
    text += fmt::format("{}: {} did not run blocks ({})\n", name, circuit, not_run_text(way));
  }
  return text;
}

}  // namespace tern::apps
