// SPDX-License-Identifier: Apache-2.0
//
// tdr_cost_lane: what the levels next to a place cost, for both quantisers and parities.
//
// Stage 1 has bits and distance of each of the four levels, and the bits of zero; stage 2 squares
// the distances; stage 3 adds lambda times the bits; stage 4 lets zero compete with the even level
// and orders by parity. Costs are in 1/4096 of the squared grid.
//
//   Latency     4 cycles
//   Throughput  1 place per cycle
//   Storage     4 places
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#candidates

`default_nettype none

module tdr_cost_lane #(
  localparam int unsigned CostWidth = 18
) (
  input  logic                            clk_i,

  // As tdr_grid_lane has them.
  input  logic [11:0]                     digit_i,
  input  logic [2:0]                      tail_i,
  input  logic [11:0]                     width_i,
  input  logic [1:0]                      kind_i,
  input  logic                            odd_level_i,
  input  logic                            odd_point_i,
  input  logic [5:0]                      fraction_i,
  input  logic [8:0]                      whole_i,
  input  logic                            far_i,
  input  logic [2:0]                      bin_i,
  input  logic [3:0]                      low_i,
  // Behind stage 2; and three times as much.
  input  logic [tdr_pkg::LambdaBits-1:0]  lambda_i,
  input  logic [tdr_pkg::LambdaBits+1:0]  triple_i,

  // Of Q0 and Q1: the even and the odd level, odd less even, and whether the even level is zero
  // though one next to the place is not.
  output logic [2*CostWidth-1:0]          even_o,
  output logic [2*CostWidth-1:0]          odd_o,
  output logic [2*CostWidth+1:0]          rise_o,
  output logic [1:0]                      zero_o
);

  localparam int unsigned Price  = tdr_pkg::DigitCostsWidth;
  localparam int unsigned Shift  = tdr_pkg::CentroidsWidth;
  // Raw bits are at most 37, prices less than 16 bits.
  localparam int unsigned Bits   = 14;
  // Zero has no tail: 10 of them, a price below 4 bits.
  localparam int unsigned NoneBits = 12;
  // Distances are less than three points of the grid: -188 to 187.
  localparam int unsigned Off    = 9;

  function automatic bit none_fits();
    none_fits = 1'b1;
    for (int unsigned book = 0; book < 2 * tdr_pkg::Bins; book++) begin
      if (32'(tdr_pkg::DigitCosts[16*book*Price +: Price]) + 256 * tdr_pkg::MaxLowBits
          >= (1 << NoneBits)) begin
        none_fits = 1'b0;
      end
    end
  endfunction

  if (!none_fits()) begin : gen_bad_price
    $fatal(1, "tdr_cost_lane: zero may cost more bits than a product has room for");
  end

  // Of quantiser Q: index 2 Q the level below, 2 Q + 1 the one above it; and zero.
  logic [Bits-1:0]     bits_d [4], bits_q [4], late_d [4], late_q [4];
  logic [NoneBits-1:0] none_bits_d [2], none_bits_q [2], none_late_d [2], none_late_q [2];
  logic [Off-2:0]    off_d [4], off_q [4];
  logic [2*Off-3:0]  square_d [4], square_q [4];
  logic [2*Off-1:0]  far_square_d, far_square_q;
  logic [8:0]        whole_d, whole_q;
  logic [2:0]        far_d, far_q, odd0_d, odd0_q, odd1_d, odd1_q;

  //////////////////////
  // Bits, distances  //
  //////////////////////

  logic [5:0] raw [3];

  for (genvar i = 0; i < 3; i++) begin : gen_raw
    logic [3:0] width;
    logic [5:0] tail;

    assign width  = width_i[4*i +: 4];
    assign tail   = {1'b0, width, width != 4'(tdr_pkg::MaxTailBits)};
    assign raw[i] = (tail_i[i] ? tail : '0) + 6'(low_i) + 6'((i != 0) || kind_i != '0);
  end

  for (genvar q = 0; q < 2; q++) begin : gen_quantizer
    logic [3:0]       digit [2];
    logic [5:0]       bare [2];
    logic [1:0]       kind [2];
    logic [Price-1:0] none;
    logic [Off-1:0]   from;

    always_comb begin
      if (q == 0 || !odd_point_i) begin
        digit[0] = digit_i[3:0];
        digit[1] = digit_i[7:4];
        bare[0]  = raw[0];
        bare[1]  = raw[1];
        kind[0]  = kind_i;
        kind[1]  = (kind_i == 2'd3) ? 2'd3 : kind_i + 2'd1;
      end else begin
        digit[0] = digit_i[7:4];
        digit[1] = digit_i[11:8];
        bare[0]  = raw[1];
        bare[1]  = raw[2];
        kind[0]  = (kind_i == 2'd3) ? 2'd3 : kind_i + 2'd1;
        kind[1]  = kind_i[1] ? 2'd3 : kind_i + 2'd2;
      end
      // Above the point of the lower level.
      from = {2'd0, odd_point_i == (q == 0), fraction_i};
    end

    tdr_price #(.Quantizer(q)) u_none (.bin_i, .digit_i(4'd0), .price_o(none));

    assign none_bits_d[q] = {(NoneBits-8)'(none[Price-1:8]) + low_i, none[7:0]};

    for (genvar i = 0; i < 2; i++) begin : gen_level
      logic [Price-1:0] price;
      logic [Shift-1:0] shift;
      logic [Off-1:0]   off;

      tdr_price #(.Quantizer(q)) u_price (.bin_i, .digit_i(digit[i]), .price_o(price));
      tdr_centroid #(.Quantizer(q)) u_centroid (.bin_i, .kind_i(kind[i]), .shift_o(shift));

      assign bits_d[2*q+i] = {6'(price[Price-1:8]) + bare[i], price[7:0]};

      always_comb begin
        off = from - Off'(i * 128) - {{(Off-Shift-2){shift[Shift-1]}}, shift, 2'd0};
        // Zero is its own point, whichever the quantiser.
        if (i == 0 && kind[0] == '0) begin
          off = Off'(fraction_i) + {2'd0, q == 0 && odd_point_i, 6'd0};
        end
        off_d[2*q+i] = (off[Off-2:0] ^ {(Off-1){off[Off-1]}}) + (Off-1)'(off[Off-1]);
      end
    end
  end

  ///////////
  // Costs //
  ///////////

  logic [CostWidth-1:0] cost_d [4], cost_q [4];
  // Of zero with one bit more.
  logic [CostWidth:0]   none_d [2], none_q [2];
  logic [3:0]           unused_carry;

  for (genvar i = 0; i < 4; i++) begin : gen_cost
    tdr_square #(.Width(Off-1)) u_square (.data_i(off_q[i]), .square_o(square_d[i]));
    tdr_cost u_cost (
      .square_i(18'(square_q[i])), .bits_i(late_q[i]), .lambda_i, .triple_i,
      .cost_o({unused_carry[i], cost_d[i]})
    );
  end

  tdr_square #(.Width(Off)) u_square (.data_i(whole_q), .square_o(far_square_d));

  for (genvar i = 0; i < 2; i++) begin : gen_none
    tdr_cost #(.Bits(NoneBits)) u_cost (
      .square_i(far_square_q), .bits_i(none_late_q[i]), .lambda_i, .triple_i, .cost_o(none_d[i])
    );
  end

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      late_d[i] = bits_q[i];
    end
    for (int i = 0; i < 2; i++) begin
      none_late_d[i] = none_bits_q[i];
    end
    whole_d = whole_i;
    far_d   = {far_q[1:0], far_i};
    odd0_d  = {odd0_q[1:0], odd_level_i};
    odd1_d  = {odd1_q[1:0], odd_level_i ^ odd_point_i};
  end

  ////////////
  // Parity //
  ////////////

  logic [CostWidth-1:0] even_d [2], even_q [2], odd_d [2], odd_q [2];
  logic [CostWidth:0]   rise_d [2], rise_q [2];
  logic [1:0]           zero_d, zero_q;

  for (genvar q = 0; q < 2; q++) begin : gen_parity
    logic                 swap;
    logic [CostWidth-1:0] even;

    assign swap = (q == 0) ? odd0_q[2] : odd1_q[2];
    assign even = swap ? cost_q[2*q+1] : cost_q[2*q];
    // From a place of 512 on, zero costs more than anything.
    assign zero_d[q] = !far_q[2] && none_q[q] < {1'b0, even};
    assign even_d[q] = zero_d[q] ? none_q[q][CostWidth-1:0] : even;
    assign odd_d[q]  = swap ? cost_q[2*q] : cost_q[2*q+1];
    assign rise_d[q] = {1'b0, odd_d[q]} - {1'b0, even_d[q]};
    assign even_o[q*CostWidth +: CostWidth]        = even_q[q];
    assign odd_o[q*CostWidth +: CostWidth]         = odd_q[q];
    assign rise_o[q*(CostWidth+1) +: CostWidth+1]  = rise_q[q];
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 4; i++) begin
      bits_q[i]   <= bits_d[i];
      late_q[i]   <= late_d[i];
      off_q[i]    <= off_d[i];
      square_q[i] <= square_d[i];
      cost_q[i]   <= cost_d[i];
    end
    for (int i = 0; i < 2; i++) begin
      none_bits_q[i] <= none_bits_d[i];
      none_late_q[i] <= none_late_d[i];
      none_q[i] <= none_d[i];
      even_q[i] <= even_d[i];
      odd_q[i]  <= odd_d[i];
      rise_q[i] <= rise_d[i];
    end
    far_square_q <= far_square_d;
    whole_q <= whole_d;
    far_q   <= far_d;
    odd0_q  <= odd0_d;
    odd1_q  <= odd1_d;
    zero_q  <= zero_d;
  end

  assign zero_o = zero_q;

endmodule

`default_nettype wire
