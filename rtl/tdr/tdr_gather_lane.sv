// SPDX-License-Identifier: Apache-2.0
//
// tdr_gather_lane: one lane's values, held until the joint symbols that they bring are whole.
//
// Values leave in their order, and one that brings a symbol waits while digits of that may come.
// They come within 2 * DigitValues values, so that a memory which holds so many is enough for a
// lane by itself.
//
//   Latency     6 cycles, and until the symbol is whole or closed
//   Throughput  1 value per cycle
//   Storage     Depth values and symbols, 16 symbols that lack digits
//   Model       model/tdr/symbolize.h
//   Test        tb/tdr/tdr_symbolize_test.cc
//   Doc         docs/tdr_architecture.md#symbolise

`default_nettype none

`include "tern_assert.svh"

module tdr_gather_lane #(
  // Values that wait: a power of two, more than 2 * DigitValues.
  parameter int unsigned Depth = 4096,
  // Magnitude, sign, low, bin and quantiser, the last two in the lowest bits.
  localparam int unsigned ValueWidth = tdr_pkg::LevelBits + 9,
  localparam int unsigned Address    = $clog2(Depth)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // A value; the end of a block, with its last value or by itself.
  input  logic                  push_i,
  input  logic                  last_i,
  input  logic [ValueWidth-1:0] value_i,
  // For four more.
  output logic                  room_o,

  output logic                  out_valid_o,
  input  logic                  out_ready_i,
  // There is a value; the block ends.
  output logic                  out_keep_o,
  output logic                  out_last_o,
  output logic [ValueWidth-1:0] out_value_o,
  // The value brings a symbol.
  output logic                  out_fresh_o,
  output logic [7:0]            out_symbol_o
);

  if (Depth < 2 * tdr_pkg::DigitValues + 16 || Depth != 1 << Address) begin : gen_bad_depth
    $fatal(1, "tdr_gather_lane: Depth must be a power of two, above 2 * DigitValues");
  end

  localparam int unsigned Entry = ValueWidth + 3;

  // What has been read; the head, of which it is known whether it must wait; what may leave.
  logic                  data_d, data_q, head_d, head_q, out_d, out_q, fetch, move, pass;
  logic [Address-1:0]    read_d, read_q, data_place_d, data_place_q, head_place_d, head_place_q;
  logic [Address:0]      count_d, count_q;
  logic [Entry-1:0]      data, entry_d, entry_q, left_d, left_q;
  logic                  room_d, room_q, late_d, late_q;
  logic [7:0]            stored, filled_d, filled_q;
  // What is written.
  logic                  write, push, last, fresh, whole, brings, lacks, waits;
  logic [Address-1:0]    write_at, whole_at;
  logic [ValueWidth-1:0] value;
  logic [7:0]            symbol, filled;

  tdr_open_symbols #(.Address(Address)) u_open (
    .clk_i, .rst_ni, .push_i, .last_i, .value_i, .write_o(write), .write_at_o(write_at),
    .push_o(push), .last_o(last), .fresh_o(fresh), .value_o(value), .whole_o(whole),
    .whole_at_o(whole_at), .whole_symbol_o(symbol), .book_i(entry_q[3:0]),
    .place_i(head_place_q), .lacks_o(lacks), .filled_o(filled), .waits_o(waits),
    .leave_i(pass && brings)
  );

  tern_ram_1r1w #(.Width(Entry), .Depth(Depth)) u_values (
    .clk_i, .write_i(write), .waddr_i(write_at), .wdata_i({last, push, fresh, value}),
    .read_i(fetch), .raddr_i(read_q), .rdata_o(data)
  );
  tern_ram_1r1w #(.Width(8), .Depth(Depth)) u_symbols (
    .clk_i, .write_i(whole), .waddr_i(whole_at), .wdata_i(symbol), .read_i(pass),
    .raddr_i(head_place_q), .rdata_o(stored)
  );

  assign brings = entry_q[ValueWidth];
  assign pass   = head_q && !(brings && waits) && (!out_q || out_ready_i);
  assign move   = data_q && (!head_q || pass);
  assign fetch  = count_q != '0 && (!data_q || move);

  always_comb begin
    read_d       = read_q + Address'(fetch);
    count_d      = count_q + (Address+1)'(write) - (Address+1)'(fetch);
    room_d       = 32'(count_d) + 6 <= Depth;
    data_d       = fetch || (data_q && !move);
    data_place_d = fetch ? read_q : data_place_q;
    head_d       = move || (head_q && !pass);
    head_place_d = move ? data_place_q : head_place_q;
    entry_d      = move ? data : entry_q;
    out_d        = pass || (out_q && !out_ready_i);
    left_d       = pass ? entry_q : left_q;
    late_d       = pass ? lacks : late_q;
    filled_d     = pass ? filled : filled_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q  <= '0;
      count_q <= '0;
      room_q  <= 1'b0;
      data_q  <= 1'b0;
      head_q  <= 1'b0;
      out_q   <= 1'b0;
    end else begin
      read_q  <= read_d;
      count_q <= count_d;
      room_q  <= room_d;
      data_q  <= data_d;
      head_q  <= head_d;
      out_q   <= out_d;
    end
  end

  always_ff @(posedge clk_i) begin
    data_place_q <= data_place_d;
    head_place_q <= head_place_d;
    entry_q      <= entry_d;
    left_q       <= left_d;
    late_q       <= late_d;
    filled_q     <= filled_d;
  end

  assign room_o       = room_q;
  assign out_valid_o  = out_q;
  assign out_symbol_o = late_q ? filled_q : stored;
  assign {out_last_o, out_keep_o, out_fresh_o, out_value_o} = left_q;

  `TERN_ASSERT(Fits, !write || 32'(count_q) < Depth)

endmodule

`default_nettype wire
