// SPDX-License-Identifier: Apache-2.0
//
// rtl_link_test: the quick link ends when the circuits do.
//
//   Spec  docs/link.md#rtl-in-the-loop
//   RTL   rtl/link/tern_link_tx.sv, rtl/link/tern_link_rx.sv
//   Test  tb/link/rtl_link_test.cc
#include "sim/link/rtl_link.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>

#include "model/common/test_seed.h"
#include "model/huff/stream.h"
#include "sim/link/codec_timing.h"
#include "sim/link/rtl_ends.h"
#include "tb/huff/scenario.h"
#include "tb/huff/test_data.h"
#include "tb/link/link_support.h"
#include "tb/link/simulation.h"

namespace tern::tb {
namespace {

using link::CodecTiming;
using link::LinkConfig;

/// Has `tern eval` measure the circuits with so many lanes; the report's name.
std::string report_of(std::uint32_t lanes) {
  Rng rng(7);
  const huff::Book book = random_book(huff::Dtype::kBf16, sim::EncoderConfig{}, rng);
  const std::string tensor = testing::TempDir() + fmt::format("rtl_link_{}.bin", lanes);
  const std::string report = testing::TempDir() + fmt::format("rtl_link_{}.json", lanes);
  const Bytes values = fitting_values(book, 8000 * lanes, rng);
  std::ofstream(tensor, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size()));
  const char* const program = std::getenv("TERN_BIN");
  EXPECT_NE(program, nullptr) << "TERN_BIN names the program tern";
  const std::string command = fmt::format(
      "{} eval {} --dtype bf16 --lanes {} --message-bytes {} --engines model,rtl "
      "--json {} > {}.log 2>&1",
      program == nullptr ? "false" : program, tensor, lanes, values.size() / 8, report, report);
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return report;
}

CodecTiming measured(const std::string& report, std::uint32_t lanes, double clock_ghz) {
  link::CodecExpectation expected;
  expected.lanes = lanes;
  expected.clock_ghz = clock_ghz;
  const auto codec = link::read_codec_timing(report, expected);
  EXPECT_TRUE(codec) << (codec.ok() ? "" : codec.error().message);
  return codec.ok() ? codec.value() : CodecTiming();
}

template <typename Variant>
const Variant& with_lanes(const std::vector<Variant>& variants, std::uint32_t lanes) {
  return *std::find_if(variants.begin(), variants.end(),
                       [&](const Variant& v) { return v.config.lanes == lanes; });
}

/// Messages over one link, both ways.
struct Workload {
  LinkConfig config;
  CodecTiming codec;
  link::Picoseconds period = 0;
  std::deque<huff::Book> books;
  std::deque<Bytes> values;
  std::vector<std::shared_ptr<link::Message>> messages;
  std::unique_ptr<link::RtlEnds> ends;

