// SPDX-License-Identifier: Apache-2.0
//
// book_load_bench: the book loader alone, and a record of all that it puts out.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_book_load.sv
//   Test  tb/huff/huff_book_load_test.cc
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include "Vbook_load.h"
#include "Vbook_load_bytes.h"
#include "Vbook_load_one.h"
#include "Vbook_load_quad.h"
#include "Vbook_load_top.h"
#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "sim/encoder_bench.h"
#include "sim/harness.h"

namespace tern::tb {

/// A loader for 16-bit values with the longest codewords, and one for bytes with the shortest; and
/// those of units that hold fewer books.
using BookLoaders =
    testing::Types<Vbook_load, Vbook_load_bytes, Vbook_load_top, Vbook_load_one, Vbook_load_quad>;

/// Their parameters, as those of an encoder.
template <typename V>
[[nodiscard]] sim::EncoderConfig loader_config() {
  sim::EncoderConfig config{1, 32, 16, 15, 1, 2};
  if (std::is_same_v<V, Vbook_load_bytes> || std::is_same_v<V, Vbook_load_one>) {
    config = {1, 32, 8, 8, 1, 5};
  }
  if (std::is_same_v<V, Vbook_load_top>) config.top_symbols = 31;
  if (std::is_same_v<V, Vbook_load_one>) config.top_symbols = 1;
  if (config.top_symbols != 15) config.book_kind = sim::kKindTop;
  if (std::is_same_v<V, Vbook_load_quad>) config.book_kind = sim::kKindQuad;
  return config;
}

/// An entry as it comes out.
struct BuiltEntry {
  std::uint32_t index = 0;
  std::uint32_t len = 0;
  std::uint32_t code = 0;
  std::uint32_t rank = 0;
};

/// What is said about the codewords of one length.
struct BuiltLevel {
  std::uint32_t entries_before = 0;  ///< entries that came before its first and behind its last
  std::uint32_t entries_behind = 0;
  std::uint32_t delta = 0;
  std::uint32_t base = 0;
  std::uint32_t limit = 0;
  std::uint32_t next_rank = 0;
};

/// A book as it comes out.
struct Built {
  std::vector<BuiltEntry> entries;
  std::map<std::uint32_t, BuiltLevel> levels;
  std::uint64_t cycles = 0;  ///< from the edge that takes the commit to the one that ends it
  std::uint32_t slot = 0;
  std::uint32_t dtype = 0;
  std::uint32_t id = 0;
  std::uint32_t epoch = 0;
  std::uint32_t min_len = 0;
};

/// Drives a loader of class `V`.
template <typename V>
class BookLoadBench {
 public:
  BookLoadBench()
      : circuit_(test_seed()),
        top_(circuit_.top()),
        harness_(circuit_, sim::Pin(top_.clk_i), sim::Pin(top_.rst_ni), {}) {
    reset();
  }

  void reset() {
    top_.book_tvalid_i = 0;
    top_.grant_i = 0;
    top_.err_clear_i = 0;
    harness_.reset();
    harness_.settle();
  }

  /// Writes in a row. Precondition: the port is ready.
  void write(const sim::BookLoad& writes) {
    for (const sim::BookWrite& write : writes) {
      top_.book_tvalid_i = 1;
      top_.book_index_i = static_cast<SData>(write.index);
      top_.book_data_i = write.data;
      harness_.settle();
      ASSERT_EQ(top_.book_tready_o, 1);
      tick();
    }
    top_.book_tvalid_i = 0;
    harness_.settle();
  }

  /// A whole load, whose slot is granted `wait` cycles after it was asked for. Empty: refused, with
  /// the error that belongs to it, and without a claim.
  std::optional<Built> load(const sim::BookLoad& writes, std::uint64_t wait = 0) {
    top_.err_clear_i = 1;
    tick();
    top_.err_clear_i = 0;
    write(writes);
    Built built;
    std::uint64_t claimed = 0;
    bool committed = false;
    while (top_.book_tready_o == 0 && !harness_.fault()) {
      ++built.cycles;
      if (top_.claim_o != 0) top_.grant_i = claimed++ >= wait;
      harness_.settle();
      EXPECT_FALSE(top_.claim_o && (top_.entry_valid_o || top_.commit_o));
      if (top_.claim_o == 0) top_.grant_i = 0;
      record(built);
      committed = committed || top_.commit_o != 0;
      tick();
    }
    EXPECT_FALSE(harness_.fault()) << harness_.fault()->text;
    EXPECT_EQ(top_.err_load_o, committed ? 0 : 1);
    EXPECT_EQ(claimed, committed ? wait + 1 : 0);
    if (!committed) return std::nullopt;
    return built;
  }

  void tick() {
    harness_.tick([] {});
    harness_.progress();
  }
  V& top() { return top_; }

 private:
  void record(Built& built) {
    const auto entries = static_cast<std::uint32_t>(built.entries.size());
    if (top_.level_first_o != 0) {
      BuiltLevel& level = built.levels[top_.level_len_o];
      level.entries_before = entries;
      level.delta = top_.level_delta_o;
      level.base = top_.level_base_o;
    }
    if (top_.entry_valid_o != 0) {
      built.entries.push_back(
          {top_.entry_index_o, top_.entry_len_o, top_.entry_code_o, top_.entry_rank_o});
    }
    if (top_.level_last_o != 0) {
      BuiltLevel& level = built.levels[top_.level_len_o];
      level.entries_behind = static_cast<std::uint32_t>(built.entries.size());
      level.limit = top_.level_limit_o;
      level.next_rank = top_.entry_rank_o;
    }
    if (top_.commit_o != 0) {
      built.slot = top_.slot_o;
      built.dtype = top_.dtype_o;
      built.id = top_.id_o;
      built.epoch = top_.epoch_o;
      built.min_len = top_.min_len_o;
    }
  }

  sim::VerilatedCircuit<V> circuit_;
  V& top_;
  sim::Harness harness_;
};

}  // namespace tern::tb
