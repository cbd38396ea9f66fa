// SPDX-License-Identifier: Apache-2.0
//
// compare_engines: the implementations of the stream that `tern compare` knows.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.py
#include "sim/apps/compare_engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <utility>

#include "model/common/text.h"
#include "model/fast/fast.h"
#include "model/huff/select.h"

namespace tern::apps {
namespace {

constexpr double kLongEnough = 0.02;

class ModelEngine final : public CompareEngine {
 public:
  explicit ModelEngine(const EngineRequest& request)
      : geometry_(request.geometry), books_(request.books), threads_(request.threads) {}

  Result<Encoding> encode(const Batch& batch) override {
    Encoding made;
    made.messages.resize(batch.pieces.size());
    made.work.seconds = seconds_of([&] {
      fast::for_each_message(batch.pieces.size(), threads_, [&](std::size_t i) {
        made.messages[i] = huff::encode(batch.dtype, batch.values + batch.pieces[i].offset,
                                        batch.pieces[i].size, batch.plans[i], geometry_);
      });
    });
    return made;
  }

  Result<Decoding> decode(const Batch& batch, const std::vector<Message>& messages) override {
    static_cast<void>(batch);
    Decoding back;
    back.messages.resize(messages.size());
    back.work.seconds = seconds_of([&] {
      fast::for_each_message(messages.size(), threads_, [&](std::size_t i) {
        huff::Decoded decoded = huff::decode(messages[i].data(), messages[i].size(), books_);
        back.messages[i] = {decoded.error, decoded.dtype, std::move(decoded.values)};
      });
    });
    return back;
  }

  std::string how() const override {
    return fmt::format("{} thread{}", threads_, threads_ == 1 ? "" : "s");
  }

 private:
  huff::Geometry geometry_;
  huff::BookSet books_;
  std::uint32_t threads_;
};

class FastEngine final : public CompareEngine {
 public:
  explicit FastEngine(const EngineRequest& request)
      : geometry_(request.geometry), codec_(request.books), threads_(request.threads) {}

  Result<Encoding> encode(const Batch& batch) override {
    Encoding made;
    made.messages.resize(batch.pieces.size());
    std::vector<std::size_t> sizes(batch.pieces.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::uint64_t count = batch.pieces[i].size / huff::value_bytes(batch.dtype);
      made.messages[i].resize(
          huff::max_message_bytes(batch.dtype, count, batch.plans[i].chunk_log2, geometry_));
    }
    made.work.seconds = seconds_of([&] {
      fast::for_each_message(sizes.size(), threads_,
                             [&](std::size_t i) { sizes[i] = encode(batch, i, made.messages[i]); });
    });
    for (std::size_t i = 0; i < sizes.size(); ++i) made.messages[i].resize(sizes[i]);
    return made;
  }

  Result<Decoding> decode(const Batch& batch, const std::vector<Message>& messages) override {
    static_cast<void>(batch);
    Decoding back;
    back.messages.resize(messages.size());
    std::vector<fast::Message> jobs;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      std::vector<std::uint8_t>& values = back.messages[i].values;
      values.resize(fast::values_room(messages[i].data(), messages[i].size()));
      jobs.push_back({messages[i].data(), messages[i].size(), values.data(), values.size()});
    }
    std::vector<fast::Decoded> found;
    back.work.seconds = seconds_of([&] { found = codec_.decode_all(jobs, threads_); });
    for (std::size_t i = 0; i < messages.size(); ++i) {
      assert(found[i].fits || found[i].error != huff::StreamError::kNone);
      back.messages[i].error = found[i].error;
      back.messages[i].dtype = found[i].dtype;
      back.messages[i].values.resize(found[i].size);
    }
    return back;
  }

  std::string how() const override {
    return fmt::format("{}, {} thread{}", fast::path_name(codec_.path()), threads_,
                       threads_ == 1 ? "" : "s");
  }

 private:
  // Hardly a message is larger than it would be uncoded, and one that is gets more room.
  std::size_t encode(const Batch& batch, std::size_t i, Message& room) const {
    const std::uint8_t* const data = batch.values + batch.pieces[i].offset;
    const std::size_t size = batch.pieces[i].size;
    fast::Encoded encoded =
        codec_.encode(batch.dtype, data, size, batch.plans[i], geometry_, room.data(), room.size());
    if (!encoded.fits) {
      room.resize(
          fast::max_message_bytes(batch.dtype, size / huff::value_bytes(batch.dtype), geometry_));
      encoded = codec_.encode(batch.dtype, data, size, batch.plans[i], geometry_, room.data(),
                              room.size());
    }
    assert(encoded.fits);
    return encoded.size;
  }

  huff::Geometry geometry_;
  fast::Codec codec_;
  std::uint32_t threads_;
};

Result<std::unique_ptr<CompareEngine>> make_model(const EngineRequest& request) {
  return std::unique_ptr<CompareEngine>(std::make_unique<ModelEngine>(request));
}

Result<std::unique_ptr<CompareEngine>> make_fast(const EngineRequest& request) {
  const std::string problem = fast::path_problem();
  if (!problem.empty()) return Error{ErrorKind::kUsage, printable(problem)};
  return std::unique_ptr<CompareEngine>(std::make_unique<FastEngine>(request));
}

}  // namespace

const std::vector<EngineKind>& engine_kinds() {
  static const std::vector<EngineKind> kinds = {
      {"model", make_model, ""},
      {"fast", make_fast, ""},
      {"rtl", make_compared_rtl, ""},
#ifdef TERN_APP_CUDA
      {"cuda", make_compared_cuda, ""},
#else
      {"cuda", nullptr, "model/cuda is not among its sources"},
#endif
  };
  return kinds;
}

std::vector<std::string> built_engines() {
  std::vector<std::string> names;
  for (const EngineKind& kind : engine_kinds()) {
    if (kind.make != nullptr) names.emplace_back(kind.name);
  }
  return names;
}

std::optional<Error> check_compared(const std::vector<std::string>& names) {
  const std::string built = one_of(built_engines());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    const auto kind = std::find_if(engine_kinds().begin(), engine_kinds().end(),
                                   [&name](const EngineKind& one) { return name == one.name; });
    if (kind == engine_kinds().end()) {
      return Error{ErrorKind::kUsage, fmt::format("--engines: {} is not an engine; use some of {}",
                                                  in_quotes(name), built)};
    }
    if (kind->make == nullptr) {
      return Error{ErrorKind::kUsage,
                   fmt::format("--engines: this program has no {}, as {}; use some of {}", name,
                               kind->lack, built)};
    }
    const auto here = names.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(names.begin(), here, name) != here) {
      return Error{ErrorKind::kUsage,
                   fmt::format("--engines: {} is named twice; once is enough", name)};
    }
  }
  return {};
}

Result<std::vector<ComparedEngine>> make_engines(const std::vector<std::string>& names,
                                                 const EngineRequest& request) {
  std::vector<ComparedEngine> engines;
  for (const std::string& name : names) {
    for (const EngineKind& kind : engine_kinds()) {
      if (name != kind.name) continue;
      Result<std::unique_ptr<CompareEngine>> engine = kind.make(request);
      if (!engine) return engine.error();
      engines.push_back({name, std::move(engine.value())});
    }
  }
  return engines;
}

double seconds_of(const std::function<void()>& work) {
  const auto once = [&work] {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const double first = once();
  if (first >= kLongEnough) return first;
  std::array<double, 5> more{};
  for (double& seconds : more) seconds = once();
  std::sort(more.begin(), more.end());
  return more[more.size() / 2];
}

}  // namespace tern::apps
