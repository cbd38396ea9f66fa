// SPDX-License-Identifier: Apache-2.0
//
// tdr_back: the way back through the trellis, window after window.
//
// A window's decisions are read backwards as soon as the states behind it are known: when the next
// window ends, or with its line.
//
//   Latency     3 cycles to the first step
//   Throughput  1 beat per cycle
//   Storage     Places beats of decisions, the ends of Windows
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#way-back

`default_nettype none

module tdr_back #(
  parameter int unsigned Lanes = 16,
  // Windows in flight, and their beats: powers of two.
  parameter int unsigned Windows = 8,
  parameter int unsigned Places  = 512,
  localparam int unsigned WindowWidth = $clog2(Windows),
  localparam int unsigned Address     = $clog2(Places)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // As tdr_search has them.
  input  logic                   choice_valid_i,
  input  logic [Address-1:0]     choice_address_i,
  input  logic [Lanes*6-1:0]     choice_data_i,
  input  logic [1:0]             choice_turn_i,
  input  logic                   choice_scalar_i,
  input  logic                   close_valid_i,
  input  logic [WindowWidth-1:0] close_window_i,
  input  logic [Address-1:0]     close_address_i,
  input  logic [1:0]             close_turn_i,
  input  logic                   close_turn_last_i,
  input  logic                   close_before_i,
  input  logic                   close_last_i,
  input  logic [Lanes*2-1:0]     close_through_i,
  input  logic [Lanes*2-1:0]     close_best_i,

  // What each value of a window took, the last one first; with `step_first_o` that of the first.
  output logic                   step_valid_o,
  output logic [Address-1:0]     step_address_o,
  output logic [Lanes*3-1:0]     step_data_o,
  output logic                   step_first_o,

  // Where the last beat of a window is.
  input  logic [WindowWidth-1:0] last_window_i,
  output logic [Address-1:0]     last_address_o
);

  ////////////////
  // Ends known //
  ////////////////

  logic [WindowWidth-1:0] before_window;
  logic [Address-1:0]     last_d [Windows], last_q [Windows];
  logic [Lanes*2-1:0]     state_d [4*Windows], state_q [4*Windows];
  logic [WindowWidth:0]   decided_d, decided_q, ends;
  logic                   back_take;

  assign before_window = close_window_i - WindowWidth'(1);

  always_comb begin
    ends = '0;
    if (close_valid_i && close_turn_last_i) begin
      ends = (WindowWidth+1)'(close_before_i) + (WindowWidth+1)'(close_last_i);
    end
    decided_d = decided_q + ends - (WindowWidth+1)'(back_take);
    for (int unsigned window = 0; window < Windows; window++) begin
      last_d[window] = last_q[window];
      if (close_valid_i && close_window_i == WindowWidth'(window)) begin
        last_d[window] = close_address_i;
      end
      for (int unsigned turn = 0; turn < 4; turn++) begin
        state_d[4*window + turn] = state_q[4*window + turn];
        if (close_valid_i && close_turn_i == 2'(turn)) begin
          if (close_last_i && close_window_i == WindowWidth'(window)) begin
            state_d[4*window + turn] = close_best_i;
          end else if (close_before_i && before_window == WindowWidth'(window)) begin
            state_d[4*window + turn] = close_through_i;
          end
        end
      end
    end
  end

  //////////
  // Back //
  //////////

  logic [WindowWidth-1:0] back_window_d, back_window_q, window1_d, window1_q;
  logic [Address-1:0]    back_address_d, back_address_q, address1_d, address1_q;
  logic [Address-1:0]    address2_d, address2_q;
  // Where the window under way begins.
  logic [Address-1:0]    first_d, first_q;
  logic                  at_first, first1_d, first1_q, first2_d, first2_q;
  logic                  back_d, back_q, read1_d, read1_q, read2_d, read2_q;
  logic                  begins_d, begins_q;
  logic [Lanes*6-1:0]    choice;
  logic [1:0]            turn;
  logic                  scalar;
  logic [Lanes*2-1:0]    begin_state;

  // The next window is begun when the one under way is at its first value.
  assign at_first  = back_address_q == first_q;
  assign back_take = decided_q != '0 && (!back_q || at_first);

  tern_ram_1r1w #(.Width(Lanes*6 + 3), .Depth(Places)) u_choices (
    .clk_i, .write_i(choice_valid_i), .waddr_i(choice_address_i),
    .wdata_i({choice_scalar_i, choice_turn_i, choice_data_i}),
    .read_i(back_q), .raddr_i(back_address_q), .rdata_o({scalar, turn, choice})
  );

  assign begin_state = state_q[{window1_q, turn}];

  always_comb begin
    back_d         = back_q;
    back_window_d  = back_window_q;
    back_address_d = back_address_q - Address'(1);
    first_d        = first_q;
    if (back_q && at_first) begin
      back_d        = 1'b0;
      back_window_d = back_window_q + WindowWidth'(1);
      first_d       = last_q[back_window_q] + Address'(1);
    end
    if (back_take) begin
      back_d         = 1'b1;
      back_address_d = last_q[back_window_d];
    end
    read1_d    = back_q;
    window1_d  = back_window_q;
    address1_d = back_address_q;
    first1_d   = at_first;
    read2_d    = read1_q;
    address2_d = address1_q;
    first2_d   = first1_q;
    // Until the first line of the last position has begun.
    begins_d = begins_q;
    if (read1_q) begin
      begins_d = first1_q || (begins_q && turn != '0);
    end
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tdr_back_lane u_lane (
      .clk_i, .valid_i(read1_q), .turn_i(turn), .begin_i(begins_q),
      .state_i(begin_state[2*i +: 2]), .scalar_i(scalar), .choice_i(choice[6*i +: 6]),
      .step_o(step_data_o[3*i +: 3])
    );
  end

  assign step_valid_o   = read2_q;
  assign step_address_o = address2_q;
  assign step_first_o   = first2_q;
  assign last_address_o = last_q[last_window_i];

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      decided_q     <= '0;
      back_q        <= 1'b0;
      back_window_q <= '0;
      first_q       <= '0;
      read1_q       <= 1'b0;
      read2_q       <= 1'b0;
      begins_q      <= 1'b1;
    end else begin
      decided_q     <= decided_d;
      back_q        <= back_d;
      back_window_q <= back_window_d;
      first_q       <= first_d;
      read1_q       <= read1_d;
      read2_q       <= read2_d;
      begins_q      <= begins_d;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned window = 0; window < Windows; window++) begin
      last_q[window] <= last_d[window];
    end
    for (int unsigned i = 0; i < 4*Windows; i++) begin
      state_q[i] <= state_d[i];
    end
    back_address_q <= back_address_d;
    window1_q      <= window1_d;
    address1_q     <= address1_d;
    first1_q       <= first1_d;
    address2_q     <= address2_d;
    first2_q       <= first2_d;
  end

endmodule

`default_nettype wire
