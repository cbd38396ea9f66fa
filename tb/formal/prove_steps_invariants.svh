// SPDX-License-Identifier: Apache-2.0
//
// prove_steps_invariants: where the commands and steps of s1 are; part of prove_steps.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/streams.md#encoder

  (* hierconn *) wire \u_s1_symbolize.u_command.u_skid.main_valid_q ;
  (* hierconn *) wire \u_s1_symbolize.u_command.u_skid.spare_valid_q ;
  (* hierconn *) wire [53:0] \u_s1_symbolize.u_command.u_skid.main_data_q ;
  (* hierconn *) wire [53:0] \u_s1_symbolize.u_command.u_skid.spare_data_q ;
  (* hierconn *) wire [1:0] \u_s1_symbolize.u_packet.state_q ;
  (* hierconn *) wire \u_s1_symbolize.u_packet.last_q , \u_s1_symbolize.u_packet.split_q ;
  (* hierconn *) wire \u_s1_symbolize.u_packet.empty_q ;
  (* hierconn *) wire [7:0] \u_s1_symbolize.u_packet.offset_q ;
  (* hierconn *) wire [31:0] \u_s1_symbolize.u_packet.left_q ;

  // A packet's states: idle, run, fill, drop.
  logic        idles, runs, fills, drops, main, spare, last, empty;
  logic [31:0] behind;
  assign idles  = \u_s1_symbolize.u_packet.state_q == 2'd0;
  assign runs   = \u_s1_symbolize.u_packet.state_q == 2'd1;
  assign fills  = \u_s1_symbolize.u_packet.state_q == 2'd2;
  assign drops  = \u_s1_symbolize.u_packet.state_q == 2'd3;
  assign last   = \u_s1_symbolize.u_packet.last_q ;
  assign empty  = \u_s1_symbolize.u_packet.empty_q ;
  assign behind = \u_s1_symbolize.u_packet.left_q ;
  assign main   = \u_s1_symbolize.u_command.u_skid.main_valid_q ;
  assign spare  = \u_s1_symbolize.u_command.u_skid.spare_valid_q ;

  // What the two commands that wait are, as the harness keeps them.
  logic [1:0]  main_at, spare_at;
  logic [53:0] main_cmd, spare_cmd;
  assign main_at   = get + 2'(runs || drops);
  assign spare_at  = main_at + 2'd1;
  assign main_cmd  = \u_s1_symbolize.u_command.u_skid.main_data_q ;
  assign spare_cmd = \u_s1_symbolize.u_command.u_skid.spare_data_q ;

  // A command {dtype, raw, best, id, chunk, offset, count} against {legal, split, steps, offset}.
  function automatic logic same(input logic [53:0] command, input logic is_legal,
                                input logic is_split, input logic [2:0] its, input logic [7:0] by);
    same = is_legal == (command[53:50] < huff_pkg::DtypeFp32 && (command[49] || !command[48])
                        && (command[43:40] == 4'd0
                            || command[43:40] >= 4'(huff_pkg::MinChunkLog2)))
           && is_split == (command[53:50] == huff_pkg::DtypeBf16
                           || command[53:50] == huff_pkg::DtypeFp16)
           && by == command[39:32] && command[31:3] == 29'd0
           && its == ((command[2:0] == 3'd0) ? 3'd1 : 3'((4'(command[2:0]) + 4'd1) >> 1));
  endfunction

  // The place of the step that is issued next.
  logic [3:0] next;
  always_comb begin
    next = place;
    if (runs) next = its_place;
    if (drops && its_legal) next = place + {1'b0, its_steps};
    if (fills) next = place - 4'(behind + 32'd1);
  end

  always_comb begin
    if (rst_ni) begin
      SkidInOrder: assert (main || !spare);
      Waiting: assert (waiting == 3'(main) + 3'(spare) + 3'(runs || drops));
      Put: assert (put == get + waiting[1:0] && waiting <= 3'd3);
      Main: assert (!main || same(main_cmd, legal[main_at], split[main_at], steps[3*main_at+:3],
                                  offsets[8*main_at+:8]));
      Spare: assert (!spare || same(spare_cmd, legal[spare_at], split[spare_at],
                                    steps[3*spare_at+:3], offsets[8*spare_at+:8]));
      Between: assert (!(idles || fills) || beats == 3'd0);
      Steps: assert (!(runs || drops) || (its_steps >= 3'd1 && its_steps <= 3'd4));
      Runs: assert (!runs || (its_legal && beats < its_steps
                    && \u_s1_symbolize.u_packet.split_q == its_split
                    && \u_s1_symbolize.u_packet.offset_q == its_offset
                    && last == (beats + 3'd1 == its_steps)
                    && (empty ? last : behind == 32'(its_steps - 3'd1 - beats))));
      Drops: assert (!drops || !its_legal || beats >= its_steps);
      Fills: assert (!fills || (!empty && behind <= 32'd3 && last == (behind == 32'd0)));
      Left: assert (next - left == 4'(s2_valid));
    end
  end
