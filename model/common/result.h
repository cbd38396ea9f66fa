// SPDX-License-Identifier: Apache-2.0
//
// result: errors as values, for files, books and streams that Tern did not make.
//
// Untrusted input never throws and never aborts; a function that reads it returns a Result.
//
//   Spec  docs/cli.md#exit-codes
//   Test  model/common/result_test.cc
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace tern {

/// The class of a failure. The value is the exit code of the `tern` command line (docs/cli.md).
enum class ErrorKind : std::uint8_t {
  kUsage = 2,     ///< the request itself is wrong (option, combination, unknown name)
  kFile = 3,      ///< a tensor file cannot be read, or is malformed
  kBook = 4,      ///< a codebook is malformed, or cannot serve the request
  kStream = 5,    ///< a compressed stream is damaged or does not belong to these books
  kMismatch = 6,  ///< two engines disagree
  kOutput = 7,    ///< a result cannot be written
  kTool = 8,      ///< a program that Tern calls is missing or failed
  kDeadlock = 9,  ///< what is simulated stands still before it is done
};

/// One failure: a class, and one line that names the file (or object), the cause and the cure.
struct Error {
  ErrorKind kind = ErrorKind::kUsage;
  std::string message;
};

/// Either a value or an Error. Reading the one that is not there is a programming error.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  [[nodiscard]] const T& value() const {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  [[nodiscard]] const Error& error() const {
    assert(!ok());
    return *std::get_if<Error>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace tern
