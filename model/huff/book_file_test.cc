// SPDX-License-Identifier: Apache-2.0
//
// book_file_test.cc: book files are read strictly and written in one way only.
//
//   Spec  docs/huffman_format.md#4-books
#include "model/huff/book_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

using Json = nlohmann::json;

BookSet some_books() {
  Rng rng(test_seed());
  BookSet books;
  for (std::uint8_t i = 0; i < kNumBookKinds; ++i) {
    Book book = make_book(rng, static_cast<Dtype>(i), static_cast<BookKind>(i));
    book.id = i;
    EXPECT_FALSE(books.add(book));
  }
  return books;
}

// A file with one valid book, to be spoiled.
Json valid_file() {
  BookSet books;
  Book book;
  book.max_len = 12;
  book.lengths[127] = 1;
  book.lengths[kEscapeIndex] = 1;
  EXPECT_FALSE(books.add(book));
  return Json::parse(format_books(books, "tests"));
}

std::string refusal(const std::string& text) {
  const Result<BookSet> books = parse_books(text, "books.json");
  EXPECT_FALSE(books.ok()) << text.substr(0, 200);
  if (books.ok()) return "";
  const Error& error = books.error();
  EXPECT_EQ(error.kind, ErrorKind::kBook);
  EXPECT_EQ(error.message.rfind("books.json: ", 0), 0U) << error.message;
  EXPECT_EQ(error.message.find('\n'), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("; "), std::string::npos) << "no cure: " << error.message;
  return error.message;
}

template <typename Change>
std::string refusal_after(Change change) {
  Json json = valid_file();
  change(json);
  return refusal(json.dump());
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(BookFile, BooksComeBack) {
  SCOPED_TRACE(seed_note());
  const BookSet books = some_books();
  const Result<BookSet> parsed = parse_books(format_books(books, "x"), "f");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  ASSERT_EQ(parsed.value().books().size(), books.books().size());
  for (std::size_t i = 0; i < books.books().size(); ++i) {
    const Book& a = books.books()[i];
    const Book& b = parsed.value().books()[i];
    EXPECT_EQ(a.dtype, b.dtype);
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.epoch, b.epoch);
    EXPECT_EQ(a.max_len, b.max_len);
    EXPECT_EQ(a.lengths, b.lengths);
  }
  EXPECT_EQ(format_books(parsed.value(), "x"), format_books(books, "x"));
}

TEST(BookFile, IsCompactAsciiWithShortLines) {
  const std::string text = format_books(some_books(), "a \"quoted\" \x01 \xFF remark \xC3\xA9");
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    ASSERT_NE(end, std::string::npos) << "ends in a newline";
    EXPECT_LE(end - begin, 100U);
    begin = end + 1;
  }
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 20 * 7 + 7);
  for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
  EXPECT_TRUE(parse_books(text, "f").ok());
}

// Which epoch is current must survive.
TEST(BookFile, EpochsOfABookKeepTheirOrder) {
  Json json = valid_file();
  for (const int epoch : {9, 4}) {
    json["books"].push_back(json["books"][0]);
    json["books"].back()["epoch"] = epoch;
  }
  const Result<BookSet> parsed = parse_books(json.dump(), "f");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(parsed.value().find(Dtype::kBf16, 0)->epoch, 4);
  const Result<BookSet> again = parse_books(format_books(parsed.value(), "x"), "f");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value().find(Dtype::kBf16, 0)->epoch, 4);
  EXPECT_EQ(again.value().books().size(), 3U);
}

TEST(BookFile, EmptySetIsAFile) {
  const Result<BookSet> parsed = parse_books(format_books(BookSet{}, ""), "f");
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(parsed.value().books().empty());
}

// Fault D4: whatever is cut off, the answer is an error, not a crash.
TEST(BookFile, RefusesEveryTruncation) {
  std::string text = format_books(some_books(), "tests");
  text.pop_back();  // the newline at the end may be missing
  for (std::size_t size = 0; size < text.size(); size += 7) refusal(text.substr(0, size));
  refusal(text.substr(0, text.size() - 1));
}

// Some editors put one in front.
TEST(BookFile, TakesTheByteOrderMarkOfUtf8AndRefusesThatOfUtf16) {
  const std::string text = format_books(BookSet{}, "");
  EXPECT_TRUE(parse_books("\xEF\xBB\xBF" + text, "b.json").ok());
  for (const std::string& mark : {std::string("\xFF\xFE"), std::string("\xFE\xFF")}) {
    EXPECT_HAS(refusal(mark + text), "the byte order mark of UTF-16");
  }
  EXPECT_HAS(refusal("\xEF\xBB" + text), "is not proper JSON");
}

TEST(BookFile, RefusesWhatIsNotJson) {
  EXPECT_HAS(refusal("{\"format\": tern}"), "is not proper JSON");
  EXPECT_HAS(refusal("{} {}"), "is not proper JSON");
  EXPECT_HAS(refusal("[]"), "the file: is not an object");
  EXPECT_HAS(refusal(std::string("{\"\xFF\": 1}")), "is not proper JSON");
  EXPECT_HAS(refusal(std::string(100000, '[')), "nests deeper");
  EXPECT_HAS(refusal(format_books(BookSet{}, "") + '\0' + "rest"), "zero byte");
}

