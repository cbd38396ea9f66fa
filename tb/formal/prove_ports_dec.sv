// SPDX-License-Identifier: Apache-2.0
//
// prove_ports_dec: values and verdicts of the decoder hold until taken, one packet and one verdict
// a message.
//
// The whole unit. Beats, headers, books, lanes and memories are cut away and may do anything, so
// that messages may be damaged in every way; what starts, stops and ends a message is there.
//
//   RTL         rtl/huff/huff_dec.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/streams.md#decoder

`default_nettype none

module prove_ports_dec #(
  parameter int unsigned Lanes = 1
) (
  input  logic                clk_i,
  input  logic                in_valid_i,
  input  logic [Lanes*32-1:0] in_data_i,
  input  logic [Lanes*4-1:0]  in_keep_i,
  input  logic                in_last_i,
  input  logic                book_valid_i,
  input  logic [28:0]         book_i,
  input  logic [1:0]          ready_i,       // values, verdict
  input  logic                clear_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic               in_ready, book_ready, out_valid, out_last, done_valid, err_load, busy;
  logic [Lanes*8-1:0] out_data;
  logic [Lanes-1:0]   out_keep;
  logic [3:0]         done_error, done_dtype;
  logic [31:0]        done_count;
  logic               unused;
  assign unused = ^{in_ready, book_ready, err_load, busy};

  huff_dec #(
    .Lanes(Lanes), .WordBits(32), .ValueBits(8), .MaxCodeLen(8), .Books(1)
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

  // Messages that s1 has ended and whose verdict is due, and packets that have ended before it.
  (* hierconn *) wire \u_dut.end_valid , \u_dut.end_ready ;
  // A message whose last step is decoded has no choice left that could be bad.
  (* hierconn *) wire \u_dut.bad , \u_dut.finished ;
  always_comb assume (!\u_dut.bad || !\u_dut.finished );

  logic [1:0] due = 2'd0, packets = 2'd0;
  logic       done, ended;
  assign done  = done_valid && ready_i[1];
  assign ended = out_valid && ready_i[0] && out_last;
  logic [2:0] verdicts = 3'd0;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      due     <= due + 2'(\u_dut.end_valid && \u_dut.end_ready ) - 2'(done);
      packets <= packets + 2'(ended) - 2'(done);
      verdicts <= verdicts + 3'(done && verdicts != 3'd7);
      if ($past(rst_ni)) begin
        ValuesHeld: assert (!$past(out_valid && !ready_i[0])
                            || (out_valid && {out_data, out_keep, out_last}
                                             == $past({out_data, out_keep, out_last})));
        VerdictHeld: assert (!$past(done_valid && !ready_i[1])
                             || (done_valid && {done_error, done_dtype, done_count}
                                               == $past({done_error, done_dtype, done_count})));
      end
      VerdictForAMessage: assert (!done_valid || due == 2'd1);
      PacketBeforeItsVerdict: assert (!done_valid || packets != 2'd0);
      OnePacketAMessage: assert (packets <= 2'd2 && !(ended && packets == 2'd2));
      TwoVerdicts: cover (verdicts == 3'd2 && done_valid && done_error == 4'd0);
    end
  end

endmodule

`default_nettype wire
