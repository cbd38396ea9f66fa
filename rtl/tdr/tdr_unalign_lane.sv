// SPDX-License-Identifier: Apache-2.0
//
// tdr_unalign_lane: one integer to its value of a dtype.
//
// What the dtype asks for arrives with the stage that needs it.
//
//   Latency     5 cycles
//   Throughput  1 value per cycle
//   Storage     5 values
//   Model       model/tdr/align.h
//   Test        tb/tdr/tdr_align_test.cc
//   Doc         docs/tdr_architecture.md#align

`default_nettype none

module tdr_unalign_lane #(
  localparam int unsigned InWidth = tdr_pkg::ValueBits + 1
) (
  input  logic               clk_i,

  input  logic               advance_i,
  input  logic [InWidth-1:0] data_i,
  input  logic               int8_i,

  // Behind stage 2: of a magnitude of full width the exponent field, and the bits that are too many
  // if it is subnormal; those that are too many if not; and the last field.
  input  logic signed [9:0]  field_i,
  input  logic signed [9:0]  excess_i,
  input  logic [4:0]         drop_i,
  input  logic signed [9:0]  last_field_i,

  // Behind stage 3: the dtype and its largest finite code. Behind stage 4: the same.
  input  logic [3:0]         place_i,
  input  logic [30:0]        full_i,
  input  logic [3:0]         dtype_i,
  input  logic [14:0]        largest_i,

  output logic [31:0]        data_o
);

  localparam int unsigned Magnitude = tdr_pkg::ValueBits;

  logic [3:0]           negative_d, negative_q;
  logic [Magnitude-1:0] magnitude_d, magnitude_q, normal2_d, normal2_q, normal3_d, normal3_q;
  logic [4:0]           zeros_d, zeros_q, drop_d, drop_q;
  logic [7:0]           field_d, field_q;
  logic                 over_d, over_q, guard_d, guard_q, sticky_d, sticky_q;
  logic [30:0]          code_d, code_q;
  logic [31:0]          out_d, out_q;

  ///////////////
  // Magnitude //
  ///////////////

  logic                 negative, fits;
  logic [7:0]           whole;

  assign negative = data_i[InWidth-1];
  assign fits     = data_i[InWidth-1:7] == {(InWidth-7){negative}};
  assign whole    = fits ? data_i[7:0] : {negative, {7{!negative}}};

  ///////////
  // Zeros //
  ///////////

  // Moved up until the top bit is one, and by how much. Which digits of four bits are zeros says at
  // once by how many digits; what remains is by up to three bits.
  logic [Magnitude-1:0] normal;
  logic [4:0]           zeros;
  logic [4:0]           digit_zero;

  always_comb begin
    for (int i = 0; i < 5; i++) begin
      digit_zero[i] = magnitude_q[Magnitude-1 - 4*i -: 4] == '0;
    end
    zeros    = '0;
    zeros[4] = digit_zero[3:0] == '1;
    zeros[3] = !zeros[4] && digit_zero[1:0] == '1;
    zeros[2] = zeros[4] ? digit_zero[4] : zeros[3] ? digit_zero[2] : digit_zero[0];
    case (zeros[4:2])
      3'd0:    normal = magnitude_q;
      3'd1:    normal = magnitude_q << 4;
      3'd2:    normal = magnitude_q << 8;
      3'd3:    normal = magnitude_q << 12;
      3'd4:    normal = magnitude_q << 16;
      default: normal = magnitude_q << 20;
    endcase
    if (normal[Magnitude-1 -: 2] == '0) begin
      normal   = normal << 2;
      zeros[1] = 1'b1;
    end
    if (!normal[Magnitude-1]) begin
      normal   = normal << 1;
      zeros[0] = 1'b1;
    end
  end

  ///////////
  // Field //
  ///////////

  logic signed [9:0] field, excess;
  logic              subnormal;

  assign field     = field_i - {5'd0, zeros_q};
  assign excess    = excess_i + {5'd0, zeros_q};
  assign subnormal = field < 10'sd1;

  //////////
  // Code //
  //////////

  logic [54:0] shifted;
  logic [30:0] code;
  logic        last;
  logic [14:0] rounded;

  assign shifted = {normal3_q, 33'd0} >> drop_q;

  always_comb begin
    case (place_i)
      tdr_pkg::DtypeBf16: code = {16'd0, field_q, shifted[31 +: 7]};
      tdr_pkg::DtypeFp16: code = {16'd0, field_q[4:0], shifted[31 +: 10]};
      tdr_pkg::DtypeE4m3: code = {24'd0, field_q[3:0], shifted[31 +: 3]};
      tdr_pkg::DtypeE5m2: code = {24'd0, field_q[4:0], shifted[31 +: 2]};
      tdr_pkg::DtypeInt8: code = {23'd0, shifted[31 +: 8]};
      default:             code = {field_q, shifted[31 +: 23]};
    endcase
  end

  // NaN of e4m3 is one more than the largest finite code.
  assign last    = (code_q[14:0] | {14'd0, dtype_i == tdr_pkg::DtypeE4m3})
                   == (largest_i | {14'd0, dtype_i == tdr_pkg::DtypeE4m3});
  // No number of fp32 is rounded: it has more bits than the magnitude.
  assign rounded = last ? largest_i
                   : code_q[14:0] + 15'(guard_q && (sticky_q || code_q[0]));

  ////////////////
  // Next state //
  ////////////////

  always_comb begin
    negative_d  = negative_q;
    magnitude_d = magnitude_q;
    normal2_d   = normal2_q;
    zeros_d     = zeros_q;
    normal3_d   = normal3_q;
    drop_d      = drop_q;
    field_d     = field_q;
    over_d      = over_q;
    code_d      = code_q;
    guard_d     = guard_q;
    sticky_d    = sticky_q;
    out_d       = out_q;
    if (advance_i) begin
      negative_d  = {negative_q[2:0], negative && !int8_i};
      magnitude_d = (data_i[Magnitude-1:0] ^ {Magnitude{negative}}) + Magnitude'(negative);
      if (int8_i) begin
        magnitude_d = {1'b1, whole, 13'd0};
      end
      normal2_d = normal;
      zeros_d   = zeros;
      normal3_d = normal2_q;
      field_d   = (subnormal || !normal2_q[Magnitude-1]) ? '0 : field[7:0];
      over_d    = field > last_field_i && normal2_q[Magnitude-1];
      drop_d    = !subnormal ? drop_i : (excess[9:5] != '0) ? '1 : excess[4:0];
      code_d    = over_q ? full_i : code;
      guard_d   = shifted[30] && !over_q;
      sticky_d  = shifted[29:0] != '0;
      case (dtype_i)
        tdr_pkg::DtypeBf16, tdr_pkg::DtypeFp16:
          out_d = {16'd0, negative_q[3], rounded};
        tdr_pkg::DtypeE4m3, tdr_pkg::DtypeE5m2:
          out_d = {24'd0, negative_q[3], rounded[6:0]};
        tdr_pkg::DtypeInt8:
          out_d = {24'd0, code_q[7:0]};
        default:
          out_d = {negative_q[3], code_q};
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    negative_q  <= negative_d;
    magnitude_q <= magnitude_d;
    normal2_q   <= normal2_d;
    zeros_q     <= zeros_d;
    normal3_q   <= normal3_d;
    drop_q      <= drop_d;
    field_q     <= field_d;
    over_q      <= over_d;
    code_q      <= code_d;
    guard_q     <= guard_d;
    sticky_q    <= sticky_d;
    out_q       <= out_d;
  end

  assign data_o = out_q;

  // The top bit of a normal number is not in its code.
  logic unused_top;
  assign unused_top = shifted[54];

endmodule

`default_nettype wire