TEST(BookFile, RefusesAKeyGivenTwice) {
  std::string text = valid_file().dump();
  text.insert(1, "\"version\":1,");
  EXPECT_HAS(refusal(text), "the key 'version' is there twice");
}

TEST(BookFile, RefusesUnknownAndMissingKeys) {
  EXPECT_HAS(refusal_after([](Json& j) { j["extra"] = 1; }), "extra: is not a key of this format");
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0]["name"] = "x"; }),
             "books[0].name: is not a key of this format");
  EXPECT_HAS(refusal_after([](Json& j) { j["a\nb"] = 1; }), "a\\nb");
  for (const char* key : {"format", "version", "trained_on", "books"}) {
    EXPECT_HAS(refusal_after([key](Json& j) { j.erase(key); }), std::string(key) + ": is missing");
  }
  for (const char* key : {"dtype", "id", "epoch", "max_len", "escape_length", "lengths"}) {
    EXPECT_HAS(refusal_after([key](Json& j) { j["books"][0].erase(key); }),
               "books[0]." + std::string(key) + ": is missing");
  }
}

TEST(BookFile, RefusesOtherFormatsAndVersions) {
  EXPECT_HAS(refusal_after([](Json& j) { j["format"] = "books"; }), "format: is 'books'");
  EXPECT_HAS(refusal_after([](Json& j) { j["format"] = 1; }), "format: is not a text");
  EXPECT_HAS(refusal_after([](Json& j) { j["version"] = 2; }), "version: is 2; only 1 is known");
  EXPECT_HAS(refusal_after([](Json& j) { j["version"] = "1"; }), "version: is not a number");
  EXPECT_HAS(refusal_after([](Json& j) { j["trained_on"] = 5; }), "trained_on: is not a text");
  EXPECT_HAS(refusal_after([](Json& j) { j["books"] = 5; }), "books: is of type number");
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0] = 5; }), "books[0]: is not an object");
}

TEST(BookFile, RefusesUnknownDtypes) {
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0]["dtype"] = "fp64"; }),
             "books[0].dtype: 'fp64' is not a dtype; use bf16, bf16-bytes,");
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0]["dtype"] = 0; }), "is not a text");
}

TEST(BookFile, RefusesNumbersOutOfRange) {
  const auto book_with = [](const char* key, const Json& value) {
    return refusal_after([&](Json& j) { j["books"][0][key] = value; });
  };
  EXPECT_HAS(book_with("id", 16), "books[0].id: is 16; give a whole number from 0 to 15");
  EXPECT_HAS(book_with("id", -1), "books[0].id: is -1");
  EXPECT_HAS(book_with("epoch", 256), "books[0].epoch: is 256");
  EXPECT_HAS(book_with("epoch", 1.5), "books[0].epoch: is 1.5");
  EXPECT_HAS(book_with("epoch", 0xFFFFFFFFFFFFFFFF), "books[0].epoch: is 18446744073709551615");
  EXPECT_HAS(book_with("max_len", 7), "books[0].max_len: is 7; give a whole number from 8 to 15");
  EXPECT_HAS(book_with("max_len", 16), "books[0].max_len: is 16");
  EXPECT_HAS(book_with("max_len", nullptr), "books[0].max_len: is not a number but of type null");
  EXPECT_HAS(book_with("escape_length", 16), "books[0].escape_length: is 16");
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0]["lengths"][9] = 16; }),
             "books[0].lengths[9]: is 16");
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0]["lengths"][9] = true; }),
             "books[0].lengths[9]: is not a number");
}

// Fault D10: the list of lengths must be as long as the alphabet.
TEST(BookFile, RefusesListsThatDoNotFitTheAlphabet) {
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0]["lengths"].push_back(0); }),
             "books[0].lengths: has 257 elements");
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0]["lengths"].erase(0); }),
             "books[0].lengths: has 255 elements");
  EXPECT_HAS(refusal_after([](Json& j) { j["books"][0]["lengths"] = Json::object(); }),
             "books[0].lengths: is of type object");
}

// Every rule of section 4 also holds for files.
TEST(BookFile, RefusesInvalidBooks) {
  const auto book_with = [](std::size_t symbol, int length) {
    return refusal_after([&](Json& j) { j["books"][0]["lengths"][symbol] = length; });
  };
  EXPECT_HAS(book_with(127, 13), "books[0]: book 0 of dtype bf16: symbol 127 has length 13");
  EXPECT_HAS(book_with(3, 12), "oversubscribed");
  EXPECT_HAS(book_with(127, 2), "incomplete");
  EXPECT_HAS(refusal_after([](Json& j) {
               j["books"][0]["escape_length"] = 0;
               j["books"][0]["lengths"][3] = 1;
             }),
             "symbol 0 has no codeword and there is no escape");
}

TEST(BookFile, RefusesTwoBooksOfOneName) {
  EXPECT_HAS(refusal_after([](Json& j) { j["books"].push_back(j["books"][0]); }),
             "books[1]: book 0 of dtype bf16 is there twice with epoch 0");
}

}  // namespace
}  // namespace tern::huff
