// SPDX-License-Identifier: Apache-2.0
//
// tdr_turn: beats of 16 lines at one position to beats along the lines, and back.
//
// A tile of 16 beats becomes 16 beats, each with one value of every beat that came; a tile of 8 has
// two lines in a beat that leaves. What is in no tile goes straight through in its turn. Value l of
// beat p is in bank (p + l) mod 16, so that a beat has one value in each bank both ways. Tiles of
// several groups of lines interleave. To turn twice is to do nothing: the same circuit turns back.
//
//   Latency     3 cycles, from the last beat of all tiles in turn
//   Throughput  1 beat per cycle, whatever tiles follow each other
//   Storage     memories of 32 beats a group, 64 at least, and of what goes beside them
//   Model       a transposed matrix
//   Test        tb/tdr/tdr_turn_test.cc
//   Doc         docs/tdr_architecture.md#turn

`default_nettype none

`include "tern_assert.svh"

module tdr_turn #(
  // Bits of a value, and of what goes beside a beat.
  parameter int unsigned Width  = tdr_pkg::CoefficientBits + 1,
  parameter int unsigned Side   = 1,
  // Most groups of 16 lines that take turns: 1, 2 or 4.
  parameter int unsigned Groups = tdr_pkg::Interleave
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // The transform of whose block the beat is, and so how many beats of a group make a tile: 16, 8,
  // or none with bypass. Groups take turns within a tile, the same ones in each turn; once the
  // first beat of a tile has come the others follow.
  input  logic                in_valid_i,
  output logic                in_ready_o,
  input  logic [1:0]          in_tile_i,
  input  logic                in_turn_last_i,
  input  logic [16*Width-1:0] in_data_i,
  input  logic [Side-1:0]     in_side_i,

  // What goes beside beats keeps its order.
  output logic                out_valid_o,
  input  logic                out_ready_i,
  output logic [16*Width-1:0] out_data_o,
  output logic [Side-1:0]     out_side_o
);

  if (Width == 0 || Side == 0) begin : gen_bad_width
    $fatal(1, "tdr_turn: Width and Side must be at least 1");
  end
  if (Groups != 1 && Groups != 2 && Groups != 4) begin : gen_bad_groups
    $fatal(1, "tdr_turn: Groups must be 1, 2 or 4");
  end

  // Beats in the memories: two tiles of each group. A single group needs a few beats more.
  localparam int unsigned Slots   = (Groups <= 1) ? 64 : 32 * Groups;
  localparam int unsigned Address = $clog2(Slots);

  // The last one of the beats of a tile.
  function automatic logic [3:0] last_step(input logic [1:0] tile);
    last_step = (tile == tdr_pkg::TransformDct16) ? 4'd15
                : (tile == tdr_pkg::TransformDct8) ? 4'd7 : 4'd0;
  endfunction

  // Value i to place i + by.
  function automatic logic [16*Width-1:0] rotate(input logic [16*Width-1:0] data,
                                                 input logic [3:0] by);
    rotate = data;
    for (int unsigned i = 0; i < 4; i++) begin
      if (by[i]) begin
        rotate = (rotate << (Width << i)) | (rotate >> (16 * Width - (Width << i)));
      end
    end
  endfunction

  ////////////
  // Way in //
  ////////////

  logic               fire, straight, in_ends;
  logic [Address-1:0] write_d, write_q;
  logic [3:0]         step_d, step_q;
  logic [1:0]         group_d, group_q;

  assign fire     = in_valid_i && in_ready_o;
  assign straight = last_step(in_tile_i) == '0;
  assign in_ends  = straight || (in_turn_last_i && step_q == last_step(in_tile_i));

  always_comb begin
    write_d = write_q + Address'(fire);
    step_d  = step_q;
    group_d = group_q;
    if (fire && !straight) begin
      group_d = in_turn_last_i ? '0 : (group_q + 2'd1) & 2'(Groups - 1);
      if (in_turn_last_i) begin
        step_d = in_ends ? '0 : step_q + 4'd1;
      end
    end
  end

  /////////////
  // Way out //
  /////////////

  // A beat is read at `next`, one behind the other, and its tiles begin at `base`.
  logic               set_valid, issue, turn_ends, out_ends, out_valid_d, out_valid_q;
  logic [1:0]         tile, last_group, out_group_d, out_group_q;
  logic [3:0]         most, out_step_d, out_step_q, by_d, by_q;
  logic [Address-1:0] next_d, next_q, base_d, base_q;
  logic [Address:0]   used_d, used_q, freed;
  logic               unused_room;

  // Tiles that are whole: no more than beats.
  tern_ram_fifo #(.Width(4), .Depth(Slots)) u_sets (
    .clk_i, .rst_ni, .in_valid_i(fire && in_ends), .in_room_o(unused_room),
    .in_data_i({group_q, in_tile_i}), .out_valid_o(set_valid), .out_ready_i(issue && out_ends),
    .out_data_o({last_group, tile})
  );

  assign most      = last_step(tile);
  assign turn_ends = out_group_q == last_group;
  assign out_ends  = turn_ends && out_step_q == most;
  assign issue     = set_valid && (!out_valid_q || out_ready_i);

  always_comb begin
    next_d      = next_q + Address'(issue);
    base_d      = base_q;
    out_step_d  = out_step_q;
    out_group_d = out_group_q;
    by_d        = by_q;
    freed       = '0;
    out_valid_d = issue || (out_valid_q && !out_ready_i);
    if (issue) begin
      by_d        = 4'd0 - out_step_q;
      out_group_d = turn_ends ? '0 : out_group_q + 2'd1;
      if (turn_ends) begin
        out_step_d = out_ends ? '0 : out_step_q + 4'd1;
      end
      if (out_ends) begin
        base_d = next_q + Address'(1);
      end
      // The last beat of a tile leaves its places free; the next ones are those of its group, then
      // of the others.
      if (out_step_q == most) begin
        freed = (Address+1)'(1);
        if (turn_ends) begin
          freed = {1'b0, next_q - base_q} + (Address+1)'(1) - (Address+1)'(last_group);
        end
      end
    end
    used_d = used_q + (Address+1)'(fire) - freed;
  end

  assign in_ready_o = !used_q[Address];

  ///////////
  // Banks //
  ///////////

  logic [16*Width-1:0] rotated, stored;

  assign rotated    = rotate(in_data_i, step_q);
  assign out_data_o = rotate(stored, by_q);

  for (genvar b = 0; b < 16; b++) begin : gen_bank
    // Which beat of the tile has the value, and the beats of all groups before it.
    logic [3:0] place;
    logic [5:0] offset;

    assign place  = (4'(b) - out_step_q) & most;
    assign offset = {2'd0, place} + ({2'd0, place} & {6{last_group[0]}})
                    + ({1'd0, place, 1'd0} & {6{last_group[1]}});

    tern_ram_1r1w #(.Width(Width), .Depth(Slots)) u_values (
      .clk_i, .write_i(fire), .waddr_i(write_q), .wdata_i(rotated[b*Width +: Width]),
      .read_i(issue), .raddr_i(base_q + Address'(offset) + Address'(out_group_q)),
      .rdata_o(stored[b*Width +: Width])
    );
  end

  tern_ram_1r1w #(.Width(Side), .Depth(Slots)) u_side (
    .clk_i, .write_i(fire), .waddr_i(write_q), .wdata_i(in_side_i), .read_i(issue),
    .raddr_i(next_q), .rdata_o(out_side_o)
  );

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q     <= '0;
      step_q      <= '0;
      group_q     <= '0;
      out_valid_q <= 1'b0;
      out_step_q  <= '0;
      out_group_q <= '0;
      next_q      <= '0;
      base_q      <= '0;
      used_q      <= '0;
    end else begin
      write_q     <= write_d;
      step_q      <= step_d;
      group_q     <= group_d;
      out_valid_q <= out_valid_d;
      out_step_q  <= out_step_d;
      out_group_q <= out_group_d;
      next_q      <= next_d;
      base_q      <= base_d;
      used_q      <= used_d;
    end
  end

  always_ff @(posedge clk_i) begin
    by_q <= by_d;
  end

  assign out_valid_o = out_valid_q;

  tdr_params u_params ();

  ////////////////
  // Assertions //
  ////////////////

  `TERN_ASSERT_STREAM(OutHeld, out_valid_o, out_ready_i, {out_data_o, out_side_o})
  `TERN_ASSERT(WholeTiles, !fire || (step_q == '0 && group_q == '0)
               || (!straight && step_q <= last_step(in_tile_i)))
  `TERN_ASSERT(GroupsFit, !fire || straight || in_turn_last_i || 32'(group_q) + 1 < Groups)
  `TERN_ASSERT(Fits, 32'(used_q) <= Slots)

endmodule

`default_nettype wire
