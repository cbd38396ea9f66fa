// SPDX-License-Identifier: Apache-2.0
//
// coders: from values to chunks with their share of the stream.
//
// See the header for the contract.
//
//   Spec  docs/link.md#payload
//   Test  tb/link/system/payload_test.cc
#include "sim/link/system/coders.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include "model/fast/fast.h"
#include "model/huff/histogram.h"
#include "model/huff/offset.h"
#include "model/huff/select.h"
#include "model/huff/train.h"

namespace tern::link {
namespace {

// Divides the stream in proportion to `weights`, the sums rounded down, so that it adds up.
std::vector<Chunk> share(std::vector<Chunk> chunks, const std::vector<double>& weights,
                         std::uint64_t stream_bytes) {
  double all = 0;
  for (const double weight : weights) all += weight;
  double sum = 0;
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    sum += weights[i];
    const bool last = i + 1 == chunks.size();
    const auto until = last ? stream_bytes
                            : static_cast<std::uint64_t>(static_cast<double>(stream_bytes) *
                                                         (all > 0 ? sum / all : 0));
    chunks[i].wire_bytes = std::max(until, given) - given;
    given += chunks[i].wire_bytes;
  }
  return chunks;
}

Payload shared(Bytes bytes) { return std::make_shared<const Bytes>(std::move(bytes)); }

}  // namespace

HuffmanCoder::HuffmanCoder(const huff::Book& book, const huff::Geometry& geometry,
                           std::uint64_t chunk_bytes, std::optional<std::uint8_t> offset)
    : book_(book), geometry_(geometry), chunk_bytes_(chunk_bytes), offset_(offset) {
  huff::BookSet books;
  [[maybe_unused]] const std::optional<Error> error = books.add(book);
  assert(!error);
  codec_ = std::make_unique<fast::Codec>(std::move(books));
}

HuffmanCoder::~HuffmanCoder() = default;

Coded HuffmanCoder::code(const Payload& values) const {
  const huff::Dtype dtype = book_.dtype;
  const std::uint8_t* const data = values->data();
  const std::uint8_t offset =
      offset_ ? *offset_
              : huff::choose_offset(huff::count_symbols(dtype, data, values->size()), &book_);
  const std::uint64_t room =
      fast::max_message_bytes(dtype, values->size() / huff::value_bytes(dtype), geometry_);
  const auto encode = [&](const huff::Book* book) {
    Bytes message(room);
    const huff::Plan plan = huff::plan_named(dtype, values->size(), book, {}, geometry_,
                                             book == nullptr ? std::uint8_t{0} : offset);
    const fast::Encoded done = codec_->encode(dtype, data, values->size(), plan, geometry_,
                                              message.data(), message.size());
    assert(done.fits);
    message.resize(done.size);
    message.shrink_to_fit();
    return message;
  };
  Bytes message = encode(&book_);
  const bool raw = message.size() > values->size();
  if (raw) message = encode(nullptr);

  Coded coded;
  coded.chunks = plain_chunks(values->size(), chunk_bytes_);
  std::vector<double> weights;
  std::uint64_t at = 0;
  for (const Chunk& chunk : coded.chunks) {
    const huff::Histogram symbols =
        huff::count_symbols(dtype, data + at, chunk.raw_bytes, raw ? std::uint8_t{0} : offset);
    weights.push_back(raw ? static_cast<double>(chunk.raw_bytes)
                          : static_cast<double>(huff::token_bits(symbols, book_)));
    at += chunk.raw_bytes;
  }
  coded.chunks = share(std::move(coded.chunks), weights, message.size());

  Bytes back(fast::values_room(message.data(), message.size()));
  const fast::Decoded done =
      codec_->decode({message.data(), message.size(), back.data(), back.size()}, geometry_);
  back.resize(done.error == huff::StreamError::kNone && done.fits ? done.size : 0);
  coded.values = back == *values ? values : shared(std::move(back));
  coded.stream = shared(std::move(message));
  return coded;
}

TdrCoder::TdrCoder(Dtype dtype, std::uint32_t columns, double rate,
                   const tdr::BlockOptions& options, std::uint64_t chunk_bytes)
    : dtype_(dtype),
      columns_(columns),
      rate_(static_cast<std::uint32_t>(rate * 1024)),
      options_(options),
      chunk_bytes_(chunk_bytes) {}

Coded TdrCoder::code(const Payload& values) const {
  const std::uint64_t count = values->size() / element_bytes(dtype_);
  const std::uint64_t columns = count % columns_ == 0 ? columns_ : count;
  const tdr::Source source = {dtype_, static_cast<std::uint32_t>(count / columns),
                              static_cast<std::uint32_t>(columns), values->data(), values->size()};
  tdr::Encoded encoded = tdr::encode_blocks_at_rate(source, rate_, options_);
  tdr::Decoded decoded = tdr::decode(encoded.stream.data(), encoded.stream.size());
  Coded coded;
  coded.chunks = plain_chunks(values->size(), chunk_bytes_);
  std::vector<double> weights;
  for (const Chunk& chunk : coded.chunks) weights.push_back(static_cast<double>(chunk.raw_bytes));
  coded.chunks = share(std::move(coded.chunks), weights, encoded.stream.size());
  // A decoder that parts from its encoder shows as wrong values where they arrive.
  coded.values = shared(decoded.values == encoded.values ? std::move(decoded.values) : Bytes{});
  coded.stream = shared(std::move(encoded.stream));
  return coded;
}

}  // namespace tern::link
