// SPDX-License-Identifier: Apache-2.0
//
// message_codec: messages by the golden model or by its fast twin.
//
// Both make the same bytes and give the same errors; the model is there to judge.
//
//   Spec  docs/cli.md#engines
//   Test  tb/apps/codec_test.py
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/result.h"
#include "model/huff/stream.h"

namespace CLI {
class App;
}

namespace tern::fast {
class Codec;
}

namespace tern::apps {

/// Who encodes or decodes, and how many at a time.
struct EngineOptions {
  std::string name = "fast";
  std::uint32_t threads = 1;

  void add_to(CLI::App& app);
  /// Nothing if there is such an engine.
  [[nodiscard]] std::optional<Error> check() const;
};

/// Encodes and decodes messages with one set of books.
class MessageCodec {
 public:
  /// Precondition: check() of the options found nothing.
  MessageCodec(const EngineOptions& engine, huff::BookSet books);
  ~MessageCodec();
  MessageCodec(MessageCodec&&) noexcept;
  MessageCodec& operator=(MessageCodec&&) noexcept;

  /// As huff::encode(). The plan's books are those of this codec, or copies of them.
  [[nodiscard]] std::vector<std::uint8_t> encode(Dtype dtype, const std::uint8_t* data,
                                                 std::size_t size, const huff::Plan& plan,
                                                 const huff::Geometry& geometry) const;

  /// As huff::decode() for each, without the books of the chunks, on as many threads as there are.
  [[nodiscard]] std::vector<huff::Decoded> decode(
      const std::vector<std::vector<std::uint8_t>>& messages) const;

  /// Messages that decode() should get at a time: fast threads take two each.
  [[nodiscard]] std::uint32_t group() const { return fast_ ? 2 * threads_ : threads_; }

  /// Messages that are worked on at the same time.
  [[nodiscard]] std::uint32_t threads() const { return threads_; }

  /// Calls work(0) to work(number - 1), each once, on that many threads.
  void for_each(std::size_t number, const std::function<void(std::size_t)>& work) const;

 private:
  std::uint32_t threads_;
  std::optional<huff::BookSet> model_books_;  // if the golden model does the work
  std::unique_ptr<fast::Codec> fast_;         // otherwise
};

}  // namespace tern::apps
