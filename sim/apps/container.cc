// SPDX-License-Identifier: Apache-2.0
//
// container: what a .tern file says about the messages in it.
//
// The index is data from somewhere else; nothing in it is believed before it was compared with the
// size of the file.
//
//   Spec  docs/cli.md#tern-files
//   Test  tb/apps/container_test.cc
#include "sim/apps/container.h"

#include <fmt/format.h>

#include <limits>
#include <set>
#include <utility>

#include "model/common/input_file.h"
#include "model/common/tensor.h"
#include "model/common/text.h"
#include "model/huff/book_file.h"
#include "model/huff/json_check.h"
#include "sim/apps/json_text.h"

namespace tern::apps {
namespace {

constexpr std::uint64_t kMinMessageBytes = huff::kHeaderBits / 8 + 4;

// Every message spends at least one bit on a value of at least one byte.
constexpr std::uint64_t kMaxExpansion = 8;

std::optional<std::uint64_t> bytes_of(const std::vector<std::uint64_t>& shape, Dtype dtype) {
  std::uint64_t product = element_bytes(dtype);
  bool empty = false;
  for (const std::uint64_t size : shape) {
    if (size == 0) {
      empty = true;
    } else if (product > std::numeric_limits<std::int64_t>::max() / size) {
      return {};
    } else {
      product *= size;
    }
  }
  return empty ? 0 : product;
}

// Reads an index from left to right. The first complaint ends it.
class Parser {
 public:
  explicit Parser(const std::string& path) : path_(path) {}

  [[nodiscard]] bool failed() const { return !problem_.empty(); }
  [[nodiscard]] Error error() const {
    return file_error(path_,
                      fmt::format("is damaged: its index {}; fetch or encode it again", problem_),
                      ErrorKind::kStream);
  }

  bool complain(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
    return false;
  }

  // True if `json` is an object with exactly these keys.
  bool keys(const OrderedJson& json, std::initializer_list<const char*> names) {
    if (!json.is_object()) return complain("has a value of the wrong type");
    for (const char* const name : names) {
      if (!json.contains(name)) return complain(fmt::format("has no field '{}'", name));
    }
    if (json.size() != names.size()) return complain("has unknown fields");
    return true;
  }

  bool text(const OrderedJson& json, const char* key, std::string& result) {
    if (!json[key].is_string()) return complain(fmt::format("has a '{}' that is no text", key));
    result = json[key].get<std::string>();
    return true;
  }

  bool numbers(const OrderedJson& json, const char* key, std::vector<std::uint64_t>& result) {
    if (!json[key].is_array()) return complain(fmt::format("has a '{}' that is no list", key));
    for (const OrderedJson& item : json[key]) {
      if (!item.is_number_unsigned()) {
        return complain(fmt::format("has a '{}' with something else than whole numbers", key));
      }
      result.push_back(item.get<std::uint64_t>());
    }
    return true;
  }

 private:
  const std::string& path_;
  std::string problem_;
};

bool read_tensor(Parser& parser, const OrderedJson& json, StoredTensor& tensor) {
  std::string dtype;
  if (!parser.keys(json, {"name", "dtype", "shape", "source", "sha256", "offset", "messages"}) ||
      !parser.text(json, "name", tensor.name) || !parser.text(json, "dtype", dtype) ||
      !parser.text(json, "source", tensor.source) || !parser.text(json, "sha256", tensor.sha256) ||
      !parser.numbers(json, "shape", tensor.shape) ||
      !parser.numbers(json, "messages", tensor.messages)) {
    return false;
  }
  const std::optional<Dtype> known = parse_dtype(dtype);
  if (!known) return parser.complain("has the unknown dtype " + in_quotes(dtype));
  tensor.dtype = *known;
  if (tensor.shape.size() > kMaxRank || !bytes_of(tensor.shape, tensor.dtype)) {
    return parser.complain("has a shape that no tensor has");
  }
  if (!json["offset"].is_number_unsigned()) return parser.complain("has no whole 'offset'");
  tensor.offset = json["offset"].get<std::uint64_t>();
  return true;
}

// The messages of the tensors must follow each other without gap, up to the index.
bool check_places(Parser& parser, const std::vector<StoredTensor>& tensors,
                  std::uint64_t payload_end) {
  std::set<std::string> names;
  std::uint64_t at = kContainerMagic.size();
  for (const StoredTensor& tensor : tensors) {
    if (!names.insert(tensor.name).second) {
      return parser.complain(fmt::format("names {} twice", in_quotes(tensor.name)));
    }
    if (tensor.offset != at || tensor.messages.empty()) {
      return parser.complain("has messages that overlap or leave a gap");
    }
    for (const std::uint64_t size : tensor.messages) {
      if (size < kMinMessageBytes || size > payload_end - at) {
        return parser.complain("has messages that the file has no room for");
      }
      at += size;
    }
    if (tensor.raw_bytes() / kMaxExpansion > tensor.wire_bytes()) {
      return parser.complain("promises more values than its messages can hold");
    }
  }
  return at == payload_end || parser.complain("leaves bytes of the file out");
}

}  // namespace

std::uint64_t StoredTensor::raw_bytes() const { return bytes_of(shape, dtype).value_or(0); }

std::uint64_t StoredTensor::wire_bytes() const {
  std::uint64_t total = 0;
  for (const std::uint64_t size : messages) total += size;
  return total;
}

std::string format_index(const ContainerIndex& index) {
  OrderedJson json;
  json["tensors"] = OrderedJson::array();
  for (const StoredTensor& tensor : index.tensors) {
    json["tensors"].push_back({{"name", tensor.name},
                               {"dtype", dtype_name(tensor.dtype)},
                               {"shape", tensor.shape},
                               {"source", tensor.source},
                               {"sha256", tensor.sha256},
                               {"offset", tensor.offset},
                               {"messages", tensor.messages}});
  }
  json["books"] = nullptr;
  if (index.books) {
    json["books"] =
        OrderedJson::parse(huff::format_books(*index.books, "the tensors in this file"));
  }
  return to_text(json);
}

Result<ContainerIndex> parse_index(const std::string& text, std::uint64_t payload_end,
                                   const std::string& path) {
  Parser parser(path);
  if (const std::optional<std::string> fault = huff::find_json_fault(text)) {
    parser.complain("is not proper JSON: " + *fault);
    return parser.error();
  }
  const OrderedJson json = OrderedJson::parse(text, nullptr, false);
  ContainerIndex index;
  if (!parser.keys(json, {"tensors", "books"})) return parser.error();
  if (!json["tensors"].is_array()) parser.complain("has no list of tensors");
  if (parser.failed()) return parser.error();
  for (const OrderedJson& item : json["tensors"]) {
    StoredTensor tensor;
    if (!read_tensor(parser, item, tensor)) return parser.error();
    index.tensors.push_back(std::move(tensor));
  }
  if (!check_places(parser, index.tensors, payload_end)) return parser.error();
  if (json["books"].is_null()) return index;
  Result<huff::BookSet> books = huff::parse_books(json["books"].dump(), path);
  if (!books) return Error{ErrorKind::kStream, books.error().message};
  index.books = std::move(books.value());
  return index;
}

}  // namespace tern::apps
