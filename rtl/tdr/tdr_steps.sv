// SPDX-License-Identifier: Apache-2.0
//
// tdr_steps: steps of a block with as many values of each lane as its command says.
//
// A decoder takes words ahead while enough values are left, so it counts them, and so does this.
// Behind it blocks fit their commands: in place of a value that did not come is a bit, and what is
// too much is dropped.
//
//   Latency     0 cycles
//   Throughput  1 step per cycle, less 1 cycle a block
//   Storage     Lanes * CountBits bits, and about 6
//   Model       model/tdr/order.h
//   Test        tb/tdr/tdr_code_test.cc
//   Doc         docs/tdr_architecture.md#code

`default_nettype none

module tdr_steps #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned CountBits = 12
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // The values of each lane.
  input  logic                       cmd_valid_i,
  output logic                       cmd_ready_o,
  input  logic [Lanes*CountBits-1:0] cmd_counts_i,
  // No block begins without its books.
  input  logic                       books_i,

  // The last step of a block is marked, or a beat without values behind it.
  input  logic                       in_valid_i,
  output logic                       in_ready_o,
  input  logic [Lanes-1:0]           in_keep_i,
  input  logic                       in_last_i,

  // The stages behind take a valid step whenever `move_i` is high.
  input  logic                       move_i,
  output logic                       step_valid_o,
  output logic                       step_first_o,
  output logic                       step_last_o,
  // Of each lane: a value of the beat, or the bit in place of one; the last one of the lane; the
  // bits that the decoder wants to have before it, at most 65.
  output logic [Lanes-1:0]           there_o,
  output logic [Lanes-1:0]           filler_o,
  output logic [Lanes-1:0]           end_o,
  output logic [Lanes*7-1:0]         ahead_o,

  output logic                       idle_o,
  output logic                       err_count_o,
  input  logic                       err_clear_i
);

  if (Lanes == 0 || CountBits < 4) begin : gen_bad_size
    $fatal(1, "tdr_steps: Lanes must be at least 1, CountBits at least 4");
  end

  typedef enum logic [1:0] {
    StIdle = 2'd0,
    StRun  = 2'd1,   // steps from the input
    StFill = 2'd2,   // the input has ended too early
    StEnd  = 2'd3    // up to the end of the input
  } state_e;

  state_e           state_d, state_q;
  logic             first_d, first_q;
  logic             ending_d, ending_q;   // the next step is the last one
  logic             err_d, err_q;
  logic             cmd_fire, in_fire, step_fire;
  logic [Lanes-1:0] present, here, more;

  assign cmd_fire  = cmd_valid_i && cmd_ready_o;
  assign in_fire   = in_valid_i && in_ready_o;
  assign step_fire = step_valid_o && move_i;
  assign here      = (state_q == StRun) ? in_keep_i : '0;

  always_comb begin
    state_d  = state_q;
    first_d  = cmd_fire || (first_q && !step_fire);
    ending_d = more == '0;
    err_d    = (err_q && !err_clear_i)
               || (state_q == StRun && in_fire && here != present)
               || (state_q == StEnd && in_fire && (!in_last_i || in_keep_i != '0));
    unique case (state_q)
      StIdle: begin
        if (cmd_fire) begin
          state_d = StRun;
        end
      end
      StRun: begin
        if (in_fire && ending_q) begin
          state_d = in_last_i ? StIdle : StEnd;
        end else if (in_fire && in_last_i) begin
          state_d = StFill;
        end
      end
      StFill: begin
        if (step_fire && ending_q) begin
          state_d = StIdle;
        end
      end
      StEnd: begin
        if (in_fire && in_last_i) begin
          state_d = StIdle;
        end
      end
      default: state_d = StIdle;
    endcase
  end

  ///////////
  // Lanes //
  ///////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [CountBits-1:0] left_d, left_q;

    always_comb begin
      left_d = left_q;
      if (cmd_fire) begin
        left_d = cmd_counts_i[CountBits*i +: CountBits];
      end else if (step_fire) begin
        left_d = left_q - CountBits'(present[i]);
      end
    end

    always_ff @(posedge clk_i) begin
      left_q <= left_d;
    end

    assign more[i]    = left_d > CountBits'(1);
    assign present[i] = left_q != '0;
    assign there_o[i] = here[i] && present[i];
    assign filler_o[i] = !here[i] && present[i];
    assign end_o[i]   = left_q == CountBits'(1);
    assign ahead_o[7*i +: 7] = (32'(left_q) > 32'd65) ? 7'd65 : 7'(left_q);
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      err_q   <= 1'b0;
    end else begin
      state_q <= state_d;
      err_q   <= err_d;
    end
  end

  always_ff @(posedge clk_i) begin
    first_q  <= first_d;
    ending_q <= ending_d;
  end

  assign cmd_ready_o  = state_q == StIdle && books_i;
  assign in_ready_o   = (state_q == StRun && move_i) || state_q == StEnd;
  assign step_valid_o = (state_q == StRun && in_valid_i) || state_q == StFill;
  assign step_first_o = first_q;
  assign step_last_o  = ending_q;
  assign idle_o       = state_q == StIdle;
  assign err_count_o  = err_q;

endmodule

`default_nettype wire
