// SPDX-License-Identifier: Apache-2.0
//
// prove_ends: the decoder ends every message within the cycles of its formula.
//
// The whole unit, between beats of any content and any book port. Every cycle in which nothing
// outside stalls adds 1 to a debt; each beat that comes in pays 1, each step 4. The debt and what
// the message can still need never exceed what the formula adds once, so every message ends. Lanes
// are cut away: they may do anything that keeps what `lane` and `lanes` prove of them.
//
//   RTL         rtl/huff/huff_dec.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#why-every-message-ends

`default_nettype none

module prove_ends #(
  parameter int unsigned Lanes = 1,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 8,
  parameter int unsigned Books = 1,
  parameter bit Deep = 1'b1,                         // all covers
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                        clk_i,
  input  logic                        in_valid_i,
  input  logic [Lanes*WordBits-1:0]   in_data_i,
  input  logic [Lanes*WordBits/8-1:0] in_keep_i,
  input  logic                        in_last_i,
  input  logic                        book_valid_i,
  input  logic [28:0]                 book_i,
  input  logic [1:0]                  ready_i,       // values, verdict
  input  logic                        clear_i
);

  // What the formula adds once, and what it gives for a step.
  localparam logic signed [7:0] Once = 8'sd6;
  localparam logic signed [7:0] PerStep = 8'sd4;
  // Credit below that is forgotten.
  localparam logic signed [7:0] Least = -8'sd8;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic                         in_ready, book_ready, out_valid, out_last, done_valid, err_load;
  logic                         busy, unused;
  logic [Lanes*ValueBits-1:0]   out_data;
  logic [Lanes*ValueBits/8-1:0] out_keep;
  logic [3:0]                   done_error, done_dtype;
  logic [31:0]                  done_count;
  assign unused = ^{book_ready, out_last, out_data, out_keep, done_dtype, done_count, err_load,
                    busy};

  huff_dec #(
    .Lanes(Lanes), .WordBits(WordBits), .ValueBits(ValueBits), .MaxCodeLen(8), .Books(Books)
  ) u_dut (
    .clk_i, .rst_ni, .in_tvalid_i(in_valid_i), .in_tready_o(in_ready), .in_tdata_i(in_data_i),
    .in_tkeep_i(in_keep_i), .in_tlast_i(in_last_i),
    .out_tvalid_o(out_valid), .out_tready_i(ready_i[0]), .out_tdata_o(out_data),
    .out_tkeep_o(out_keep), .out_tlast_o(out_last),
    .done_tvalid_o(done_valid), .done_tready_i(ready_i[1]), .done_error_o(done_error),
    .done_dtype_o(done_dtype), .done_count_o(done_count),
    .book_tvalid_i(book_valid_i), .book_tready_o(book_ready), .book_index_i(book_i[8:0]),
    .book_data_i(book_i[28:9]), .err_load_o(err_load), .err_clear_i(clear_i), .busy_o(busy)
  );

  ///////////
  // Lanes //
  ///////////

  (* hierconn *) wire [Lanes-1:0] \u_dut.u_s3_decode.ask , \u_dut.u_s3_decode.short ;
  (* hierconn *) wire [Lanes-1:0] \u_dut.u_s3_decode.again ;
  (* hierconn *) wire \u_dut.u_s3_decode.first , \u_dut.u_s3_decode.setup ;
  (* hierconn *) wire \u_dut.ask_ready , \u_dut.served , \u_dut.truncated , \u_dut.step_valid ;
  (* hierconn *) wire \u_dut.start , \u_dut.stop , \u_dut.finished , \u_dut.step_last ;
  (* hierconn *) wire [1:0] \u_dut.u_s3_decode.u_steps.state_q ;
  logic [Lanes-1:0] ask;
  logic             ask_ready, served, truncated, go, start, stop, first_step, running, setup;
  assign ask        = \u_dut.u_s3_decode.ask ;
  assign ask_ready  = \u_dut.ask_ready ;
  assign served     = \u_dut.served ;
  assign truncated  = \u_dut.truncated ;
  assign go         = \u_dut.step_valid ;
  assign start      = \u_dut.start ;
  assign stop       = \u_dut.stop ;
  assign first_step = \u_dut.u_s3_decode.first ;
  assign setup      = \u_dut.u_s3_decode.setup ;
  assign running    = \u_dut.u_s3_decode.u_steps.state_q != 2'd0;

  // What `lane` proves. A step's lanes need so many cycles in which no words are missing, the one
  // that decodes it not counted: 3, in a first step 2. Then they have their tokens, and ask for
  // words that can be served, or for none. What they ask for they go on to ask for.
  logic [1:0]       waits, most;
  logic [Lanes-1:0] asked;
  logic             missing;
  assign most    = first_step ? 2'd2 : 2'd3;
  assign missing = ask != '0 && ask_ready && !served;
  always_ff @(posedge clk_i) begin
    asked <= (!rst_ni || start || go || stop || !running || served) ? '0 : ask;
    if (!rst_ni || start || go || stop || !running) begin
      waits <= 2'd0;
    end else if (!missing && waits != most) begin
      waits <= waits + 2'd1;
    end
  end
  always_comb begin
    assume (running || ask == '0);
    assume ((asked & ~ask) == '0);
    assume (!running || waits != most
            || (\u_dut.u_s3_decode.short == '0 && (ask == '0 || ask_ready)
                && !(first_step && \u_dut.u_s3_decode.again [0])));
  end

  // What `lane` takes for granted: no book in the cycle behind setup; books and choice bits change
  // with a step only, but for the book of a first one.
  (* hierconn *) wire \u_dut.u_book.u_choice.take ;
  (* hierconn *) wire [Lanes-1:0] \u_dut.u_s3_decode.choice , \u_dut.u_s3_decode.choice_next ;
  logic after_setup;
  always_ff @(posedge clk_i) after_setup <= rst_ni && setup;
  always_comb begin
    if (rst_ni) begin
      BookComesLater: assert (!after_setup || !is_open);
      BookStays: assert (!running || !\u_dut.u_book.u_choice.take || go || first_step);
      ChoiceStays: assert (setup || go || \u_dut.u_s3_decode.choice
                                          == \u_dut.u_s3_decode.choice_next );
    end
  end

  `include "prove_ends_invariants.svh"

  //////////
  // Debt //
  //////////

  // The message whose verdict comes next has begun; its beats in the rows, its last one is in.
  logic              begun, whole, counted;
  logic [1:0]        rows;
  logic signed [7:0] debt, debt_q, sum, rank;
  assign begun = !finish_free || !s1_head || header_rows != 2'd0 || row_valid;
  always_comb begin
    rows  = 2'd0;
    whole = !finish_free;
    if (finish_free && row_valid) begin
      rows  = 2'd1 + 2'(next_valid && !row_last);
      whole = row_last || (next_valid && next_last);
    end
  end
  // It counts from its first beat, or from the verdict before it: then its beats that wait have
  // been paid. What else came or was decoded by then is not.
  assign debt = counted ? debt_q : 8'sd0 - 8'(rows) - 8'(finish_free ? header_rows : 2'd0);

  logic stalled;
  assign stalled = (out_valid && !ready_i[0]) || (done_valid && !ready_i[1])
                   || (in_ready && !in_valid_i && !whole);
  always_comb begin
    sum = debt;
    if (!stalled) sum = sum + 8'sd1;
    if (in_fire && !whole) sum = sum - 8'sd1;
    if (finish_free && (go || stop)) sum = sum - PerStep;
    if (sum < Least) sum = Least;
  end
  always_ff @(posedge clk_i) begin
    counted <= rst_ni && begun && !(done_valid && ready_i[1]);
    debt_q  <= sum;
  end

  // Cycles that the message needs from this one on, beats that are still to come not counted.
  logic signed [7:0] packet, match, choice, open, steps, drop;
  always_comb begin
    // Its last values, or the mark in their place, to the verdict.
    packet = 8'sd1;
    if (ended_packets == 2'd0) begin
      if (spare_last)       packet = 8'sd2;
      else if (symbol_last) packet = 8'sd2 + 8'(spare_valid);
      else if (code_last)   packet = 8'sd3 + 8'(spare_valid);
      else                  packet = 8'sd4 + 8'(spare_valid);
    end
    // Its check.
    match = 8'sd4;
    if (finish_done)      match = 8'sd1;
    else if (match_valid) match = 8'sd2;
    else if (match_next)  match = 8'sd3;
    // Its choice, up to the cycle in which it is known to be good or bad.
    choice = 8'sd0;
    if (pending && !found) choice = 8'sd3;
    else if (found)        choice = 8'sd2;
    else if (bad)          choice = 8'sd1;
    // Its step, and what is behind it.
    open  = is_open ? 8'sd1 : choice;
    steps = 8'sd1 + 8'(most) - 8'(waits);
    if (steps < open) steps = open;
    if (spare_valid && !missing && steps < 8'sd2) steps = 8'sd2;
    // Its rows.
    drop = whole ? 8'(rows) + 8'sd2 : ((rows == 2'd2) ? 8'sd5 : 8'sd4);

    if (!finish_free) begin
      rank = (match > packet) ? match : packet;
    end else if (s1_head) begin
      rank = ((rows == 2'd2) ? 8'sd2 : 8'sd1) + 8'sd6;
    end else if (s1_run) begin
      rank = steps + 8'sd1;
    end else begin
      rank = drop;
      if (choice != 8'sd0 && rank < choice + 8'sd3) rank = choice + 8'sd3;
      if (whole && rank < match) rank = match;
      if (rank < packet) rank = packet;
    end
  end

  always_comb begin
    if (rst_ni) begin
      EndsInTime: assert (!begun || (debt >= Least && debt <= Once - rank));
      WaitsAtMost: assert (waits <= most && (!setup || first_step));
      NeedsACycle: assert (!begun || rank >= 8'sd1);
      VerdictInTime: assert (!done_valid || (begun && debt < Once));
    end
  end

  // A message with steps that ends well; and one that needs the last cycle that the formula gives,
  // one that ends badly behind a step, and one behind another.
  logic second, stepped;
  always_ff @(posedge clk_i) begin
    second  <= rst_ni && (second || (done_valid && ready_i[1]));
    stepped <= rst_ni && (go || (stepped && !start));
    Good: cover (rst_ni && done_valid && done_error == huff_pkg::StreamErrorNone && stepped);
  end
  if (Deep) begin : gen_deep
    always_ff @(posedge clk_i) begin
      Tight: cover (rst_ni && done_valid && debt == Once - 8'sd1);
      Truncated: cover (rst_ni && done_valid && stepped
                        && done_error == huff_pkg::StreamErrorTruncated);
      Second: cover (rst_ni && second && done_valid);
    end
  end

endmodule

`default_nettype wire
