// SPDX-License-Identifier: Apache-2.0
//
// digest: SHA-256 of bytes that arrive in pieces.
//
// Names the output of an engine in a report, so that two runs can be compared without their bytes.
//
//   Spec  FIPS 180-4, by OpenSSL
//   Test  tb/apps/digest_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace tern::apps {

/// SHA-256 of everything added.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(const std::uint8_t* data, std::size_t size);

  /// 64 hexadecimal digits. Ends the digest: nothing may be added afterwards.
  [[nodiscard]] std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// SHA-256 of one range of bytes.
[[nodiscard]] std::string sha256_hex(const std::uint8_t* data, std::size_t size);

}  // namespace tern::apps
