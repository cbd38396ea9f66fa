// SPDX-License-Identifier: Apache-2.0
//
// fake_encoder: a stand-in with the ports of huff_enc, made of the golden model.
//
// The bench is tested on it: it must accept the fake, and refuse each of the fake's faults.
//
//   RTL   rtl/huff/huff_enc.sv (same ports: 4 lanes, 32-bit words, 16-bit values)
//   Test  tb/huff/encoder_bench_test.cc
#pragma once

#include <verilated.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "model/huff/select.h"
#include "model/huff/stream.h"
#include "sim/encoder_dut.h"

namespace tern::tb {

/// What the fake does wrong.
enum class FakeFault { kNone, kFlipBit, kDropBeat, kLoseMessage, kExtraBeat, kWithdraw, kHang };

/// Takes a whole packet, then sends its message.
class FakeEncoder {
 public:
  static constexpr std::uint32_t kLanes = 4;
  static constexpr sim::EncoderConfig kConfig = {kLanes, 32, 16, 15, 4, 2};

  FakeEncoder(VerilatedContext*, const char*) {}

  CData clk_i = 0, rst_ni = 0;
  CData cmd_tvalid_i = 0, cmd_tready_o = 0, cmd_dtype_i = 0, cmd_raw_i = 0;
  CData cmd_best_i = 0, cmd_book_i = 0, cmd_chunk_log2_i = 0, cmd_offset_i = 0;
  IData cmd_count_i = 0;
  CData hold_i = 0;
  CData in_tvalid_i = 0, in_tready_o = 0, in_tlast_i = 0, in_tkeep_i = 0;
  QData in_tdata_i = 0;
  CData out_tvalid_o = 0, out_tready_i = 0, out_tlast_o = 0;
  VlWide<4> out_tdata_o{};
  SData out_tkeep_o = 0;
  CData book_tvalid_i = 0, book_tready_o = 0;
  SData book_index_i = 0;
  IData book_data_i = 0;
  CData err_book_o = 0, err_count_o = 0, err_cmd_o = 0, err_load_o = 0, err_clear_i = 0;
  CData busy_o = 0, begun_o = 0;
  CData count_run_i = 0, count_clear_i = 0, count_any_i = 0, count_dtype_i = 0, count_book_i = 0;
  CData read_tvalid_i = 0, read_tready_o = 0, count_tvalid_o = 0, count_tready_i = 0;
  SData read_index_i = 0;
  IData count_tdata_o = 0;

  /// The fault of every fake made from now on.
  static FakeFault& fault() {
    static FakeFault value = FakeFault::kNone;
    return value;
  }

  void eval() {
    if (rst_ni == 0) {
      reset();
    } else if (clk_i != 0 && last_clk_ == 0) {
      edge();
    }
    last_clk_ = clk_i;
    drive();
  }
  void final() {}

 private:
  static constexpr std::size_t kBeatBytes = kLanes * 4;

  void reset() {
    active_ = false;
    packet_.clear();
    out_.clear();
    sent_ = 0;
    messages_ = 0;
  }

  void edge() {
    const bool command = cmd_tvalid_i != 0 && cmd_tready_o != 0;
    const bool in = in_tvalid_i != 0 && in_tready_o != 0;
    if (out_tvalid_o != 0 && out_tready_i != 0) pop();
    if (out_tvalid_o != 0 && out_tready_i == 0) ++stalled_;
    if (book_tvalid_i != 0 && book_tready_o != 0) load();
    if (command) {
      active_ = true;
      dtype_ = static_cast<huff::Dtype>(cmd_dtype_i);
      chunk_log2_ = cmd_chunk_log2_i;
      offset_ = cmd_offset_i;
      book_ = cmd_raw_i == 0 ? find(cmd_book_i) : nullptr;
    }
    if (!in) return;
    const std::size_t bytes = huff::value_bytes(dtype_) * kLanes;
    for (std::size_t i = 0; i < bytes; ++i) {
      if ((in_tkeep_i >> i & 1U) != 0) {
        packet_.push_back(static_cast<std::uint8_t>(in_tdata_i >> (8 * i)));
      }
    }
    if (in_tlast_i != 0) encode();
  }

