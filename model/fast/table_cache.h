// SPDX-License-Identifier: Apache-2.0
//
// table_cache.h: the tables of all books of a codec, each built when it is first needed.
//
// A set may hold many books, and a message of some kilobytes is coded in less time than it takes to
// build tables, so neither all at once nor anew for each message.
//
//   Spec  docs/host.md
//   Test  model/fast/fast_test.cc
#pragma once

#include <array>
#include <cassert>
#include <mutex>
#include <optional>
#include <vector>

#include "model/fast/tables.h"
#include "model/huff/book.h"

namespace tern::fast {

class TableCache {
 public:
  /// `books` must outlive the cache, and stay as they are.
  explicit TableCache(const huff::BookSet& books) : books_(books), slots_(books.books().size()) {}

  /// The tables of a book of the set, or of a copy of it; nullptr: raw. Threads may call it at the
  /// same time.
  [[nodiscard]] const Tables& of(huff::Dtype dtype, const huff::Book* book) {
    if (book != nullptr) {
      book = own(*book);
      assert(book != nullptr && book->dtype == dtype);
    }
    Slot& slot = book == nullptr ? raw_[huff::extra_bits(dtype) / 8]
                                 : slots_[static_cast<std::size_t>(book - books_.books().data())];
    std::call_once(slot.once, [&slot, dtype, book] { slot.tables.emplace(dtype, book); });
    return *slot.tables;
  }

 private:
  struct Slot {
    std::once_flag once;
    std::optional<Tables> tables;
  };

  [[nodiscard]] const huff::Book* own(const huff::Book& book) const {
    const huff::Book* const found = books_.find(book.dtype, book.id, book.epoch);
    assert(found == nullptr || found->lengths == book.lengths);
    return found;
  }

  const huff::BookSet& books_;
  std::vector<Slot> slots_;
  std::array<Slot, huff::kWideExtraBits / 8 + 1> raw_;
};

}  // namespace tern::fast
