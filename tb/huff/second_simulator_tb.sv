// SPDX-License-Identifier: Apache-2.0
//
// second_simulator_tb: plays prepared messages into the encoder and compares what comes out.
//
// Plain Verilog for an event-driven simulator; the stalls come from two shift registers.
//
//   Model       tb/huff/second_simulator_vectors.cc
//   Test        tb/huff/second_simulator.sh

`default_nettype none

module second_simulator_tb;

  localparam MaxLines = 65536;

  reg  [53:0]  operations [0:MaxLines-1];
  reg  [75:0]  in_beats   [0:MaxLines-1];
  reg  [147:0] out_beats  [0:MaxLines-1];
  integer      num_operations, num_in, num_out;
  integer      operation, in_beat, out_beat, cycle, errors;

  reg          clk, rst_n;
  reg  [31:0]  source_noise, sink_noise;
  reg          operation_valid, in_valid, out_ready;
  reg  [53:0]  op;
  reg  [75:0]  in;
  wire         cmd_ready, book_ready, in_ready, out_valid, out_last;
  wire [127:0] out_data;
  wire [15:0]  out_keep;
  wire         begun, err_book, err_count, err_cmd, err_load, busy;

  huff_enc u_dut (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .cmd_tvalid_i (operation_valid && op[53]),
    .cmd_tready_o (cmd_ready),
    .cmd_dtype_i  (op[52:49]),
    .cmd_raw_i    (op[48]),
    .cmd_best_i   (1'b0),
    .cmd_book_i   (op[47:44]),
    .cmd_chunk_log2_i (op[43:40]),
    .cmd_offset_i (op[39:32]),
    .cmd_count_i  (op[31:0]),
    .in_tvalid_i  (in_valid),
    .in_tready_o  (in_ready),
    .in_tdata_i   (in[63:0]),
    .in_tkeep_i   (in[71:64]),
    .in_tlast_i   (in[72]),
    .hold_i       (1'b0),
    .begun_o      (begun),
    .out_tvalid_o (out_valid),
    .out_tready_i (out_ready),
    .out_tdata_o  (out_data),
    .out_tkeep_o  (out_keep),
    .out_tlast_o  (out_last),
    .book_tvalid_i(operation_valid && !op[53]),
    .book_tready_o(book_ready),
    .book_index_i (op[28:20]),
    .book_data_i  (op[19:0]),
    .err_book_o   (err_book),
    .err_count_o  (err_count),
    .err_cmd_o    (err_cmd),
    .err_load_o   (err_load),
    .err_clear_i  (1'b0),
    .busy_o       (busy),
    .count_run_i   (1'b0),
    .count_clear_i (1'b0),
    .count_any_i   (1'b0),
    .count_dtype_i (4'd0),
    .count_book_i  (4'd0),
    .read_tvalid_i (1'b0),
    .read_index_i  (9'd0),
    .count_tready_i(1'b0)
  );

  // Bytes without a keep bit are not compared.
  wire [127:0] kept;
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : gen_kept
      assign kept[8*i+:8] = out_data[8*i+:8] & {8{out_keep[i]}};
    end
  endgenerate

  initial begin
    clk = 1'b0;
    rst_n = 1'b0;
    operation_valid = 1'b0;
    in_valid = 1'b0;
    out_ready = 1'b0;
    operation = 0;
    in_beat = 0;
    out_beat = 0;
    cycle = 0;
    errors = 0;
    source_noise = 32'h1234ABCD;
    sink_noise = 32'hCAFE0001;
    if (!$value$plusargs("operations=%d", num_operations) || !$value$plusargs("in=%d", num_in)
        || !$value$plusargs("out=%d", num_out)) begin
      $display("FAIL: the numbers of lines are missing");
      $finish;
    end
    $readmemh("operations.hex", operations, 0, num_operations - 1);
    $readmemh("in.hex", in_beats, 0, num_in - 1);
    $readmemh("out.hex", out_beats, 0, num_out - 1);
    #52 rst_n = 1'b1;
  end

  always #5 clk = !clk;

  // What moves is decided at the rising edge, and inputs change at the falling one.
  reg moved_operation, moved_in;
  always @(posedge clk) begin
    cycle <= cycle + 1;
    moved_operation <= rst_n && operation_valid && (op[53] ? cmd_ready : book_ready);
    moved_in        <= rst_n && in_valid && in_ready;
    if (rst_n && out_valid && out_ready) begin
      if (out_beat >= num_out || {3'd0, out_last, out_keep, kept} !== out_beats[out_beat]) begin
        errors = errors + 1;
        $display("FAIL: beat %0d: got %b %h %h, want %h", out_beat, out_last, out_keep, kept,
                 out_beats[out_beat]);
        $finish;
      end
      out_beat = out_beat + 1;
    end
    if (cycle > 200000) begin
      $display("FAIL: %0d of %0d beats after %0d cycles", out_beat, num_out, cycle);
      $finish;
    end
  end

  always @(negedge clk) begin
    if (rst_n) begin
      source_noise = {source_noise[30:0], ^(source_noise & 32'h80200003)};
      sink_noise   = {sink_noise[30:0], ^(sink_noise & 32'h80200003)};
      if (moved_operation) operation = operation + 1;
      if (moved_in) in_beat = in_beat + 1;
      if (moved_operation || !operation_valid) begin
        op = operations[operation];
        // A command waits until the book before it is in use. The messages before a book may still
        // need what it replaces: its commit waits until they are out.
        operation_valid = operation < num_operations
                          && (op[53] ? book_ready && source_noise[3]
                                     : op[28:20] != 9'd257 || !busy);
      end
      if (moved_in || !in_valid) begin
        in_valid = in_beat < num_in && source_noise[9];
        in = in_beats[in_beat];
      end
      out_ready = sink_noise[5] || sink_noise[6];
      if (out_beat == num_out && in_beat == num_in && !busy && errors == 0) begin
        if (err_book || err_count || err_cmd || err_load) begin
          $display("FAIL: an error is set");
        end else begin
          $display("PASS: %0d beats in %0d cycles", out_beat, cycle);
        end
        $finish;
      end
    end
  end

endmodule

`default_nettype wire
