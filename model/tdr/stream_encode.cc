// SPDX-License-Identifier: Apache-2.0
//
// stream_encode.cc: one part, or the raw values, as a stream of version 1.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/stream_test.cc
#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <utility>

#include "model/common/bits.h"
#include "model/tdr/align.h"
#include "model/tdr/part.h"
#include "model/tdr/stream.h"

namespace tern::tdr {
namespace {

void put_header(const Header& header, std::vector<std::uint8_t>& stream) {
  for (const std::uint32_t word : pack_header(header)) append_word(stream, word, kWordBits);
}

Header shape_of(const Source& source) {
  Header header;
  header.dtype = source.dtype;
  header.rows = source.rows;
  header.cols = source.cols;
  return header;
}

}  // namespace

Encoded encode_raw(const Source& source) {
  Encoded encoded;
  encoded.header = shape_of(source);
  encoded.header.mode = Mode::kRaw;
  put_header(encoded.header, encoded.stream);
  put_raw(source.data, source.size, encoded.stream);
  put_check(encoded.stream);
  encoded.values.assign(source.data, source.data + source.size);
  return encoded;
}

std::size_t raw_stream_bytes(const Source& source) {
  return (kHeaderWords + 1) * kWordBytes + (source.size + kWordBytes - 1) / kWordBytes * kWordBytes;
}

Certificate certify(const Source& source, const std::vector<std::uint8_t>& values) {
  Certificate certificate;
  const std::optional<std::int16_t> unit = align_exponent(source.dtype, source.data, source.size);
  if (!unit) return certificate;
  certificate.exponent = *unit;
  certificate.largest = largest_difference(source.dtype, source.data, values.data(), source.size);
  const std::uint32_t bytes = element_bytes(source.dtype);
  for (std::size_t at = 0; at < values.size(); at += bytes) {
    const std::int64_t difference =
        std::int64_t{aligned_value(source.dtype, source.data + at, *unit)} -
        aligned_value(source.dtype, &values[at], *unit);
    const auto error = static_cast<std::uint64_t>(difference < 0 ? -difference : difference);
    certificate.max_error = std::max(certificate.max_error, static_cast<std::uint32_t>(error));
    const std::uint64_t room =
        std::numeric_limits<std::uint64_t>::max() - certificate.squared_error;
    certificate.squared_error += std::min(error * error, room);
  }
  return certificate;
}

Encoded encode(const Source& source, const EncodeOptions& options, const Books& books,
               Statistics* statistics) {
  Header header = shape_of(source);
  assert(source.size == header.values() * element_bytes(source.dtype));
  std::optional<Aligned> aligned = align(source.dtype, source.data, source.size);
  if (!aligned) return encode_raw(source);
  header.exponent = aligned->exponent;
  Part part = encode_part(header, std::move(aligned->values), options, books, statistics);
  Encoded encoded;
  encoded.header = part.header;
  const std::size_t around = (kHeaderWords + 1) * kWordBytes;
  if (part.payload.size() + around > raw_stream_bytes(source)) {
    part = {};
    return encode_raw(source);
  }
  encoded.values = std::move(part.values);
  put_header(part.header, encoded.stream);
  part.payload.insert(part.payload.begin(), encoded.stream.begin(), encoded.stream.end());
  encoded.stream = std::move(part.payload);
  put_check(encoded.stream);
  encoded.certificate = certify(source, encoded.values);
  encoded.lambda = options.lambda;
  return encoded;
}

}  // namespace tern::tdr
