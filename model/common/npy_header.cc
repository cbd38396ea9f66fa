// SPDX-License-Identifier: Apache-2.0
//
// npy_header: the parser of the header of a .npy file.
//
//   Spec  numpy.lib.format (NEP 1), versions 1.0, 2.0 and 3.0
//   Test  model/common/npy_header_test.cc
#include "model/common/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "model/common/input_file.h"
#include "model/common/tensor_format.h"
#include "model/common/text.h"

namespace tern {
namespace {

// numpy counts in signed 64-bit numbers.
constexpr std::uint64_t kMaxSize = INT64_MAX;

// Reads the text from left to right. The first complaint is kept; everything after it fails.
class Parser {
 public:
  Parser(std::string_view text, bool python2) : text_(text), python2_(python2) {}

  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const std::string& cure() const { return cure_; }

  bool header(NpyHeader& result) {
    // Python takes blanks here, but no line before the dictionary if that is indented.
    at_ = std::min(text_.find_first_not_of(" \t"), text_.size());
    if (at_ == text_.size() || text_[at_++] != '{') {
      return complain("does not begin with a dictionary");
    }
    while (!peek('}')) {
      std::string key;
      if (!string(key) || !expect(':') || !value(key, result)) return false;
      if (!peek('}') && !expect(',')) return false;
    }
    expect('}');
    skip_space();
    if (at_ < text_.size()) return complain("has text behind its dictionary");
    for (const auto& [name, seen] : {std::pair{"descr", seen_descr_},
                                     {"fortran_order", seen_order_},
                                     {"shape", seen_shape_}}) {
      if (!seen) return complain(fmt::format("has no key '{}'", name));
    }
    return problem_.empty();
  }

 private:
  bool complain(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
    return false;
  }

  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  bool peek(char c) {
    skip_space();
    return at_ < text_.size() && text_[at_] == c;
  }

  bool take(char c) {
    if (!peek(c)) return false;
    ++at_;
    return true;
  }

  bool expect(char c) {
    if (take(c)) return true;
    return complain(fmt::format("has no '{}' where one is due (byte {})", c, at_));
  }

  // Strings without escapes: numpy has no use for them.
  bool string(std::string& result) {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') {
      return complain(fmt::format("has no string where one is due (byte {})", at_));
    }
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] < ' ' || text_[at_] > '~' || text_[at_] == '\\') {
        return complain("has a string with characters that no numpy type has");
      }
      ++at_;
    }
    if (at_ == text_.size()) return complain("has a string without an end");
    result = std::string(text_.substr(begin, at_ - begin));
    ++at_;
    return true;
  }

  bool value(const std::string& key, NpyHeader& result) {
    bool* const seen = key == "descr"           ? &seen_descr_
                       : key == "fortran_order" ? &seen_order_
                       : key == "shape"         ? &seen_shape_
                                                : nullptr;
    if (seen == nullptr) return complain(fmt::format("has the unknown key {}", in_quotes(key)));
    if (*seen) return complain(fmt::format("has the key '{}' twice", key));
    *seen = true;
    if (seen == &seen_shape_) return shape(result.shape);
    if (seen == &seen_order_) return boolean(result.fortran_order);
    if (peek('[') || peek('(')) {
      cure_ = "save an array of plain numbers for each field";
      return complain("says that the elements are structures, which are not read");
    }
    return string(result.descr);
  }

  bool boolean(bool& result) {
    skip_space();
    for (const auto& [word, meaning] : {std::pair<std::string_view, bool>{"True", true},
                                        std::pair<std::string_view, bool>{"False", false}}) {
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        result = meaning;
        return true;
      }
    }
    return complain("has a fortran_order that is neither True nor False");
  }

  bool shape(std::vector<std::uint64_t>& result) {
    if (!expect('(')) return false;
    bool comma = false;
    while (!peek(')')) {
      if (!result.empty() && !comma) return expect(',');
      if (result.size() == kMaxRank) {
        return complain(fmt::format("has more than {} dimensions", kMaxRank));
      }
      std::uint64_t size = 0;
      if (!number(size)) return false;
      result.push_back(size);
      comma = take(',');
    }
    // In Python "(3)" is the number 3; only "(3,)" is a shape.
    if (result.size() == 1 && !comma) return complain("has a shape that is a number, not a tuple");
    return expect(')');
  }

  bool number(std::uint64_t& result) {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
      if (result > (kMaxSize - digit) / 10) return complain("has a dimension of 2^63 or more");
      result = result * 10 + digit;
      ++at_;
    }
    if (at_ == begin) {
      return complain(peek('-') ? "has a negative dimension"
                                : "has a shape that is not made of whole numbers");
    }
    if (text_[begin] == '0' && at_ - begin > 1) return complain("has a number with leading zeros");
    if (python2_ && at_ < text_.size() && text_[at_] == 'L') ++at_;
    return true;
  }

  std::string_view text_;
  bool python2_;
  std::size_t at_ = 0;
  bool seen_descr_ = false;
  bool seen_order_ = false;
  bool seen_shape_ = false;
  std::string problem_;
  std::string cure_ = "save the array again with numpy.save";
};

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view text, bool python2, const std::string& path) {
  NpyHeader header;
  Parser parser(text, python2);
  if (parser.header(header)) return header;
  return file_error(path, fmt::format("its header {}; {}", parser.problem(), parser.cure()));
}

}  // namespace tern
