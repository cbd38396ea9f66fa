// SPDX-License-Identifier: Apache-2.0
//
// prove_values: the decoder delivers the values of each decoded step once, in order.
//
// Stage s4 behind steps, and marks of stopped messages, that come at any time. One step, any one,
// is marked when it comes in, and a lane of it; the beat with as many in front of it as steps were
// on their way must carry its value, of the same message's end. Look-ups may answer anything, so
// the marked lane holds an escaped symbol.
//
//   RTL         rtl/huff/huff_dec_s4_desymbolize.sv, rtl/huff/huff_dec_deliver.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/streams.md#decoder

`default_nettype none

module prove_values #(
  parameter int unsigned Lanes = 2
) (
  input  logic                clk_i,
  input  logic [2:0]          go_i,         // step, stopped message, values taken
  input  logic                last_i,
  input  logic                split_i,
  input  logic [7:0]          offset_i,
  input  logic [1:0]          count_i,
  input  logic [Lanes*8-1:0]  tail_i,
  input  logic [Lanes*8-1:0]  extra_i,
  input  logic [Lanes*4-1:0]  len_i,
  input  logic [Lanes-1:0]    escape_i,
  input  logic [4:0]          slot_i,
  input  logic [95:0]         levels_i,
  input  logic                mark_i,
  input  logic                mark_lane_i
);

  localparam int unsigned Levels = 8;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic                  ready, out_valid, out_last, reads, packet_end, step, stopped;
  logic [3:0]            reads_slot;
  logic [Lanes*16-1:0]   out_data;
  logic [Lanes*2-1:0]    out_keep;
  logic                  unused;
  assign unused  = ^{reads, reads_slot, packet_end};
  // Both wait for s4, and only one of them comes.
  assign step    = go_i[0] && ready && rst_ni;
  assign stopped = go_i[1] && ready && rst_ni && !step;

  huff_dec_s4_desymbolize #(.Lanes(Lanes), .ValueBits(16), .MaxCodeLen(8), .Books(1)) u_dut (
    .clk_i, .rst_ni, .step_valid_i(step), .step_ready_o(ready), .step_last_i(last_i),
    .step_split_i(split_i), .step_wide_i(1'b0), .step_offset_i(offset_i), .step_count_i(count_i),
    .step_tail_i(tail_i), .step_extra_i(extra_i), .step_code_len_i(len_i),
    .step_escape_i(escape_i), .step_raw_i(slot_i[4]), .step_slot_i(slot_i[3:0]),
    .step_level_len_i(levels_i[Levels*4-1:0]), .step_delta_i(levels_i[Levels*12-1:Levels*4]),
    .mark_i(stopped), .write_i(1'b0), .write_slot_i(4'd0), .write_rank_i(8'd0),
    .write_symbol_i(8'd0), .reads_o(reads), .reads_slot_o(reads_slot),
    .out_tvalid_o(out_valid), .out_tready_i(go_i[2]), .out_tdata_o(out_data),
    .out_tkeep_o(out_keep), .out_tlast_o(out_last), .packet_end_o(packet_end)
  );

  // Steps on their way, those in front of the marked one, and cycles in which values were taken
  // and none came.
  logic [2:0] inside, ahead;
  logic [1:0] quiet;
  logic       came, went;
  assign came = step || stopped;
  assign went = out_valid && go_i[2];

  logic       marked, gone, lane, last, split, there;
  logic [7:0] symbol, extra;
  logic       its, its_turn;
  assign its      = marked && !gone;
  assign its_turn = its && ahead == 3'd0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside <= 3'd0;
      ahead  <= 3'd0;
      quiet  <= 2'd0;
      marked <= 1'b0;
      gone   <= 1'b0;
    end else begin
      inside <= inside + 3'(came) - 3'(went);
      quiet  <= (came || !go_i[2]) ? 2'd0 : (quiet == 2'd3) ? 2'd3 : quiet + 2'd1;
      if (step && mark_i && !marked && (escape_i[mark_lane_i] || 2'(mark_lane_i) >= count_i)) begin
        marked <= 1'b1;
        lane   <= mark_lane_i;
        last   <= last_i;
        split  <= split_i;
        there  <= 2'(mark_lane_i) < count_i;
        symbol <= (mark_lane_i ? tail_i[15:8] : tail_i[7:0]) + offset_i;
        extra  <= mark_lane_i ? extra_i[15:8] : extra_i[7:0];
        ahead  <= inside - 3'(went);
      end else if (went && marked && ahead != 3'd0) begin
        ahead <= ahead - 3'd1;
      end
      if (went && its_turn) gone <= 1'b1;
      AfterAStop: cover (gone && there && inside == 3'd0 && quiet == 2'd3);
    end
  end

  // Of the values that were decoded, where they are: s4 holds steps in two registers, and values
  // that were not taken in a third.
  (* hierconn *) wire \u_dut.code_valid_q , \u_dut.code_last_q , \u_dut.code_split_q ;
  (* hierconn *) wire \u_dut.symbol_valid_q , \u_dut.symbol_last_q , \u_dut.symbol_split_q ;
  (* hierconn *) wire [1:0] \u_dut.code_count_q , \u_dut.symbol_count_q ;
  (* hierconn *) wire [1:0] \u_dut.code_escape_q , \u_dut.symbol_escape_q ;
  (* hierconn *) wire [7:0] \u_dut.code_offset_q , \u_dut.symbol_offset_q ;
  (* hierconn *) wire [15:0] \u_dut.code_tail_q , \u_dut.symbol_tail_q ;
  (* hierconn *) wire [15:0] \u_dut.code_extra_q , \u_dut.symbol_extra_q ;
  (* hierconn *) wire \u_dut.u_deliver.spare_valid_q , \u_dut.u_deliver.spare_last_q ;
  (* hierconn *) wire \u_dut.u_deliver.spare_split_q ;
  (* hierconn *) wire [1:0] \u_dut.u_deliver.spare_count_q ;
  (* hierconn *) wire [31:0] \u_dut.u_deliver.spare_data_q ;
  logic        code, look, spare, in_code, in_look, in_spare;
  logic [15:0] value;
  assign code     = \u_dut.code_valid_q ;
  assign look     = \u_dut.symbol_valid_q ;
  assign spare    = \u_dut.u_deliver.spare_valid_q ;
  assign in_spare = its && spare && ahead == 3'd0;
  assign in_look  = its && look && ahead == 3'(spare);
  assign in_code  = its && code && ahead == 3'(spare) + 3'(look);
  assign value    = split ? {extra[7], symbol, extra[6:0]} : {8'd0, symbol};

  always_comb begin
    if (rst_ni) begin
      Inside: assert (inside == 3'(code) + 3'(look) + 3'(spare));
      MarkInside: assert (!its || ahead < inside);
      InCode: assert (!in_code || (\u_dut.code_last_q == last && \u_dut.code_split_q == split
                      && there == (2'(lane) < \u_dut.code_count_q )
                      && (!there || (\u_dut.code_escape_q [lane]
                          && 8'(\u_dut.code_tail_q [8*lane+:8] + \u_dut.code_offset_q ) == symbol
                          && \u_dut.code_extra_q [8*lane+:8] == extra))));
      InLook: assert (!in_look || (\u_dut.symbol_last_q == last && \u_dut.symbol_split_q == split
                      && there == (2'(lane) < \u_dut.symbol_count_q )
                      && (!there || (\u_dut.symbol_escape_q [lane]
                          && 8'(\u_dut.symbol_tail_q [8*lane+:8] + \u_dut.symbol_offset_q )
                             == symbol
                          && \u_dut.symbol_extra_q [8*lane+:8] == extra))));
      InSpare: assert (!in_spare || (\u_dut.u_deliver.spare_last_q == last
                       && \u_dut.u_deliver.spare_split_q == split
                       && there == (2'(lane) < \u_dut.u_deliver.spare_count_q )
                       && (!there || (split
                           ? \u_dut.u_deliver.spare_data_q [16*lane+:16] == value
                           : \u_dut.u_deliver.spare_data_q [8*lane+:8] == value[7:0]))));
      Drains: assert ((quiet == 2'd0 || !spare) && (quiet < 2'd2 || !code)
                      && (quiet < 2'd3 || !look));

      NoneInvented: assert (!out_valid || inside != 3'd0);
      NoneLost: assert (quiet != 2'd3 || inside == 3'd0);
      if (went && its_turn) begin
        End: assert (out_last == last);
        if (split) begin
          Kept: assert (out_keep[2*lane+:2] == {2{there}});
          Value: assert (!there || out_data[16*lane+:16] == value);
        end else begin
          ByteKept: assert (out_keep[lane] == there && out_keep[3:2] == 2'b00);
          ByteValue: assert (!there || out_data[8*lane+:8] == value[7:0]);
        end
      end
    end
  end

endmodule

`default_nettype wire
