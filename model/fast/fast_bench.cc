// SPDX-License-Identifier: Apache-2.0
//
// fast_bench.cc: speed of the fast codec beside the golden model, zstd and zlib, in one run.
//
// The tensors are tiled to 64 MiB and cut into messages; the peers get the same pieces. Everything
// is counted: header, order of the words, check. scripts/bench.sh runs it and records the medians.
//
//   Spec  docs/host.md#speed
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/tensor_file.h"
#include "model/fast/fast.h"
#include "model/fast/peers.h"
#include "model/huff/histogram.h"
#include "model/huff/select.h"
#include "model/huff/train.h"

namespace tern::fast {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kRawBytes = std::size_t{64} << 20;
constexpr std::size_t kMessageBytes = std::size_t{256} << 10;
constexpr huff::Geometry kGeometry{16, 32};
// The golden model takes one iteration of a second for more.
constexpr std::size_t kGoldenMessages = (std::size_t{8} << 20) / kMessageBytes;

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "fast_bench: {}\n", why);
  std::exit(1);
}

// One dtype: values, the book trained on the tensors, and the messages.
struct Work {
  huff::Dtype dtype;
  Bytes data;
  huff::BookSet books;
  huff::Plan plan;
  std::vector<Bytes> messages;

  [[nodiscard]] std::size_t number() const { return messages.size(); }
  [[nodiscard]] const std::uint8_t* piece(std::size_t i) const {
    return data.data() + i * kMessageBytes;
  }
};

Bytes load_values(const std::string& path, huff::Dtype dtype) {
  const auto file = open_tensor_file(path, {});
  if (!file) give_up(file.error().message);
  Bytes all;
  for (std::size_t i = 0; i < file.value()->size(); ++i) {
    Result<Tensor> tensor = file.value()->read(i);
    if (!tensor) give_up(tensor.error().message);
    const Result<Bytes> values = to_dtype(std::move(tensor.value()), dtype);
    if (!values) give_up(values.error().message);
    all.insert(all.end(), values.value().begin(), values.value().end());
  }
  return all;
}

std::unique_ptr<Work> make_work(huff::Dtype dtype, const std::vector<std::string>& paths) {
  auto work = std::make_unique<Work>();
  work->dtype = dtype;
  std::vector<huff::Histogram> histograms;
  for (const std::string& path : paths) {
    const Bytes values = load_values(path, dtype);
    histograms.push_back(huff::count_symbols(dtype, values.data(), values.size()));
    work->data.insert(work->data.end(), values.begin(), values.end());
  }
  const std::size_t once = work->data.size();
  work->data.resize(kRawBytes);
  for (std::size_t i = once; i < kRawBytes; ++i) work->data[i] = work->data[i - once];
  huff::TrainOptions options;
  if (huff::extra_bits(dtype) == 0) options.min_len = 3;  // as `tern train` does
  const Result<huff::Book> book = huff::train_book(dtype, huff::average(histograms), options);
  if (!book || work->books.add(book.value())) give_up("no book");
  work->plan = huff::plan_named(dtype, kMessageBytes, work->books.first(dtype), {}, kGeometry);
  work->messages.resize(kRawBytes / kMessageBytes);
  const Codec codec(work->books);
  for (std::size_t i = 0; i < work->number(); ++i) {
    Bytes& message = work->messages[i];
    message.resize(max_message_bytes(dtype, kMessageBytes / huff::value_bytes(dtype), kGeometry));
    message.resize(codec
                       .encode(dtype, work->piece(i), kMessageBytes, work->plan, kGeometry,
                               message.data(), message.size())
                       .size);
  }
  return work;
}

void report(benchmark::State& state, std::size_t messages, std::size_t wire) {
  state.SetBytesProcessed(static_cast<std::int64_t>(messages * kMessageBytes) * state.iterations());
  state.counters["wire_share"] =
      static_cast<double>(wire) / static_cast<double>(messages * kMessageBytes);
}

std::size_t total(const std::vector<Bytes>& messages, std::size_t number) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < number; ++i) size += messages[i].size();
  return size;
}

void fast_encode(benchmark::State& state, const Work& work, Path path, unsigned threads) {
  const Codec codec(work.books, path);
  std::vector<Bytes> rooms(
      work.number(), Bytes(max_message_bytes(
                         work.dtype, kMessageBytes / huff::value_bytes(work.dtype), kGeometry)));
  for (auto _ : state) {
    for_each_message(work.number(), threads, [&](std::size_t i) {
      const Encoded encoded = codec.encode(work.dtype, work.piece(i), kMessageBytes, work.plan,
                                           kGeometry, rooms[i].data(), rooms[i].size());
      if (encoded.size != work.messages[i].size()) give_up("a message has another size");
    });
  }
  report(state, work.number(), total(work.messages, work.number()));
}

