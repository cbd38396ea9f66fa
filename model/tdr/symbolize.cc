// SPDX-License-Identifier: Apache-2.0
//
// symbolize.cc: joint symbols gathered ahead of the values that need them.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/symbolize_test.cc
#include "model/tdr/symbolize.h"

#include <array>
#include <cassert>
#include <limits>

namespace tern::tdr {
namespace {

/// A value, in four bytes: a lane may have as many as the tensor.
class Item {
 public:
  Item(std::int32_t level, const Bin& bin, std::uint32_t quantizer)
      : magnitude_(static_cast<std::uint32_t>(level < 0 ? -level : level) & kMaxLevel),
        negative_(level < 0),
        quantizer_(quantizer & 1),
        bin_(bin.bin & 7),
        low_bits_(bin.low_bits & 15) {}

  [[nodiscard]] Bin bin() const { return {bin_, low_bits_}; }
  [[nodiscard]] std::uint32_t book() const { return bin_ * kQuantizers + quantizer_; }
  [[nodiscard]] std::uint32_t quantizer() const { return quantizer_; }
  [[nodiscard]] bool negative() const { return negative_; }
  /// Upper part of the magnitude.
  [[nodiscard]] std::uint32_t high() const { return magnitude_ >> low_bits_; }
  [[nodiscard]] std::uint32_t low() const {
    return magnitude_ & static_cast<std::uint32_t>(low_bits(low_bits_));
  }

 private:
  std::uint32_t magnitude_ : 22;
  bool negative_ : 1;
  std::uint32_t quantizer_ : 1;
  std::uint32_t bin_ : 3;
  std::uint32_t low_bits_ : 4;
};
static_assert(sizeof(Item) == 4 && kMaxLevel < 1U << 22);

std::vector<Item> items_of(const Header& header, const Classes& classes,
                           const std::vector<std::int32_t>& levels, std::uint32_t lane) {
  const Trellis trellis(header.states_log2);
  std::array<std::uint32_t, kInterleave> states{};
  std::vector<Item> items;
  LaneWalk walk(header, classes, lane);
  items.reserve(walk.count());
  for (LaneWalk::Place place = walk.next(); place.valid; place = walk.next()) {
    std::uint32_t& state = states[place.slot];
    if (place.starts_line) state = 0;
    const std::int32_t level = levels[header.index(place.line, place.at)];
    const auto magnitude = static_cast<std::uint32_t>(level < 0 ? -level : level);
    items.emplace_back(
        level,
        bin_of(classes.lines(header)[place.line], classes.positions(header)[place.at], header.bias),
        trellis.quantizer(state));
    state = trellis.next(state, magnitude & 1);
  }
  return items;
}

class Coder {
 public:
  Coder(const Books& books, PerBook<huff::Histogram>* counts, FreeDigits free, bool bounded)
      : books_(books),
        counts_(counts),
        free_(free),
        bounded_(bounded),
        prices_(digit_costs(books)) {
    for (std::uint32_t bin = 0; bin < kBins; ++bin) {
      for (std::uint32_t quantizer = 0; quantizer < kQuantizers; ++quantizer) {
        codes_[bin][quantizer] = huff::assign_codes(book_of(books.lengths[bin][quantizer]));
      }
    }
  }

  LaneBits run(const std::vector<Item>& items) {
    LaneBits result;
    result.pieces.resize(items.size());
    const std::vector<std::uint32_t> next = next_of(items);
    PerBook<Open> opens{};
    BitWriter writer(kWordBits);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Item& item = items[i];
      const std::uint64_t before = writer.bit_count();
      const Grouping grouping = kGroupings[item.bin().bin];
      Open& open = opens[item.bin().bin][item.quantizer()];
      if (open.digits == 0 || i >= open.end) {
        open.digits = grouping.digits;
        if (bounded_) open.end = digits_end(i);
        put_symbol(item, symbol_at(items, next, i, open), writer);
        result.pieces[i].digits = static_cast<std::uint8_t>(grouping.digits);
      }
      --open.digits;
      if (item.high() >= grouping.base - 1) put_tail(item.high() - (grouping.base - 1), writer);
      writer.put(item.low(), item.bin().low_bits);
      if (item.high() != 0 || item.low() != 0) writer.put(item.negative() ? 1 : 0, 1);
      result.pieces[i].bits = static_cast<std::uint8_t>(writer.bit_count() - before);
    }
    result.words = writer.finish();
    return result;
  }

