// SPDX-License-Identifier: Apache-2.0
//
// prove_choices: choices wait in order, and every slot that one of them names is seen as used.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#best-choice

`default_nettype none

module prove_choices #(
  parameter int unsigned Depth = 8,
  parameter int unsigned Room = 4
) (
  input  logic       clk_i,
  input  logic       in_valid_i,
  input  logic       in_raw_i,
  input  logic       in_slot_i,
  input  logic       out_ready_i,
  input  logic       mark_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic             room, out_valid, out_raw, take;
  logic [3:0]       out_slot;
  logic [1:0] uses;

  huff_enc_choices #(.Books(2), .Depth(Depth), .Room(Room)) u_dut (
    .clk_i, .rst_ni, .in_valid_i, .in_room_o(room), .in_raw_i, .in_slot_i({3'd0, in_slot_i}),
    .out_valid_o(out_valid), .out_ready_i, .out_raw_o(out_raw), .out_slot_o(out_slot),
    .uses_o(uses)
  );
  assign take = out_valid && out_ready_i;

  // The maker stops when there is no room, but for choices that are on their way already.
  logic [3:0] late = 4'd0;
  always_ff @(posedge clk_i) begin
    late <= room ? 4'd0 : late + 4'(in_valid_i);
    if (rst_ni) begin
      assume (!in_valid_i || room || late < 4'(Room - 1));
    end else begin
      assume (!in_valid_i);
    end
  end

  logic [4:0] inside = 5'd0;
  logic [4:0] ahead = 5'd0;
  logic       marked = 1'b0;
  logic       raw;
  logic       slot;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      inside <= inside + 5'(in_valid_i) - 5'(take);
      if (ahead != 5'd0 && take) begin
        ahead <= ahead - 5'd1;
      end
      if (in_valid_i && mark_i && !marked) begin
        marked <= 1'b1;
        raw    <= in_raw_i;
        slot   <= in_slot_i;
        ahead  <= inside + 5'd1 - 5'(take);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      Fits: assert (inside <= 5'(Depth));
      OfferedAtOnce: assert (out_valid == (inside != 5'd0));
      RoomIsRoom: assert (room == (inside + 5'(Room) <= 5'(Depth)));
      MarkedComesInItsPlace: assert (ahead != 5'd1
                                     || (out_raw == raw && (raw || out_slot == {3'd0, slot})));
      WaitingSlotIsUsed: assert (ahead == 5'd0 || raw || uses[slot]);
      NothingUsedByNothing: assert (inside != 5'd0 || uses == '0);
    end
  end

  logic was_full = 1'b0;
  always_ff @(posedge clk_i) begin
    was_full <= was_full || ahead == 5'(Depth);
    LeavesAFullQueue: cover (was_full && ahead == 5'd1 && !raw && take);
  end

endmodule

`default_nettype wire
