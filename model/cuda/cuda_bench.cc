// SPDX-License-Identifier: Apache-2.0
//
// cuda_bench.cc: speed of the CUDA kernels, beside that of a copy on the same device.
//
// scripts/bench_gpu.sh runs it. With --host the kernels run on the CPU, with little work: so its
// own logic is tested where there is no device.
//
//   Spec  docs/host.md#measuring
//   Test  scripts/tests/bench_gpu_test.py
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "model/common/dtype.h"
#include "model/common/rng.h"
#include "model/common/tensor.h"
#include "model/cuda/bench_work.h"
#include "model/huff/histogram.h"
#include "model/huff/select.h"
#include "model/huff/train.h"

namespace tern::cuda {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "cuda_bench: error: {}\n", why);
  std::exit(1);
}

struct Sizes {
  std::size_t total;
  std::size_t message;
};

struct Options {
  bool host = false;
  bool probe = false;
  std::string out;
  [[nodiscard]] Where where() const { return host ? Where::kHost : Where::kDevice; }
  [[nodiscard]] std::size_t tile() const { return host ? kMiB / 4 : 16 * kMiB; }
  /// The sets of a work have as many bytes together.
  [[nodiscard]] std::size_t rotation() const { return host ? kMiB / 2 : 512 * kMiB; }
  [[nodiscard]] int repetitions() const { return host ? 3 : 15; }
  [[nodiscard]] std::vector<Sizes> sizes() const {
    if (host) return {{kMiB / 4, 64 * kKiB}, {kMiB / 2, 128 * kKiB}};
    return {{16 * kMiB, 64 * kKiB},    {64 * kMiB, 64 * kKiB},    {256 * kMiB, 64 * kKiB},
            {1024 * kMiB, 64 * kKiB},  {1024 * kMiB, 128 * kKiB}, {1024 * kMiB, 256 * kKiB},
            {1024 * kMiB, 512 * kKiB}, {1024 * kMiB, 1024 * kKiB}};
  }
};

// Weights as networks have them, about normal: the sum of four uniform numbers.
Bytes make_tile(huff::Dtype dtype, std::size_t bytes) {
  Rng rng(1);
  Tensor tensor;
  tensor.info.type = SourceType::kFloat32;
  tensor.info.values = bytes / huff::value_bytes(dtype);
  tensor.info.shape = {tensor.info.values};
  for (std::uint64_t i = 0; i < tensor.info.values; ++i) {
    const std::uint64_t random = rng.next();
    std::int64_t sum = -2 * 65535;
    for (unsigned part = 0; part < 64; part += 16) {
      sum += static_cast<std::int64_t>(random >> part & 0xFFFF);
    }
    const float value = static_cast<float>(sum) * 1e-6F;
    std::uint8_t stored[sizeof value];
    std::memcpy(stored, &value, sizeof value);
    tensor.bytes.insert(tensor.bytes.end(), stored, stored + sizeof value);
  }
  tensor.info.bytes = tensor.bytes.size();
  Result<Bytes> values = to_dtype(std::move(tensor), dtype);
  if (!values) give_up(values.error().message);
  return values.value();
}

