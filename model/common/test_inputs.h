// SPDX-License-Identifier: Apache-2.0
//
// test_inputs: how many good inputs a test takes.
//
// The sanitizer pass runs the tests of the model a second time, and some ten times slower. What it
// looks for is in each path, not in the number of good inputs.
//
//   Spec  docs/verification.md#the-sanitizer-pass
//   Test  model/oracle/oracle_test.cc
#pragma once

namespace tern {

/// True in the sanitizer pass.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// `usual` inputs, or `sanitized` of them in the sanitizer pass.
template <typename Number>
constexpr Number inputs(Number usual, Number sanitized) {
  return kSanitized ? sanitized : usual;
}

}  // namespace tern
