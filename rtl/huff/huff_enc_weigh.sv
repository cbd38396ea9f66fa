// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_weigh: adds up what a chunk would cost with each book, and takes the cheapest.
//
// Extra bits are the same for all, so only codewords count; raw competes with 8 bits a symbol. Of
// equal ones the lowest id is taken, raw last.
//
//   Latency     3 cycles from the last step of a chunk to its choice
//   Throughput  1 step per cycle
//   Storage     Lanes * Books memories of 256 x 4, about (Books + 1) * 40 bits
//   Model       model/huff/select.cc
//   Test        tb/huff/encoder_best_test.cc
//   Doc         docs/architecture.md#best-choice

`default_nettype none

module huff_enc_weigh #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned Books = 2,
  parameter int unsigned BestSteps = 64
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // A step, and whether it is the first or the last one of its chunk.
  input  logic                 step_i,
  input  logic                 opens_i,
  input  logic                 closes_i,
  input  logic [Lanes-1:0]     present_i,
  input  logic [Lanes*8-1:0]   symbol_i,

  // Books that may be chosen, as the chunk opens; their ids, and the lengths of their escapes.
  input  logic [Books-1:0]     candidate_i,
  input  logic [4*Books-1:0]   id_i,
  input  logic [4*Books-1:0]   escape_len_i,

  // Lengths of a book that is being built.
  input  logic                 write_i,
  input  logic [3:0]           write_slot_i,
  input  logic [7:0]           write_symbol_i,
  input  logic [3:0]           write_len_i,

  // For one cycle.
  output logic                 choice_valid_o,
  output logic                 choice_raw_o,
  output logic [3:0]           choice_slot_o,

  // Candidates of chunks that have no choice yet.
  output logic [Books-1:0]     uses_o
);

  // A symbol costs up to 23 bits.
  localparam int unsigned SumBits = $clog2(Lanes * 23 + 1);
  localparam int unsigned CostBits = $clog2(Lanes * 23 * BestSteps + 1);

  /////////////
  // Look-up //
  /////////////

  logic             valid_q, opens_d, opens_q, closes_d, closes_q;
  logic [Lanes-1:0] present_d, present_q;
  logic [Books-1:0] candidate_d, candidate_q;
  // Of the step that was looked up; lane by lane within a book.
  logic [4*Lanes*Books-1:0] len;

  for (genvar k = 0; k < Books; k++) begin : gen_book
    for (genvar i = 0; i < Lanes; i++) begin : gen_lane
      tern_ram_1r1w #(
        .Width(4),
        .Depth(huff_pkg::NumSymbols)
      ) u_lengths (
        .clk_i,
        .write_i(write_i && write_slot_i == 4'(k)),
        .waddr_i(write_symbol_i),
        .wdata_i(write_len_i),
        .read_i (step_i),
        .raddr_i(symbol_i[8*i+:8]),
        .rdata_o(len[4*(k*Lanes+i)+:4])
      );
    end
  end

  always_comb begin
    opens_d     = step_i ? opens_i : opens_q;
    closes_d    = step_i ? closes_i : closes_q;
    present_d   = step_i ? present_i : present_q;
    candidate_d = (step_i && opens_i) ? candidate_i : candidate_q;
  end

  //////////
  // Sums //
  //////////

  logic                      summed_q, sum_opens_d, sum_opens_q, sum_closes_d, sum_closes_q;
  logic [Books-1:0]          sum_candidate_d, sum_candidate_q;
  logic [SumBits*Books-1:0]  sum_d, sum_q;
  logic [SumBits-1:0]        raw_sum_d, raw_sum_q;

  always_comb begin
    sum_d           = sum_q;
    raw_sum_d       = raw_sum_q;
    sum_opens_d     = valid_q ? opens_q : sum_opens_q;
    sum_closes_d    = valid_q ? closes_q : sum_closes_q;
    sum_candidate_d = valid_q ? candidate_q : sum_candidate_q;
    if (valid_q) begin
      raw_sum_d = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        raw_sum_d = raw_sum_d + (present_q[i] ? SumBits'(8) : '0);
      end
      for (int unsigned k = 0; k < Books; k++) begin
        sum_d[SumBits*k+:SumBits] = '0;
        for (int unsigned i = 0; i < Lanes; i++) begin
          if (present_q[i]) begin
            sum_d[SumBits*k+:SumBits] = sum_d[SumBits*k+:SumBits]
                + ((len[4*(k*Lanes+i)+:4] == 4'd0) ? SumBits'(escape_len_i[4*k+:4]) + SumBits'(8)
                                                   : SumBits'(len[4*(k*Lanes+i)+:4]));
          end
        end
      end
    end
  end

  ///////////
  // Costs //
  ///////////

  logic                      done_d, done_q;
  logic [Books-1:0]          cost_candidate_d, cost_candidate_q;
  logic [CostBits*Books-1:0] cost_d, cost_q;
  logic [CostBits-1:0]       raw_cost_d, raw_cost_q;

  always_comb begin
    done_d           = summed_q && sum_closes_q;
    cost_d           = cost_q;
    raw_cost_d       = raw_cost_q;
    cost_candidate_d = cost_candidate_q;
    if (summed_q) begin
      cost_candidate_d = sum_candidate_q;
      raw_cost_d       = (sum_opens_q ? '0 : raw_cost_q) + CostBits'(raw_sum_q);
      for (int unsigned k = 0; k < Books; k++) begin
        cost_d[CostBits*k+:CostBits] = (sum_opens_q ? '0 : cost_q[CostBits*k+:CostBits])
                                       + CostBits'(sum_q[SumBits*k+:SumBits]);
      end
    end
  end

  ////////////
  // Choice //
  ////////////

  // The cost on top, then the id; raw behind all ids.
  logic [CostBits+4:0] best, rival;
  logic [3:0]          slot;
  always_comb begin
    best  = {raw_cost_q, 5'd16};
    slot  = 4'd0;
    rival = '0;
    for (int unsigned k = 0; k < Books; k++) begin
      rival = {cost_q[CostBits*k+:CostBits], 1'b0, id_i[4*k+:4]};
      if (cost_candidate_q[k] && rival < best) begin
        best = rival;
        slot = 4'(k);
      end
    end
  end

  // A chunk has been opened and not closed.
  logic open_d, open_q;
  assign open_d = step_i ? !closes_i : open_q;

  assign choice_valid_o = done_q;
  assign choice_raw_o   = best[4];
  assign choice_slot_o  = slot;
  assign uses_o         = ((valid_q || open_q) ? candidate_q : '0)
                          | (summed_q ? sum_candidate_q : '0)
                          | (done_q ? cost_candidate_q : '0);

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      summed_q <= 1'b0;
      done_q   <= 1'b0;
      open_q   <= 1'b0;
    end else begin
      valid_q  <= step_i;
      summed_q <= valid_q;
      done_q   <= done_d;
      open_q   <= open_d;
    end
  end

  always_ff @(posedge clk_i) begin
    opens_q          <= opens_d;
    closes_q         <= closes_d;
    present_q        <= present_d;
    candidate_q      <= candidate_d;
    sum_opens_q      <= sum_opens_d;
    sum_closes_q     <= sum_closes_d;
    sum_candidate_q  <= sum_candidate_d;
    sum_q            <= sum_d;
    raw_sum_q        <= raw_sum_d;
    cost_q           <= cost_d;
    raw_cost_q       <= raw_cost_d;
    cost_candidate_q <= cost_candidate_d;
  end

endmodule

`default_nettype wire
