// SPDX-License-Identifier: Apache-2.0
//
// table: aligned columns on the terminal.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/table_test.cc
#include "sim/apps/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <utility>

#include "model/common/text.h"

namespace tern::apps {
namespace {

bool begins_character(char c) { return (static_cast<std::uint8_t>(c) & 0xC0U) != 0x80U; }

// Bytes of the first `count` characters.
std::size_t prefix_bytes(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (begins_character(text[at]) && count-- == 0) break;
  }
  return at;
}

void append_cell(std::string& line, const std::string& text, std::size_t width,
                 Table::Align align) {
  const std::string space(width - display_width(text), ' ');
  if (!line.empty()) line += "  ";
  line += align == Table::Align::kLeft ? text + space : space + text;
}

void end_line(std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
  line += '\n';
}

}  // namespace

void Table::column(std::string title, Align align) {
  assert(rows_.empty());
  columns_.push_back({std::move(title), align});
}

void Table::row(std::vector<std::string> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = display_width(columns_[i].title);
    for (const auto& cells : rows_) width = std::max(width, display_width(cells[i]));
    widths.push_back(width);
  }
  std::string head;
  std::string rule;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    append_cell(head, columns_[i].title, widths[i], columns_[i].align);
    append_cell(rule, std::string(widths[i], '-'), widths[i], columns_[i].align);
  }
  end_line(head);
  end_line(rule);
  std::string result = head + rule;
  for (const auto& cells : rows_) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      append_cell(line, cells[i], widths[i], columns_[i].align);
    }
    end_line(line);
    result += line;
  }
  return result;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string fit(std::string_view text, std::size_t width) {
  assert(width >= 5);
  const std::string clean = printable(text, std::numeric_limits<std::size_t>::max());
  const std::size_t characters = display_width(clean);
  if (characters <= width) return clean;
  const std::size_t head = (width - 2) / 2;
  const std::size_t tail = width - 2 - head;
  return clean.substr(0, prefix_bytes(clean, head)) + ".." +
         clean.substr(prefix_bytes(clean, characters - tail));
}

std::string cell(const std::optional<double>& value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

std::string human_bytes(double bytes) {
  if (bytes < 1000) return fmt::format("{:.0f} B", bytes);
  for (const char* const unit : {"kB", "MB", "GB"}) {
    bytes /= 1000;
    if (bytes < 999.5) return fmt::format("{:.3g} {}", bytes, unit);
  }
  return fmt::format("{:.3g} TB", bytes / 1000);
}

}  // namespace tern::apps
