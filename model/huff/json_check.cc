// SPDX-License-Identifier: Apache-2.0
//
// json_check.cc: one pass over a JSON text before it is parsed.
//
// The parser's events are enough to see what the parsed value no longer shows.
//
//   Spec  RFC 8259
//   Test  model/huff/book_file_test.cc
#include "model/huff/json_check.h"

#include <fmt/format.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "model/common/text.h"

namespace tern::huff {
namespace {

constexpr std::size_t kMaxDepth = 16;
constexpr std::size_t kMaxKeys = 64;
// The index of a .tern file has 3 for a tensor, which fill more than 150 of its 32 Mi bytes.
constexpr std::size_t kMaxContainers = std::size_t{1} << 20;

/// Receives the parser's events; every one says whether to go on.
class FaultFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*elements*/) override { return enter(); }
  bool start_array(std::size_t /*elements*/) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& name) override {
    if (!keys_.back().insert(name).second) {
      return complain(fmt::format("the key {} is there twice", in_quotes(name)));
    }
    // An ordered object looks through all its keys for every new one.
    return keys_.back().size() <= kMaxKeys ||
           complain(fmt::format("it has an object with more than {} keys", kMaxKeys));
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return complain(fmt::format("it breaks off or goes wrong at byte {}", position));
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  bool complain(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }

  bool enter() {
    keys_.emplace_back();
    if (keys_.size() > kMaxDepth) {
      return complain(fmt::format("it nests deeper than {} levels", kMaxDepth));
    }
    return ++containers_ <= kMaxContainers ||
           complain(fmt::format("it has more than {} lists and objects", kMaxContainers));
  }

  bool leave() {
    keys_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> keys_;  // of the objects that are open
  std::size_t containers_ = 0;
  std::string fault_;
};

}  // namespace

std::optional<std::string> find_json_fault(const std::string& text) {
  // The parser passes over the mark of UTF-8, which some editors write.
  if (text.rfind("\xFF\xFE", 0) == 0 || text.rfind("\xFE\xFF", 0) == 0) {
    return "it begins with the byte order mark of UTF-16, not of UTF-8";
  }
  // The parser would take a zero byte for the end of the text.
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
    return fmt::format("it has a zero byte at byte {}", zero);
  }
  FaultFinder finder;
  if (nlohmann::json::sax_parse(text, &finder)) return std::nullopt;
  return finder.fault();
}

}  // namespace tern::huff
