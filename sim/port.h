// SPDX-License-Identifier: Apache-2.0
//
// port: typed access to the ports of a Verilated model.
//
// Verilator keeps a port in 8, 16, 32 or 64 bits or in an array of 32-bit words, leaves dirty upper
// bits where a caller wrote them, and reads signed ports unsigned. A Port knows its width, masks
// what it writes and extends the sign where asked to, whatever the storage.
//
//   Spec  docs/streams.md
//   Test  tb/common/port_test.cc
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tern::sim {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "ports are copied as little-endian bytes");

/// One port of any width from 1 bit on. Bit 0 of byte 0 is bit 0 of the port.
class Port {
 public:
  Port() = default;

  /// Binds the storage that Verilator chose for a port of `width` bits.
  /// Precondition: `width` is one that Verilator keeps in a storage of this type.
  template <typename Storage>
  Port(Storage& storage, unsigned width)
      : bytes_(reinterpret_cast<unsigned char*>(&storage)), width_(width) {
    static_assert(std::is_trivially_copyable_v<Storage>);
    static_assert(sizeof(Storage) <= 8 || sizeof(Storage) % 4 == 0);
    assert(storage_bytes(width) == sizeof(Storage));
  }

  /// Binds words of the bench's own, as many as Verilator would have chosen.
  Port(std::uint32_t* words, unsigned width)
      : bytes_(reinterpret_cast<unsigned char*>(words)), width_(width) {
    assert(width % 32 == 0);
  }

  [[nodiscard]] bool bound() const { return bytes_ != nullptr; }
  [[nodiscard]] unsigned width() const { return width_; }
  /// Bytes that hold the port's bits.
  [[nodiscard]] std::size_t size() const { return (width_ + 7) / 8; }

  /// Drives the port with the low bits of `value`; bits of a wide port above 64 become 0.
  void set(std::uint64_t value) {
    const std::size_t low = storage_bytes(width_) < 8 ? storage_bytes(width_) : 8;
    value &= width_ < 64 ? (std::uint64_t{1} << width_) - 1 : ~std::uint64_t{0};
    std::memcpy(bytes_, &value, low);
    if (width_ > 64) std::memset(bytes_ + 8, 0, storage_bytes(width_) - 8);
  }

  /// The port, or the low 64 bits of a wide one.
  [[nodiscard]] std::uint64_t get() const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_, size() < 8 ? size() : 8);
    return value;
  }

  /// The port as a two's complement number. Precondition: width() <= 64.
  [[nodiscard]] std::int64_t get_signed() const {
    assert(width_ <= 64);
    const std::uint64_t value = get();
    if (width_ == 64) return static_cast<std::int64_t>(value);
    const std::uint64_t sign = std::uint64_t{1} << (width_ - 1);
    return static_cast<std::int64_t>((value ^ sign) - sign);
  }

  /// Drives the port from size() bytes; bits above the width are dropped.
  void load(const std::uint8_t* source) {
    std::memcpy(bytes_, source, size());
    const unsigned odd = width_ % 8;
    if (odd != 0) {
      bytes_[size() - 1] = static_cast<std::uint8_t>(bytes_[size() - 1] & ((1U << odd) - 1));
    }
  }

  /// Copies the port to size() bytes.
  void store(std::uint8_t* target) const { std::memcpy(target, bytes_, size()); }

  /// True if the port holds these size() bytes.
  [[nodiscard]] bool equals(const std::uint8_t* other) const {
    return std::memcmp(bytes_, other, size()) == 0;
  }

 private:
  static std::size_t storage_bytes(unsigned width) {
    if (width <= 8) return 1;
    if (width <= 16) return 2;
    if (width <= 32) return 4;
    return width <= 64 ? 8 : std::size_t{4} * ((width + 31) / 32);
  }

  unsigned char* bytes_ = nullptr;
  unsigned width_ = 0;
};

/// A port of one bit. Unbound, it reads as 1 and ignores what is driven: a stream without `last` or
/// a sink that is always ready need no special case.
class Pin {
 public:
  Pin() = default;
  explicit Pin(std::uint8_t& storage) : bit_(&storage) {}

  [[nodiscard]] bool bound() const { return bit_ != nullptr; }
  [[nodiscard]] bool get() const { return bit_ == nullptr || (*bit_ & 1U) != 0; }
  void set(bool value) {
    if (bit_ != nullptr) *bit_ = value ? 1 : 0;
  }

 private:
  std::uint8_t* bit_ = nullptr;
};

}  // namespace tern::sim
