// SPDX-License-Identifier: Apache-2.0
//
// npy: .npy files; where the header is, where the data is, and whether they agree.
//
//   Spec  numpy.lib.format (NEP 1), versions 1.0, 2.0 and 3.0
//   Test  model/common/npy_test.cc
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <string_view>

#include "model/common/atomic_file.h"
#include "model/common/npy_header.h"
#include "model/common/tensor_format.h"

namespace tern {
namespace {

constexpr std::array<std::uint8_t, 6> kMagic = {0x93, 'N', 'U', 'M', 'P', 'Y'};
constexpr std::uint64_t kVersionEnd = kMagic.size() + 2;
// numpy loads no longer header than this unless it is told to trust the file.
constexpr std::uint64_t kMaxHeader = 10000;
constexpr std::uint64_t kAlignment = 64;

Error truncated(const InputFile& file, std::string_view what) {
  return file_error(
      file.path(), fmt::format("ends inside its {} (after {} bytes); fetch or write it again", what,
                               file.size()));
}

}  // namespace

bool has_npy_magic(const InputFile& file) {
  if (file.size() < kMagic.size()) return false;
  const Result<std::vector<std::uint8_t>> head = file.read(0, kMagic.size());
  return head && std::equal(kMagic.begin(), kMagic.end(), head.value().begin());
}

Result<std::vector<TensorEntry>> npy_entries(const InputFile& file) {
  if (file.size() > 0 && file.size() < kVersionEnd) return truncated(file, "first bytes");
  if (!has_npy_magic(file)) {
    return file_error(file.path(),
                      "does not begin as a .npy file does; give it the ending of what it is");
  }
  Result<std::vector<std::uint8_t>> prefix = file.read(kMagic.size(), 2);
  if (!prefix) return prefix.error();
  const std::uint8_t major = prefix.value()[0];
  const std::uint8_t minor = prefix.value()[1];
  if (major < 1 || major > 3 || minor != 0) {
    return file_error(file.path(),
                      fmt::format("has .npy version {}.{}, and 1.0, 2.0 and 3.0 are read; "
                                  "save it again with numpy.save",
                                  major, minor));
  }

  // The length of the header has 2 bytes in version 1.0 and 4 bytes since.
  const std::uint64_t length_bytes = major == 1 ? 2 : 4;
  if (file.size() < kVersionEnd + length_bytes) return truncated(file, "header");
  Result<std::vector<std::uint8_t>> length = file.read(kVersionEnd, length_bytes);
  if (!length) return length.error();
  std::uint64_t header_bytes = 0;
  for (std::uint64_t i = 0; i < length_bytes; ++i) {
    header_bytes |= std::uint64_t{length.value()[i]} << (8 * i);
  }
  if (header_bytes > kMaxHeader) {
    return file_error(file.path(),
                      fmt::format("claims a header of {} bytes, and numpy loads at most "
                                  "{}; save it again with numpy.save",
                                  header_bytes, kMaxHeader));
  }
  const std::uint64_t header_at = kVersionEnd + length_bytes;
  if (file.size() - header_at < header_bytes) return truncated(file, "header");
  Result<std::vector<std::uint8_t>> text = file.read(header_at, header_bytes);
  if (!text) return text.error();
  const Result<NpyHeader> header =
      parse_npy_header({reinterpret_cast<const char*>(text.value().data()), text.value().size()},
                       major < 3, file.path());
  if (!header) return header.error();

  const Result<SourceType> type = npy_source_type(header.value().descr, file.path());
  if (!type) return type.error();

  TensorEntry entry;
  entry.offset = header_at + header_bytes;
  entry.info.file = file.path();
  entry.info.name = tensor_name_from(file.path());
  entry.info.type = type.value();
  entry.info.stored_type = header.value().descr;
  entry.info.shape = header.value().shape;

  std::vector<std::uint64_t> factors = entry.info.shape;
  factors.push_back(source_type_bytes(entry.info.type));
  const std::optional<std::uint64_t> bytes = checked_product(factors);
  const std::uint64_t found = file.size() - entry.offset;
  if (!bytes) {
    return file_error(file.path(), "has a shape of 2^63 bytes or more; save it again");
  }
  if (*bytes > found) {
    return file_error(file.path(), fmt::format("has {} bytes of data where its shape wants {}; "
                                               "fetch or write it again",
                                               found, *bytes));
  }
  if (*bytes < found) {
    return file_error(file.path(), fmt::format("has {} bytes behind the {} that its shape wants; "
                                               "save every array in a file of its own",
                                               found - *bytes, *bytes));
  }
  entry.info.bytes = *bytes;
  entry.info.values = *bytes / source_type_bytes(entry.info.type);
  entry.fortran_order = header.value().fortran_order && entry.info.shape.size() > 1;
  return std::vector<TensorEntry>{entry};
}

std::optional<Error> write_npy(const std::string& path, const TensorInfo& info,
                               const std::vector<std::uint8_t>& bytes) {
  std::string shape;
  for (const std::uint64_t size : info.shape) shape += fmt::format("{}, ", size);
  // A tuple of one element keeps its comma; longer ones look better without the last.
  if (info.shape.size() == 1) shape.resize(shape.size() - 1);
  if (info.shape.size() > 1) shape.resize(shape.size() - 2);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   npy_descr(info.type), shape);
  const std::uint64_t prefix = kVersionEnd + 2;
  while ((prefix + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';
  // 32 dimensions of 20 digits are far below the 65535 bytes of version 1.0.
  assert(info.shape.size() <= kMaxRank);

  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  std::vector<std::uint8_t> head(kMagic.begin(), kMagic.end());
  head.push_back(1);
  head.push_back(0);
  head.push_back(static_cast<std::uint8_t>(header.size()));
  head.push_back(static_cast<std::uint8_t>(header.size() >> 8));
  file.value().write(head.data(), head.size());
  file.value().write(header);
  file.value().write(bytes.data(), bytes.size());
  return file.value().commit();
}

}  // namespace tern
