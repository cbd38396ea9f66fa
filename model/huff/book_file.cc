// SPDX-License-Identifier: Apache-2.0
//
// book_file.cc: reads and writes codebooks as JSON.
//
// A book decides what every message means, so nothing in its file is guessed or ignored.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/huff/book_file_test.cc
#include "model/huff/book_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "model/common/dtype.h"
#include "model/common/text.h"
#include "model/huff/json_read.h"

namespace tern::huff {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormatName = "tern-books";
constexpr std::uint64_t kFileVersion = 1;
constexpr std::uint64_t kMaxEpoch = 255;
constexpr std::size_t kLengthsPerLine = 16;

Result<std::uint8_t> read_byte(const Json& value, const JsonPlace& place, std::uint64_t low,
                               std::uint64_t high) {
  const Result<std::uint64_t> number = read_number(value, place, low, high);
  if (!number.ok()) return number.error();
  return static_cast<std::uint8_t>(number.value());
}

std::optional<Error> read_lengths(const Json& object, const JsonPlace& place, Lengths& lengths) {
  const Json& array = object["lengths"];
  if (!array.is_array() || array.size() != kNumSymbols) {
    const std::string found = array.is_array() ? fmt::format("has {} elements", array.size())
                                               : fmt::format("is of type {}", array.type_name());
    return place.at("lengths").refuse(
        found, fmt::format("give one length for each of the {} symbols", kNumSymbols));
  }
  for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    const Result<std::uint8_t> length =
        read_byte(array[symbol], place.at("lengths").at(symbol), 0, kMaxCodeLen);
    if (!length.ok()) return length.error();
    lengths[symbol] = length.value();
  }
  const Result<std::uint8_t> escape =
      read_byte(object["escape_length"], place.at("escape_length"), 0, kMaxCodeLen);
  if (!escape.ok()) return escape.error();
  lengths[kEscapeIndex] = escape.value();
  return std::nullopt;
}

Result<Book> read_book(const Json& object, const JsonPlace& place) {
  if (std::optional<Error> error = check_keys(
          object, place, {"dtype", "id", "epoch", "max_len", "escape_length", "lengths"})) {
    return *error;
  }
  const Result<std::string> dtype_text = read_text(object["dtype"], place.at("dtype"));
  if (!dtype_text.ok()) return dtype_text.error();
  const std::optional<Dtype> dtype = parse_dtype(dtype_text.value());
  if (!dtype) {
    return place.at("dtype").refuse(in_quotes(dtype_text.value()) + " is not a dtype",
                                    "use " + dtype_choices());
  }
  const Result<std::uint8_t> id = read_byte(object["id"], place.at("id"), 0, kNumBooks - 1);
  if (!id.ok()) return id.error();
  const Result<std::uint8_t> epoch = read_byte(object["epoch"], place.at("epoch"), 0, kMaxEpoch);
  if (!epoch.ok()) return epoch.error();
  const Result<std::uint8_t> max_len =
      read_byte(object["max_len"], place.at("max_len"), kMinMaxCodeLen, kMaxCodeLen);
  if (!max_len.ok()) return max_len.error();

  Book book;
  book.dtype = *dtype;
  book.id = id.value();
  book.epoch = epoch.value();
  book.max_len = max_len.value();
  if (std::optional<Error> error = read_lengths(object, place, book.lengths)) return *error;
  return book;
}

std::string format_book(const Book& book) {
  std::string text = fmt::format(
      "    {{\n      \"dtype\": \"{}\", \"id\": {}, \"epoch\": {}, \"max_len\": {}, "
      "\"escape_length\": {},\n      \"lengths\": [",
      dtype_name(book.dtype), book.id, book.epoch, book.max_len, book.lengths[kEscapeIndex]);
  for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    const char* const between = symbol == 0 ? "" : ",";
    const char* const line = symbol % kLengthsPerLine == 0 ? "\n        " : " ";
    text += fmt::format("{}{}{}", between, line, book.lengths[symbol]);
  }
  return text + "]\n    }";
}

}  // namespace

Result<BookSet> parse_books(const std::string& text, const std::string& name) {
  const JsonPlace file{name, ""};
  const Result<Json> read = read_json_file(text, file, kFormatName, kFileVersion,
                                           {"format", "version", "trained_on", "books"});
  if (!read.ok()) return read.error();
  const Json& json = read.value();
  const Result<std::string> remark = read_text(json["trained_on"], file.at("trained_on"));
  if (!remark.ok()) return remark.error();
  const JsonPlace place = file.at("books");
  if (!json["books"].is_array()) {
    return place.refuse(fmt::format("is of type {}", json["books"].type_name()), "give an array");
  }

  BookSet books;
  for (std::size_t i = 0; i < json["books"].size(); ++i) {
    const Result<Book> book = read_book(json["books"][i], place.at(i));
    if (!book.ok()) return book.error();
    if (const std::optional<Error> error = books.add(book.value())) {
      return Error{error->kind, fmt::format("{}: {}: {}", name, place.at(i).key, error->message)};
    }
  }
  return books;
}

std::string format_books(const BookSet& books, const std::string& trained_on) {
  std::string list;
  for (const Book& book : books.books()) list += (list.empty() ? "\n" : ",\n") + format_book(book);
  if (!list.empty()) list += "\n  ";
  return fmt::format(
      "{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"trained_on\": {},\n  \"books\": "
      "[{}]\n}}\n",
      kFormatName, kFileVersion,
      Json(trained_on).dump(-1, ' ', true, Json::error_handler_t::replace), list);
}

}  // namespace tern::huff
