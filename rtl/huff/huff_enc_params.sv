// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_params: elaboration check of the encoder's parameters.
//
//   Latency     none, no logic
//   Throughput  none
//   Storage     none
//   Model       none
//   Test        tb/huff/illegal_params.sh
//   Doc         docs/streams.md#encoder

`default_nettype none

module huff_enc_params #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Books = 2,
  parameter int unsigned BestSteps = 0,
  parameter int unsigned Counters = 0,
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15,
  parameter int unsigned Reserve = 0,
  parameter int unsigned Latches = 0
);

  // Six single bits, then dtype, id, chunk_log2, offset, tail and left.
  if (huff_enc_pkg::MessageBits != 6 + 3 * 4 + 8 + 6 + 32) begin : gen_bad_message
    $fatal(1, "huff_enc: MessageBits is not what message_t has");
  end
  if (Lanes == 0 || Lanes > huff_pkg::MaxLanes || (Lanes & (Lanes - 1)) != 0) begin : gen_bad_lanes
    $fatal(1, "huff_enc: Lanes must be 1, 2, 4, 8, 16, 32 or 64");
  end
  if (WordBits != 32 && WordBits != 64) begin : gen_bad_word
    $fatal(1, "huff_enc: WordBits must be 32 or 64");
  end
  if (ValueBits != 8 && ValueBits != 16 && ValueBits != 32) begin : gen_bad_value
    $fatal(1, "huff_enc: ValueBits must be 8, 16 or 32");
  end
  // A token of 48 bits does not fit a word of 32.
  if (ValueBits == 32 && WordBits == 32) begin : gen_bad_wide
    $fatal(1, "huff_enc: ValueBits 32 needs WordBits 64");
  end
  if (MaxCodeLen < huff_pkg::MinMaxCodeLen || MaxCodeLen > huff_pkg::MaxCodeLen) begin : gen_bad_len
    $fatal(1, "huff_enc: MaxCodeLen must be 8 to 15");
  end
  // A raw value has no more bits than this.
  if (MinTokenBits < 1 || MinTokenBits > ((ValueBits == 32) ? 32 : 16)) begin : gen_bad_token
    $fatal(1, "huff_enc: MinTokenBits must be 1 to 16, or to 32 with ValueBits 32");
  end
  if (Books < 1 || Books > huff_pkg::NumBooks) begin : gen_bad_books
    $fatal(1, "huff_enc: Books must be 1 to 16");
  end
  if (BestSteps != 0 && (BestSteps < 16 || BestSteps > 32768
                         || (BestSteps & (BestSteps - 1)) != 0)) begin : gen_bad_best
    $fatal(1, "huff_enc: BestSteps must be 0 or a power of two from 16 to 32768");
  end
  if (Counters > 1) begin : gen_bad_counters
    $fatal(1, "huff_enc: Counters must be 0 or 1");
  end
  if (Latches > 1) begin : gen_bad_latches
    $fatal(1, "huff_enc: Latches must be 0 or 1");
  end
  if (BookKind != huff_book_pkg::KindFull && BookKind != huff_book_pkg::KindTop
      && BookKind != huff_book_pkg::KindQuad) begin : gen_bad_kind
    $fatal(1, "huff_enc: BookKind must be 0, 1 or 2");
  end
  if (TopSymbols < 1 || TopSymbols > huff_book_pkg::MaxTopSymbols) begin : gen_bad_top
    $fatal(1, "huff_enc: TopSymbols must be 1 to 31");
  end
  if (Reserve > 1) begin : gen_bad_reserve
    $fatal(1, "huff_enc: Reserve must be 0 or 1");
  end

endmodule

`default_nettype wire
