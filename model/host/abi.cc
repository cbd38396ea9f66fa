// SPDX-License-Identifier: Apache-2.0
//
// abi.cc: versions, errors and codecs of tern.h.
//
//   Spec  docs/host.md#from-c
//   Test  model/host/abi_test.cc
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "model/common/text.h"
#include "model/host/abi.h"
#include "model/huff/book_file.h"
#include "model/huff/histogram.h"
#include "model/huff/params.h"
#include "model/huff/select.h"
#include "model/huff/train.h"

namespace {

using tern::huff::Dtype;
using tern::huff::StreamError;

constexpr bool is(StreamError error, int status) { return static_cast<int>(error) == status; }
static_assert(is(StreamError::kNone, TERN_OK) && is(StreamError::kSize, TERN_SIZE) &&
              is(StreamError::kVersion, TERN_VERSION) &&
              is(StreamError::kReserved, TERN_RESERVED) && is(StreamError::kDtype, TERN_DTYPE) &&
              is(StreamError::kGeometry, TERN_GEOMETRY) &&
              is(StreamError::kUnknownBook, TERN_UNKNOWN_BOOK) &&
              is(StreamError::kEpoch, TERN_EPOCH) && is(StreamError::kTruncated, TERN_TRUNCATED) &&
              is(StreamError::kExcess, TERN_EXCESS) && is(StreamError::kCrc, TERN_CRC) &&
              is(StreamError::kMinLen, TERN_MIN_LEN));
static_assert(tern::huff::kStreamErrorNames.size() == TERN_MIN_LEN + 1);

constexpr bool is(Dtype dtype, int number) { return static_cast<int>(dtype) == number; }
static_assert(is(Dtype::kBf16, TERN_BF16) && is(Dtype::kBf16Bytes, TERN_BF16_BYTES) &&
              is(Dtype::kFp16, TERN_FP16) && is(Dtype::kE4m3, TERN_E4M3) &&
              is(Dtype::kE5m2, TERN_E5M2) && is(Dtype::kInt8, TERN_INT8) &&
              is(Dtype::kUint8, TERN_UINT8) && is(Dtype::kFp4x2, TERN_FP4X2) &&
              is(Dtype::kE8m0, TERN_E8M0) && is(Dtype::kUe4m3, TERN_UE4M3) &&
              is(Dtype::kE3m2, TERN_E3M2) && is(Dtype::kE2m3, TERN_E2M3) &&
              is(Dtype::kFp32, TERN_FP32));
static_assert(tern::huff::kDtypeNames.size() == TERN_FP32 + 1);

// As much of the line as fits, with its final zero.
void explain(const std::string& line, char* why, std::size_t room) {
  if (why == nullptr || room == 0) return;
  const std::size_t size = std::min(line.size(), room - 1);
  std::memcpy(why, line.data(), size);
  why[size] = '\0';
}

}  // namespace

const char* tern_version(void) noexcept { return TERN_LIBRARY_VERSION; }
uint32_t tern_abi_version(void) noexcept { return TERN_ABI_VERSION; }
uint32_t tern_format_version(void) noexcept { return tern::huff::kFormatVersion; }

const char* tern_strerror(tern_status status) noexcept {
  if (status >= TERN_OK && status <= TERN_MIN_LEN) {
    return tern::huff::error_name(static_cast<StreamError>(status));
  }
  switch (status) {
    case TERN_ROOM:
      return "the buffer for the result is too small";
    case TERN_ARGUMENT:
      return "an argument is illegal";
    case TERN_BOOKS:
      return "these are no books, or none can be made";
    case TERN_MEMORY:
      return "there is no memory";
    case TERN_PATH:
      return "TERN_FAST_PATH names what this machine lacks";
    case TERN_INTERNAL:
      return "a mistake in the library";
    default:
      return "no status";
  }
}

tern_status tern_codec_create(const char* books, size_t size, tern_codec** codec, char* why,
                              size_t why_room) noexcept {
  explain("", why, why_room);
  if (codec == nullptr) return TERN_ARGUMENT;
  *codec = nullptr;
  const tern_status status = tern::host::guarded([&]() -> tern_status {
    if (books == nullptr && size != 0) return TERN_ARGUMENT;
    const std::string problem = tern::fast::path_problem();
    if (!problem.empty()) {
      explain(tern::printable(problem), why, why_room);
      return TERN_PATH;
    }
    tern::huff::BookSet set;
    if (size != 0) {
      tern::Result<tern::huff::BookSet> parsed =
          tern::huff::parse_books(std::string(books, size), "books");
      if (!parsed) {
        explain(parsed.error().message, why, why_room);
        return TERN_BOOKS;
      }
      set = std::move(parsed.value());
    }
    *codec = std::make_unique<tern_codec>(std::move(set)).release();
    return TERN_OK;
  });
  if (status != TERN_OK && why != nullptr && why_room != 0 && why[0] == '\0') {
    explain(tern_strerror(status), why, why_room);
  }
  return status;
}

void tern_codec_destroy(tern_codec* codec) noexcept {
  const std::unique_ptr<tern_codec> owner(codec);
}

const char* tern_codec_path(const tern_codec* codec) noexcept {
  if (codec == nullptr) return "";
  return tern::fast::path_name(codec->codec.path()).data();  // a literal
}

tern_status tern_train(tern_dtype dtype, uint32_t id, uint32_t epoch, const void* values,
                       size_t size, char* books, size_t room, size_t* used) noexcept {
  if (used == nullptr) return TERN_ARGUMENT;
  *used = 0;
  return tern::host::guarded([&]() -> tern_status {
    const auto known = tern::host::dtype_of(dtype);
    if (!known || id >= tern::huff::kNumBooks || epoch > 255 || size == 0 || values == nullptr ||
        size % tern::huff::value_bytes(*known) != 0 || (books == nullptr && room != 0)) {
      return TERN_ARGUMENT;
    }
    tern::huff::TrainOptions options;
    options.min_len = tern::huff::extra_bits(*known) > 0 ? 1 : tern::huff::kCircuitMinTokenBits;
    const auto counts = tern::huff::count_symbols(*known, tern::host::bytes_at(values), size);
    tern::Result<tern::huff::Book> book =
        tern::huff::train_book(*known, tern::huff::average({counts}), options);
    if (!book) return TERN_BOOKS;
    book.value().id = static_cast<std::uint8_t>(id);
    book.value().epoch = static_cast<std::uint8_t>(epoch);
    tern::huff::BookSet set;
    if (set.add(book.value())) return TERN_BOOKS;
    const std::string text = tern::huff::format_books(set, "tern_train");
    *used = text.size();
    if (text.size() > room) return TERN_ROOM;
    std::memcpy(books, text.data(), text.size());
    return TERN_OK;
  });
}
