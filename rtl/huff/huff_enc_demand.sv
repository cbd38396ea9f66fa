// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_demand: demands of the steps, queued, and ranked for the compaction network.
//
// Only demands that take words are queued, and the last of a message, each with the number of steps
// without demand in front of it. A message's first step is one entry, and leaves as up to three
// passes.
//
//   Latency     3 cycles; 4 with the queue in a memory
//   Throughput  1 pass per cycle
//   Storage     Depth * (Lanes + 7) bits, and about Lanes * 6
//   Model       model/huff/order.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s5-order

`default_nettype none

`include "tern_assert.svh"

module huff_enc_demand #(
  parameter int unsigned Lanes = 16,
  parameter bit          HasWide = 1'b0,
  parameter int unsigned Depth = 32,
  // 0: a first step is like all others, it takes the words of its demand.
  parameter bit          Passes = 1'b1,
  // 1: the queue is in a memory.
  parameter bit          Memory = 1'b0,
  parameter int unsigned Latches = 0,
  localparam int unsigned GapBits = huff_enc_pkg::GapBits,
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       packed_i,
  input  huff_enc_pkg::plan_t        plan_i,
  input  logic                       spoilt_i,
  input  logic [Lanes-1:0]           demand_i,
  input  logic [1:0]                 passes_a_i,
  input  logic [1:0]                 passes_b_i,

  output logic                       pass_valid_o,
  input  logic                       pass_ready_i,
  output logic [Lanes-1:0]           mask_o,
  output logic [Lanes*CountBits-1:0] rank_o,    // words of lower lanes
  output logic [CountBits-1:0]       count_o,
  output huff_enc_pkg::pass_t        pass_o,
  output logic [GapBits-1:0]         gap_o,     // steps without demand in front

  // The queue has room for the demands of three more steps, or of two in a memory.
  output logic                       room_o,
  output logic                       busy_o
);

  localparam int unsigned InfoBits = GapBits + (HasWide ? 1 : 0);
  localparam int unsigned EntryBits = Lanes + InfoBits + 3;

  ///////////////////
  // Demanded step //
  ///////////////////

  logic               packed_q;
  logic               first_d, first_q;
  logic               last_d, last_q;
  logic               split_d, split_q;
  logic               wide_d, wide_q;
  logic               spoilt_d, spoilt_q;
  logic [Lanes-1:0]   mask_d, mask_q;
  logic [1:0]         all_d, all_q;      // passes of every lane
  logic               more_d, more_q;    // and one of the lanes in `mask`
  logic [GapBits-1:0] gap_d, gap_q;

  logic               queue;
  assign queue = packed_q && (first_q || last_q || mask_q != '0 || gap_q == '1);

  always_comb begin
    first_d  = first_q;
    last_d   = last_q;
    split_d  = split_q;
    wide_d   = wide_q;
    spoilt_d = spoilt_q;
    mask_d   = mask_q;
    all_d    = all_q;
    more_d   = more_q;
    gap_d    = gap_q;
    if (packed_i) begin
      first_d  = plan_i.first;
      last_d   = plan_i.last;
      split_d  = plan_i.split;
      wide_d   = plan_i.wide;
      spoilt_d = spoilt_i;
      all_d    = passes_b_i;
      more_d   = passes_a_i != passes_b_i;
      for (int unsigned i = 0; i < Lanes; i++) begin
        mask_d[i] = (Passes && plan_i.first) ? (6'(i) <= plan_i.tail) : demand_i[i];
      end
    end
    if (queue) begin
      gap_d = '0;
    end else if (packed_q) begin
      gap_d = gap_q + GapBits'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      packed_q <= 1'b0;
      gap_q    <= '0;
    end else begin
      packed_q <= packed_i;
      gap_q    <= gap_d;
    end
  end

  always_ff @(posedge clk_i) begin
    first_q  <= first_d;
    last_q   <= last_d;
    split_q  <= split_d;
    wide_q   <= wide_d;
    spoilt_q <= spoilt_d;
    mask_q   <= mask_d;
    all_q    <= all_d;
    more_q   <= more_d;
  end

  ///////////
  // Queue //
  ///////////

  logic               head_valid, head_take, queue_ready;
  logic [Lanes-1:0]   head_mask;
  logic [InfoBits-1:0] head_info, info;
  logic [1:0]         head_all;
  logic               head_more, head_first, head_last, head_spoilt;

  // A first step has no gap in front of it, but passes and a kind of values.
  assign info = first_q ? InfoBits'({wide_q, all_q, more_q, split_q}) : InfoBits'(gap_q);

  huff_enc_queue #(.Width(EntryBits), .Depth(Depth), .Memory(Memory), .Latches(Latches)) u_queue (
    .clk_i,
    .rst_ni,
    .in_valid_i (queue),
    .in_ready_o (queue_ready),
    .in_room_o  (room_o),
    .in_data_i  ({mask_q, info, first_q, last_q, spoilt_q}),
    .out_valid_o(head_valid),
    .out_ready_i(head_take),
    .out_data_o ({head_mask, head_info, head_first, head_last, head_spoilt})
  );

  assign head_all  = head_info[3:2];
  assign head_more = head_info[1];

  ////////////
  // Passes //
  ////////////

  logic             valid_d, valid_q;
  logic [1:0]       pass_d, pass_q;      // passes of the head that have left
  logic             pass_load, final_pass;
  logic [Lanes-1:0] pass_mask;

  always_comb begin
    pass_mask  = head_mask;
    final_pass = 1'b1;
    if (Passes && head_first) begin
      if (pass_q < head_all) begin
        pass_mask = '1;
      end else if (!head_more) begin
        pass_mask = '0;
      end
      final_pass = {1'b0, pass_q} + 3'd1 >= {1'b0, head_all} + {2'b00, head_more};
    end
    pass_load = head_valid && (!valid_q || pass_ready_i);
    head_take = pass_load && final_pass;
    pass_d    = pass_q;
    valid_d   = valid_q && !pass_ready_i;
    if (pass_load) begin
      valid_d = 1'b1;
      pass_d  = final_pass ? 2'd0 : pass_q + 2'd1;
    end
  end

  logic [Lanes*CountBits-1:0] rank;
  logic [CountBits-1:0]       count;

  huff_enc_rank #(.Lanes(Lanes)) u_rank (.mask_i(pass_mask), .rank_o(rank), .count_o(count));

  logic [Lanes-1:0]           out_mask_d, out_mask_q;
  logic [Lanes*CountBits-1:0] rank_d, rank_q;
  logic [CountBits-1:0]       count_d, count_q;
  logic [GapBits-1:0]         out_gap_d, out_gap_q;
  huff_enc_pkg::pass_t        out_pass_d, out_pass_q;

  always_comb begin
    out_mask_d = out_mask_q;
    rank_d     = rank_q;
    count_d    = count_q;
    out_gap_d  = out_gap_q;
    out_pass_d = out_pass_q;
    if (pass_load) begin
      out_mask_d        = pass_mask;
      rank_d            = rank;
      count_d           = count;
      out_gap_d         = head_first ? '0 : head_info[GapBits-1:0];
      out_pass_d.start  = head_first && pass_q == 2'd0;
      out_pass_d.step   = final_pass;
      out_pass_d.last   = head_last && final_pass;
      if (head_first) begin
        out_pass_d.split = head_info[0];
        out_pass_d.wide  = HasWide && head_info[InfoBits-1];
      end
      out_pass_d.spoilt = head_spoilt;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      pass_q  <= 2'd0;
    end else begin
      valid_q <= valid_d;
      pass_q  <= pass_d;
    end
  end

  always_ff @(posedge clk_i) begin
    out_mask_q <= out_mask_d;
    rank_q     <= rank_d;
    count_q    <= count_d;
    out_gap_q  <= out_gap_d;
    out_pass_q <= out_pass_d;
  end

  assign pass_valid_o = valid_q;
  assign mask_o       = out_mask_q;
  assign rank_o       = rank_q;
  assign count_o      = count_q;
  assign pass_o       = out_pass_q;
  assign gap_o        = out_gap_q;
  assign busy_o       = packed_q || head_valid || valid_q;
  logic unused_ready;
  assign unused_ready = queue_ready;
  `TERN_ASSERT(QueueFits, !queue || queue_ready)
  `TERN_ASSERT_STREAM(PassHeld, pass_valid_o, pass_ready_i, {mask_o, rank_o, pass_o, gap_o})

endmodule

`default_nettype wire
