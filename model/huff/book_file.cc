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

#include <initializer_list>
#include <nlohmann/json.hpp>

#include "model/common/dtype.h"
#include "model/common/text.h"
#include "model/huff/json_check.h"

namespace tern::huff {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormatName = "tern-books";
constexpr std::uint64_t kFileVersion = 1;
constexpr std::uint64_t kMaxEpoch = 255;
constexpr std::size_t kLengthsPerLine = 16;

/// Where in which file we are.
struct Place {
  std::string file;
  std::string key;

  [[nodiscard]] Place at(const std::string& name) const {
    return {file, key.empty() ? name : key + "." + name};
  }
  [[nodiscard]] Place at(std::size_t index) const {
    return {file, fmt::format("{}[{}]", key, index)};
  }
  [[nodiscard]] Error refuse(const std::string& cause, const std::string& cure) const {
    const std::string where = key.empty() ? "the file" : key;
    return {ErrorKind::kBook, fmt::format("{}: {}: {}; {}", file, where, cause, cure)};
  }
};

// Refuses anything but an object with exactly these keys.
std::optional<Error> check_keys(const Json& object, const Place& place,
                                std::initializer_list<const char*> keys) {
  if (!object.is_object()) {
    return place.refuse(fmt::format("is not an object but of type {}", object.type_name()),
                        "write a book file with 'tern train'");
  }
  for (const char* key : keys) {
    if (!object.contains(key)) {
      return place.at(key).refuse("is missing", "add it, or train the books again");
    }
  }
  for (const auto& item : object.items()) {
    bool known = false;
    for (const char* key : keys) known = known || item.key() == key;
    if (!known) {
      return place.at(printable(item.key())).refuse("is not a key of this format", "remove it");
    }
  }
  return std::nullopt;
}

Result<std::uint64_t> read_number(const Json& value, const Place& place, std::uint64_t low,
                                  std::uint64_t high) {
  const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() >= low &&
                    value.get<std::uint64_t>() <= high;
  if (fits) return value.get<std::uint64_t>();
  const std::string cure = low == high
                               ? fmt::format("only {} is known", low)
                               : fmt::format("give a whole number from {} to {}", low, high);
  if (!value.is_number()) {
    return place.refuse(fmt::format("is not a number but of type {}", value.type_name()), cure);
  }
  return place.refuse(fmt::format("is {}", value.dump()), cure);
}

Result<std::string> read_text(const Json& value, const Place& place) {
  if (value.is_string()) return value.get<std::string>();
  return place.refuse(fmt::format("is not a text but of type {}", value.type_name()),
                      "put it in quotes");
}

Result<std::uint8_t> read_byte(const Json& value, const Place& place, std::uint64_t low,
                               std::uint64_t high) {
  const Result<std::uint64_t> number = read_number(value, place, low, high);
  if (!number.ok()) return number.error();
  return static_cast<std::uint8_t>(number.value());
}

std::optional<Error> read_lengths(const Json& object, const Place& place, Lengths& lengths) {
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

Result<Book> read_book(const Json& object, const Place& place) {
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
  const Place file{name, ""};
  if (const std::optional<std::string> fault = find_json_fault(text)) {
    return file.refuse("is not proper JSON: " + *fault, "write a book file with 'tern train'");
  }
  const Json json = Json::parse(text, nullptr, false);
  if (std::optional<Error> error =
          check_keys(json, file, {"format", "version", "trained_on", "books"})) {
    return *error;
  }
  const Result<std::string> format = read_text(json["format"], file.at("format"));
  if (!format.ok()) return format.error();
  if (format.value() != kFormatName) {
    return file.at("format").refuse("is " + in_quotes(format.value()),
                                    fmt::format("a book file has '{}'", kFormatName));
  }
  const Result<std::uint64_t> version =
      read_number(json["version"], file.at("version"), kFileVersion, kFileVersion);
  if (!version.ok()) return version.error();
  const Result<std::string> remark = read_text(json["trained_on"], file.at("trained_on"));
  if (!remark.ok()) return remark.error();
  const Place place = file.at("books");
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
