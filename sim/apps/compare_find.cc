// SPDX-License-Identifier: Apache-2.0
//
// compare_find: the first place where messages, or values, are not what they should be.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.cc
#include "sim/apps/compare_find.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/common/dtype.h"

namespace tern::apps {
namespace {

std::uint64_t equal_bytes(const std::uint8_t* a, std::size_t a_size, const std::uint8_t* b,
                          std::size_t b_size) {
  return static_cast<std::uint64_t>(std::mismatch(a, a + a_size, b, b + b_size).first - a);
}

// Value `index` as a number.
std::string code_of(const std::uint8_t* bytes, std::uint64_t size, std::uint64_t index,
                    std::uint32_t width) {
  if ((index + 1) * width > size) return "nothing";
  std::uint32_t code = 0;
  for (std::uint32_t i = 0; i < width; ++i) {
    code |= std::uint32_t{bytes[index * width + i]} << (8 * i);
  }
  return fmt::format("0x{:0{}x}", code, 2 * width);
}

// Of one message; `back` is nullptr if there is none.
std::optional<Difference> find_in_message(const Batch& batch, const Piece& piece,
                                          const Returned* back, std::uint64_t message) {
  const std::uint32_t width = element_bytes(batch.dtype);
  const std::uint64_t first = piece.offset / width;
  const auto whole = [&](const std::string& what) {
    return Difference{message, first, 0,
                      fmt::format("{} at value {}: message {}", what, first, message)};
  };
  if (back == nullptr) return whole("gives nothing back");
  if (back->error != huff::StreamError::kNone) {
    return whole(fmt::format("refuses ({})", huff::error_name(back->error)));
  }
  if (back->dtype != batch.dtype) {
    return whole(fmt::format("gives values of {} back", dtype_name(back->dtype)));
  }
  const std::uint8_t* const want = batch.values + piece.offset;
  const std::vector<std::uint8_t>& got = back->values;
  const std::uint64_t equal = equal_bytes(want, piece.size, got.data(), got.size());
  if (equal == piece.size && equal == got.size()) return {};
  const std::uint64_t within = equal / width;
  return Difference{
      message, first + within, within,
      fmt::format("differs from what went in from value {} on: message {}, value {}; "
                  "{} in place of {}",
                  first + within, message, within, code_of(got.data(), got.size(), within, width),
                  code_of(want, piece.size, within, width))};
}

}  // namespace

std::optional<Difference> find_in_stream(const std::vector<Message>& right,
                                         const std::vector<Message>& other,
                                         const StreamPlace& start, const huff::Geometry& geometry) {
  const Message none;
  std::uint64_t base = start.byte;
  for (std::size_t k = 0; k < std::max(right.size(), other.size()); ++k) {
    const Message& wanted = k < right.size() ? right[k] : none;
    const Message& found = k < other.size() ? other[k] : none;
    if (wanted == found) {
      base += wanted.size();
      continue;
    }
    const std::uint64_t within =
        equal_bytes(wanted.data(), wanted.size(), found.data(), found.size());
    const std::uint64_t beat = within / (geometry.lanes * (geometry.word_bits / 8));
    return Difference{
        start.message + k, base + within, within,
        fmt::format("differs from the judge's stream from byte {} on: message {}, "
                    "byte {}, beat {}; the message has {} and {} bytes",
                    base + within, start.message + k, within, beat, found.size(), wanted.size())};
  }
  return {};
}

std::optional<Difference> find_in_values(const Batch& batch, const std::vector<Returned>& back,
                                         std::uint64_t message) {
  for (std::size_t k = 0; k < batch.pieces.size(); ++k) {
    const Returned* const one = k < back.size() ? &back[k] : nullptr;
    std::optional<Difference> difference =
        find_in_message(batch, batch.pieces[k], one, message + k);
    if (difference) return difference;
  }
  return {};
}

}  // namespace tern::apps
