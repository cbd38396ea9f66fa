// SPDX-License-Identifier: Apache-2.0
//
// desymbolize.cc: one value of a lane at a time.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/symbolize_test.cc
#include "model/tdr/desymbolize.h"

#include <algorithm>

namespace tern::tdr {
namespace {

// The most significant of `digits` digits.
std::uint32_t first_digit(std::uint32_t symbol, std::uint32_t base, std::uint32_t digits) {
  for (std::uint32_t i = 1; i < digits; ++i) symbol /= base;
  // Symbols beyond those of the grouping can only come escaped from a foreign encoder.
  return std::min(symbol, base - 1);
}

std::uint32_t without_first(std::uint32_t symbol, std::uint32_t base, std::uint32_t digits) {
  std::uint32_t weight = 1;
  for (std::uint32_t i = 1; i < digits; ++i) weight *= base;
  return symbol % weight;
}

}  // namespace

DecodeBooks::DecodeBooks(const Books& books) : centroids_(books.centroids) {
  for (const auto& of_bin : books.lengths) {
    for (const huff::Lengths& lengths : of_bin) {
      const huff::Book book = book_of(lengths);
      tables_.emplace_back(Dtype::kUint8, &book);
    }
  }
}

LaneDecoder::LaneDecoder(const Header& header, const Classes& classes, const DecodeBooks& books,
                         std::uint32_t lane)
    : header_(header),
      classes_(classes),
      books_(books),
      trellis_(header.states_log2),
      step_(step_of(header.qp)),
      walk_(header, classes, lane),
      place_(walk_.next()),
      reader_(kWordBits) {}

const LaneDecoder::Value& LaneDecoder::value() {
  if (known_bits_ == reader_.available()) return value_;
  known_bits_ = reader_.available();
  const std::uint64_t window = reader_.peek(64).value;
  if (place_.starts_line) states_[place_.slot] = 0;
  Value& value = value_;
  value = Value{};
  value.bin = bin_of(classes_.lines(header_)[place_.line], classes_.positions(header_)[place_.at],
                     header_.bias);
  value.quantizer = trellis_.quantizer(states_[place_.slot]);
  const Grouping grouping = kGroupings[value.bin.bin];
  Held held = held_[value.bin.bin][value.quantizer];
  value.fresh = held.digits == 0 || index_ >= held.end;
  if (value.fresh) {
    const huff::DecodedToken token =
        huff::decode_token(books_.table(value.bin.bin, value.quantizer), window);
    value.bits = token.len;
    held.digits = grouping.digits;
    held.rest = token.value.symbol;
  }
  value.symbol = held.rest;
  std::uint32_t high = first_digit(held.rest, grouping.base, held.digits);
  if (high == grouping.base - 1) {
    const Tail tail = parse_tail(window >> value.bits);
    high += tail.value;
    value.bits += tail.bits;
  }
  const auto low = static_cast<std::uint32_t>(window >> value.bits & low_bits(value.bin.low_bits));
  value.bits += value.bin.low_bits;
  value.magnitude = std::min(high << value.bin.low_bits | low, kMaxLevel);
  if (value.magnitude != 0) {
    value.negative = (window >> value.bits & 1) != 0;
    ++value.bits;
  }
  return value_;
}

std::uint32_t LaneDecoder::bits() { return value().bits; }

std::uint32_t LaneDecoder::consume(std::int32_t* coefficients) {
  const Value now = value();
  const Grouping grouping = kGroupings[now.bin.bin];
  Held& held = held_[now.bin.bin][now.quantizer];
  if (now.fresh) {
    held.digits = grouping.digits;
    if (header_.bounded) held.end = digits_end(index_);
  }
  held.rest = without_first(now.symbol, grouping.base, held.digits);
  --held.digits;

  if (now.magnitude != 0) {
    const Centroids& centroids = books_.centroids(now.bin.bin, now.quantizer);
    const std::int32_t recon = reconstruct(
        now.magnitude, now.quantizer, centroids[std::min(now.magnitude, kCentroids - 1)], step_);
    coefficients[header_.index(place_.line, place_.at)] = now.negative ? -recon : recon;
  }
  states_[place_.slot] = trellis_.next(states_[place_.slot], now.magnitude & 1);
  static_cast<void>(reader_.take(now.bits));
  place_ = walk_.next();
  ++index_;
  known_bits_ = ~std::uint64_t{0};
  return now.fresh ? grouping.digits : 0;
}

}  // namespace tern::tdr
