// SPDX-License-Identifier: Apache-2.0
//
// safetensors_header: the parser of the header of a .safetensors file.
//
// It follows the JSON text event by event. Only one form is legal, so the depth is bounded by it
// and nothing is built that the file does not need.
//
//   Spec  safetensors format
//   Test  model/common/safetensors_test.cc
#include "model/common/safetensors_header.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "model/common/input_file.h"
#include "model/common/tensor_format.h"
#include "model/common/text.h"

namespace tern {
namespace {

using nlohmann::json;

class HeaderEvents : public nlohmann::json_sax<json> {
 public:
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::vector<SafetensorsItem>& items() { return items_; }

  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("a boolean"); }
  // Called for numbers with a minus sign only.
  bool number_integer(std::int64_t) override { return unexpected("a negative number"); }
  bool number_float(double, const std::string&) override {
    return unexpected("a number that is not whole, or too large");
  }
  bool binary(json::binary_t&) override { return unexpected("binary data"); }

  bool number_unsigned(std::uint64_t number) override {
    if (state_ == State::kShape) {
      if (items_.back().shape.size() == kMaxRank) {
        return complain(fmt::format("more than {} dimensions", kMaxRank));
      }
      items_.back().shape.push_back(number);
      return true;
    }
    if (state_ == State::kOffsets && offsets_ < 2) {
      (offsets_++ == 0 ? items_.back().begin : items_.back().end) = number;
      return true;
    }
    return unexpected("a number");
  }

  bool string(std::string& text) override {
    if (state_ == State::kDtypeValue) {
      items_.back().dtype = std::move(text);
      state_ = State::kTensor;
      return true;
    }
    if (state_ == State::kMetadataValue) {
      state_ = State::kMetadata;
      return true;
    }
    return unexpected("a string");
  }

  bool start_object(std::size_t) override {
    switch (state_) {
      case State::kStart:
        state_ = State::kNames;
        return true;
      case State::kTensorValue:
        state_ = State::kTensor;
        fields_.clear();
        return true;
      case State::kMetadataObject:
        state_ = State::kMetadata;
        return true;
      default:
        return unexpected("an object");
    }
  }

  bool key(std::string& text) override {
    switch (state_) {
      case State::kNames:
        return name(text);
      case State::kTensor:
        return field(text);
      default:  // kMetadata: any key, once
        if (!metadata_keys_.insert(text).second) {
          return complain(fmt::format("the key {} twice", in_quotes(text)));
        }
        state_ = State::kMetadataValue;
        return true;
    }
  }

  bool end_object() override {
    if (state_ == State::kTensor && fields_.size() < 3) {
      return complain("not all of dtype, shape and data_offsets");
    }
    state_ = state_ == State::kNames ? State::kEnd : State::kNames;
    return true;
  }

  bool start_array(std::size_t) override {
    if (state_ == State::kShapeValue) {
      state_ = State::kShape;
      return true;
    }
    if (state_ == State::kOffsetsValue) {
      state_ = State::kOffsets;
      offsets_ = 0;
      return true;
    }
    return unexpected("a list");
  }

  bool end_array() override {
    if (state_ == State::kOffsets && offsets_ != 2) return complain("not two data_offsets");
    state_ = State::kTensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const json::exception&) override {
    if (problem_.empty()) problem_ = fmt::format("is no JSON (byte {} of it)", position);
    return false;
  }

 private:
  enum class State : std::uint8_t {
    kStart,        // before everything
    kNames,        // in the outer object
    kTensorValue,  // behind a tensor's name
    kTensor,       // in a tensor's object
    kDtypeValue,   // behind the field's name, and so on
    kShapeValue,
    kShape,  // in the list
    kOffsetsValue,
    kOffsets,
    kMetadataObject,  // behind "__metadata__"
    kMetadata,
    kMetadataValue,
    kEnd,
  };

  bool complain(const std::string& what) {
    const bool in_tensor = !items_.empty() && state_ != State::kNames &&
                           state_ != State::kMetadata && state_ != State::kMetadataValue;
    problem_ = in_tensor ? fmt::format("has, at tensor {}, {}", in_quotes(items_.back().name), what)
                         : fmt::format("has {}", what);
    return false;
  }

  bool unexpected(const char* what) { return complain(fmt::format("{} out of place", what)); }

  bool name(const std::string& text) {
    if (!names_.insert(text).second) return complain(fmt::format("{} twice", in_quotes(text)));
    if (text == "__metadata__") {
      state_ = State::kMetadataObject;
      return true;
    }
    items_.emplace_back();
    items_.back().name = text;
    state_ = State::kTensorValue;
    return true;
  }

  bool field(const std::string& text) {
    if (!fields_.insert(text).second) return complain(fmt::format("{} twice", in_quotes(text)));
    if (text == "dtype") {
      state_ = State::kDtypeValue;
    } else if (text == "shape") {
      state_ = State::kShapeValue;
    } else if (text == "data_offsets") {
      state_ = State::kOffsetsValue;
    } else {
      return complain(fmt::format("the unknown field {}", in_quotes(text)));
    }
    return true;
  }

  State state_ = State::kStart;
  unsigned offsets_ = 0;
  std::vector<SafetensorsItem> items_;
  std::set<std::string> names_;
  std::set<std::string> fields_;
  std::set<std::string> metadata_keys_;
  std::string problem_;
};

}  // namespace

Result<std::vector<SafetensorsItem>> parse_safetensors_header(std::string_view text,
                                                              const std::string& path) {
  HeaderEvents events;
  std::string problem;
  if (text.empty() || text[0] != '{') {
    problem = "does not begin with '{'";
  } else if (text.find('\0') != std::string_view::npos) {
    // The JSON parser would take a zero byte for the end of the text.
    problem = "has a zero byte";
  } else if (!json::sax_parse(text.begin(), text.end(), &events)) {
    problem = events.problem();
  }
  if (problem.empty()) return std::move(events.items());
  return file_error(path, fmt::format("is no .safetensors file: its header {}; fetch or write the "
                                      "file again",
                                      problem));
}

}  // namespace tern
