// SPDX-License-Identifier: Apache-2.0
//
// tdr_search_turns: in which cycle a beat may enter the search, and where it is kept.
//
// The costs of a line come round in 4 cycles, or 3 or 2 where so few groups of lines take turns:
// its next value may enter in that cycle only. At the end of a window that is too early, since the
// decision takes 4, so that with fewer than four groups one turn of each stays empty there. The
// first beat of lines needs no costs and may enter in any cycle, and so may all beats of the scalar
// quantiser.
//
//   Latency     0 cycles
//   Throughput  1 beat per cycle if four groups take turns; with g = 3 or 2 of them g beats less
//               for each window but the last; with one, half of what two have
//   Storage     about 35 bits
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_pace_test.cc
//   Doc         docs/tdr_architecture.md#turns

`default_nettype none

`include "tern_assert.svh"

module tdr_search_turns #(
  // Windows in flight, and their beats: powers of two.
  parameter int unsigned Windows = 8,
  parameter int unsigned Places  = 512,
  localparam int unsigned WindowWidth = $clog2(Windows),
  localparam int unsigned Address     = $clog2(Places)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // A command is there for the beat; of the scalar quantiser, which needs no costs.
  input  logic                   cmd_valid_i,
  input  logic                   cmd_scalar_i,
  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic                   in_turn_last_i,
  input  logic                   in_line_last_i,
  // A beat has left its place; it was the last one of its window.
  input  logic                   leave_i,
  input  logic                   free_i,

  // A beat enters; its turn, its window, and its place.
  output logic                   fire_o,
  output logic [1:0]             turn_o,
  output logic [WindowWidth-1:0] window_o,
  output logic [Address-1:0]     address_o,
  // It is the first one of its lines; in the first window of them; the last one of its window.
  output logic                   start_o,
  output logic                   first_o,
  output logic                   close_o,
  // Cycles in which the costs of this turn's line have come round, whether a beat enters or not,
  // less one.
  output logic [1:0]             loop_o
);

  if (Windows < 4 || Windows != (1 << WindowWidth) || Places != (1 << Address)) begin : gen_bad_size
    $fatal(1, "tdr_search_turns: Windows and Places must be powers of two, Windows at least 4");
  end
  // Two windows are seen and one is read back before the first beat leaves.
  if (Places < 4 * tdr_pkg::Window * tdr_pkg::Interleave) begin : gen_bad_places
    $fatal(1, "tdr_search_turns: Places must have room for four windows");
  end

  localparam int unsigned PositionWidth = $clog2(tdr_pkg::Window);

  logic [1:0]               phase_d, phase_q, turn_d, turn_q, loop_d, loop_q;
  logic [PositionWidth-1:0] position_d, position_q;
  logic [WindowWidth-1:0]   window_d, window_q;
  logic [Address-1:0]       address_d, address_q;
  // In use.
  logic [WindowWidth:0]     windows_d, windows_q;
  logic [Address:0]         places_d, places_q;
  logic                     first_d, first_q;
  // Of the three cycles before, whether a beat closed a window but not its line.
  logic [2:0]               ends_d, ends_q;
  logic                     fire, close, start, opens, begins, early;

  assign start  = first_q && position_q == '0;
  assign opens  = position_q == '0 && turn_q == '0;
  assign begins = first_q && opens;
  assign close  = in_line_last_i || position_q == '1;
  // The window of this line ended a turn ago, and less than 4 cycles.
  assign early  = (loop_q == 2'd1 && ends_q[1]) || (loop_q == 2'd2 && ends_q[2]);

  assign in_ready_o = cmd_valid_i && (cmd_scalar_i || begins || (phase_q == turn_q && !early))
                      && !places_q[Address] && !(opens && windows_q[WindowWidth]);
  assign fire       = in_valid_i && in_ready_o;

  always_comb begin
    phase_d    = (phase_q == loop_q) ? '0 : phase_q + 2'd1;
    loop_d     = loop_q;
    turn_d     = turn_q;
    position_d = position_q;
    window_d   = window_q;
    address_d  = address_q + Address'(fire);
    first_d    = first_q;
    windows_d  = windows_q + (WindowWidth+1)'(fire && opens) - (WindowWidth+1)'(free_i);
    places_d   = places_q + (Address+1)'(fire) - (Address+1)'(leave_i);
    ends_d     = {ends_q[1:0], fire && close && !in_line_last_i};
    if (fire) begin
      turn_d  = in_turn_last_i ? '0 : turn_q + 2'd1;
      // Four turns until it is known that there are fewer.
      if (begins) begin
        phase_d = 2'd1;
        loop_d  = '1;
      end
      if (start && in_turn_last_i) begin
        phase_d = (turn_q == '0) ? 2'd1 : 2'd0;
        loop_d  = (turn_q == '0) ? 2'd1 : turn_q;
      end
      if (in_turn_last_i) begin
        position_d = position_q + PositionWidth'(1);
        if (close) begin
          position_d = '0;
          window_d   = window_q + WindowWidth'(1);
          first_d    = in_line_last_i;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q    <= '0;
      loop_q     <= '1;
      turn_q     <= '0;
      position_q <= '0;
      window_q   <= '0;
      address_q  <= '0;
      windows_q  <= '0;
      places_q   <= '0;
      first_q    <= 1'b1;
      ends_q     <= '0;
    end else begin
      phase_q    <= phase_d;
      loop_q     <= loop_d;
      turn_q     <= turn_d;
      position_q <= position_d;
      window_q   <= window_d;
      address_q  <= address_d;
      windows_q  <= windows_d;
      places_q   <= places_d;
      first_q    <= first_d;
      ends_q     <= ends_d;
    end
  end

  assign fire_o    = fire;
  assign turn_o    = turn_q;
  assign window_o  = window_q;
  assign address_o = address_q;
  assign start_o   = start;
  assign first_o   = first_q;
  assign close_o   = close;
  assign loop_o    = loop_q;

  `TERN_ASSERT(LoopLegal, loop_q != '0)
  `TERN_ASSERT(Fits, 32'(places_q) <= Places && 32'(windows_q) <= Windows)
  `TERN_ASSERT(TurnInLoop, start || turn_q <= loop_q)

endmodule

`default_nettype wire