  void load() {
    if (book_index_i < huff::kNumEntries) {
      lengths_[book_index_i] = static_cast<std::uint8_t>(book_data_i & 15U);
      return;
    }
    if (book_index_i != huff::kNumEntries) return;
    huff::Book& book = books_[book_data_i >> 16U];
    book.lengths = lengths_;
    book.dtype = static_cast<huff::Dtype>(book_data_i & 15U);
    book.id = static_cast<std::uint8_t>(book_data_i >> 4U & 15U);
    book.epoch = static_cast<std::uint8_t>(book_data_i >> 8U);
    newest_ = &book;
  }

  /// Of two books with one name the newer.
  const huff::Book* find(std::uint32_t id) const {
    const huff::Book* found = nullptr;
    for (const huff::Book& book : books_) {
      if (book.dtype != dtype_ || book.id != id) continue;
      if (found == nullptr || &book == newest_) found = &book;
    }
    return found;
  }

  void encode() {
    active_ = false;
    const huff::Plan plan =
        huff::plan_named(dtype_, packet_.size(), book_, kConfig.chunking(dtype_, chunk_log2_),
                         {kLanes, 32}, offset_);
    std::vector<std::uint8_t> message =
        huff::encode(dtype_, packet_.data(), packet_.size(), plan, {kLanes, 32});
    packet_.clear();
    ++messages_;
    if (messages_ == 3 && fault() == FakeFault::kLoseMessage) return;
    if (messages_ == 3 && fault() == FakeFault::kFlipBit) message[message.size() / 2] ^= 4U;
    out_.push_back(message);
  }

  void pop() {
    const std::size_t step =
        messages_ >= 3 && sent_ == 0 && fault() == FakeFault::kDropBeat ? 2 : 1;
    sent_ += step * kBeatBytes;
    if (sent_ < out_.front().size()) return;
    sent_ = 0;
    if (fault() == FakeFault::kExtraBeat && messages_ >= 3) {
      out_.front().resize(8);
      messages_ = 0;
      return;
    }
    out_.pop_front();
  }

  void drive() {
    cmd_tready_o = rst_ni != 0 && !active_;
    in_tready_o = rst_ni != 0 && active_ && !(fault() == FakeFault::kHang && messages_ == 2);
    book_tready_o = rst_ni != 0 && !active_;
    out_tvalid_o = !out_.empty() && !(fault() == FakeFault::kWithdraw && stalled_ % 64 == 63);
    if (out_.empty()) return;
    const std::vector<std::uint8_t>& message = out_.front();
    const std::size_t size = std::min(kBeatBytes, message.size() - sent_);
    std::memset(&out_tdata_o, 0, sizeof out_tdata_o);
    std::memcpy(&out_tdata_o, message.data() + sent_, size);
    out_tkeep_o = static_cast<SData>((1U << size) - 1);
    out_tlast_o = sent_ + size == message.size();
  }

  CData last_clk_ = 0;
  bool active_ = false;
  huff::Dtype dtype_ = huff::Dtype::kBf16;
  std::uint32_t chunk_log2_ = 0;
  std::uint8_t offset_ = 0;
  const huff::Book* book_ = nullptr;
  huff::Lengths lengths_{};
  std::array<huff::Book, kConfig.books> books_;
  const huff::Book* newest_ = nullptr;
  std::vector<std::uint8_t> packet_;
  std::deque<std::vector<std::uint8_t>> out_;
  std::size_t sent_ = 0;
  std::uint64_t messages_ = 0;
  std::uint64_t stalled_ = 0;
};

}  // namespace tern::tb
