// SPDX-License-Identifier: Apache-2.0
//
// digest: SHA-256 of bytes that arrive in pieces.
//
// Keeps OpenSSL's types out of the other files.
//
//   Spec  FIPS 180-4, by OpenSSL
//   Test  tb/apps/digest_test.cc
#include "sim/apps/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cstdlib>

namespace tern::apps {
namespace {

// OpenSSL fails here only when it was built without SHA-256, or without memory: no result would be
// a right one.
void require(int result) {
  if (result != 1) std::abort();
}

}  // namespace

struct Sha256::Context {
  EVP_MD_CTX* md = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(md); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  require(EVP_DigestInit_ex(context_->md, EVP_sha256(), nullptr));
}

Sha256::~Sha256() = default;

void Sha256::add(const std::uint8_t* data, std::size_t size) {
  if (size > 0) require(EVP_DigestUpdate(context_->md, data, size));
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  require(EVP_DigestFinal_ex(context_->md, digest.data(), &size));
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256_hex(const std::uint8_t* data, std::size_t size) {
  Sha256 digest;
  digest.add(data, size);
  return digest.hex();
}

}  // namespace tern::apps
