// SPDX-License-Identifier: Apache-2.0
//
// tdr_class_load: the classes of a block, written where lanes and beats look for them.
//
// Lanes leave out what is dead. So each gets lists of its own: the live positions, and its groups
// of four lines that have a live one; neither is ever searched.
//
//   Latency     1 cycle behind the last class
//   Throughput  1 position or 16 lines per cycle
//   Storage     counts of a block, three rows of lines
//   Model       model/tdr/walk.cc
//   Test        tb/tdr/tdr_dec_test.cc
//   Doc         docs/tdr_architecture.md#inverse-unit

`default_nettype none

module tdr_class_load #(
  parameter int unsigned Positions = 4096,
  parameter int unsigned Rows      = 256,
  parameter int unsigned CountBits = 13,
  localparam int unsigned PositionBits = $clog2(Positions + 1),
  localparam int unsigned RowBits      = $clog2(Rows + 1),
  localparam int unsigned GroupBits    = $clog2(Rows / 4 + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  // A block may be loaded if there is room for one.
  input  logic                    room_i,
  input  logic                    cmd_tvalid_i,
  output logic                    cmd_tready_o,

  // Classes of all positions, then of all lines, 16 in a beat; those that are there come first.
  input  logic                    position_tvalid_i,
  output logic                    position_tready_o,
  input  logic [3:0]              position_class_i,
  input  logic                    position_tlast_i,
  input  logic                    line_tvalid_i,
  output logic                    line_tready_o,
  input  logic [16*4-1:0]         line_class_i,
  input  logic [15:0]             line_tkeep_i,
  input  logic                    line_tlast_i,

  // Of all positions, whether they live; of the live ones, the class; of 16 lines, whether they
  // live and are there; of a lane, classes of its next four lines with a live one.
  output logic                    position_write_o,
  output logic [PositionBits-1:0] position_at_o,
  output logic                    live_o,
  output logic [PositionBits-1:0] live_at_o,
  output logic                    row_write_o,
  output logic [RowBits-1:0]      row_at_o,
  output logic [31:0]             row_o,
  output logic [15:0]             group_write_o,
  output logic [16*GroupBits-1:0] group_at_o,
  output logic [16*16-1:0]        group_o,

  // The block is loaded: the numbers of all of these, and the values of each lane.
  output logic                    loaded_o,
  output logic [PositionBits-1:0] positions_o,
  output logic [PositionBits-1:0] lives_o,
  output logic [RowBits-1:0]      rows_o,
  output logic [16*GroupBits-1:0] groups_o,
  output logic [16*CountBits-1:0] counts_o
);

  typedef enum logic [1:0] {
    StFree,
    StPositions,
    StLines,
    StLoaded
  } state_e;

  state_e                  state_d, state_q;
  logic [PositionBits-1:0] positions_d, positions_q, lives_d, lives_q;
  logic [RowBits-1:0]      rows_d, rows_q;
  logic [16*GroupBits-1:0] groups_d, groups_q;
  logic [16*CountBits-1:0] counts_d, counts_q;
  // Classes of the group's rows so far; dead where there is none.
  logic [3*64-1:0]         before_d, before_q;
  logic [63:0]             row;
  logic [15:0]             live;
  logic                    start, position_fire, line_fire, group_ends;

  assign start             = (state_q == StFree) && cmd_tvalid_i && room_i;
  assign cmd_tready_o      = (state_q == StFree) && room_i;
  assign position_tready_o = state_q == StPositions;
  assign line_tready_o     = state_q == StLines;
  assign position_fire     = position_tvalid_i && position_tready_o;
  assign line_fire         = line_tvalid_i && line_tready_o;
  assign group_ends        = line_fire && (line_tlast_i || rows_q[1:0] == 2'd3);
  assign loaded_o          = state_q == StLoaded;

  assign position_write_o = position_fire;
  assign position_at_o    = positions_q;
  assign live_o           = position_class_i != 4'(tdr_pkg::DeadClass);
  assign live_at_o        = lives_q;
  assign row_write_o      = line_fire;
  assign row_at_o         = rows_q;
  assign row_o            = {line_tkeep_i, live};
  assign group_at_o       = groups_q;

  for (genvar i = 0; i < 16; i++) begin : gen_lane
    logic [15:0] group;

    assign row[i*4 +: 4] = line_tkeep_i[i] ? line_class_i[i*4 +: 4] : 4'(tdr_pkg::DeadClass);
    assign live[i]       = row[i*4 +: 4] != 4'(tdr_pkg::DeadClass);

    always_comb begin
      group = {4{4'(tdr_pkg::DeadClass)}};
      for (int unsigned slot = 0; slot < 3; slot++) begin
        if (2'(slot) < rows_q[1:0]) group[slot*4 +: 4] = before_q[slot*64 + i*4 +: 4];
      end
      group[4*rows_q[1:0] +: 4] = row[i*4 +: 4];
    end

    assign group_o[i*16 +: 16] = group;
    assign group_write_o[i]    = group_ends && group != {4{4'(tdr_pkg::DeadClass)}};

    always_comb begin
      groups_d[i*GroupBits +: GroupBits] =
          groups_q[i*GroupBits +: GroupBits] + GroupBits'(group_write_o[i]);
      counts_d[i*CountBits +: CountBits] = counts_q[i*CountBits +: CountBits]
          + ((line_fire && live[i]) ? CountBits'(lives_q) : '0);
      if (start) begin
        groups_d[i*GroupBits +: GroupBits] = '0;
        counts_d[i*CountBits +: CountBits] = '0;
      end
    end
  end

  always_comb begin
    positions_d = positions_q + PositionBits'(position_fire);
    lives_d     = lives_q + PositionBits'(position_fire && live_o);
    rows_d      = rows_q + RowBits'(line_fire);
    before_d    = before_q;
    for (int unsigned slot = 0; slot < 3; slot++) begin
      if (line_fire && rows_q[1:0] == 2'(slot)) before_d[slot*64 +: 64] = row;
    end
    if (start) begin
      positions_d = '0;
      lives_d     = '0;
      rows_d      = '0;
    end
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StFree:      if (start) state_d = StPositions;
      StPositions: if (position_fire && position_tlast_i) state_d = StLines;
      StLines:     if (line_fire && line_tlast_i) state_d = StLoaded;
      StLoaded:    state_d = StFree;
      default:     state_d = StFree;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StFree;
    end else begin
      state_q <= state_d;
    end
  end

  always_ff @(posedge clk_i) begin
    positions_q <= positions_d;
    lives_q     <= lives_d;
    rows_q      <= rows_d;
    groups_q    <= groups_d;
    counts_q    <= counts_d;
    before_q    <= before_d;
  end

  assign positions_o = positions_q;
  assign lives_o     = lives_q;
  assign rows_o      = rows_q;
  assign groups_o    = groups_q;
  assign counts_o    = counts_q;

endmodule

`default_nettype wire
