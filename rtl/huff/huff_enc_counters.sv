// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_counters: what went through the encoder, for software that watches and trains books.
//
// Listens only: the traffic never waits. Symbols are sampled, one a step; everything else is exact.
//
//   Latency     4 cycles from a request to its count
//   Throughput  1 step per cycle
//   Storage     a memory of 273 * 32 bits, about 400 + 3 * Lanes bits
//   Model       tb/huff/encoder_counters_test.cc
//   Test        tb/huff/encoder_counters_test.cc
//   Doc         docs/streams.md#counters

`default_nettype none

`include "tern_assert.svh"

module huff_enc_counters #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned MaxCodeLen = 15,
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  // Counting goes on while `run` is high, of all messages, or of those that ask for one book.
  input  logic                        count_run_i,
  input  logic                        count_clear_i,
  input  logic                        count_any_i,
  input  logic [3:0]                  count_dtype_i,
  input  logic [3:0]                  count_book_i,

  // A step with its looked-up symbols moves on.
  input  logic                        step_i,
  input  huff_enc_pkg::step_t         plan_i,
  input  logic [Lanes*8-1:0]          symbol_i,
  input  logic [Lanes*EntryBits-1:0]  entry_i,

  // A beat leaves the unit.
  input  logic                        beat_i,
  input  logic [Lanes*WordBits/8-1:0] beat_keep_i,

  // A request, and the count that it asks for.
  input  logic                        read_tvalid_i,
  output logic                        read_tready_o,
  input  logic [8:0]                  read_index_i,
  output logic                        count_tvalid_o,
  input  logic                        count_tready_i,
  output logic [31:0]                 count_tdata_o
);

  localparam int unsigned CountBits = $clog2(Lanes) + 1;
  localparam int unsigned ByteBits = CountBits + ((ValueBits == 32) ? 2 : 1);
  localparam int unsigned Counters = huff_pkg::CountRawChunks + 1;

  ////////////
  // Totals //
  ////////////

  logic                 event_valid;
  logic [8:0]           event_index;
  logic [ByteBits-1:0]  bytes;
  logic [Lanes-1:0]     without_code, escaped, keep_d, keep_q;
  logic [CountBits-1:0] words_d, words_q, escapes_d, escapes_q;
  logic [63:0]          raw_bytes, words, escapes;

  huff_enc_event #(
    .Lanes(Lanes), .ValueBits(ValueBits)
  ) u_event (
    .clk_i, .rst_ni,
    .run_i(count_run_i), .any_i(count_any_i), .dtype_i(count_dtype_i), .book_i(count_book_i),
    .step_i, .plan_i, .symbol_i, .escaped_i(without_code),
    .event_o(event_valid), .index_o(event_index), .bytes_o(bytes), .escaped_o(escaped)
  );

  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      without_code[i] = entry_i[EntryBits*i+:4] == 4'd0;
      keep_d[i]       = count_run_i && beat_i && beat_keep_i[(WordBits/8)*i];
    end
    escapes_d = '0;
    words_d   = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      escapes_d = escapes_d + CountBits'(escaped[i]);
      words_d   = words_d + CountBits'(keep_q[i]);
    end
    if (count_clear_i) begin
      escapes_d = '0;
      words_d   = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      keep_q    <= '0;
      escapes_q <= '0;
      words_q   <= '0;
    end else begin
      keep_q    <= keep_d;
      escapes_q <= escapes_d;
      words_q   <= words_d;
    end
  end

  tern_counter #(.AddBits(ByteBits)) u_raw_bytes (
    .clk_i, .rst_ni, .clear_i(count_clear_i), .add_i(bytes), .count_o(raw_bytes)
  );
  tern_counter #(.AddBits(CountBits)) u_words (
    .clk_i, .rst_ni, .clear_i(count_clear_i), .add_i(words_q), .count_o(words)
  );
  tern_counter #(.AddBits(CountBits)) u_escapes (
    .clk_i, .rst_ni, .clear_i(count_clear_i), .add_i(escapes_q), .count_o(escapes)
  );

  //////////////
  // Requests //
  //////////////

  // A request waits for the tally to be clear; a counter that is none of the tally reads it too, so
  // that every request takes the same time.
  logic        ready_d, ready_q;
  logic        ask_d, ask_q;
  logic [8:0]  index_d, index_q;
  logic        shown_d, shown_q;
  logic [31:0] data_d, data_q;
  logic        in_tally, clearing, tally_valid;
  logic [31:0] tally;

  assign in_tally = index_q < 9'(Counters);

  tern_tally #(
    .Counters(Counters)
  ) u_tally (
    .clk_i, .rst_ni,
    .clear_i(count_clear_i), .clearing_o(clearing),
    .event_i(event_valid), .event_index_i(event_index),
    .read_i(ask_q), .read_index_i(in_tally ? index_q : 9'd0),
    .count_valid_o(tally_valid), .count_o(tally)
  );

  always_comb begin
    // A clear in between drops what the tally was asked for; then the request is repeated.
    ask_d   = (read_tvalid_i && ready_q) || (ask_q && (clearing || count_clear_i));
    index_d = (read_tvalid_i && ready_q) ? read_index_i : index_q;
    shown_d = shown_q && !count_tready_i;
    data_d  = data_q;
    if (tally_valid) begin
      shown_d = 1'b1;
      case (index_q)
        9'(huff_pkg::CountRawBytes):     data_d = raw_bytes[31:0];
        9'(huff_pkg::CountRawBytes + 1): data_d = raw_bytes[63:32];
        9'(huff_pkg::CountWords):        data_d = words[31:0];
        9'(huff_pkg::CountWords + 1):    data_d = words[63:32];
        9'(huff_pkg::CountEscapes):      data_d = escapes[31:0];
        9'(huff_pkg::CountEscapes + 1):  data_d = escapes[63:32];
        default:                         data_d = in_tally ? tally : 32'd0;
      endcase
    end
    ready_d = !ask_d && !ask_q && !tally_valid && !shown_d && !clearing;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      ask_q   <= 1'b0;
      shown_q <= 1'b0;
    end else begin
      ready_q <= ready_d;
      ask_q   <= ask_d;
      shown_q <= shown_d;
    end
  end

  always_ff @(posedge clk_i) begin
    index_q <= index_d;
    data_q  <= data_d;
  end

  // Words are kept as a whole, and only the lengths of the entries matter.
  logic unused_bits;
  assign unused_bits = ^{entry_i, beat_keep_i};

  assign read_tready_o  = ready_q;
  assign count_tvalid_o = shown_q;
  assign count_tdata_o  = data_q;

  `TERN_ASSERT_STREAM(CountHeld, count_tvalid_o, count_tready_i, count_tdata_o)

endmodule

`default_nettype wire
