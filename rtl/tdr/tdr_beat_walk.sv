// SPDX-License-Identifier: Apache-2.0
//
// tdr_beat_walk: the beats of values of a block, dead ones included, and whose levels they take.
//
//   Latency     3 cycles
//   Throughput  1 beat per cycle
//   Storage     which positions and lines live, of two blocks
//   Model       model/tdr/walk.cc
//   Test        tb/tdr/tdr_dec_test.cc
//   Doc         docs/tdr_architecture.md#inverse-unit

`default_nettype none

module tdr_beat_walk #(
  parameter int unsigned Positions = 4096,
  parameter int unsigned Rows      = 256,
  localparam int unsigned PositionBits = $clog2(Positions + 1),
  localparam int unsigned RowBits      = $clog2(Rows + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  logic                    write_set_i,
  input  logic                    position_write_i,
  input  logic [PositionBits-1:0] position_at_i,
  input  logic                    position_live_i,
  input  logic                    row_write_i,
  input  logic [RowBits-1:0]      row_at_i,
  input  logic [31:0]             row_i,

  // A block: positions, rows of 16 lines, whether beats of more than 8 values are cut if they are
  // not full, and the transform along the lines. Neither number is 0.
  input  logic                    block_valid_i,
  output logic                    block_ready_o,
  input  logic [PositionBits-1:0] positions_i,
  input  logic [RowBits-1:0]      rows_i,
  input  logic                    halves_i,
  input  logic [1:0]              along_i,

  // Lanes whose next level is taken; values that are there; which of the rows in turn, whether it
  // is the last one, whether at position 0, whether the position is of a whole block along the
  // lines, the block's last beat.
  output logic                    beat_valid_o,
  input  logic                    beat_ready_i,
  output logic [15:0]             beat_live_o,
  output logic [15:0]             beat_keep_o,
  output logic [1:0]              beat_turn_o,
  output logic                    beat_turn_last_o,
  output logic                    beat_first_o,
  output logic                    beat_whole_o,
  output logic                    beat_last_o,
  output logic                    beat_halves_o
);

  logic [PositionBits-1:0] at_d, at_q;
  logic [RowBits-1:0]      group_d, group_q;
  logic [1:0]              turn_d, turn_q;
  logic                    run_d, run_q, set_d, set_q, live, start, advance, row_ends, line_ends;
  logic                    last, whole;
  logic [RowBits-1:0]      row, row_next;
  logic [31:0]             lines;

  assign row      = group_q + RowBits'(turn_q);
  assign row_next = group_d + RowBits'(turn_d);

  // The set is the upper bit of an address.
  localparam int unsigned PositionAddr = $clog2(Positions);
  localparam int unsigned RowAddr      = $clog2(Rows);

  tern_ram_1r1w #(.Width(1), .Depth(2 * Positions)) u_positions (
    .clk_i, .write_i(position_write_i),
    .waddr_i({write_set_i, position_at_i[PositionAddr-1:0]}), .wdata_i(position_live_i),
    .read_i(start || advance), .raddr_i({set_q, at_d[PositionAddr-1:0]}), .rdata_o(live)
  );

  tern_ram_1r1w #(.Width(32), .Depth(2 * Rows)) u_rows (
    .clk_i, .write_i(row_write_i), .waddr_i({write_set_i, row_at_i[RowAddr-1:0]}),
    .wdata_i(row_i), .read_i(start || advance), .raddr_i({set_q, row_next[RowAddr-1:0]}),
    .rdata_o(lines)
  );

  logic unused_at;
  assign unused_at = ^{position_at_i, row_at_i, row_next};

  assign start     = block_valid_i && !run_q;
  assign row_ends  = turn_q == 2'd3 || row + RowBits'(1) == rows_i;
  assign line_ends = row_ends && at_q + PositionBits'(1) == positions_i;
  assign last      = line_ends && row + RowBits'(1) == rows_i;
  assign whole     = (along_i == tdr_pkg::TransformDct16) ? (at_q >> 4) != (positions_i >> 4)
                     : along_i == tdr_pkg::TransformDct8 && (at_q >> 3) != (positions_i >> 3);

  always_comb begin
    at_d    = at_q;
    group_d = group_q;
    turn_d  = turn_q;
    run_d   = run_q;
    set_d   = set_q;
    if (start) begin
      at_d    = '0;
      group_d = '0;
      turn_d  = '0;
      run_d   = 1'b1;
    end else if (advance) begin
      turn_d = row_ends ? '0 : turn_q + 2'd1;
      if (row_ends) at_d = line_ends ? '0 : at_q + PositionBits'(1);
      if (line_ends) group_d = group_q + RowBits'(4);
      if (last) begin
        run_d = 1'b0;
        set_d = !set_q;
      end
    end
  end

  logic skid_ready;
  assign advance       = run_q && skid_ready;
  assign block_ready_o = advance && last;

  tern_skid #(.Width(39)) u_skid (
    .clk_i, .rst_ni, .in_valid_i(run_q), .in_ready_o(skid_ready),
    .in_data_i({lines[15:0] & {16{live}}, lines[31:16], turn_q, row_ends, at_q == '0, whole, last,
                halves_i}),
    .out_valid_o(beat_valid_o), .out_ready_i(beat_ready_i),
    .out_data_o({beat_live_o, beat_keep_o, beat_turn_o, beat_turn_last_o, beat_first_o,
                 beat_whole_o, beat_last_o, beat_halves_o})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      set_q <= 1'b0;
    end else begin
      run_q <= run_d;
      set_q <= set_d;
    end
  end

  always_ff @(posedge clk_i) begin
    at_q    <= at_d;
    group_q <= group_d;
    turn_q  <= turn_d;
  end

endmodule

`default_nettype wire
