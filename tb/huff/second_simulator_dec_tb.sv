// SPDX-License-Identifier: Apache-2.0
//
// second_simulator_dec_tb: plays prepared messages into the decoder, and compares values and
// verdicts.
//
// Plain Verilog for an event-driven simulator; the stalls come from two shift registers. Values of
// a message with an error may be anything that is one packet.
//
//   Model       tb/huff/second_simulator_dec_vectors.cc
//   Test        tb/huff/second_simulator.sh

`default_nettype none

module second_simulator_dec_tb;

  localparam MaxLines = 65536;

  reg  [47:0]  writes   [0:MaxLines-1];
  reg  [163:0] in_beats [0:MaxLines-1];
  reg  [79:0]  values   [0:MaxLines-1];
  reg  [39:0]  verdicts [0:MaxLines-1];
  integer      num_writes, num_in, num_out, num_verdicts;
  integer      written, in_beat, out_beat, verdict, cycle, refused;

  reg          clk, rst_n;
  reg  [31:0]  source_noise, sink_noise;
  reg          book_valid, in_valid, out_ready, done_ready;
  reg  [47:0]  book;
  reg  [163:0] in;
  reg  [79:0]  want;
  reg  [39:0]  judged;
  wire         book_ready, in_ready, out_valid, out_last, done_valid, err_load, busy;
  wire [63:0]  out_data;
  wire [7:0]   out_keep;
  wire [3:0]   done_error, done_dtype;
  wire [31:0]  done_count;

  huff_dec u_dut (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .in_tvalid_i  (in_valid),
    .in_tready_o  (in_ready),
    .in_tdata_i   (in[127:0]),
    .in_tkeep_i   (in[143:128]),
    .in_tlast_i   (in[144]),
    .out_tvalid_o (out_valid),
    .out_tready_i (out_ready),
    .out_tdata_o  (out_data),
    .out_tkeep_o  (out_keep),
    .out_tlast_o  (out_last),
    .done_tvalid_o(done_valid),
    .done_tready_i(done_ready),
    .done_error_o (done_error),
    .done_dtype_o (done_dtype),
    .done_count_o (done_count),
    .book_tvalid_i(book_valid),
    .book_tready_o(book_ready),
    .book_index_i (book[28:20]),
    .book_data_i  (book[19:0]),
    .err_load_o   (err_load),
    .err_clear_i  (1'b0),
    .busy_o       (busy)
  );

  // Bytes without a keep bit are not compared.
  wire [63:0] kept;
  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : gen_kept
      assign kept[8*i+:8] = out_data[8*i+:8] & {8{out_keep[i]}};
    end
  endgenerate

  initial begin
    clk = 1'b0;
    rst_n = 1'b0;
    book_valid = 1'b0;
    in_valid = 1'b0;
    out_ready = 1'b0;
    done_ready = 1'b0;
    written = 0;
    in_beat = 0;
    out_beat = 0;
    verdict = 0;
    refused = 0;
    cycle = 0;
    source_noise = 32'h1234ABCD;
    sink_noise = 32'hCAFE0001;
    if (!$value$plusargs("writes=%d", num_writes) || !$value$plusargs("in=%d", num_in)
        || !$value$plusargs("out=%d", num_out) || !$value$plusargs("verdicts=%d", num_verdicts)
    ) begin
      $display("FAIL: the numbers of lines are missing");
      $finish;
    end
    $readmemh("writes.hex", writes, 0, num_writes - 1);
    $readmemh("in.hex", in_beats, 0, num_in - 1);
    $readmemh("out.hex", values, 0, num_out - 1);
    $readmemh("verdicts.hex", verdicts, 0, num_verdicts - 1);
    #52 rst_n = 1'b1;
  end

  always #5 clk = !clk;

  // What moves is decided at the rising edge, and inputs change at the falling one.
  reg moved_book, moved_in;
  always @(posedge clk) begin
    cycle <= cycle + 1;
    moved_book <= rst_n && book_valid && book_ready;
    moved_in   <= rst_n && in_valid && in_ready;
    if (rst_n && out_valid && out_ready) begin
      want = values[out_beat];
      if (out_beat >= num_out || (!want[76] && {3'd0, out_last, out_keep, kept} !== want[75:0])
      ) begin
        $display("FAIL: values %0d: got %b %h %h, want %h", out_beat, out_last, out_keep, kept,
                 want);
        $finish;
      end
      // A packet that may be anything is one line, whatever its beats.
      if (!want[76] || out_last === 1'b1) out_beat = out_beat + 1;
    end
    if (rst_n && done_valid && done_ready) begin
      judged = verdicts[verdict];
      if (verdict >= num_verdicts || done_error !== judged[39:36]
          || (judged[39:36] == 4'd0 && {done_dtype, done_count} !== judged[35:0])) begin
        $display("FAIL: verdict %0d: got %h %h %h, want %h", verdict, done_error, done_dtype,
                 done_count, judged);
        $finish;
      end
      if (done_error != 4'd0) refused = refused + 1;
      verdict = verdict + 1;
    end
    if (cycle > 400000) begin
      $display("FAIL: %0d of %0d verdicts after %0d cycles", verdict, num_verdicts, cycle);
      $finish;
    end
  end

  always @(negedge clk) begin
    if (rst_n) begin
      source_noise = {source_noise[30:0], ^(source_noise & 32'h80200003)};
      sink_noise   = {sink_noise[30:0], ^(sink_noise & 32'h80200003)};
      if (moved_book) written = written + 1;
      if (moved_in) in_beat = in_beat + 1;
      if (moved_book || !book_valid) begin
        // A book replaces others when the messages that need them are judged.
        book = writes[written];
        book_valid = written < num_writes && verdict >= book[47:32] && source_noise[3];
      end
      if (moved_in || !in_valid) begin
        // The books in front of a message are in use when the port is ready again.
        in = in_beats[in_beat];
        in_valid = in_beat < num_in && source_noise[9] && written >= in[163:148]
                   && (written > in[163:148] || book_ready);
      end
      out_ready = sink_noise[5] || sink_noise[6];
      done_ready = sink_noise[11];
      if (verdict == num_verdicts && out_beat == num_out && in_beat == num_in && !busy) begin
        if (err_load) begin
          $display("FAIL: a book was refused");
        end else begin
          $display("PASS: %0d messages, %0d of them refused, %0d beats of values in %0d cycles",
                   verdict, refused, out_beat, cycle);
        end
        $finish;
      end
    end
  end

endmodule

`default_nettype wire
