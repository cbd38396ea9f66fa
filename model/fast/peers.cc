// SPDX-License-Identifier: Apache-2.0
//
// peers.cc: zstd and zlib behind one signature.
//
//   Spec  docs/host.md#speed
//   Test  scripts/tests/bench_test.py
#include "model/fast/peers.h"

#include <zlib.h>
#include <zstd.h>

namespace tern::fast {

std::size_t zstd_pack(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>& room) {
  static ZSTD_CCtx* const context = ZSTD_createCCtx();
  return ZSTD_compressCCtx(context, room.data(), room.size(), data, size, 1);
}

std::size_t zstd_unpack(const std::uint8_t* data, std::size_t size,
                        std::vector<std::uint8_t>& room) {
  static ZSTD_DCtx* const context = ZSTD_createDCtx();
  return ZSTD_decompressDCtx(context, room.data(), room.size(), data, size);
}

std::size_t zlib_pack(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>& room) {
  z_stream stream{};
  if (deflateInit2(&stream, 1, Z_DEFLATED, 15, 9, Z_HUFFMAN_ONLY) != Z_OK) return SIZE_MAX;
  stream.next_in = const_cast<std::uint8_t*>(data);
  stream.avail_in = static_cast<uInt>(size);
  stream.next_out = room.data();
  stream.avail_out = static_cast<uInt>(room.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) return SIZE_MAX;
  deflateEnd(&stream);
  return stream.total_out;
}

std::size_t zlib_unpack(const std::uint8_t* data, std::size_t size,
                        std::vector<std::uint8_t>& room) {
  uLongf found = room.size();
  if (uncompress(room.data(), &found, data, static_cast<uLong>(size)) != Z_OK) return SIZE_MAX;
  return found;
}

}  // namespace tern::fast