void fast_decode(benchmark::State& state, const Work& work, Path path, unsigned threads) {
  const Codec codec(work.books, path);
  Bytes values(kRawBytes);
  std::vector<Message> messages;
  for (std::size_t i = 0; i < work.number(); ++i) {
    messages.push_back({work.messages[i].data(), work.messages[i].size(),
                        values.data() + i * kMessageBytes, kMessageBytes});
  }
  for (auto _ : state) {
    for (const Decoded& decoded : codec.decode_all(messages, threads, kGeometry)) {
      if (decoded.size != kMessageBytes) give_up("a message does not decode");
    }
  }
  if (values != work.data) give_up("other values come back");
  report(state, work.number(), total(work.messages, work.number()));
}

void golden_encode(benchmark::State& state, const Work& work) {
  for (auto _ : state) {
    for (std::size_t i = 0; i < kGoldenMessages; ++i) {
      if (huff::encode(work.dtype, work.piece(i), kMessageBytes, work.plan, kGeometry) !=
          work.messages[i]) {
        give_up("the golden model makes another message");
      }
    }
  }
  report(state, kGoldenMessages, total(work.messages, kGoldenMessages));
}

void golden_decode(benchmark::State& state, const Work& work) {
  for (auto _ : state) {
    for (std::size_t i = 0; i < kGoldenMessages; ++i) {
      const Bytes& message = work.messages[i];
      benchmark::DoNotOptimize(huff::decode(message.data(), message.size(), work.books, kGeometry));
    }
  }
  report(state, kGoldenMessages, total(work.messages, kGoldenMessages));
}

void peer_encode(benchmark::State& state, const Work& work, Peer pack) {
  Bytes room(2 * kMessageBytes);
  std::size_t wire = 0;
  for (auto _ : state) {
    wire = 0;
    for (std::size_t i = 0; i < work.number(); ++i)
      wire += pack(work.piece(i), kMessageBytes, room);
  }
  report(state, work.number(), wire);
}

void peer_decode(benchmark::State& state, const Work& work, Peer pack, Peer unpack) {
  std::vector<Bytes> packed(work.number(), Bytes(2 * kMessageBytes));
  for (std::size_t i = 0; i < work.number(); ++i) {
    packed[i].resize(pack(work.piece(i), kMessageBytes, packed[i]));
  }
  Bytes room(kMessageBytes);
  for (auto _ : state) {
    for (const Bytes& one : packed) {
      if (unpack(one.data(), one.size(), room) != kMessageBytes) give_up("a peer loses values");
    }
  }
  report(state, work.number(), total(packed, packed.size()));
}

template <typename Function, typename... Arguments>
void add(const std::string& name, Function function, const Work& work, Arguments... arguments) {
  benchmark::RegisterBenchmark(
      (std::string(dtype_name(work.dtype)) + "/" + name).c_str(),
      [=, &work](benchmark::State& state) { function(state, work, arguments...); })
      ->UseRealTime()
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
}

void add_all(const Work& work) {
  for (const Path path : available_paths()) {
    const std::string name(path_name(path));
    for (const unsigned threads : {1U, 2U}) {
      add(fmt::format("encode/{}/{}", name, threads), fast_encode, work, path, threads);
      add(fmt::format("decode/{}/{}", name, threads), fast_decode, work, path, threads);
    }
  }
  add("encode/golden/1", golden_encode, work);
  add("decode/golden/1", golden_decode, work);
  add("encode/zstd/1", peer_encode, work, zstd_pack);
  add("decode/zstd/1", peer_decode, work, zstd_pack, zstd_unpack);
  add("encode/zlib/1", peer_encode, work, zlib_pack);
  add("decode/zlib/1", peer_decode, work, zlib_pack, zlib_unpack);
}

}  // namespace

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::vector<std::string> paths(argv + 1, argv + argc);
  if (paths.empty()) give_up("name tensor files, all float32 or all bfloat16");
  const auto bf16 = make_work(huff::Dtype::kBf16, paths);
  const auto e4m3 = make_work(huff::Dtype::kE4m3, paths);
  add_all(*bf16);
  add_all(*e4m3);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace tern::fast

int main(int argc, char** argv) { return tern::fast::run(argc, argv); }
