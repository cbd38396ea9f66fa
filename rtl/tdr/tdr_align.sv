// SPDX-License-Identifier: Apache-2.0
//
// tdr_align: values of a dtype to integers of the unit 2^exponent.
//
// Every finite value becomes a significand of 24 bits and the exponent of its lowest bit. Stage 1
// takes the value apart, stage 2 finds by how much the significand must be shifted, stage 3 shifts
// it, stage 4 rounds to the nearest, ties to even, and gives it its sign. What has more than
// ValueBits becomes the largest that has not; an encoder's exponent leaves two bits of room.
//
//   Latency     4 cycles
//   Throughput  1 beat per cycle
//   Storage     4 beats
//   Model       model/tdr/align.h
//   Test        tb/tdr/tdr_align_test.cc
//   Doc         docs/tdr_architecture.md#align

`default_nettype none

module tdr_align #(
  parameter int unsigned Lanes = 16,
  // Of the magnitude of an aligned value; fewer than those of the format where values are small.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned OutWidth = ValueBits + 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                      advance_i,

  input  logic                      in_valid_i,
  // One of the dtypes of docs/transform.md; any other code is read as fp32.
  input  logic [3:0]                in_dtype_i,
  // Two's complement.
  input  logic [8:0]                in_exponent_i,
  // Each value in the lowest bits of 32.
  input  logic [Lanes*32-1:0]       in_data_i,

  output logic                      out_valid_o,
  // The value is infinite or not a number, so that its tensor must be sent raw; its integer is 0.
  output logic [Lanes-1:0]          out_special_o,
  output logic [Lanes*OutWidth-1:0] out_data_o
);

  if (Lanes == 0) begin : gen_bad_lanes
    $fatal(1, "tdr_align: Lanes must be at least 1");
  end

  if (ValueBits < 8 || ValueBits > tdr_pkg::ValueBits) begin : gen_bad_width
    $fatal(1, "tdr_align: ValueBits must be 8 to 22");
  end

  // Zeros above a significand that is shifted by nothing: subnormal numbers go up to there.
  localparam int unsigned Room      = 8;
  localparam int unsigned Magnitude = ValueBits;

  logic [3:0]        valid;
  logic [3:0]        unused_delayed;
  logic signed [9:0] base_d, base_q;

  ////////////
  // Shared //
  ////////////

  // The exponent of a significand is the exponent field and a constant of the dtype. All lanes
  // share what is left of the shift without the field.
  always_comb begin
    base_d = base_q;
    if (advance_i) begin
      case (in_dtype_i)
        tdr_pkg::DtypeFp16, tdr_pkg::DtypeE5m2:
          base_d = 10'($signed(in_exponent_i)) + 10'(Room + 38);
        tdr_pkg::DtypeE4m3:
          base_d = 10'($signed(in_exponent_i)) + 10'(Room + 30);
        tdr_pkg::DtypeInt8:
          base_d = 10'($signed(in_exponent_i)) + 10'(Room + 17);
        default:
          base_d = 10'($signed(in_exponent_i)) + 10'(Room + 150);
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    base_q <= base_d;
  end

  tdr_delay #(.Stages(4), .Width(1)) u_delay (
    .clk_i, .rst_ni, .advance_i, .valid_i(in_valid_i), .data_i(1'b0),
    .valid_o(valid), .data_o(unused_delayed)
  );

  ///////////
  // Lanes //
  ///////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [31:0]          code;
    logic                 negative, special;
    logic [7:0]           field, whole;
    logic [22:0]          fraction;
    logic [23:0]          significand1_d, significand1_q, significand2_d, significand2_q;
    logic [7:0]           field_d, field_q;
    logic [3:0]           negative_d, negative_q, special_d, special_q;
    logic signed [9:0]    amount;
    logic [5:0]           amount_d, amount_q;
    logic                 over2_d, over2_q, over3_d, over3_q;
    logic [63:0]          shifted;
    logic [Magnitude-1:0] magnitude_d, magnitude_q, limited;
    logic                 guard_d, guard_q, sticky_d, sticky_q, up, flip;
    logic [OutWidth-1:0]  out_d, out_q;

    assign code  = in_data_i[i*32 +: 32];
    // The magnitude of a byte of int8.
    assign whole = code[7] ? 8'd0 - code[7:0] : code[7:0];

    always_comb begin
      negative = code[31];
      field    = code[30:23];
      fraction = code[22:0];
      special  = field == '1;
      case (in_dtype_i)
        tdr_pkg::DtypeBf16: begin
          negative = code[15];
          field    = code[14:7];
          fraction = {code[6:0], 16'd0};
          special  = field == '1;
        end
        tdr_pkg::DtypeFp16: begin
          negative = code[15];
          field    = {3'd0, code[14:10]};
          fraction = {code[9:0], 13'd0};
          special  = code[14:10] == '1;
        end
        tdr_pkg::DtypeE4m3: begin
          negative = code[7];
          field    = {4'd0, code[6:3]};
          fraction = {code[2:0], 20'd0};
          special  = code[6:0] == '1;
        end
        tdr_pkg::DtypeE5m2: begin
          negative = code[7];
          field    = {3'd0, code[6:2]};
          fraction = {code[1:0], 21'd0};
          special  = code[6:2] == '1;
        end
        tdr_pkg::DtypeInt8: begin
          negative = code[7];
          field    = 8'd1;
          fraction = {whole[6:0], 16'd0};
          special  = 1'b0;
        end
        default: ;
      endcase
    end

    // From -485 to 412; 8 leaves the significand as it is.
    assign amount  = base_q - {2'd0, field_q};
    assign shifted = {significand2_q, 40'd0} >> amount_q;
    assign limited = over3_q ? '1 : magnitude_q;
    assign up      = guard_q && (sticky_q || magnitude_q[0]) && limited != '1;
    assign flip    = negative_q[2] ^ up;

    always_comb begin
      significand1_d = significand1_q;
      field_d        = field_q;
      significand2_d = significand2_q;
      amount_d       = amount_q;
      over2_d        = over2_q;
      magnitude_d    = magnitude_q;
      over3_d        = over3_q;
      guard_d        = guard_q;
      sticky_d       = sticky_q;
      out_d          = out_q;
      negative_d     = negative_q;
      special_d      = special_q;
      if (advance_i) begin
        negative_d     = {negative_q[2:0], negative};
        special_d      = {special_q[2:0], special};
        significand1_d = special ? '0 : {field != '0, fraction};
        if (in_dtype_i == tdr_pkg::DtypeInt8) begin
          significand1_d[23] = whole[7];
        end
        // The smallest normal numbers and the subnormal ones have the same exponent.
        field_d        = {field[7:1], field[0] || field == '0};
        significand2_d = (amount > 10'sd32) ? '0 : significand1_q;
        amount_d       = amount[5:0];
        over2_d        = amount < 10'sd0 && significand1_q != '0;
        magnitude_d    = shifted[32 +: Magnitude];
        over3_d        = over2_q || shifted[63:32+Magnitude] != '0;
        guard_d        = shifted[31];
        sticky_d       = shifted[30:0] != '0;
        // The complement of a number is one less than its negative.
        out_d          = {negative_q[2], limited ^ {Magnitude{negative_q[2]}}}
                         + {{Magnitude{1'b0}}, flip};
      end
    end

    always_ff @(posedge clk_i) begin
      significand1_q <= significand1_d;
      field_q        <= field_d;
      significand2_q <= significand2_d;
      amount_q       <= amount_d;
      over2_q        <= over2_d;
      magnitude_q    <= magnitude_d;
      over3_q        <= over3_d;
      guard_q        <= guard_d;
      sticky_q       <= sticky_d;
      out_q          <= out_d;
      negative_q     <= negative_d;
      special_q      <= special_d;
    end

    assign out_special_o[i]                   = special_q[3];
    assign out_data_o[i*OutWidth +: OutWidth] = out_q;

    logic unused_negative;
    assign unused_negative = negative_q[3];
  end

  assign out_valid_o = valid[3];

  logic unused_stages;
  assign unused_stages = ^valid[2:0];

  tdr_params u_params ();

endmodule

`default_nettype wire
