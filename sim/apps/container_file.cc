// SPDX-License-Identifier: Apache-2.0
//
// container_file: writes and reads .tern files, message by message.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-files
//   Test  tb/apps/container_test.cc
#include "sim/apps/container_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

namespace tern::apps {
namespace {

std::uint32_t crc_of(const std::string& text) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

void append_number(std::vector<std::uint8_t>& bytes, std::uint64_t number, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * i));
}

std::uint64_t number_at(const std::uint8_t* bytes, unsigned count) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < count; ++i) number |= std::uint64_t{bytes[i]} << 8 * i;
  return number;
}

Error damaged(const std::string& path, const std::string& cause) {
  return file_error(path, fmt::format("is damaged: {}; fetch or encode it again", cause),
                    ErrorKind::kStream);
}

std::optional<Error> check_magic(const InputFile& file) {
  constexpr std::size_t kSize = kContainerMagic.size();
  if (file.size() < kSize + kContainerTailBytes) {
    return file_error(
        file.path(),
        fmt::format("is no .tern file: it has only {} bytes; fetch or encode it again",
                    file.size()),
        ErrorKind::kStream);
  }
  const Result<std::vector<std::uint8_t>> head = file.read(0, kSize);
  if (!head) return head.error();
  // All but the version.
  if (!std::equal(kContainerMagic.begin(), kContainerMagic.end() - 1, head.value().begin())) {
    return file_error(file.path(),
                      "is no .tern file: it does not begin as one does; name the right file",
                      ErrorKind::kStream);
  }
  if (head.value().back() == kContainerMagic.back()) return {};
  return file_error(file.path(),
                    fmt::format("has version {} of the .tern format, and version {} is read; use a "
                                "newer tern, or encode it again",
                                head.value().back(), kContainerMagic.back()),
                    ErrorKind::kStream);
}

}  // namespace

ContainerWriter::ContainerWriter(std::string path, OutputFile file)
    : path_(std::move(path)), file_(std::move(file)), at_(kContainerMagic.size()) {
  file_.write(kContainerMagic.data(), kContainerMagic.size());
}

Result<ContainerWriter> ContainerWriter::create(const std::string& path) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  return ContainerWriter(path, std::move(file.value()));
}

void ContainerWriter::start(StoredTensor tensor) {
  index_.tensors.push_back(std::move(tensor));
  index_.tensors.back().offset = at_;
}

void ContainerWriter::add_message(const std::vector<std::uint8_t>& message) {
  file_.write(message.data(), message.size());
  index_.tensors.back().messages.push_back(message.size());
  at_ += message.size();
}

std::optional<Error> ContainerWriter::commit(const std::optional<huff::BookSet>& books) {
  index_.books = books;
  const std::string text = format_index(index_);
  if (text.size() > kMaxIndexBytes) {
    return file_error(
        path_,
        fmt::format("would need an index of {} bytes, more than any reader takes; use "
                    "a larger --message-bytes, or several files",
                    text.size()),
        ErrorKind::kUsage);
  }
  std::vector<std::uint8_t> tail;
  append_number(tail, text.size(), 8);
  append_number(tail, crc_of(text), 4);
  tail.insert(tail.end(), kContainerEnd.begin(), kContainerEnd.end());
  file_.write(text);
  file_.write(tail.data(), tail.size());
  return file_.commit();
}

Result<ContainerReader> ContainerReader::open(const std::string& path) {
  Result<InputFile> opened = InputFile::open(path);
  if (!opened) return opened.error();
  const InputFile& file = opened.value();
  if (std::optional<Error> error = check_magic(file)) return *error;
  const std::uint64_t tail_at = file.size() - kContainerTailBytes;
  const Result<std::vector<std::uint8_t>> tail = file.read(tail_at, kContainerTailBytes);
  if (!tail) return tail.error();
  if (!std::equal(kContainerEnd.begin(), kContainerEnd.end(), tail.value().begin() + 12)) {
    return damaged(path, "it does not end as a .tern file does");
  }
  const std::uint64_t index_bytes = number_at(tail.value().data(), 8);
  if (index_bytes > tail_at - kContainerMagic.size() || index_bytes > kMaxIndexBytes) {
    return damaged(path, fmt::format("it claims an index of {} bytes", index_bytes));
  }
  const std::uint64_t payload_end = tail_at - index_bytes;
  const Result<std::vector<std::uint8_t>> bytes = file.read(payload_end, index_bytes);
  if (!bytes) return bytes.error();
  const std::string text(bytes.value().begin(), bytes.value().end());
  if (crc_of(text) != number_at(tail.value().data() + 8, 4)) {
    return damaged(path, "the CRC of its index does not match");
  }
  Result<ContainerIndex> index = parse_index(text, payload_end, path);
  if (!index) return index.error();
  return ContainerReader(std::move(opened.value()), std::move(index.value()));
}

}  // namespace tern::apps