 private:
  /// The symbol of a book from which the next values draw.
  struct Open {
    std::uint32_t digits = 0;               // that no value has drawn
    std::uint64_t end = ~std::uint64_t{0};  // the value of the lane before which they are dropped
  };

  // The value behind each that draws from the same book, or the number of values: a decoder draws
  // them from its symbols one by one.
  [[nodiscard]] static std::vector<std::uint32_t> next_of(const std::vector<Item>& items) {
    assert(items.size() < std::numeric_limits<std::uint32_t>::max());
    std::vector<std::uint32_t> next(items.size());
    std::array<std::uint32_t, kBins * kQuantizers> latest{};
    latest.fill(static_cast<std::uint32_t>(items.size()));
    for (std::size_t i = items.size(); i-- > 0;) {
      next[i] = latest[items[i].book()];
      latest[items[i].book()] = static_cast<std::uint32_t>(i);
    }
    return next;
  }

  [[nodiscard]] std::uint32_t length(const Item& item, std::uint32_t symbol) const {
    const huff::Lengths& lengths = books_.lengths[item.bin().bin][item.quantizer()];
    return lengths[symbol] != 0 ? lengths[symbol] : lengths[huff::kEscapeIndex] + huff::kSymbolBits;
  }

  [[nodiscard]] std::uint32_t cheapest_digit(const Item& item) const {
    const auto& prices = prices_[item.bin().bin][item.quantizer()].digit;
    return static_cast<std::uint32_t>(
        std::min_element(prices.begin(), prices.begin() + kGroupings[item.bin().bin].base) -
        prices.begin());
  }

  // The symbol that comes with value `at`. Digits behind the last value that may draw from it are
  // free.
  [[nodiscard]] std::uint32_t symbol_at(const std::vector<Item>& items,
                                        const std::vector<std::uint32_t>& next, std::size_t at,
                                        const Open& open) const {
    const Item& item = items[at];
    const Grouping grouping = kGroupings[item.bin().bin];
    std::uint32_t symbol = 0;
    std::uint32_t free = 1;
    for (std::uint32_t i = 0; i < grouping.digits; ++i) {
      symbol *= grouping.base;
      if (at < items.size() && at < open.end) {
        symbol += std::min(items[at].high(), grouping.base - 1);
        at = next[at];
      } else if (free_ == FreeDigits::kCheapestDigit) {
        symbol += cheapest_digit(item);
      } else {
        free *= grouping.base;
      }
    }
    std::uint32_t best = symbol;
    for (std::uint32_t other = symbol; other < symbol + free; ++other) {
      if (length(item, other) < length(item, best)) best = other;
    }
    return best;
  }

  void put_symbol(const Item& item, std::uint32_t symbol, BitWriter& writer) {
    const huff::CodeTable& codes = codes_[item.bin().bin][item.quantizer()];
    const bool escaped = codes[symbol].len == 0;
    const huff::Code code = codes[escaped ? huff::kEscapeIndex : symbol];
    writer.put(code.bits, code.len);
    if (escaped) writer.put(symbol, huff::kSymbolBits);
    if (counts_ != nullptr) ++(*counts_)[item.bin().bin][item.quantizer()][symbol];
  }

  const Books& books_;
  PerBook<huff::Histogram>* counts_;
  FreeDigits free_;
  bool bounded_;
  PerBook<CostTable> prices_;
  PerBook<huff::CodeTable> codes_{};
};

}  // namespace

LaneBits symbolize(const Header& header, const Classes& classes, const Books& books,
                   const std::vector<std::int32_t>& levels, std::uint32_t lane,
                   PerBook<huff::Histogram>* counts, FreeDigits free,
                   PerBook<huff::Histogram>* digits) {
  const std::vector<Item> items = items_of(header, classes, levels, lane);
  for (std::size_t i = 0; digits != nullptr && i < items.size(); ++i) {
    const Item& item = items[i];
    const std::uint32_t digit = std::min(item.high(), kGroupings[item.bin().bin].base - 1);
    ++(*digits)[item.bin().bin][item.quantizer()][digit];
  }
  return Coder(books, counts, free, header.bounded).run(items);
}

}  // namespace tern::tdr
