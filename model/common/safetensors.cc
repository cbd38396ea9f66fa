// SPDX-License-Identifier: Apache-2.0
//
// safetensors: files whose tensors cover the data exactly, in order, without hole or overlap.
//
//   Spec  safetensors format
//   Test  model/common/safetensors_test.cc
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "model/common/bits.h"
#include "model/common/safetensors_header.h"
#include "model/common/tensor_format.h"
#include "model/common/text.h"

namespace tern {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
// The reference implementation refuses longer headers.
constexpr std::uint64_t kMaxHeader = 100'000'000;

Error refuse(const InputFile& file, const std::string& problem) {
  return file_error(file.path(), fmt::format("is no .safetensors file: {}; fetch or write the file "
                                             "again",
                                             problem));
}

// Checks one tensor; its data must begin where that of the previous one ended.
Result<TensorEntry> check_item(const InputFile& file, const SafetensorsItem& item,
                               std::uint64_t data_at, std::uint64_t expected_begin) {
  const std::string name = in_quotes(item.name);
  const std::optional<SafetensorsType> type = find_safetensors_type(item.dtype);
  if (!type) {
    return refuse(file,
                  fmt::format("tensor {} has the unknown dtype {}", name, in_quotes(item.dtype)));
  }
  if (item.begin != expected_begin || item.end < item.begin || item.end > file.size() - data_at) {
    return refuse(file,
                  fmt::format("tensor {} has data_offsets {} to {}, but its data must begin "
                              "at {} and end by {}",
                              name, item.begin, item.end, expected_begin, file.size() - data_at));
  }
  std::vector<std::uint64_t> factors = item.shape;
  factors.push_back(type->bits);
  const std::optional<std::uint64_t> bits = checked_product(factors);
  if (!bits || *bits % 8 != 0 || *bits / 8 != item.end - item.begin) {
    return refuse(file, fmt::format("tensor {} has {} bytes, which is not what its shape and its "
                                    "dtype {} need",
                                    name, item.end - item.begin, type->name));
  }
  TensorEntry entry;
  entry.offset = data_at + item.begin;
  entry.info.file = file.path();
  entry.info.name = item.name;
  entry.info.type = type->type;
  entry.info.stored_type = std::string(type->name);
  entry.info.shape = item.shape;
  entry.info.values = *bits / type->bits;
  entry.info.bytes = item.end - item.begin;
  return entry;
}

}  // namespace

Result<std::vector<TensorEntry>> safetensors_entries(const InputFile& file) {
  if (file.size() < kLengthBytes) return refuse(file, "it is shorter than 8 bytes");
  Result<std::vector<std::uint8_t>> length = file.read(0, kLengthBytes);
  if (!length) return length.error();
  const std::uint64_t header_bytes = load_word(length.value().data(), 64);
  if (header_bytes > kMaxHeader) {
    return refuse(file, fmt::format("it claims a header of {} bytes; at most {} are legal",
                                    header_bytes, kMaxHeader));
  }
  if (header_bytes > file.size() - kLengthBytes) {
    return refuse(file, fmt::format("it claims a header of {} bytes and has only {} bytes",
                                    header_bytes, file.size()));
  }
  Result<std::vector<std::uint8_t>> text = file.read(kLengthBytes, header_bytes);
  if (!text) return text.error();
  Result<std::vector<SafetensorsItem>> items = parse_safetensors_header(
      {reinterpret_cast<const char*>(text.value().data()), text.value().size()}, file.path());
  if (!items) return items.error();

  // The header may name the tensors in any order.
  std::sort(items.value().begin(), items.value().end(),
            [](const SafetensorsItem& a, const SafetensorsItem& b) {
              return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
            });
  const std::uint64_t data_at = kLengthBytes + header_bytes;
  std::uint64_t covered = 0;
  std::vector<TensorEntry> entries;
  for (const SafetensorsItem& item : items.value()) {
    Result<TensorEntry> entry = check_item(file, item, data_at, covered);
    if (!entry) return entry.error();
    covered = item.end;
    entries.push_back(std::move(entry.value()));
  }
  if (covered != file.size() - data_at) {
    return refuse(file, fmt::format("its tensors cover {} of its {} bytes of data", covered,
                                    file.size() - data_at));
  }
  return entries;
}

}  // namespace tern
