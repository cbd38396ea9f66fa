// SPDX-License-Identifier: Apache-2.0
//
// evaluate: sends one tensor through all engines and compares what they give.
//
// Works batch by batch, so that a large tensor needs no second copy of itself in memory.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py
#include "sim/apps/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "model/huff/stream.h"
#include "sim/apps/digest.h"

namespace tern::apps {
namespace {

/// Of the processor, so that other work on the machine does not count.
double seconds_used() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Where two engines part, with the beat for the waveform.
std::string describe_difference(const Message& a, const Message& b, std::uint64_t message,
                                const huff::Geometry& geometry) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto byte = static_cast<std::uint64_t>(in_a - a.begin());
  return fmt::format("differ in message {} from byte {} (beat {}) on; they have {} and {} bytes",
                     message, byte, byte / (geometry.lanes * (geometry.word_bits / 8)), a.size(),
                     b.size());
}

// The golden decoder on one message, against the values that it was made from.
std::string check_decoded(const Message& message, const Batch& batch, const Piece& piece,
                          const huff::BookSet& books, const huff::Geometry& geometry) {
  const huff::Decoded decoded = huff::decode(message.data(), message.size(), books, geometry);
  if (decoded.error != huff::StreamError::kNone) {
    return fmt::format("is refused by the decoder ({})", huff::error_name(decoded.error));
  }
  const std::uint8_t* const want = batch.values + piece.offset;
  if (decoded.dtype == batch.dtype && decoded.values.size() == piece.size &&
      std::equal(decoded.values.begin(), decoded.values.end(), want)) {
    return {};
  }
  return "does not decode to the values that went in";
}

class Run {
 public:
  Run(Evaluation& evaluation, TensorFigures& figures)
      : evaluation_(evaluation), figures_(figures), digests_(evaluation.engines.size()) {
    for (auto& [name, engine] : evaluation_.engines) {
      engine->start_tensor();
      figures_.engines.push_back({name, "", 0, 0, {}});
    }
  }

  std::optional<Error> add_books(const Coding& coding) {
    for (const huff::Book* const book : coding.books) {
      if (std::optional<Error> error = books_.add(*book)) return error;
    }
    return {};
  }

  std::optional<Error> run(const Batch& batch, Progress& progress) {
    std::vector<Message> first;
    for (std::size_t i = 0; i < evaluation_.engines.size(); ++i) {
      progress.describe(figures_.input.info.name + ": " + evaluation_.engines[i].first);
      const double start = seconds_used();
      Result<std::vector<Message>> messages = evaluation_.engines[i].second->encode(batch);
      const double seconds = seconds_used() - start;
      if (!messages) {
        if (messages.error().kind != ErrorKind::kMismatch) return messages.error();
        disagree(messages.error().message);
        return {};
      }
      count(i, messages.value(), seconds);
      if (i == 0) {
        decode(messages.value(), batch);
        first = std::move(messages.value());
      } else {
        compare(i, first, messages.value());
      }
      if (std::optional<Error> error = decode_by(i, batch, i == 0 ? first : messages.value())) {
        return error;
      }
    }
    figures_.messages += batch.pieces.size();
    count_chunks(batch);
    return {};
  }

  void finish() {
    for (std::size_t i = 0; i < figures_.engines.size(); ++i) {
      figures_.engines[i].sha256 = digests_[i].hex();
      if (const CircuitFigures* circuit = evaluation_.engines[i].second->figures()) {
        figures_.engines[i].circuit = *circuit;
      }
    }
    figures_.wire_bytes = figures_.engines.front().wire_bytes;
    if (figures_.mismatch.empty() && !split_wire_bytes(figures_, evaluation_.geometry)) {
      disagree("the size of the messages is not that of their tokens");
    }
    figures_.match = figures_.mismatch.empty();
  }

  [[nodiscard]] bool agreed() const { return figures_.mismatch.empty(); }

 private:
  void disagree(const std::string& what) {
    if (figures_.mismatch.empty()) figures_.mismatch = what;
  }

  void count(std::size_t engine, const std::vector<Message>& messages, double seconds) {
    figures_.engines[engine].seconds += seconds;
    for (const Message& message : messages) {
      digests_[engine].add(message.data(), message.size());
      figures_.engines[engine].wire_bytes += message.size();
    }
  }

  void count_chunks(const Batch& batch) {
    for (std::size_t i = 0; i < batch.pieces.size(); ++i) {
      const Piece& piece = batch.pieces[i];
      const huff::Plan& plan = batch.plans[i];
      figures_.token_bits += planned_bits(batch.dtype, batch.values + piece.offset, piece.size,
                                          plan, evaluation_.geometry);
      ++figures_.messages_per_offset[plan.offset];
      figures_.chunks += plan.choices.size();
      for (const huff::Book* const book : plan.choices) ++figures_.chunks_per_book[name_of(book)];
    }
  }

  void decode(const std::vector<Message>& messages, const Batch& batch) {
    for (std::size_t i = 0; i < messages.size() && agreed(); ++i) {
      const std::string problem =
          check_decoded(messages[i], batch, batch.pieces[i], books_, evaluation_.geometry);
      if (problem.empty()) continue;
      disagree(fmt::format("message {} of engine {} {}", figures_.messages + i,
                           figures_.engines.front().name, problem));
    }
  }

  // The engine's own decoder, if it has one. What is wrong already would only come up again.
  std::optional<Error> decode_by(std::size_t engine, const Batch& batch,
                                 const std::vector<Message>& messages) {
    if (!agreed()) return {};
    const Result<std::vector<std::string>> problems =
        evaluation_.engines[engine].second->decode(batch, messages);
    if (!problems && problems.error().kind != ErrorKind::kMismatch) return problems.error();
    if (!problems) disagree("decoder: " + problems.error().message);
    for (std::size_t i = 0; problems && i < problems.value().size(); ++i) {
      if (problems.value()[i].empty()) continue;
      disagree(fmt::format("message {} of engine {} {}", figures_.messages + i,
                           evaluation_.engines[engine].first, problems.value()[i]));
    }
    return {};
  }

  void compare(std::size_t engine, const std::vector<Message>& first,
               const std::vector<Message>& other) {
    for (std::size_t i = 0; i < first.size() && agreed(); ++i) {
      if (i < other.size() && first[i] == other[i]) continue;
      const Message none;
      disagree(fmt::format("engines {} and {} {}", figures_.engines.front().name,
                           figures_.engines[engine].name,
                           describe_difference(first[i], i < other.size() ? other[i] : none,
                                               figures_.messages + i, evaluation_.geometry)));
    }
  }

  Evaluation& evaluation_;
  TensorFigures& figures_;
  std::vector<Sha256> digests_;
  huff::BookSet books_;
};

}  // namespace

std::optional<Error> evaluate(Evaluation& evaluation, const std::vector<std::uint8_t>& values,
                              const Coding& coding, TensorFigures& figures, Progress& progress) {
  Run run(evaluation, figures);
  if (std::optional<Error> error = run.add_books(coding)) return error;
  Pieces pieces(values.size(), evaluation.message_bytes, figures.input.dtype);
  for (;;) {
    const std::vector<Piece> group = pieces.next(kBatchBytes, kBatchPieces);
    if (group.empty()) break;
    const Batch batch =
        make_batch(figures.input.dtype, values.data(), group, coding, evaluation.geometry);
    if (std::optional<Error> error = run.run(batch, progress)) return error;
    if (!run.agreed()) break;  // what follows would only repeat it
    for (const Piece& piece : group) progress.advance(piece.size);
  }
  run.finish();
  return {};
}

}  // namespace tern::apps