// Milliseconds that one set takes: the median of rounds over all sets, after one that warms up.
double measure(const Options& options, std::size_t sets,
               const std::function<bool(std::size_t)>& run) {
  std::vector<double> times;
  std::optional<DeviceTimer> timer;
  if (!options.host) timer.emplace();
  for (int repetition = -1; repetition < options.repetitions(); ++repetition) {
    const auto begin = std::chrono::steady_clock::now();
    if (timer) timer->start();
    for (std::size_t set = 0; set < sets; ++set) {
      if (!run(set)) give_up("the device refused work that it did before");
    }
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - begin;
    const double milliseconds = timer ? timer->stop() : passed.count();
    if (milliseconds < 0) give_up("the device failed");
    if (repetition >= 0) times.push_back(milliseconds / static_cast<double>(sets));
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

std::string row(huff::Dtype dtype, const Sizes& sizes, const char* work, double milliseconds,
                std::uint64_t wire, double copy_speed, std::uint64_t moved) {
  const double raw_speed = static_cast<double>(sizes.total) / milliseconds / 1e6;
  const double speed = static_cast<double>(moved) / milliseconds / 1e6;
  return fmt::format(
      "{{\"dtype\": \"{}\", \"work\": \"{}\", \"total_bytes\": {}, \"message_bytes\": {}, "
      "\"milliseconds\": {:.4f}, \"gigabytes_per_second\": {:.2f}, \"wire_share\": {:.4f}, "
      "\"share_of_copy\": {:.4f}}}",
      dtype_name(dtype), work, sizes.total, sizes.message, milliseconds, raw_speed,
      static_cast<double>(wire) / static_cast<double>(sizes.total), speed / copy_speed);
}

void run_dtype(const Options& options, huff::Dtype dtype, std::vector<std::string>& rows) {
  const Bytes tile = make_tile(dtype, options.tile());
  const auto histogram = huff::count_symbols(dtype, tile.data(), tile.size());
  huff::TrainOptions training;
  if (huff::extra_bits(dtype) == 0) training.min_len = 3;  // as `tern train` does
  const Result<huff::Book> book = huff::train_book(dtype, huff::average({histogram}), training);
  huff::BookSet books;
  if (!book || books.add(book.value())) give_up("no book");
  for (const Sizes& sizes : options.sizes()) {
    const huff::Plan plan =
        huff::plan_named(dtype, sizes.message, books.first(dtype), {}, kBenchGeometry);
    Work work(options.where(), dtype, tile, books, plan, sizes.total, sizes.message,
              options.rotation());
    if (const Work::Problem problem = work.prepare()) give_up(*problem);
    const std::uint64_t raw = sizes.total;
    const std::uint64_t wire = work.wire_bytes();
    // Every byte is read once and written once.
    const double copy = measure(options, work.sets(), [&](std::size_t i) { return work.copy(i); });
    const double copy_speed = 2 * static_cast<double>(raw) / copy / 1e6;
    rows.push_back(row(dtype, sizes, "copy", copy, raw, copy_speed, 2 * raw));
    const struct {
      const char* name;
      std::function<Status(std::size_t)> run;
      std::uint64_t moved;
    } works[] = {{"encode", [&](std::size_t i) { return work.encode(i); }, raw + wire},
                 {"decode", [&](std::size_t i) { return work.decode(i); }, raw + wire},
                 {"histogram", [&](std::size_t i) { return work.count(i); }, raw}};
    for (const auto& one : works) {
      const double time =
          measure(options, work.sets(), [&](std::size_t i) { return one.run(i) == Status::kOk; });
      rows.push_back(row(dtype, sizes, one.name, time, wire, copy_speed, one.moved));
      fmt::print(stderr, "{}\n", rows.back());
    }
  }
}

std::string device_label(const Options& options) {
  return options.host ? "none, kernels on the CPU" : device_name();
}

int run(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    if (text == "--host") {
      options.host = true;
    } else if (text == "--probe") {
      options.probe = true;
    } else if (text == "--out" && i + 1 < argc) {
      options.out = argv[++i];
    } else {
      fmt::print(stderr, "usage: cuda_bench [--host] [--probe] [--out FILE]\n");
      return 2;
    }
  }
  if (!options.host && !device_problem().empty()) {
    fmt::print("skipped: {}\n", device_problem());
    return 77;
  }
  if (options.probe) {
    fmt::print("{}\n", device_label(options));
    return 0;
  }
  std::vector<std::string> rows;
  for (const huff::Dtype dtype : {huff::Dtype::kBf16, huff::Dtype::kE4m3}) {
    run_dtype(options, dtype, rows);
  }
  std::string text = fmt::format(
      "{{\n\"device\": \"{}\",\n\"lanes\": {},\n\"word_bits\": {},\n\"repetitions\": {},\n"
      "\"rotation_bytes\": {},\n\"rows\": [\n",
      device_label(options), kBenchGeometry.lanes, kBenchGeometry.word_bits, options.repetitions(),
      options.rotation());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += rows[i] + (i + 1 < rows.size() ? ",\n" : "\n");
  }
  text += "]\n}\n";
  std::FILE* const file = options.out.empty() ? stdout : std::fopen(options.out.c_str(), "w");
  if (file == nullptr || std::fputs(text.c_str(), file) < 0 || std::fflush(file) != 0) {
    give_up(options.out + ": cannot be written");
  }
  if (file != stdout) std::fclose(file);
  return 0;
}

}  // namespace
}  // namespace tern::cuda

int main(int argc, char** argv) { return tern::cuda::run(argc, argv); }
