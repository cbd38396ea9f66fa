// SPDX-License-Identifier: Apache-2.0
//
// stream_slice: a register slice that can be told to break the stream contract.
//
// It has no assertions of its own: what it does wrong, the bench must see from outside.
//
//   Latency     1 cycle
//   Throughput  1 beat per 2 cycles
//   Test        tb/common/stream_test.cc

`default_nettype none

module stream_slice (
  input  logic        clk_i,
  input  logic        rst_ni,

  // 0: behave; 1: withdraw valid; 2: change data; 3: change keep; 4: change last; 5: lose a beat;
  // 6: double a beat; 7: never ready; 8: flip one data bit; 9: lose last
  input  logic [3:0]  kind_i,

  input  logic        in_tvalid_i,
  output logic        in_tready_o,
  input  logic [95:0] in_tdata_i,
  input  logic [11:0] in_tkeep_i,
  input  logic        in_tlast_i,

  output logic        out_tvalid_o,
  input  logic        out_tready_i,
  output logic [95:0] out_tdata_o,
  output logic [11:0] out_tkeep_o,
  output logic        out_tlast_o
);

  logic        full_d, full_q;
  logic [95:0] data_d, data_q;
  logic [11:0] keep_d, keep_q;
  logic        last_d, last_q;
  // Beats taken, to strike at one in the middle; `struck` keeps the fault to one beat.
  logic [5:0]  beats_d, beats_q;
  logic        struck_d, struck_q;

  logic in_fire, out_fire, strike, stalled;
  assign in_tready_o = !full_q && kind_i != 4'd7;
  assign in_fire     = in_tvalid_i && in_tready_o;
  assign out_fire    = out_tvalid_o && out_tready_i;
  assign strike      = beats_q == 6'd9 && !struck_q;
  assign stalled     = full_q && !out_tready_i;

  always_comb begin
    full_d   = full_q;
    data_d   = data_q;
    keep_d   = keep_q;
    last_d   = last_q;
    beats_d  = beats_q;
    struck_d = struck_q;
    if (in_fire) begin
      full_d  = 1'b1;
      data_d  = in_tdata_i;
      keep_d  = in_tkeep_i;
      last_d  = in_tlast_i;
      beats_d = beats_q + 6'd1;
      if (beats_q == 6'd8 && kind_i == 4'd8) data_d[5] = !in_tdata_i[5];
      if (beats_q >= 6'd8 && kind_i == 4'd9) last_d = 1'b0;
      if (beats_q == 6'd8 && kind_i == 4'd5) full_d = 1'b0;
    end else if (out_fire) begin
      full_d = strike && kind_i == 4'd6;
      struck_d = struck_q || strike;
    end else if (stalled && strike) begin
      if (kind_i == 4'd1) full_d = 1'b0;
      if (kind_i == 4'd2) data_d[90] = !data_q[90];
      if (kind_i == 4'd3) keep_d = keep_q ^ 12'h800;
      if (kind_i == 4'd4) last_d = !last_q;
      struck_d = kind_i >= 4'd1 && kind_i <= 4'd4;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q   <= 1'b0;
      beats_q  <= '0;
      struck_q <= 1'b0;
    end else begin
      full_q   <= full_d;
      beats_q  <= beats_d;
      struck_q <= struck_d;
    end
  end

  always_ff @(posedge clk_i) begin
    data_q <= data_d;
    keep_q <= keep_d;
    last_q <= last_d;
  end

  assign out_tvalid_o = full_q;
  assign out_tdata_o  = data_q;
  assign out_tkeep_o  = keep_q;
  assign out_tlast_o  = last_q;

endmodule

`default_nettype wire
