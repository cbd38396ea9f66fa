// SPDX-License-Identifier: Apache-2.0
//
// worked_example.cc: finds tables, numbers and hexadecimal bytes in section 11.
//
//   Spec  docs/huffman_format.md#11-worked-example
//   Test  model/huff/worked_example_test.cc
#include "model/huff/worked_example.h"

#include <fstream>
#include <iterator>
#include <sstream>

namespace tern::huff {
namespace {

std::string read_section(const std::string& path, const std::string& from, const std::string& to) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find(to, begin) - begin);
}

// The cells of a table row, without the blanks around them; empty for any other line.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  if (line.empty() || line[0] != '|') return cells;
  std::stringstream stream(line.substr(1));
  std::string cell;
  while (std::getline(stream, cell, '|')) {
    const std::size_t first = cell.find_first_not_of(' ');
    const std::size_t last = cell.find_last_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

std::uint32_t number(const std::string& text, int base) {
  return static_cast<std::uint32_t>(std::stoul(text, nullptr, base));
}

WorkedExample::Row read_row(const std::vector<std::string>& cells) {
  WorkedExample::Row row;
  row.value = number(cells[2], 16);
  row.lane = number(cells[3], 10);
  row.symbol = number(cells[4], 10);  // "253, escaped" reads as 253
  row.extra = number(cells[5], 16);
  for (const char c : cells[6]) {
    if (c == '0' || c == '1') row.token += c;
  }
  return row;
}

// The text behind the first `mark`, or nothing if it is not there.
std::string behind(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size());
}

void read_takes(const std::vector<std::string>& cells, std::vector<WorkedExample::Take>& takes) {
  for (std::uint32_t lane = 0; lane < 2; ++lane) {
    const std::string word = behind(cells[2 + lane], "takes 0x");
    if (word.empty()) continue;
    takes.push_back({number(cells[0], 10), number(cells[1], 10) - 1, lane, number(word, 16)});
  }
}

// Bytes at the start of each line, up to the first word that is not one.
void read_bytes(const std::string& line, std::vector<std::uint8_t>& bytes) {
  const std::string digits = "0123456789abcdef";
  std::stringstream words(line);
  std::string word;
  while (words >> word && word.size() == 2 && word.find_first_not_of(digits) == std::string::npos) {
    bytes.push_back(static_cast<std::uint8_t>(number(word, 16)));
  }
}

// Reads "Book 3, epoch 7: symbol 124 has length 1, 121 has 2, ... the escape has 3."
Book read_book(const std::string& section) {
  Book book;
  std::string text = behind(section, "Book ");
  if (text.empty()) return book;
  book.id = static_cast<std::uint8_t>(number(text, 10));
  book.epoch = static_cast<std::uint8_t>(number(behind(text, "epoch "), 10));
  text = behind(text, "symbol ");
  std::stringstream parts(text.substr(0, text.find('.')));
  std::string part;
  while (std::getline(parts, part, ',')) {
    const bool escape = part.find("escape") != std::string::npos;
    const std::string length =
        behind(part, part.find("length") == std::string::npos ? "has " : "length ");
    const std::uint32_t entry = escape ? kEscapeIndex : number(part, 10);
    book.lengths.at(entry) = static_cast<std::uint8_t>(number(length, 10));
  }
  return book;
}

// Reads "Header: ... 0x000000030000000507030101", the highest bits in front.
PackedHeader read_header(const std::string& section) {
  PackedHeader header{};
  const std::string digits = behind(behind(section, "Header: "), "0x");
  const std::size_t size = digits.find_first_not_of("0123456789abcdefABCDEF");
  if (size != 8 * header.size()) return header;
  for (std::size_t i = 0; i < header.size(); ++i) {
    header.at(header.size() - 1 - i) = number(digits.substr(8 * i, 8), 16);
  }
  return header;
}

std::uint8_t read_offset(const std::string& section) {
  const std::string text = behind(section, "Offset ");
  return text.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(number(text, 10));
}

}  // namespace

WorkedExample read_worked_example() {
  const std::string section = read_section("docs/huffman_format.md", "## 11.", "## 12.");
  WorkedExample example;
  example.book = read_book(section);
  example.header = read_header(section);
  example.offset = read_offset(section);
  std::stringstream lines(section);
  std::string line;
  bool in_block = false;
  while (std::getline(lines, line)) {
    if (line.rfind("```", 0) == 0) in_block = !in_block;
    if (in_block) read_bytes(line, example.message);
    const std::vector<std::string> cells = cells_of(line);
    const bool is_data = !cells.empty() && !cells[0].empty() && std::isdigit(cells[0][0]) != 0;
    if (is_data && cells.size() == 7) example.rows.push_back(read_row(cells));
    if (is_data && cells.size() == 4) read_takes(cells, example.takes);
  }
  for (const WorkedExample::Row& row : example.rows) {
    example.values.push_back(static_cast<std::uint8_t>(row.value));
    example.values.push_back(static_cast<std::uint8_t>(row.value >> 8));
  }
  return example;
}

}  // namespace tern::huff
