// SPDX-License-Identifier: Apache-2.0
//
// table: aligned columns on the terminal.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/table_test.cc
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tern::apps {

/// Rows of text. Columns of numbers are aligned right.
class Table {
 public:
  enum class Align { kLeft, kRight };

  /// Adds a column. Only before the first row.
  void column(std::string title, Align align = Align::kRight);

  /// Adds a row with one text for each column.
  void row(std::vector<std::string> cells);

  /// The table with a rule under its titles; lines end in '\n' and have no trailing spaces.
  [[nodiscard]] std::string text() const;

 private:
  struct Column {
    std::string title;
    Align align;
  };
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns that UTF-8 text takes on a terminal, counting a character as one.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// `text` without control characters, its middle left out if it is wider than `width`.
/// Precondition: width >= 5.
[[nodiscard]] std::string fit(std::string_view text, std::size_t width);

/// The number with `digits` decimals, or "-".
[[nodiscard]] std::string cell(const std::optional<double>& value, int digits);

/// Bytes as "123 B", "1.23 kB", "45.6 MB".
[[nodiscard]] std::string human_bytes(double bytes);

}  // namespace tern::apps
