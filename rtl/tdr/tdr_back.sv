// SPDX-License-Identifier: Apache-2.0
//
// tdr_back: the way back through the trellis, window after window.
//
// A window's decisions are read backwards as soon as the states behind it are known: when the next
// window ends, or with its line.
//
//   Latency     3 cycles to the first step
//   Throughput  1 beat per cycle
//   Storage     Banks windows of decisions
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#way-back

`default_nettype none

module tdr_back #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned Banks = 5,
  localparam int unsigned BankWidth  = $clog2(Banks),
  localparam int unsigned IndexWidth = $clog2(tdr_pkg::Window * tdr_pkg::Interleave),
  localparam int unsigned Address    = BankWidth + IndexWidth
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // As tdr_search has them.
  input  logic                  choice_valid_i,
  input  logic [Address-1:0]    choice_address_i,
  input  logic [Lanes*6-1:0]    choice_data_i,
  input  logic [1:0]            choice_turn_i,
  input  logic                  choice_scalar_i,
  input  logic                  close_valid_i,
  input  logic [Address-1:0]    close_address_i,
  input  logic [1:0]            close_turn_i,
  input  logic                  close_turn_last_i,
  input  logic                  close_before_i,
  input  logic                  close_last_i,
  input  logic [Lanes*2-1:0]    close_through_i,
  input  logic [Lanes*2-1:0]    close_best_i,

  // What each value of a window took, the last one first; with `step_first_o` that of the first.
  output logic                  step_valid_o,
  output logic [Address-1:0]    step_address_o,
  output logic [Lanes*3-1:0]    step_data_o,
  output logic                  step_first_o,

  // Beats of a window, less one.
  input  logic [BankWidth-1:0]  last_bank_i,
  output logic [IndexWidth-1:0] last_index_o
);

  localparam int unsigned Depth = Banks << IndexWidth;
  localparam int unsigned CountWidth = $clog2(Banks + 1);

  function automatic logic [BankWidth-1:0] next_bank(input logic [BankWidth-1:0] bank);
    next_bank = (bank == BankWidth'(Banks - 1)) ? '0 : bank + BankWidth'(1);
  endfunction

  ////////////////
  // Ends known //
  ////////////////

  logic [BankWidth-1:0]  close_bank, before_bank;
  logic [IndexWidth-1:0] last_d [Banks], last_q [Banks];
  logic [Lanes*2-1:0]    state_d [4*Banks], state_q [4*Banks];
  logic [CountWidth-1:0]               decided_d, decided_q, ends;
  logic                  back_take;

  assign close_bank  = close_address_i[Address-1:IndexWidth];
  assign before_bank = (close_bank == '0) ? BankWidth'(Banks - 1) : close_bank - BankWidth'(1);

  always_comb begin
    ends = '0;
    if (close_valid_i && close_turn_last_i) begin
      ends = CountWidth'(close_before_i) + CountWidth'(close_last_i);
    end
    decided_d = decided_q + ends - CountWidth'(back_take);
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      last_d[bank] = last_q[bank];
      if (close_valid_i && close_bank == BankWidth'(bank)) begin
        last_d[bank] = close_address_i[IndexWidth-1:0];
      end
      for (int unsigned turn = 0; turn < 4; turn++) begin
        state_d[4*bank + turn] = state_q[4*bank + turn];
        if (close_valid_i && close_turn_i == 2'(turn)) begin
          if (close_last_i && close_bank == BankWidth'(bank)) begin
            state_d[4*bank + turn] = close_best_i;
          end else if (close_before_i && before_bank == BankWidth'(bank)) begin
            state_d[4*bank + turn] = close_through_i;
          end
        end
      end
    end
  end

  //////////
  // Back //
  //////////

  logic [BankWidth-1:0]  back_bank_d, back_bank_q, bank1_d, bank1_q, bank2_d, bank2_q;
  logic [IndexWidth-1:0] back_index_d, back_index_q, index1_d, index1_q, index2_d, index2_q;
  logic                  back_d, back_q, read1_d, read1_q, read2_d, read2_q;
  logic                  begins_d, begins_q;
  logic [Lanes*6-1:0]    choice;
  logic [1:0]            turn;
  logic                  scalar;
  logic [Lanes*2-1:0]    begin_state;

  // The next window is begun when the one under way is at its first value.
  assign back_take = decided_q != '0 && (!back_q || back_index_q == '0);

  tern_ram_1r1w #(.Width(Lanes*6 + 3), .Depth(Depth)) u_choices (
    .clk_i, .write_i(choice_valid_i), .waddr_i(choice_address_i),
    .wdata_i({choice_scalar_i, choice_turn_i, choice_data_i}),
    .read_i(back_q), .raddr_i({back_bank_q, back_index_q}), .rdata_o({scalar, turn, choice})
  );

  assign begin_state = state_q[{bank1_q, turn}];

  always_comb begin
    back_d       = back_q;
    back_bank_d  = back_bank_q;
    back_index_d = back_index_q - IndexWidth'(1);
    if (back_q && back_index_q == '0) begin
      back_d      = 1'b0;
      back_bank_d = next_bank(back_bank_q);
    end
    if (back_take) begin
      back_d       = 1'b1;
      back_index_d = last_q[back_bank_d];
    end
    read1_d  = back_q;
    bank1_d  = back_bank_q;
    index1_d = back_index_q;
    read2_d  = read1_q;
    bank2_d  = bank1_q;
    index2_d = index1_q;
    // Until the first line of the last position has begun.
    begins_d = begins_q;
    if (read1_q) begin
      begins_d = index1_q == '0 || (begins_q && turn != '0);
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
  assign step_address_o = {bank2_q, index2_q};
  assign step_first_o   = index2_q == '0;
  assign last_index_o   = last_q[last_bank_i];

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      decided_q   <= '0;
      back_q      <= 1'b0;
      back_bank_q <= '0;
      read1_q     <= 1'b0;
      read2_q     <= 1'b0;
      begins_q    <= 1'b1;
    end else begin
      decided_q   <= decided_d;
      back_q      <= back_d;
      back_bank_q <= back_bank_d;
      read1_q     <= read1_d;
      read2_q     <= read2_d;
      begins_q    <= begins_d;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      last_q[bank] <= last_d[bank];
    end
    for (int unsigned i = 0; i < 4*Banks; i++) begin
      state_q[i] <= state_d[i];
    end
    back_index_q <= back_index_d;
    bank1_q      <= bank1_d;
    index1_q     <= index1_d;
    bank2_q      <= bank2_d;
    index2_q     <= index2_d;
  end

endmodule

`default_nettype wire
