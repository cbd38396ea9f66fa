// SPDX-License-Identifier: Apache-2.0
//
// tdr_regroup: levels as lanes send them to beats of 16 lines at one position.
//
// A lane that has more dead lines than others is ahead of them, at the most by all of its values:
// they wait in a memory of its own, which holds those of any block.
//
//   Latency     2 cycles
//   Throughput  1 step and 1 beat per cycle
//   Storage     16 memories of Depth levels
//   Model       model/tdr/walk.cc
//   Test        tb/tdr/tdr_dec_test.cc
//   Doc         docs/tdr_architecture.md#inverse-unit

`default_nettype none

`include "tern_assert.svh"

module tdr_regroup #(
  // Values of a lane of a block, and 8.
  parameter int unsigned Depth = 4096,
  localparam int unsigned Level = tdr_pkg::LevelBits,
  localparam int unsigned Shift = tdr_pkg::CentroidBits + 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // As tdr_decode gives them; beats that end a block are not for this unit.
  input  logic                step_valid_i,
  output logic                step_ready_o,
  input  logic [15:0]         step_keep_i,
  input  logic [16*Level-1:0] step_magnitude_i,
  input  logic [15:0]         step_negative_i,
  input  logic [15:0]         step_quantizer_i,
  input  logic [16*Shift-1:0] step_shift_i,

  // As tdr_beat_walk gives them.
  input  logic                beat_valid_i,
  output logic                beat_ready_o,
  input  logic [15:0]         beat_live_i,
  input  logic [15:0]         beat_keep_i,
  input  logic [1:0]          beat_turn_i,
  input  logic                beat_turn_last_i,
  input  logic                beat_first_i,
  input  logic                beat_whole_i,
  input  logic                beat_last_i,
  input  logic                beat_halves_i,

  // As tdr_inverse takes them. Ready may depend on valid.
  output logic                out_valid_o,
  input  logic                out_ready_i,
  output logic [16*Level-1:0] out_magnitude_o,
  output logic [15:0]         out_negative_o,
  output logic [15:0]         out_quantizer_o,
  output logic [16*Shift-1:0] out_shift_o,
  output logic [15:0]         out_keep_o,
  output logic                out_first_o,
  output logic [1:0]          out_turn_o,
  output logic                out_turn_last_o,
  output logic                out_whole_o,
  output logic                out_last_o
);

  localparam int unsigned Width = Level + Shift + 2;

  logic [15:0]         room, there, live, now;
  logic [16*Width-1:0] level, moved;
  logic                cut, upper_d, upper_q, fire;

  // A beat that is cut is two: its lower lanes, then the upper ones in their place.
  assign cut  = beat_halves_i && beat_keep_i[8] && !beat_keep_i[15];
  assign now  = !cut ? '1 : upper_q ? 16'hFF00 : 16'h00FF;
  assign live = beat_live_i & now;

  assign out_valid_o  = beat_valid_i && (live & ~there) == '0;
  assign fire         = out_valid_o && out_ready_i;
  assign beat_ready_o = fire && (!cut || upper_q);
  assign upper_d      = upper_q ^ (fire && cut);

  assign step_ready_o = &room;

  for (genvar i = 0; i < 16; i++) begin : gen_lane
    logic [Width-1:0] stored;

    tern_ram_fifo #(.Width(Width), .Depth(Depth)) u_levels (
      .clk_i, .rst_ni, .in_valid_i(step_valid_i && step_ready_o && step_keep_i[i]),
      .in_room_o(room[i]),
      .in_data_i({step_negative_i[i], step_quantizer_i[i], step_shift_i[i*Shift +: Shift],
                  step_magnitude_i[i*Level +: Level]}),
      .out_valid_o(there[i]), .out_ready_i(fire && live[i]), .out_data_o(stored)
    );

    assign level[i*Width +: Width] = live[i] ? stored : '0;

    if (i < 8) begin : gen_lower
      assign moved[i*Width +: Width] = (cut && upper_q) ? level[(i+8)*Width +: Width]
                                                        : level[i*Width +: Width];
      assign out_keep_o[i] = (cut && upper_q) ? beat_keep_i[i+8] : beat_keep_i[i];
    end else begin : gen_upper
      assign moved[i*Width +: Width] = cut ? '0 : level[i*Width +: Width];
      assign out_keep_o[i]           = !cut && beat_keep_i[i];
    end

    assign {out_negative_o[i], out_quantizer_o[i], out_shift_o[i*Shift +: Shift],
            out_magnitude_o[i*Level +: Level]} = moved[i*Width +: Width];
  end

  assign out_first_o     = beat_first_i;
  assign out_turn_o      = beat_turn_i;
  assign out_turn_last_o = beat_turn_last_i;
  assign out_whole_o     = beat_whole_i;
  assign out_last_o      = beat_last_i && (!cut || upper_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      upper_q <= 1'b0;
    end else begin
      upper_q <= upper_d;
    end
  end

endmodule

`default_nettype wire
