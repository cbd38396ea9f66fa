// SPDX-License-Identifier: Apache-2.0
//
// prove_buffer: the buffers of rtl/common lose, double, reorder and change nothing.
//
// One beat, any one, is marked on its way in; it must come out unchanged and in its place. What
// holds for any one holds for all.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/streams.md#contract

`default_nettype none

module prove_buffer #(
  parameter int unsigned Kind = 0,     // 0: tern_skid, 1: tern_fifo, 2: tern_ram_fifo
  parameter int unsigned Width = 2,
  parameter int unsigned Depth = 4,
  parameter int unsigned Room = 1
) (
  input  logic             clk_i,

  input  logic             in_valid_i,
  input  logic [Width-1:0] in_data_i,
  input  logic             out_ready_i,
  input  logic             mark_i
);

  // Beats that fit; the memory's output register holds one more.
  localparam int unsigned Most = (Kind == 0) ? 2 : (Kind == 1) ? Depth : Depth + 1;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic             in_fire, in_ready, in_room, out_valid, out_fire;
  logic [Width-1:0] out_data;

  if (Kind == 0) begin : gen_skid
    tern_skid #(.Width(Width)) u_dut (
      .clk_i, .rst_ni, .in_valid_i, .in_ready_o(in_ready), .in_data_i,
      .out_valid_o(out_valid), .out_ready_i, .out_data_o(out_data)
    );
    assign in_room = in_ready;
    assign in_fire = in_valid_i && in_ready;
  end else if (Kind == 1) begin : gen_fifo
    tern_fifo #(.Width(Width), .Depth(Depth), .Room(Room)) u_dut (
      .clk_i, .rst_ni, .in_valid_i, .in_ready_o(in_ready), .in_data_i, .in_room_o(in_room),
      .out_valid_o(out_valid), .out_ready_i, .out_data_o(out_data)
    );
    assign in_fire = in_valid_i && in_ready;
  end else begin : gen_ram
    // A user looks at the room of the cycle before; `late` is its one beat in the cycle after.
    logic late;
    always_ff @(posedge clk_i) late <= rst_ni && in_room;
    tern_ram_fifo #(.Width(Width), .Depth(Depth)) u_dut (
      .clk_i, .rst_ni, .in_valid_i(in_fire), .in_room_o(in_room), .in_data_i,
      .out_valid_o(out_valid), .out_ready_i, .out_data_o(out_data)
    );
    assign in_ready = in_room || late;
    assign in_fire  = in_valid_i && in_ready;
  end
  assign out_fire = out_valid && out_ready_i;

  logic [7:0]       inside = 8'd0;         // beats in the buffer
  logic             marked = 1'b0;
  logic [7:0]       ahead = 8'd0;          // beats up to the marked one, itself included
  logic [Width-1:0] tag;
  logic             was_in;                // a beat was in the buffer one cycle ago

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      inside <= inside + 8'(in_fire) - 8'(out_fire);
      was_in <= inside != 8'd0 && !(inside == 8'd1 && out_fire);
      if (ahead != 8'd0 && out_fire) begin
        ahead <= ahead - 8'd1;
      end
      if (in_fire && mark_i && !marked) begin
        marked <= 1'b1;
        tag    <= in_data_i;
        ahead  <= inside + 8'd1 - 8'(out_fire);
      end
    end else begin
      was_in <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      NothingFromNothing: assert (!out_fire || inside != 8'd0);
      MarkedComesInItsPlace: assert (!(out_valid && ahead == 8'd1) || out_data == tag);
      Fits: assert (inside <= 8'(Most));
      if (Kind != 2) begin
        TakesUntilFull: assert (in_ready == (inside < 8'(Most)));
        OfferedAtOnce: assert (out_valid == (inside != 8'd0));
      end else begin
        OfferedInTheNextCycle: assert (!was_in || out_valid);
        RoomForTwo: assert (!in_room || inside + 8'd2 <= 8'(Most));
      end
      if (Kind == 1) begin
        RoomIsRoom: assert (in_room == (inside + 8'(Room) <= 8'(Depth)));
      end
      HeldOffer: assert (!($past(rst_ni) && $past(out_valid && !out_ready_i))
                         || (out_valid && out_data == $past(out_data)));
    end
  end

  // The marked beat waits behind a full buffer and leaves.
  logic was_full = 1'b0;
  always_ff @(posedge clk_i) begin
    was_full <= was_full || (marked && ahead == 8'(Most));
    LeavesAFullBuffer: cover (was_full && ahead == 8'd1 && out_fire);
  end

endmodule

`default_nettype wire
