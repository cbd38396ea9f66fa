// SPDX-License-Identifier: Apache-2.0
//
// prove_steps: the encoder turns each value of a packet into a symbol once, in order.
//
// Stages s1 and s2, between commands and packets of any kind, fitting or not. One beat that its
// message wants, any one, is marked when it comes in, and a lane of it; the step with as many steps
// in front of it as the commands and packets so far ask for must carry its symbol and extra bits.
// Steps that a short packet lacks are counted, beats that nobody wants are not. Messages have up to
// 7 values, so that 3 bits count their steps. What a chunk adds to a step may be anything.
//
//   RTL         rtl/huff/huff_enc_s1_symbolize.sv, rtl/huff/huff_enc_s2_select.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/streams.md#encoder

`default_nettype none

module prove_steps #(
  parameter int unsigned Lanes = 2,
  localparam int unsigned Bytes = 2 * Lanes
) (
  input  logic               clk_i,
  input  logic [4:0]         go_i,          // command, values, advance, hold, header
  input  logic [21:0]        cmd_i,
  input  logic [2:0]         count_i,
  input  logic [Bytes*8-1:0] data_i,
  input  logic [Bytes-1:0]   keep_i,
  input  logic               last_i,
  input  logic [24:0]        book_i,
  input  logic               mark_i,
  input  logic               mark_lane_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic cmd_valid, cmd_ready, in_valid, in_ready, advance;
  assign cmd_valid = go_i[0] && rst_ni;
  assign in_valid  = go_i[1] && rst_ni;
  assign advance   = go_i[2] && rst_ni;

  logic                s1_valid, s2_valid, idle, begun, header_valid, uses, reads;
  logic [2:0]          errors;
  huff_enc_pkg::step_t s1_step, s2_step;
  huff_pkg::header_t   header;
  logic [Lanes*8-1:0]  s1_symbol, s2_symbol, s1_extra, s2_extra;
  logic [Lanes*12-1:0] entry;
  logic [11:0]         escape;
  logic                unused;
  assign unused = ^{begun, header_valid, uses, reads, errors, header, entry, escape, s2_step};

  huff_enc_s1_symbolize #(.Lanes(Lanes), .ValueBits(16), .Books(1)) u_s1_symbolize (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_valid), .cmd_tready_o(cmd_ready), .cmd_dtype_i(cmd_i[3:0]),
    .cmd_raw_i(cmd_i[4]), .cmd_best_i(cmd_i[5]), .cmd_book_i(cmd_i[9:6]),
    .cmd_chunk_log2_i(cmd_i[13:10]), .cmd_offset_i(cmd_i[21:14]), .cmd_count_i({29'd0, count_i}),
    .in_tvalid_i(in_valid), .in_tready_o(in_ready), .in_tdata_i(data_i), .in_tkeep_i(keep_i),
    .in_tlast_i(last_i), .hold_i(go_i[3]), .begun_o(begun), .advance_i(advance),
    .step_valid_o(s1_valid), .step_o(s1_step), .symbol_o(s1_symbol), .extra_o(s1_extra),
    .header_valid_o(header_valid), .header_ready_i(go_i[4]), .header_o(header),
    .book_current_i(book_i[0]), .book_dtype_i(book_i[4:1]), .book_id_i(book_i[8:5]),
    .book_epoch_i(book_i[16:9]), .book_min_len_i(book_i[20:17]), .book_escape_len_i(book_i[24:21]),
    .book_uses_o(uses), .write_i(1'b0), .write_slot_i(4'd0), .write_symbol_i(8'd0),
    .write_len_i(4'd0), .idle_o(idle), .err_book_o(errors[0]), .err_count_o(errors[1]),
    .err_cmd_o(errors[2]), .err_clear_i(1'b0)
  );

  huff_enc_s2_select #(.Lanes(Lanes), .ValueBits(16), .MaxCodeLen(8), .Books(1)) u_s2_select (
    .clk_i, .rst_ni, .advance_i(advance), .step_valid_i(s1_valid), .step_i(s1_step),
    .symbol_i(s1_symbol), .extra_i(s1_extra), .step_valid_o(s2_valid), .step_o(s2_step),
    .symbol_o(s2_symbol), .extra_o(s2_extra), .entry_o(entry), .escape_o(escape),
    .escape_i(book_i[11:0]), .build_i('0), .reads_o(reads)
  );

  // Commands that were taken, up to the one whose packet is coming.
  logic [3:0]  legal, split;
  logic [11:0] steps;
  logic [31:0] offsets;
  logic [1:0]  put, get;
  logic [2:0]  waiting;
  logic        cmd_fire, in_fire, cmd_legal, cmd_split;
  assign cmd_fire  = cmd_valid && cmd_ready;
  assign in_fire   = in_valid && in_ready;
  assign cmd_split = cmd_i[3:0] == huff_pkg::DtypeBf16 || cmd_i[3:0] == huff_pkg::DtypeFp16;
  assign cmd_legal = cmd_i[3:0] < huff_pkg::DtypeFp32 && (cmd_i[4] || !cmd_i[5])
                     && (cmd_i[13:10] == 4'd0 || cmd_i[13:10] >= 4'(huff_pkg::MinChunkLog2));

  // What the packet that is coming is to be, and how far it is.
  logic       its_legal, its_split, wanted;
  logic [2:0] its_steps, beats;
  logic [7:0] its_offset;
  always_comb begin
    its_legal  = legal[get];
    its_split  = split[get];
    its_steps  = steps[3*get+:3];
    its_offset = offsets[8*get+:8];
    wanted     = its_legal && beats < its_steps;
  end

  // Places of steps: in front of the packet that is coming, and of the step that leaves next.
  logic [3:0] place, left;
  logic       leaves;
  assign leaves = s2_valid && advance;

  // The marked value, as it was.
  logic       marked, gone, its, lane, starts;
  logic [3:0] its_place, mark_place;
  logic [7:0] mark_symbol, mark_extra, lane_symbol, lane_extra;
  assign its       = marked && !gone;
  assign its_place = place + {1'b0, beats};
  always_comb begin
    if (its_split) begin
      lane_symbol = mark_lane_i ? data_i[30:23] : data_i[14:7];
      lane_extra  = mark_lane_i ? {data_i[31], data_i[22:16]} : {data_i[15], data_i[6:0]};
      if (!(mark_lane_i ? keep_i[3] && keep_i[2] : keep_i[1] && keep_i[0])) begin
        lane_symbol = 8'd0;
        lane_extra  = 8'd0;
      end
    end else begin
      lane_symbol = mark_lane_i ? data_i[15:8] : data_i[7:0];
      lane_extra  = 8'd0;
      if (!keep_i[mark_lane_i]) lane_symbol = 8'd0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      put     <= 2'd0;
      get     <= 2'd0;
      waiting <= 3'd0;
      beats   <= 3'd0;
      place   <= 4'd0;
      left    <= 4'd0;
      marked  <= 1'b0;
      gone    <= 1'b0;
    end else begin
      if (cmd_fire) begin
        legal[put]        <= cmd_legal;
        split[put]        <= cmd_split;
        steps[3*put+:3]   <= (count_i == 3'd0) ? 3'd1 : 3'((4'(count_i) + 4'd1) >> 1);
        offsets[8*put+:8]   <= cmd_i[21:14];
        put               <= put + 2'd1;
      end
      waiting <= waiting + 3'(cmd_fire) - 3'(in_fire && last_i);
      if (in_fire) begin
        beats <= (beats == 3'd7) ? 3'd7 : beats + 3'd1;
        if (mark_i && wanted && !marked) begin
          marked      <= 1'b1;
          lane        <= mark_lane_i;
          mark_place  <= its_place;
          mark_symbol <= lane_symbol - its_offset;
          mark_extra  <= lane_extra;
          starts      <= beats == 3'd0;
        end
        if (last_i) begin
          get   <= get + 2'd1;
          beats <= 3'd0;
          place <= place + (its_legal ? {1'b0, its_steps} : 4'd0);
        end
      end
      if (leaves) left <= left + 4'd1;
      if (leaves && marked && left == mark_place) gone <= 1'b1;
      SecondMessage: cover (gone && starts && mark_place >= 4'd3 && idle && waiting == 3'd0);
    end
  end

  `include "prove_steps_invariants.svh"

  always_comb begin
    if (rst_ni) begin
      BeatsHaveACommand: assert (!in_fire || waiting != 3'd0);
      AtOnce: assert (!its || (s2_valid && left == mark_place));
      Symbol: assert (!its || s2_symbol[8*lane+:8] == mark_symbol);
      Extra: assert (!its || s2_extra[8*lane+:8] == mark_extra);
      NoneInventedNoneLost: assert (!idle || waiting != 3'd0 || place - left == 4'(s2_valid));
    end
  end

endmodule

`default_nettype wire
