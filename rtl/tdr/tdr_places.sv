// SPDX-License-Identifier: Apache-2.0
//
// tdr_places: from the classes of a block to the places of its values, by lane and by beat.
//
// Lanes leave dead lines out and run ahead of each other; beats have all lines. So there are two
// walks, and room for the classes of the block at the end of the one and of that at the begin of
// the other. The classes of a block come while the one before is decoded.
//
//   Latency     3 cycles from the last class to the block's command, 2 more to the first places
//   Throughput  a value of each lane, and a beat, per cycle
//   Storage     classes of two blocks, those of lines and positions in each lane
//   Model       model/tdr/walk.cc
//   Test        tb/tdr/tdr_dec_test.cc
//   Doc         docs/tdr_architecture.md#inverse-unit

`default_nettype none

`include "tern_assert.svh"

module tdr_places #(
  // Most positions, and most rows of 16 lines, of a block: powers of two.
  parameter int unsigned Positions = 4096,
  parameter int unsigned Rows      = 256,
  parameter int unsigned CountBits = 13
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  // One for each block: log2 of the states, whether digits are bounded, Bias, whether beats are cut
  // in halves if not full, and the transform along the lines, or bypass.
  input  logic                    cmd_tvalid_i,
  output logic                    cmd_tready_o,
  input  logic [2:0]              cmd_states_log2_i,
  input  logic                    cmd_bounded_i,
  input  logic [7:0]              cmd_bias_i,
  input  logic                    cmd_halves_i,
  input  logic [1:0]              cmd_along_i,

  // As tdr_class_load takes them.
  input  logic                    position_tvalid_i,
  output logic                    position_tready_o,
  input  logic [3:0]              position_class_i,
  input  logic                    position_tlast_i,
  input  logic                    line_tvalid_i,
  output logic                    line_tready_o,
  input  logic [16*4-1:0]         line_class_i,
  input  logic [15:0]             line_tkeep_i,
  input  logic                    line_tlast_i,

  // As tdr_decode takes them.
  output logic                    block_valid_o,
  input  logic                    block_ready_i,
  output logic [2:0]              block_states_log2_o,
  output logic                    block_bounded_o,
  output logic [16*CountBits-1:0] block_count_o,
  output logic                    place_valid_o,
  input  logic                    place_ready_i,
  output logic [16*3-1:0]         place_bin_o,
  output logic [16*4-1:0]         place_low_o,
  output logic [16*2-1:0]         place_turn_o,
  output logic [15:0]             place_first_o,

  // As tdr_beat_walk gives them.
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

  localparam int unsigned PositionBits = $clog2(Positions + 1);
  localparam int unsigned RowBits      = $clog2(Rows + 1);
  localparam int unsigned GroupBits    = $clog2(Rows / 4 + 1);

  if (Positions < 2 || Positions != 1 << $clog2(Positions)) begin : gen_bad_positions
    $fatal(1, "tdr_places: Positions must be a power of two");
  end
  if (Rows < 8 || Rows != 1 << $clog2(Rows)) begin : gen_bad_rows
    $fatal(1, "tdr_places: Rows must be a power of two, at least 8");
  end

  /////////////
  // Loading //
  /////////////

  logic                    position_write, live, row_write, loaded, load_start;
  logic [PositionBits-1:0] position_at, live_at, positions, lives;
  logic [RowBits-1:0]      row_at, rows;
  logic [31:0]             row;
  logic [15:0]             group_write;
  logic [16*GroupBits-1:0] group_at, groups;
  logic [16*16-1:0]        group;
  logic [16*CountBits-1:0] counts;
  logic [14:0]             form, form_d, form_q;
  // Blocks that are being loaded or were, and have not been walked.
  logic [1:0]              lane_blocks_d, lane_blocks_q, beat_blocks_d, beat_blocks_q;
  logic                    set_d, set_q, lane_done, beat_done;

  tdr_class_load #(.Positions(Positions), .Rows(Rows), .CountBits(CountBits)) u_load (
    .clk_i, .rst_ni, .room_i(!lane_blocks_q[1] && !beat_blocks_q[1]), .cmd_tvalid_i,
    .cmd_tready_o, .position_tvalid_i, .position_tready_o, .position_class_i, .position_tlast_i,
    .line_tvalid_i, .line_tready_o, .line_class_i, .line_tkeep_i, .line_tlast_i,
    .position_write_o(position_write), .position_at_o(position_at), .live_o(live),
    .live_at_o(live_at), .row_write_o(row_write), .row_at_o(row_at), .row_o(row),
    .group_write_o(group_write), .group_at_o(group_at), .group_o(group), .loaded_o(loaded),
    .positions_o(positions), .lives_o(lives), .rows_o(rows), .groups_o(groups), .counts_o(counts)
  );

  assign load_start    = cmd_tvalid_i && cmd_tready_o;
  assign form          = {cmd_bounded_i, cmd_states_log2_i, cmd_bias_i, cmd_along_i, cmd_halves_i};
  assign form_d        = load_start ? form : form_q;
  assign lane_blocks_d = lane_blocks_q + 2'(load_start) - 2'(lane_done);
  assign beat_blocks_d = beat_blocks_q + 2'(load_start) - 2'(beat_done);
  assign set_d         = set_q ^ loaded;

  ///////////
  // Beats //
  ///////////

  logic                    beat_block_valid, beat_block_ready, unused_room;
  logic [2:0]              beat_form;
  logic [PositionBits-1:0] beat_positions;
  logic [RowBits-1:0]      beat_rows;

  // Two blocks at most wait.
  tern_skid #(.Width(PositionBits + RowBits + 3)) u_beat_blocks (
    .clk_i, .rst_ni, .in_valid_i(loaded), .in_ready_o(unused_room),
    .in_data_i({positions, rows, form_q[2:0]}), .out_valid_o(beat_block_valid),
    .out_ready_i(beat_block_ready), .out_data_o({beat_positions, beat_rows, beat_form})
  );

  tdr_beat_walk #(.Positions(Positions), .Rows(Rows)) u_beat_walk (
    .clk_i, .rst_ni, .write_set_i(set_q), .position_write_i(position_write),
    .position_at_i(position_at), .position_live_i(live), .row_write_i(row_write), .row_at_i(row_at),
    .row_i(row), .block_valid_i(beat_block_valid), .block_ready_o(beat_block_ready),
    .positions_i(beat_positions), .rows_i(beat_rows), .halves_i(beat_form[0]),
    .along_i(beat_form[2:1]), .beat_valid_o, .beat_ready_i, .beat_live_o, .beat_keep_o,
    .beat_turn_o, .beat_turn_last_o, .beat_first_o, .beat_whole_o, .beat_last_o, .beat_halves_o
  );

  assign beat_done = beat_block_valid && beat_block_ready;

  ///////////
  // Lanes //
  ///////////

  localparam int unsigned BlockWidth = 16 * (GroupBits + CountBits) + PositionBits + 12;

  logic                    lane_block_valid, lane_set_d, lane_set_q, block_ready;
  logic [16*GroupBits-1:0] lane_groups;
  logic [16*CountBits-1:0] lane_counts;
  logic [PositionBits-1:0] lane_lives;
  logic [2:0]              lane_states;
  logic                    lane_bounded;
  logic [7:0]              lane_bias;
  logic                    start, run_d, run_q, place_d, place_q, advance, skid_ready;
  logic                    unused_lane_room;
  logic [15:0]             more;
  logic [16*10-1:0]        place;

  tern_skid #(.Width(BlockWidth)) u_lane_blocks (
    .clk_i, .rst_ni, .in_valid_i(loaded), .in_ready_o(unused_lane_room),
    .in_data_i({groups, counts, lives, form_q[14:3]}), .out_valid_o(lane_block_valid),
    .out_ready_i(lane_done),
    .out_data_o({lane_groups, lane_counts, lane_lives, lane_bounded, lane_states, lane_bias})
  );

  tern_skid #(.Width(16*CountBits + 4)) u_block (
    .clk_i, .rst_ni, .in_valid_i(lane_block_valid && !run_q), .in_ready_o(block_ready),
    .in_data_i({lane_counts, lane_bounded, lane_states}), .out_valid_o(block_valid_o),
    .out_ready_i(block_ready_i), .out_data_o({block_count_o, block_bounded_o, block_states_log2_o})
  );

  // The memories are read, and then as many beats made as the longest lane has values.
  assign start     = lane_block_valid && !run_q && block_ready;
  assign advance   = skid_ready || !place_q;
  assign lane_done = run_q ? advance && more == '0 : start && lane_counts == '0;

  always_comb begin
    run_d      = run_q;
    place_d    = place_q;
    lane_set_d = lane_set_q ^ lane_done;
    if (advance) place_d = run_q;
    if (start) run_d = lane_counts != '0;
    if (run_q && lane_done) run_d = 1'b0;
  end

  for (genvar i = 0; i < 16; i++) begin : gen_lane
    tdr_lane_walk #(.Positions(Positions), .Groups(Rows / 4)) u_walk (
      .clk_i, .write_set_i(set_q), .position_write_i(position_write && live),
      .position_at_i(live_at), .position_class_i, .group_write_i(group_write[i]),
      .group_at_i(group_at[i*GroupBits +: GroupBits]), .group_i(group[i*16 +: 16]),
      .start_i(start), .set_i(lane_set_q), .positions_i(lane_lives),
      .groups_i(lane_groups[i*GroupBits +: GroupBits]), .bias_i(lane_bias),
      .advance_i(advance && run_q), .more_o(more[i]), .bin_o(place[i*10 +: 3]),
      .low_o(place[i*10+3 +: 4]), .turn_o(place[i*10+7 +: 2]), .first_o(place[i*10+9])
    );
  end

  logic [16*10-1:0] out_place;

  tern_skid #(.Width(16*10)) u_place (
    .clk_i, .rst_ni, .in_valid_i(place_q), .in_ready_o(skid_ready), .in_data_i(place),
    .out_valid_o(place_valid_o), .out_ready_i(place_ready_i), .out_data_o(out_place)
  );

  for (genvar i = 0; i < 16; i++) begin : gen_out
    assign {place_first_o[i], place_turn_o[i*2 +: 2], place_low_o[i*4 +: 4],
            place_bin_o[i*3 +: 3]} = out_place[i*10 +: 10];
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lane_blocks_q <= '0;
      beat_blocks_q <= '0;
      set_q         <= 1'b0;
      lane_set_q    <= 1'b0;
      run_q         <= 1'b0;
      place_q       <= 1'b0;
    end else begin
      lane_blocks_q <= lane_blocks_d;
      beat_blocks_q <= beat_blocks_d;
      set_q         <= set_d;
      lane_set_q    <= lane_set_d;
      run_q         <= run_d;
      place_q       <= place_d;
    end
  end

  always_ff @(posedge clk_i) begin
    form_q <= form_d;
  end

  tdr_params u_params ();

  `TERN_ASSERT(FitsPositions, !position_write || 32'(position_at) < Positions)
  `TERN_ASSERT(FitsRows, !row_write || 32'(row_at) < Rows)

endmodule

`default_nettype wire
