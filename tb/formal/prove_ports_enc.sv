// SPDX-License-Identifier: Apache-2.0
//
// prove_ports_enc: valid and payload of every stream that leaves the encoder hold until taken.
//
// The whole unit. What does not drive a port is cut away and may do anything: the ports hold their
// offers whatever comes.
//
//   RTL         rtl/huff/huff_enc.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/streams.md#contract

`default_nettype none

module prove_ports_enc #(
  parameter int unsigned Lanes = 2
) (
  input  logic                clk_i,
  input  logic [Lanes*8-1:0]  data_i,
  input  logic [63:0]         cmd_i,
  input  logic [3:0]          valid_i,       // command, values, book, request
  input  logic [28:0]         book_i,
  input  logic [Lanes:0]      keep_i,
  input  logic [1:0]          ready_i,       // message, count
  input  logic [12:0]         count_i,
  input  logic                hold_i,
  input  logic                clear_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic                out_valid, out_last, count_valid;
  logic [Lanes*32-1:0] out_data;
  logic [Lanes*4-1:0]  out_keep;
  logic [31:0]         count;
  logic                cmd_ready, in_ready, begun, book_ready, busy, read_ready;
  logic [3:0]          errors;
  logic                unused;
  assign unused = ^{cmd_ready, in_ready, begun, book_ready, busy, read_ready, errors, cmd_i[63:54]};

  huff_enc #(
    .Lanes(Lanes), .WordBits(32), .ValueBits(8), .MaxCodeLen(8), .MinTokenBits(8), .Books(1),
    .Counters(1)
  ) u_dut (
    .clk_i, .rst_ni, .cmd_tvalid_i(valid_i[0]), .cmd_tready_o(cmd_ready), .cmd_dtype_i(cmd_i[3:0]),
    .cmd_raw_i(cmd_i[4]), .cmd_best_i(cmd_i[5]), .cmd_book_i(cmd_i[9:6]),
    .cmd_chunk_log2_i(cmd_i[13:10]), .cmd_offset_i(cmd_i[21:14]), .cmd_count_i(cmd_i[53:22]),
    .in_tvalid_i(valid_i[1]), .in_tready_o(in_ready), .in_tdata_i(data_i),
    .in_tkeep_i(keep_i[Lanes-1:0]), .in_tlast_i(keep_i[Lanes]), .hold_i, .begun_o(begun),
    .out_tvalid_o(out_valid), .out_tready_i(ready_i[0]), .out_tdata_o(out_data),
    .out_tkeep_o(out_keep), .out_tlast_o(out_last),
    .book_tvalid_i(valid_i[2]), .book_tready_o(book_ready), .book_index_i(book_i[8:0]),
    .book_data_i(book_i[28:9]),
    .err_book_o(errors[0]), .err_count_o(errors[1]), .err_cmd_o(errors[2]), .err_load_o(errors[3]),
    .err_clear_i(clear_i), .busy_o(busy),
    .count_run_i(count_i[0]), .count_clear_i(count_i[1]), .count_any_i(count_i[2]),
    .count_dtype_i(count_i[6:3]), .count_book_i(count_i[10:7]),
    .read_tvalid_i(valid_i[3]), .read_tready_o(read_ready), .read_index_i(book_i[8:0]),
    .count_tvalid_o(count_valid), .count_tready_i(ready_i[1]), .count_tdata_o(count)
  );

  logic [3:0] waited = 4'd0;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if ($past(rst_ni)) begin
        MessageHeld: assert (!$past(out_valid && !ready_i[0])
                             || (out_valid && {out_data, out_keep, out_last}
                                              == $past({out_data, out_keep, out_last})));
        CountHeld: assert (!$past(count_valid && !ready_i[1])
                           || (count_valid && count == $past(count)));
      end
      waited <= (out_valid && out_last && !ready_i[0]) ? waited + 4'(waited != 4'd15) : 4'd0;
      LastWaits: cover (waited >= 4'd2 && out_valid && ready_i[0]);
    end
  end

endmodule

`default_nettype wire