  [[nodiscard]] std::string text() const {
    return fmt::format(
        "{} codec lanes at {} ps, {} x {} GT/s, flits of {}, {} ns, credits {}, BER {}, {} "
        "messages, "
        "{} bytes, coded {}",
        codec.lanes, period, config.lanes, config.gtps, config.flit_bytes, config.propagation_ns,
        config.credit_bytes, config.bit_error_rate, messages.size(), raw(), wire());
  }
  [[nodiscard]] std::uint64_t raw() const {
    std::uint64_t bytes = 0;
    for (const auto& message : messages) bytes += message->raw_bytes();
    return bytes;
  }
  [[nodiscard]] std::uint64_t wire() const {
    std::uint64_t bytes = 0;
    for (const auto& message : messages) bytes += message->wire_bytes();
    return bytes;
  }
};

/// A message of parts that are coded shorter and longer, and their sizes as chunks.
void add_message(Workload& work, std::uint64_t steps, Rng& rng) {
  const huff::Book& book = work.books.front();
  const huff::Geometry geometry{work.codec.lanes, 32};
  const auto coded = [&](const Bytes& part) {
    return huff::message_bytes(huff::Dtype::kBf16, part.data(), part.size(), &book, geometry);
  };
  std::vector<link::Chunk> chunks;
  Bytes all;
  const std::uint64_t empty = coded({});
  std::uint64_t sum = 0;
  for (std::uint64_t part = 0, parts = 1 + rng.below(4); part < parts; ++part) {
    const std::uint64_t count = std::max<std::uint64_t>(1, steps / parts) * work.codec.lanes;
    Bytes values = fitting_values(book, count, rng);
    // Parts of a tensor differ: in some, half of the values have the shortest codeword.
    if (rng.chance(1, 2)) {
      Bytes one;
      append_value(one, huff::Dtype::kBf16, shortest_symbol(book), 0x5A);
      for (std::size_t i = 0; i < values.size(); i += 4) std::copy_n(one.begin(), 2, &values[i]);
    }
    chunks.push_back({values.size(), coded(values) - empty});
    sum += chunks.back().wire_bytes;
    all.insert(all.end(), values.begin(), values.end());
  }
  // Header, trailer, and what the parts alone are padded with.
  chunks.back().wire_bytes += coded(all) - sum;
  work.messages.push_back(message_of(chunks, work.messages.size()));
  work.values.push_back(std::move(all));
}

void make_link(Workload& work, Rng& rng) {
  LinkConfig& config = work.config;
  const std::uint32_t flits[] = {64, 68, 256};
  config.flit_bytes = flits[rng.below(3)];
  // From a quarter of what the codec takes to more than that.
  const double rate = work.codec.encode_bytes_per_ns() * (0.25 + 0.01 * double(rng.below(125)));
  config.lanes = 16;
  config.gtps = rate * 8 / config.lanes;
  // Some so long that credits decide. With errors not so long: each retry takes a round trip, and
  // two errors that are close may make one or two of them.
  const bool far = rng.chance(1, 3);
  config.propagation_ns = static_cast<double>(far ? 100 + rng.below(200) : 1 + rng.below(20));
  if (!far && rng.chance(1, 2)) config.bit_error_rate = rng.chance(1, 2) ? 1e-6 : 1e-5;
  config.credit_bytes = (256ULL << rng.below(4)) * 2 * work.codec.lanes;
  config.retry_timeout_ns = 3 * config.round_trip_ns();
  config.seed = rng.next();
  work.ends = std::make_unique<link::RtlEnds>(
      config, with_lanes(sim::product_encoders(), work.codec.lanes),
      with_lanes(sim::product_decoders(), work.codec.lanes), bench_options({rng.next(), {}}));
  sim::LoopbackBench& bench = work.ends->bench();
  bench.load_book(work.books.front(), 0);
  const sim::EncoderConfig& encoder = with_lanes(sim::product_encoders(), work.codec.lanes).config;
  for (const Bytes& values : work.values) {
    bench.send(make_message(huff::Dtype::kBf16, values, &work.books.front(), 0, encoder));
  }
}

TEST(RtlLink, QuickLinkIsWithinTwoPercentOfTheCircuits) {
  in_own_process([] {
    SCOPED_TRACE(seed_note());
    Rng rng(test_seed());
    std::map<std::uint32_t, std::string> reports;
    for (const std::uint32_t lanes : {16U, 32U}) reports[lanes] = report_of(lanes);
    std::deque<Workload> works;
    for (int i = 0; i < 20; ++i) {
      works.emplace_back();
      Workload& work = works.back();
      work.period = 800 + 100 * static_cast<link::Picoseconds>(rng.below(5));
      const std::uint32_t lanes = i % 4 == 0 ? 32 : 16;
      work.codec = measured(reports[lanes], lanes, 1000.0 / static_cast<double>(work.period));
      ASSERT_FALSE(testing::Test::HasFailure());
      work.books.push_back(random_book(huff::Dtype::kBf16, sim::EncoderConfig{}, rng));
      const std::uint64_t messages = 1 + rng.below(5);
      const std::uint64_t steps = 1500 + rng.below(3000);
      for (std::uint64_t k = 0; k < messages; ++k) add_message(work, steps / messages, rng);
      make_link(work, rng);
    }
    std::vector<link::RtlRun> runs;
    for (const Workload& work : works) {
      runs.push_back({work.config, work.period, work.ends.get(), {}});
    }
    link::run_rtl_links(runs);
    for (std::size_t i = 0; i < works.size(); ++i) {
      const Workload& work = works[i];
      SCOPED_TRACE(work.text());
      sim::LoopbackBench& bench = work.ends->bench();
      ASSERT_FALSE(bench.fault()) << bench.fault()->text;
      ASSERT_TRUE(bench.done());
      const auto& timing = bench.timing();
      const auto cycles = timing.back().last_out - timing.front().first_in + 1;
      const double circuits = static_cast<double>(cycles) * static_cast<double>(work.period);
      const Sent quick = send(work.config, work.codec, work.messages);
      EXPECT_EQ(bench.link_words() * 4, work.wire());
      EXPECT_EQ(runs[i].statistics.flits, quick.statistics.flits);
      const double ratio = static_cast<double>(quick.transfers.back().completion) / circuits;
      if (std::getenv("TERN_LINK_PRINT") != nullptr) {
        fmt::print("{:.4f} {:.0f} retries {} {}: {}\n", ratio, circuits / 1000,
                   runs[i].statistics.retries, quick.statistics.retries, work.text());
      }
      EXPECT_NEAR(ratio, 1, 0.02);
    }
  });
}

}  // namespace
}  // namespace tern::tb
