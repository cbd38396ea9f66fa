// SPDX-License-Identifier: Apache-2.0
//
// tdr_gather_lane: one lane's values, held until the joint symbols that they bring are whole.
//
// A value draws its digit from a symbol that is sent with the first value that draws from it. Of
// each book one symbol at most lacks digits, and the place of its first value is known: values
// leave in their order, and that one waits. At the end of a block all symbols are filled. So a
// memory that holds a block's values of the lane is always enough.
//
//   Latency     6 cycles, and until the symbol is whole
//   Throughput  1 value per cycle
//   Storage     Depth values and symbols, 16 symbols that lack digits
//   Model       model/tdr/symbolize.h
//   Test        tb/tdr/tdr_symbolize_test.cc
//   Doc         docs/tdr_architecture.md#symbolise

`default_nettype none

`include "tern_assert.svh"

module tdr_gather_lane #(
  // Values of a block: a power of two.
  parameter int unsigned Depth = 4096,
  // Magnitude, sign, low, bin and quantiser, the last two in the lowest bits.
  localparam int unsigned ValueWidth = tdr_pkg::LevelBits + 9,
  localparam int unsigned Address    = $clog2(Depth)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // One at a time: a value, a book whose symbol is filled, the end of a block.
  input  logic                  push_i,
  input  logic                  fill_i,
  input  logic                  mark_i,
  input  logic [3:0]            fill_book_i,
  input  logic [ValueWidth-1:0] value_i,
  // For four more and a mark.
  output logic                  room_o,

  output logic                  out_valid_o,
  input  logic                  out_ready_i,
  // No value: the end of a block.
  output logic                  out_mark_o,
  output logic [ValueWidth-1:0] out_value_o,
  // The value brings a symbol.
  output logic                  out_fresh_o,
  output logic [7:0]            out_symbol_o
);

  if (Depth < 16 || Depth != 1 << Address) begin : gen_bad_depth
    $fatal(1, "tdr_gather_lane: Depth must be a power of two, at least 16");
  end

  ////////////
  // Gather //
  ////////////

  // Stage 1 has the digit, stage 2 the symbol that it belongs to.
  logic [1:0]            push_d, push_q, fill_d, fill_q, mark_d, mark_q;
  logic [ValueWidth-1:0] value_d [2], value_q [2];
  logic [3:0]            digit, digit_d [2], digit_q [2], book_d [2], book_q [2];
  logic                  unused_tail;
  logic [15:0]           unused_above;
  logic [9:0]            unused_rest;

  tdr_digit u_digit (
    .magnitude_i(value_i[ValueWidth-1 -: tdr_pkg::LevelBits]), .bin_i(value_i[3:1]),
    .low_i(value_i[7:4]), .digit_o(digit), .tail_o(unused_tail), .above_o(unused_above),
    .rest_o(unused_rest)
  );

  always_comb begin
    push_d     = {push_q[0], push_i};
    fill_d     = {fill_q[0], fill_i};
    mark_d     = {mark_q[0], mark_i};
    value_d[0] = value_i;
    value_d[1] = value_q[0];
    digit_d[0] = digit;
    digit_d[1] = digit_q[0];
    book_d[0]  = fill_i ? fill_book_i : value_i[3:0];
    book_d[1]  = book_q[0];
  end

  // Of each book: digits that are lacking, 0 if no symbol is open; the symbol so far; its place.
  logic [2:0]         lacks_d [16], lacks_q [16], lacking_d, lacking_q, lacking, all;
  logic [7:0]         part_d [16], part_q [16], symbol_d, symbol_q, symbol, joined;
  logic [Address-1:0] place_d [16], place_q [16], from_d, from_q, from;
  logic               fresh, whole, write, changed;
  logic [Address-1:0] write_d, write_q;

  assign write   = push_q[1] || mark_q[1];
  assign changed = push_q[1] || fill_q[1];
  assign fresh   = lacking_q == '0;
  assign whole   = (push_q[1] && lacking_q == 3'd1) || (fill_q[1] && !fresh);

  tdr_join u_join (
    .book_i(book_q[1]), .symbol_i(symbol_q), .lacks_i(lacking_q), .fill_i(fill_q[1]),
    .digit_i(digit_q[1]), .symbol_o(joined), .all_o(all)
  );

  always_comb begin
    write_d = write_q + Address'(write);
    // Behind stage 2.
    lacking = fill_q[1] ? '0 : fresh ? all : lacking_q - 3'd1;
    symbol  = fresh ? 8'(digit_q[1]) : joined;
    from    = fresh ? write_q : from_q;
    // What stage 1 hands on; stage 2 may just be changing it.
    lacking_d = lacks_q[book_q[0]];
    symbol_d  = part_q[book_q[0]];
    from_d    = place_q[book_q[0]];
    if (changed && book_q[0] == book_q[1]) begin
      lacking_d = lacking;
      symbol_d  = symbol;
      from_d    = from;
    end
    for (int unsigned book = 0; book < 16; book++) begin
      lacks_d[book] = lacks_q[book];
      part_d[book]  = part_q[book];
      place_d[book] = place_q[book];
      if (changed && book_q[1] == 4'(book)) begin
        lacks_d[book] = lacking;
        part_d[book]  = symbol;
        place_d[book] = from;
      end
    end
  end

  ///////////
  // Leave //
  ///////////

  localparam int unsigned Entry = ValueWidth + 2;

  // What has been read; the head, of which it is known whether it must wait; what may leave.
  logic                  data_d, data_q, head_d, head_q, out_d, out_q, fetch, move, pass;
  logic [Address-1:0]    read_d, read_q, data_place_d, data_place_q, head_place_d, head_place_q;
  logic [Address:0]      count_d, count_q;
  logic [Entry-1:0]      data, entry_d, entry_q, left_d, left_q;
  logic                  room_d, room_q, open;

  tern_ram_1r1w #(.Width(Entry), .Depth(Depth)) u_values (
    .clk_i, .write_i(write), .waddr_i(write_q),
    .wdata_i({mark_q[1], fresh && push_q[1], value_q[1]}),
    .read_i(fetch), .raddr_i(read_q), .rdata_o(data)
  );
  tern_ram_1r1w #(.Width(8), .Depth(Depth)) u_symbols (
    .clk_i, .write_i(whole), .waddr_i(from_q), .wdata_i(joined), .read_i(pass),
    .raddr_i(head_place_q), .rdata_o(out_symbol_o)
  );

  assign open  = entry_q[Entry-2] && lacks_q[entry_q[3:0]] != '0
                 && place_q[entry_q[3:0]] == head_place_q;
  assign pass  = head_q && !open && (!out_q || out_ready_i);
  assign move  = data_q && (!head_q || pass);
  assign fetch = count_q != '0 && (!data_q || move);

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
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q  <= '0;
      fill_q  <= '0;
      mark_q  <= '0;
      write_q <= '0;
      read_q  <= '0;
      count_q <= '0;
      room_q  <= 1'b0;
      data_q  <= 1'b0;
      head_q  <= 1'b0;
      out_q   <= 1'b0;
      for (int i = 0; i < 16; i++) begin
        lacks_q[i] <= '0;
      end
    end else begin
      push_q  <= push_d;
      fill_q  <= fill_d;
      mark_q  <= mark_d;
      write_q <= write_d;
      read_q  <= read_d;
      count_q <= count_d;
      room_q  <= room_d;
      data_q  <= data_d;
      head_q  <= head_d;
      out_q   <= out_d;
      for (int i = 0; i < 16; i++) begin
        lacks_q[i] <= lacks_d[i];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 2; i++) begin
      value_q[i] <= value_d[i];
      digit_q[i] <= digit_d[i];
      book_q[i]  <= book_d[i];
    end
    lacking_q    <= lacking_d;
    symbol_q     <= symbol_d;
    from_q       <= from_d;
    data_place_q <= data_place_d;
    head_place_q <= head_place_d;
    entry_q      <= entry_d;
    left_q       <= left_d;
    for (int i = 0; i < 16; i++) begin
      part_q[i]  <= part_d[i];
      place_q[i] <= place_d[i];
    end
  end

  assign room_o      = room_q;
  assign out_valid_o = out_q;
  assign {out_mark_o, out_fresh_o, out_value_o} = left_q;

  `TERN_ASSERT(Fits, !write || 32'(count_q) < Depth)
  `TERN_ASSERT(OneAtATime, 2'(push_i) + 2'(fill_i) + 2'(mark_i) < 2'd2)

endmodule

`default_nettype wire
