// SPDX-License-Identifier: Apache-2.0
//
// tdr_integrate: differences along lines to coefficients, running sums that are clipped at each
// value.
//
// The 16 values of a beat are of 16 lines at one position, so that every lane has sums of its own.
// Beats of up to `Slots` groups of 16 lines may take turns in any order; those of one group come in
// ascending position. Stage 1 has the difference and the sum before it, which comes straight out of
// stage 2 if the beat ahead is of the same group; stage 2 adds and clips.
//
//   Latency     2 cycles
//   Throughput  1 beat per cycle, whatever the order of groups
//   Storage     Slots + 3 beats
//   Model       model/tdr/predict.h
//   Test        tb/tdr/tdr_inverse_test.cc
//   Doc         docs/tdr_architecture.md#integrate

`default_nettype none

module tdr_integrate #(
  parameter int unsigned Lanes = 16,
  // Groups of lines that take turns: 1, 2, 4 or 8.
  parameter int unsigned Slots = 4,
  // Of the magnitude of a coefficient; fewer than those of the format where they are small.
  parameter int unsigned CoefficientBits = tdr_pkg::CoefficientBits,
  localparam int unsigned Width     = CoefficientBits + 1,
  localparam int unsigned SlotWidth = (Slots > 1) ? $clog2(Slots) : 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                   advance_i,

  input  logic                   in_valid_i,
  // Low: the values are coefficients already, and no sum is changed.
  input  logic                   in_delta_i,
  // Position 0 of the lines.
  input  logic                   in_first_i,
  input  logic [SlotWidth-1:0]   in_slot_i,
  input  logic [Lanes*Width-1:0] in_data_i,

  output logic                   out_valid_o,
  output logic [Lanes*Width-1:0] out_data_o
);

  if (Lanes == 0) begin : gen_bad_lanes
    $fatal(1, "tdr_integrate: Lanes must be at least 1");
  end
  if (Slots != 1 && Slots != 2 && Slots != 4 && Slots != 8) begin : gen_bad_slots
    $fatal(1, "tdr_integrate: Slots must be 1, 2, 4 or 8");
  end

  if (CoefficientBits < 10 || CoefficientBits > tdr_pkg::CoefficientBits) begin : gen_bad_width
    $fatal(1, "tdr_integrate: CoefficientBits must be 10 to 24");
  end

  logic [1:0]                 valid;
  logic [2*(SlotWidth+1)-1:0] delayed;
  logic                       delta1;
  logic [SlotWidth-1:0]       slot1;
  logic [Lanes*Width-1:0]     value_d, value_q, before_d, before_q, sum, out_d, out_q, kept;
  logic [Lanes*Width-1:0]     sums_d [Slots], sums_q [Slots];

  tdr_delay #(.Stages(2), .Width(SlotWidth + 1)) u_delay (
    .clk_i, .rst_ni, .advance_i, .valid_i(in_valid_i), .data_i({in_delta_i, in_slot_i}),
    .valid_o(valid), .data_o(delayed)
  );

  assign {delta1, slot1} = delayed[SlotWidth:0];

  /////////
  // Sum //
  /////////

  logic [Lanes*(Width+1)-1:0] whole;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    assign whole[i*(Width+1) +: Width+1] = (Width+1)'($signed(value_q[i*Width +: Width]))
                                           + (Width+1)'($signed(before_q[i*Width +: Width]));
  end

  tdr_clip #(.Values(Lanes), .InWidth(Width + 1), .OutWidth(Width)) u_clip (
    .in_data_i(whole), .out_data_o(sum)
  );

  ////////////////
  // Next state //
  ////////////////

  always_comb begin
    kept = sums_q[0];
    for (int unsigned slot = 1; slot < Slots; slot++) begin
      if (in_slot_i == SlotWidth'(slot)) begin
        kept = sums_q[slot];
      end
    end
  end

  always_comb begin
    value_d  = value_q;
    before_d = before_q;
    out_d    = out_q;
    for (int unsigned slot = 0; slot < Slots; slot++) begin
      sums_d[slot] = sums_q[slot];
    end
    if (advance_i) begin
      value_d  = in_data_i;
      before_d = kept;
      if (!in_delta_i || in_first_i) begin
        before_d = '0;
      end else if (valid[0] && delta1 && slot1 == in_slot_i) begin
        before_d = sum;
      end
      out_d = sum;
      for (int unsigned slot = 0; slot < Slots; slot++) begin
        if (valid[0] && delta1 && (Slots == 1 || slot1 == SlotWidth'(slot))) begin
          sums_d[slot] = sum;
        end
      end
    end
  end

  // Read only behind a first position.
  always_ff @(posedge clk_i) begin
    value_q  <= value_d;
    before_q <= before_d;
    out_q    <= out_d;
    for (int unsigned slot = 0; slot < Slots; slot++) begin
      sums_q[slot] <= sums_d[slot];
    end
  end

  assign out_valid_o = valid[1];
  assign out_data_o  = out_q;

  logic unused_delayed;
  assign unused_delayed = ^delayed[2*SlotWidth+1:SlotWidth+1];

  tdr_params u_params ();

endmodule

`default_nettype wire
