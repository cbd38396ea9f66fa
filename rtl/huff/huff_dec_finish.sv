// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_finish: the verdict on a message, after its last value has been taken.
//
//   Latency     2 cycles, more if the check or the last values are behind
//   Throughput  1 message in 3 cycles
//   Storage     one verdict
//   Model       model/huff/stream_decode.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/huffman_format.md#9-decoding-errors

`default_nettype none

`include "tern_assert.svh"

module huff_dec_finish (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        end_valid_i,
  output logic        end_ready_o,
  input  logic [3:0]  end_error_i,
  input  logic [3:0]  end_dtype_i,
  input  logic [31:0] end_count_i,

  // The check's verdicts, in the order of the messages.
  input  logic        match_valid_i,
  output logic        match_ready_o,
  input  logic        match_i,
  // The last beat of a packet of values was taken.
  input  logic        packet_end_i,

  output logic        done_tvalid_o,
  input  logic        done_tready_i,
  output logic [3:0]  done_error_o,
  output logic [3:0]  done_dtype_o,
  output logic [31:0] done_count_o,

  output logic        idle_o
);

  typedef enum logic [1:0] {
    StFree,
    StMatch,
    StDone
  } state_e;

  state_e      state_d, state_q;
  // Packets that have ended and whose verdict is not out: this message's and the next one's.
  logic [1:0]  ended_d, ended_q;
  logic [3:0]  error_d, error_q;
  logic [3:0]  dtype_d, dtype_q;
  logic [31:0] count_d, count_q;

  assign end_ready_o   = state_q == StFree;
  assign match_ready_o = state_q == StMatch;
  assign idle_o        = state_q == StFree;
  assign done_tvalid_o = (state_q == StDone) && (ended_q != '0);
  assign done_error_o  = error_q;
  assign done_dtype_o  = dtype_q;
  assign done_count_o  = count_q;

  always_comb begin
    state_d = state_q;
    error_d = error_q;
    dtype_d = dtype_q;
    count_d = count_q;
    ended_d = ended_q + 2'(packet_end_i);

    unique case (state_q)
      StFree: begin
        if (end_valid_i) begin
          state_d = StMatch;
          error_d = end_error_i;
          dtype_d = end_dtype_i;
          count_d = end_count_i;
        end
      end
      StMatch: begin
        if (match_valid_i) begin
          state_d = StDone;
          if ((error_q == huff_pkg::StreamErrorNone) && !match_i) begin
            error_d = huff_pkg::StreamErrorCrc;
          end
        end
      end
      StDone: begin
        if (done_tvalid_o && done_tready_i) begin
          state_d = StFree;
          ended_d = ended_q + 2'(packet_end_i) - 2'd1;
        end
      end
      default: state_d = StFree;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StFree;
      ended_q <= '0;
    end else begin
      state_q <= state_d;
      ended_q <= ended_d;
    end
  end

  always_ff @(posedge clk_i) begin
    error_q <= error_d;
    dtype_q <= dtype_d;
    count_q <= count_d;
  end

  `TERN_ASSERT_STREAM(DoneHeld, done_tvalid_o, done_tready_i,
                      {done_error_o, done_dtype_o, done_count_o})
  `TERN_ASSERT(FewEnded, !(packet_end_i && (ended_q == 2'd3)))

endmodule

`default_nettype wire
