// SPDX-License-Identifier: Apache-2.0
//
// tdr_reciprocal: floor(2^28 / m) of the mantissa of a step, once for all lanes.
//
// Lanes divide by a step with one product. A division takes a bit in each cycle; a block needs one,
// and the one of the next block waits at the output.
//
//   Latency     19 cycles
//   Throughput  1 reciprocal in 20 cycles
//   Storage     1 reciprocal
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#place

`default_nettype none

module tdr_reciprocal (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        in_valid_i,
  output logic        in_ready_o,
  // As tdr_step has it: at least 1280.
  input  logic [11:0] in_mantissa_i,

  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [17:0] out_reciprocal_o
);

  localparam int unsigned Bits = 18;
  // What is left of the dividend above the bits of the quotient: less than any mantissa.
  localparam logic [11:0] Start = 12'(1 << (tdr_pkg::ReciprocalBits - Bits));

  logic            busy_d, busy_q, valid_d, valid_q;
  logic [4:0]      count_d, count_q;
  logic [11:0]     divisor_d, divisor_q, rest_d, rest_q;
  logic [Bits-1:0] quotient_d, quotient_q;
  logic [12:0]     rest, less;

  assign rest = {rest_q, 1'b0};
  assign less = rest - {1'b0, divisor_q};

  always_comb begin
    busy_d     = busy_q;
    valid_d    = valid_q;
    count_d    = count_q;
    divisor_d  = divisor_q;
    rest_d     = rest_q;
    quotient_d = quotient_q;
    if (busy_q) begin
      count_d    = count_q - 5'd1;
      rest_d     = less[12] ? rest[11:0] : less[11:0];
      quotient_d = {quotient_q[Bits-2:0], !less[12]};
      busy_d     = count_q != '0;
      valid_d    = count_q == '0;
    end else if (valid_q) begin
      valid_d = !out_ready_i;
    end else if (in_valid_i) begin
      busy_d    = 1'b1;
      count_d   = 5'(Bits - 1);
      divisor_d = in_mantissa_i;
      rest_d    = Start;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      busy_q  <= busy_d;
      valid_q <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    count_q    <= count_d;
    divisor_q  <= divisor_d;
    rest_q     <= rest_d;
    quotient_q <= quotient_d;
  end

  assign in_ready_o       = !busy_q && !valid_q;
  assign out_valid_o      = valid_q;
  assign out_reciprocal_o = quotient_q;

endmodule

`default_nettype wire
