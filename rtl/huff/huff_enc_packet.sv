// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_packet: packets become steps of symbols.
//
// All counting of values happens here, so that the stages behind see well-formed messages only: a
// packet that does not fit its command is filled with zeros or cut, and the message marked.
//
//   Latency     0 cycles
//   Throughput  1 step per cycle
//   Storage     about 70 bits
//   Model       model/huff/symbolize.h
//   Test        tb/huff/huff_enc_s1_symbolize_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

`include "tern_assert.svh"

module huff_enc_packet #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_port(ValueBits)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         message_valid_i,
  output logic                         message_ready_o,
  input  huff_enc_pkg::message_t       message_i,

  input  logic                         in_tvalid_i,
  output logic                         in_tready_o,
  input  logic [Lanes*ValueBits-1:0]   in_tdata_i,
  input  logic [Lanes*ValueBits/8-1:0] in_tkeep_i,
  input  logic                         in_tlast_i,

  // The stages behind take a valid step whenever `advance_i` is high.
  input  logic                         advance_i,
  output logic                         step_valid_o,
  output logic                         last_o,
  output logic                         spoilt_o,    // valid with `last`
  output logic [Lanes-1:0]             present_o,   // lanes that have a value
  output logic [Lanes*8-1:0]           symbol_o,
  output logic [Lanes*ExtraBits-1:0]   extra_o,

  output logic                         idle_o,
  output logic                         err_count_o,
  input  logic                         err_clear_i
);

  typedef enum logic [1:0] {
    StIdle,
    StRun,   // steps from the packet
    StFill,  // the packet was short: steps of zeros
    StDrop   // to the end of a packet that is not wanted
  } state_e;

  state_e      state_d, state_q;
  logic        last_d, last_q;      // the next step is the last
  logic        split_d, split_q;
  logic        wide_d, wide_q;
  logic        empty_d, empty_q;
  logic        spoilt_d, spoilt_q;
  logic [5:0]  tail_d, tail_q;
  logic [7:0]  offset_d, offset_q;
  logic [31:0] left_d, left_q;      // steps behind the next one

  logic misfit;

  huff_enc_fit #(
    .Lanes    (Lanes),
    .ValueBits(ValueBits)
  ) u_fit (
    .split_i (split_q),
    .wide_i  (wide_q),
    .empty_i (empty_q),
    .last_i  (last_q),
    .tail_i  (tail_q),
    .tkeep_i (in_tkeep_i),
    .tlast_i (in_tlast_i),
    .misfit_o(misfit)
  );

  ////////////////
  // Next state //
  ////////////////

  logic beat_fire, step_fire;
  assign beat_fire = in_tvalid_i && in_tready_o;
  assign step_fire = advance_i && step_valid_o;

  always_comb begin
    state_d         = state_q;
    last_d          = last_q;
    split_d         = split_q;
    wide_d          = wide_q;
    empty_d         = empty_q;
    spoilt_d        = spoilt_q;
    tail_d          = tail_q;
    offset_d        = offset_q;
    left_d          = left_q;
    message_ready_o = 1'b0;

    if (step_fire) begin
      last_d  = left_q == 32'd1;
      left_d  = left_q - 32'd1;
    end

    unique case (state_q)
      StIdle: message_ready_o = 1'b1;
      StRun: begin
        if (beat_fire) begin
          spoilt_d = spoilt_q || misfit;
          if (last_q) begin
            state_d         = in_tlast_i ? StIdle : StDrop;
            message_ready_o = in_tlast_i;
          end else if (in_tlast_i) begin
            state_d = StFill;
          end
        end
      end
      StFill, StDrop: begin
        if (state_q == StFill ? (step_fire && last_q) : (beat_fire && in_tlast_i)) begin
          state_d         = StIdle;
          message_ready_o = 1'b1;
        end
      end
      default: state_d = StIdle;
    endcase

    if (message_ready_o && message_valid_i) begin
      state_d     = message_i.legal ? StRun : StDrop;
      last_d      = message_i.single;
      split_d     = message_i.split;
      wide_d      = huff_enc_pkg::is_wide(ValueBits, message_i.dtype);
      empty_d     = message_i.empty;
      spoilt_d    = 1'b0;
      tail_d      = message_i.tail;
      offset_d    = message_i.offset;
      left_d      = message_i.left;
    end
  end

  logic err_count_d, err_count_q;
  assign err_count_d = (err_count_q && !err_clear_i) || (state_q == StRun && beat_fire && misfit);

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= StIdle;
      err_count_q <= 1'b0;
    end else begin
      state_q     <= state_d;
      err_count_q <= err_count_d;
    end
  end

  always_ff @(posedge clk_i) begin
    last_q      <= last_d;
    split_q     <= split_d;
    wide_q      <= wide_d;
    empty_q     <= empty_d;
    spoilt_q    <= spoilt_d;
    tail_q      <= tail_d;
    offset_q    <= offset_d;
    left_q      <= left_d;
  end

  /////////////
  // Outputs //
  /////////////

  huff_enc_split #(
    .Lanes    (Lanes),
    .ValueBits(ValueBits)
  ) u_split (
    .split_i (split_q),
    .wide_i  (wide_q),
    .offset_i(offset_q),
    .data_i  (in_tdata_i),
    .there_i ((state_q == StRun) ? in_tkeep_i : '0),
    .symbol_o,
    .extra_o
  );

  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      present_o[i] = (!last_q || 6'(i) <= tail_q) && !empty_q;
    end
  end

  assign last_o       = last_q;
  assign spoilt_o     = spoilt_q || (state_q == StRun && misfit);
  assign in_tready_o  = (state_q == StRun && advance_i) || state_q == StDrop;
  assign step_valid_o = (state_q == StRun && in_tvalid_i) || state_q == StFill;
  assign idle_o       = state_q == StIdle;
  assign err_count_o  = err_count_q;

  logic unused_message;
  assign unused_message = ^{message_i.raw, message_i.best, message_i.dtype, message_i.id,
                            message_i.chunk_log2};

  `TERN_ASSERT(LastWhenNoneLeft, state_q != StRun || last_q == (left_q == '0 || empty_q))

endmodule

`default_nettype wire
