// SPDX-License-Identifier: Apache-2.0
//
// tdr_unalign: integers of the unit 2^exponent to values of a dtype.
//
// Stage 1 has the magnitude, stage 2 moves its top bit to the top, stage 3 finds the exponent field
// and how many bits are too many, stage 4 drops them, stage 5 rounds to the nearest, ties to even.
// A code is one number, field and fraction, so that one increment rounds all of it; the largest
// finite code is not incremented. Bytes of int8 pass as a fraction.
//
//   Latency     5 cycles
//   Throughput  1 beat per cycle
//   Storage     5 beats
//   Model       model/tdr/align.h
//   Test        tb/tdr/tdr_align_test.cc
//   Doc         docs/tdr_architecture.md#align

`default_nettype none

module tdr_unalign #(
  parameter int unsigned Lanes = 16,
  // Of the magnitude of an integer; fewer than those of the format where they are small.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned InWidth = ValueBits + 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                     advance_i,

  input  logic                     in_valid_i,
  // One of the dtypes of docs/transform.md; any other code is written as fp32.
  input  logic [3:0]               in_dtype_i,
  // Two's complement, at least -149; without meaning for int8.
  input  logic [8:0]               in_exponent_i,
  input  logic [Lanes*InWidth-1:0] in_data_i,

  output logic                     out_valid_o,
  // Each value in the lowest bits of 32, zeros above it.
  output logic [Lanes*32-1:0]      out_data_o
);

  if (Lanes == 0) begin : gen_bad_lanes
    $fatal(1, "tdr_unalign: Lanes must be at least 1");
  end

  if (ValueBits < 8 || ValueBits > tdr_pkg::ValueBits) begin : gen_bad_width
    $fatal(1, "tdr_unalign: ValueBits must be 8 to 22");
  end

  localparam int unsigned Magnitude = tdr_pkg::ValueBits;

  // What a dtype asks for. A magnitude of full width is a significand of 24 bits with two zeros
  // below: `drop` bits of it are too many.
  function automatic logic [4:0] drop_of(input logic [3:0] dtype);
    case (dtype)
      tdr_pkg::DtypeBf16: drop_of = 5'd16;
      tdr_pkg::DtypeFp16: drop_of = 5'd13;
      tdr_pkg::DtypeE4m3: drop_of = 5'd20;
      tdr_pkg::DtypeE5m2: drop_of = 5'd21;
      tdr_pkg::DtypeInt8: drop_of = 5'd15;
      default:             drop_of = 5'd0;
    endcase
  endfunction

  function automatic logic [30:0] largest_of(input logic [3:0] dtype);
    case (dtype)
      tdr_pkg::DtypeBf16: largest_of = 31'h7F7F;
      tdr_pkg::DtypeFp16: largest_of = 31'h7BFF;
      tdr_pkg::DtypeE4m3: largest_of = 31'h7E;
      tdr_pkg::DtypeE5m2: largest_of = 31'h7B;
      default:             largest_of = 31'h7F7FFFFF;
    endcase
  endfunction

  // Largest exponent field of a finite number.
  function automatic logic signed [9:0] last_field_of(input logic [3:0] dtype);
    case (dtype)
      tdr_pkg::DtypeFp16, tdr_pkg::DtypeE5m2: last_field_of = 10'sd30;
      tdr_pkg::DtypeE4m3:                      last_field_of = 10'sd15;
      default:                                  last_field_of = 10'sd254;
    endcase
  endfunction

  ////////////
  // Shared //
  ////////////

  logic [4:0]        valid;
  logic [5*4-1:0]    dtype;
  // The exponent field of a magnitude of full width: behind stage 1 and 2; and what has to be added
  // to the number of zeros above another to get its excess bits, if it is subnormal.
  logic signed [9:0] field1_d, field1_q, field2_d, field2_q, excess_d, excess_q;

  tdr_delay #(.Stages(5), .Width(4)) u_delay (
    .clk_i, .rst_ni, .advance_i, .valid_i(in_valid_i), .data_i(in_dtype_i),
    .valid_o(valid), .data_o(dtype)
  );

  always_comb begin
    field1_d = field1_q;
    field2_d = field2_q;
    excess_d = excess_q;
    if (advance_i) begin
      case (in_dtype_i)
        tdr_pkg::DtypeFp16, tdr_pkg::DtypeE5m2:
          field1_d = 10'($signed(in_exponent_i)) + 10'(15 + Magnitude - 1);
        tdr_pkg::DtypeE4m3:
          field1_d = 10'($signed(in_exponent_i)) + 10'(7 + Magnitude - 1);
        tdr_pkg::DtypeInt8:
          field1_d = 10'sd1;
        default:
          field1_d = 10'($signed(in_exponent_i)) + 10'(127 + Magnitude - 1);
      endcase
      field2_d = field1_q;
      excess_d = 10'({5'd0, drop_of(dtype[0 +: 4])}) + 10'sd1 - field1_q;
    end
  end

  always_ff @(posedge clk_i) begin
    field1_q <= field1_d;
    field2_q <= field2_d;
    excess_q <= excess_d;
  end

  ///////////
  // Lanes //
  ///////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tdr_unalign_lane u_lane (
      .clk_i, .advance_i, .data_i((Magnitude+1)'($signed(in_data_i[i*InWidth +: InWidth]))),
      .int8_i      (in_dtype_i == tdr_pkg::DtypeInt8),
      .field_i     (field2_q),
      .excess_i    (excess_q),
      .drop_i      (drop_of(dtype[4 +: 4])),
      .last_field_i(last_field_of(dtype[4 +: 4])),
      .place_i     (dtype[8 +: 4]),
      .full_i      (largest_of(dtype[8 +: 4])),
      .dtype_i     (dtype[12 +: 4]),
      .largest_i   (15'(largest_of(dtype[12 +: 4]))),
      .data_o      (out_data_o[i*32 +: 32])
    );
  end

  assign out_valid_o = valid[4];

  logic unused_stages;
  assign unused_stages = ^{valid[3:0], dtype[19:16]};

  tdr_params u_params ();

endmodule

`default_nettype wire
