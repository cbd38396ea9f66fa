// SPDX-License-Identifier: Apache-2.0
//
// prove_ends_invariants: what the stages of the decoder say of each other; part of prove_ends.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#why-every-message-ends

  //////////
  // Rows //
  //////////

  (* hierconn *) wire [1:0] \u_dut.u_rows.valid_q , \u_dut.u_rows.last_q ;
  (* hierconn *) wire \u_dut.u_rows.head_q , \u_dut.u_rows.tail_q ;
  (* hierconn *) wire [CountBits-1:0] \u_dut.row0_words , \u_dut.row1_words ;
  logic row_valid, row_last, next_valid, next_last, in_fire;
  assign in_fire    = in_valid_i && in_ready;
  assign row_valid  = \u_dut.u_rows.valid_q [\u_dut.u_rows.head_q ];
  assign row_last   = \u_dut.u_rows.last_q [\u_dut.u_rows.head_q ];
  assign next_valid = \u_dut.u_rows.valid_q [!\u_dut.u_rows.head_q ];
  assign next_last  = \u_dut.u_rows.last_q [!\u_dut.u_rows.head_q ];

  //////////////
  // Messages //
  //////////////

  (* hierconn *) wire [1:0] \u_dut.u_s1_deframe.state_q , \u_dut.u_s1_deframe.rows_q ;
  (* hierconn *) wire \u_dut.u_s1_deframe.mark_q , \u_dut.head , \u_dut.hold ;
  (* hierconn *) wire [1:0] \u_dut.u_finish.state_q , \u_dut.u_finish.ended_q ;
  logic       s1_head, s1_run, s1_tail, mark, finish_free, finish_match, finish_done;
  logic [1:0] header_rows, ended_packets;
  assign s1_head       = \u_dut.u_s1_deframe.state_q == 2'd0;
  assign s1_run        = \u_dut.u_s1_deframe.state_q == 2'd1;
  assign s1_tail       = \u_dut.u_s1_deframe.state_q == 2'd2;
  assign header_rows   = \u_dut.u_s1_deframe.rows_q ;
  assign mark          = \u_dut.u_s1_deframe.mark_q ;
  assign finish_free   = \u_dut.u_finish.state_q == 2'd0;
  assign finish_match  = \u_dut.u_finish.state_q == 2'd1;
  assign finish_done   = \u_dut.u_finish.state_q == 2'd2;
  assign ended_packets = \u_dut.u_finish.ended_q ;

  //////////////////////
  // Checks, packets  //
  //////////////////////

  (* hierconn *) wire \u_dut.u_check.part_valid_q , \u_dut.u_check.part_last_q ;
  (* hierconn *) wire \u_dut.u_check.end_q ;
  (* hierconn *) wire \u_dut.u_check.u_verdicts.gen_registers.head_valid_q ;
  (* hierconn *) wire [1:0] \u_dut.u_check.u_verdicts.gen_registers.count_q ;
  logic       match_valid, match_next;
  logic [1:0] match_waits;
  logic [2:0] checks, lasts;
  assign match_waits = \u_dut.u_check.u_verdicts.gen_registers.count_q ;
  assign match_valid = \u_dut.u_check.u_verdicts.gen_registers.head_valid_q ;
  assign match_next  = \u_dut.u_check.end_q ;
  assign checks      = 3'(\u_dut.u_check.part_valid_q && \u_dut.u_check.part_last_q )
                       + 3'(match_next) + 3'(match_valid) + 3'(match_waits);
  assign lasts       = 3'(row_valid && row_last) + 3'(next_valid && next_last)
                       + 3'(finish_match);

  (* hierconn *) wire \u_dut.u_s4_desymbolize.code_valid_q , \u_dut.u_s4_desymbolize.code_last_q ;
  (* hierconn *) wire \u_dut.u_s4_desymbolize.symbol_valid_q ;
  (* hierconn *) wire \u_dut.u_s4_desymbolize.symbol_last_q ;
  (* hierconn *) wire \u_dut.u_s4_desymbolize.u_deliver.spare_valid_q ;
  (* hierconn *) wire \u_dut.u_s4_desymbolize.u_deliver.spare_last_q ;
  logic       code_valid, symbol_valid, spare_valid, code_last, symbol_last, spare_last;
  logic       more_values;
  logic [2:0] packets;
  assign code_valid   = \u_dut.u_s4_desymbolize.code_valid_q ;
  assign symbol_valid = \u_dut.u_s4_desymbolize.symbol_valid_q ;
  assign spare_valid  = \u_dut.u_s4_desymbolize.u_deliver.spare_valid_q ;
  assign code_last    = code_valid && \u_dut.u_s4_desymbolize.code_last_q ;
  assign symbol_last  = symbol_valid && \u_dut.u_s4_desymbolize.symbol_last_q ;
  assign spare_last   = spare_valid && \u_dut.u_s4_desymbolize.u_deliver.spare_last_q ;
  assign packets      = 3'(mark) + 3'(code_last) + 3'(symbol_last) + 3'(spare_last)
                        + 3'(ended_packets) + 3'(s1_run);
  // The packet of the newest values goes on.
  assign more_values  = code_valid ? !code_last : (symbol_valid ? !symbol_last
                        : (spare_valid && !spare_last));

  ////////////
  // Choice //
  ////////////

  (* hierconn *) wire \u_dut.u_book.u_choice.pending_q , \u_dut.u_book.u_choice.found_q ;
  (* hierconn *) wire \u_dut.u_book.u_choice.first_q , \u_dut.u_book.u_choice.open_q ;
  (* hierconn *) wire \u_dut.u_book.u_choice.bad_q , \u_dut.u_book.u_choice.run_q ;
  logic pending, found, bad, is_open, of_header;
  assign pending   = \u_dut.u_book.u_choice.pending_q ;
  assign found     = \u_dut.u_book.u_choice.found_q ;
  assign bad       = \u_dut.u_book.u_choice.bad_q ;
  assign is_open   = \u_dut.u_book.u_choice.open_q ;
  assign of_header = \u_dut.u_book.u_choice.first_q ;

  always_comb begin
    if (rst_ni) begin
      RowsInTurns: assert ((row_valid || !next_valid)
                           && \u_dut.u_rows.tail_q
                              == (\u_dut.u_rows.head_q ^ (row_valid && !next_valid)));
      FullBeforeTheLast: assert (!next_valid || next_last
                                 || \u_dut.row1_words == CountBits'(Lanes));
      RowHasWords: assert (!s1_run || !row_valid || row_last || \u_dut.row0_words != '0);
      HeadIsFull: assert (!s1_head || !row_valid || row_last
                          || \u_dut.row0_words == CountBits'(Lanes));
      Legal: assert (\u_dut.u_s1_deframe.state_q != 2'd3 && \u_dut.u_finish.state_q != 2'd3
                     && \u_dut.u_s3_decode.u_steps.state_q != 2'd3);
      RunsOrNot: assert (running == s1_run && \u_dut.u_book.u_choice.run_q == s1_run);
      MarkInTheTail: assert (!mark || s1_tail);
      HeaderInTheHead: assert (header_rows == 2'd0 || s1_head);
      // What stages take for granted.
      EndsOneWay: assert (!\u_dut.finished || !(truncated || bad));
      RoomForVerdict: assert (!match_next || match_waits != 2'd3);
      FewEnded: assert (ended_packets != 2'd3);
      CheckForEachLast: assert (checks == lasts);
      ChecksInOrder: assert (match_valid || match_waits == 2'd0);
      PacketForEachMessage: assert (packets == 3'(!s1_head) + 3'(!finish_free));
      PacketGoesOn: assert (!more_values || s1_run || mark);
      FoundIsPending: assert (!found || pending);
      NoChoiceBetween: assert (!s1_head || !(pending || bad));
      OpenRuns: assert (!is_open || (s1_run && !bad));
      OpensInTime: assert (!s1_run || is_open || bad || (pending && of_header && first_step));
      FirstChoice: assert (!s1_run || !pending || !of_header || !is_open);
      ChoiceBehindTheStart: assert (!setup || (pending && of_header && !found && !is_open));
      ChoiceOfTheHeader: assert (!(s1_tail && pending) || of_header);
      NoBookHolds: assert (!(\u_dut.hold && s1_head && finish_free));
    end
  end

  ////////////
  // Chunks //
  ////////////

  (* hierconn *) wire [31:0] \u_dut.u_s3_decode.u_steps.left_q ;
  (* hierconn *) wire \u_dut.u_s3_decode.u_steps.second_q , \u_dut.u_s3_decode.u_steps.last_q ;
  (* hierconn *) wire \u_dut.u_s3_decode.u_steps.single_q , \u_dut.u_s3_decode.u_steps.pair_q ;
  (* hierconn *) wire [31:0] \u_dut.u_s3_decode.u_steps.steps ;
  (* hierconn *) wire [15:0] \u_dut.u_s3_decode.u_chunks.left_q ;
  (* hierconn *) wire [27:0] \u_dut.u_s3_decode.u_chunks.after_q ;
  (* hierconn *) wire [3:0] \u_dut.u_s3_decode.u_chunks.log2_q ;
  (* hierconn *) wire \u_dut.u_s3_decode.u_chunks.more_q , \u_dut.u_s3_decode.u_chunks.turn_q ;
  (* hierconn *) wire \u_dut.u_s3_decode.u_chunks.any_q , \u_dut.u_s3_decode.u_chunks.end_q ;
  localparam int unsigned Parts = (huff_pkg::ChoiceBits + Lanes - 1) / Lanes;
  localparam logic [15:0] Lead = 16'(huff_pkg::ChoiceLead);
  logic        run, more;
  logic [31:0] left, decoded, total;
  logic [15:0] chunk_left;
  logic [27:0] after;
  logic [3:0]  log2;
  assign run        = \u_dut.u_s3_decode.u_steps.state_q == 2'd2;
  assign left       = \u_dut.u_s3_decode.u_steps.left_q ;
  assign chunk_left = \u_dut.u_s3_decode.u_chunks.left_q ;
  assign after      = \u_dut.u_s3_decode.u_chunks.after_q ;
  assign log2       = \u_dut.u_s3_decode.u_chunks.log2_q ;
  assign more       = \u_dut.u_s3_decode.u_chunks.more_q ;

  // Steps that the count stands for, and those that are decoded.
  always_ff @(posedge clk_i) begin
    if (setup) begin
      decoded <= 32'd0;
      total   <= \u_dut.u_s3_decode.u_steps.steps ;
    end else if (go) begin
      decoded <= decoded + 32'd1;
    end
  end

  always_comb begin
    if (rst_ni) begin
      Counted: assert (!running || left != 32'd0);
      Sized: assert (!setup || (\u_dut.u_s3_decode.u_steps.single_q == (left <= 32'(Lanes))
                                && \u_dut.u_s3_decode.u_steps.pair_q == (left <= 32'(2 * Lanes))));
      Last: assert (!run || (\u_dut.u_s3_decode.u_steps.last_q == (left == 32'd1)
                             && (left == 32'd1 || \u_dut.u_s3_decode.u_steps.second_q
                                                  == (left == 32'd2))));
      NoMoreSteps: assert (!run || (decoded < total && left == total - decoded));
      ChunkSize: assert (!running || log2 == 4'd0 || log2 >= 4'(huff_pkg::MinChunkLog2));
      SmallChunk: assert (!run || !more || (log2 != 4'd0 && after != 28'd0 && chunk_left != 16'd0
                                            && chunk_left <= (16'd1 << log2)));
      for (int k = 4; k < 16; k++) begin
        if (run && more && log2 == 4'(k)) begin
          assert (48'(left) > 48'(chunk_left) + ((48'(after) - 48'd1) << k));
        end
      end
      if (run) begin
        TurnsAtTheEnd: assert (\u_dut.u_s3_decode.u_chunks.turn_q == (more && chunk_left == 16'd1));
        ChoiceBits: assert (\u_dut.u_s3_decode.u_chunks.any_q
                            == (more && chunk_left > Lead && chunk_left <= Lead + 16'(Parts)));
        FoundInTime: assert (!(go && \u_dut.u_s3_decode.u_chunks.turn_q ) || found);
        ChoiceEnds: assert (\u_dut.u_s3_decode.u_chunks.end_q
                            == (more && chunk_left == Lead + 16'd1));
        ChoiceInTime: assert (!is_open || !more
                              || (chunk_left > Lead ? !pending
                                  : (pending && !of_header && (found || chunk_left == Lead))));
        WaitsInFront: assert (is_open || !more || chunk_left == (16'd1 << log2));
        NoChoiceInTheEnd: assert (!is_open || more || !pending);
      end
    end
  end
