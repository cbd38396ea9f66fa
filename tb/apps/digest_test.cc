// SPDX-License-Identifier: Apache-2.0
//
// digest_test: SHA-256 against the examples of its standard.
//
//   Spec  FIPS 180-4
//   Test  tb/apps/digest_test.cc
#include "sim/apps/digest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tern::apps {
namespace {

std::string digest_of(const std::string& text) {
  return sha256_hex(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

TEST(Digest, GivesTheExamplesOfTheStandard) {
  EXPECT_EQ(digest_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, DoesNotDependOnTheCuts) {
  const std::vector<std::uint8_t> bytes(1000, 'a');
  Sha256 pieces;
  for (std::size_t at = 0; at < bytes.size(); at += 125) pieces.add(bytes.data() + at, 125);
  pieces.add(nullptr, 0);
  EXPECT_EQ(pieces.hex(), sha256_hex(bytes.data(), bytes.size()));
}

}  // namespace
}  // namespace tern::apps
