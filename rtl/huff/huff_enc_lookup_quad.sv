// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_lookup_quad: codewords of books with four lengths: a memory of ranks for each lane.
//
// The codewords of a length are consecutive, in the order of their ranks: three comparisons find
// the length of a rank, and one addition its codeword.
//
//   Latency     1 cycle, and an addition
//   Throughput  1 step per cycle
//   Storage     Lanes * Books * 256 * 9 + Books * (4 * MaxCodeLen + 44) + 4 bits
//   Model       model/huff/canonical.cc
//   Test        tb/huff/encoder_kind_test.cc
//   Doc         docs/architecture.md#s2-select

`default_nettype none

module huff_enc_lookup_quad #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books = 2,
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic                       clk_i,

  // As in huff_enc_lookup_full; but the lengths of the slot are read until the next step is taken.
  input  logic                       take_i,
  input  logic [3:0]                 slot_i,
  input  logic [Lanes*8-1:0]         symbol_i,
  output logic [Lanes*EntryBits-1:0] entry_o,

  input  huff_enc_pkg::build_t       build_i
);

  localparam int unsigned Levels = huff_book_pkg::QuadLengths;
  localparam int unsigned AddressBits = $clog2(Books) + 8;
  // A level: codeword minus rank, length, first rank behind it, and whether it is the last one.
  localparam int unsigned LevelBits = MaxCodeLen + 13;

  ////////////
  // Levels //
  ////////////

  logic       unused_fresh;
  logic [2:0] level;

  huff_book_levels u_levels (
    .clk_i,
    .entry_valid_i(build_i.entry),
    .entry_len_i  (build_i.len),
    .level_first_i(build_i.level_first),
    .level_last_i (build_i.level_last),
    .level_len_i  (build_i.level_len),
    .fresh_o      (unused_fresh),
    .level_o      (level)
  );

  logic [Books-1:0]                  pick_d, pick_q;
  logic [Books*Levels*LevelBits-1:0] levels_d, levels_q;
  logic [Levels*LevelBits-1:0]       row;

  always_comb begin
    levels_d = levels_q;
    row      = '0;
    for (int unsigned k = 0; k < Books; k++) begin
      pick_d[k] = take_i ? slot_i == 4'(k) : pick_q[k];
      row       = row | (levels_q[Levels*LevelBits*k+:Levels*LevelBits]
                         & {(Levels * LevelBits){pick_q[k]}});
      for (int unsigned l = 0; l < Levels; l++) begin
        if (build_i.slot == 4'(k) && level == 3'(l)) begin
          if (build_i.level_first) begin
            levels_d[LevelBits*(Levels*k+l)+9+:MaxCodeLen+4] = {build_i.base[MaxCodeLen-1:0],
                                                                build_i.level_len};
          end
          if (build_i.level_last) begin
            levels_d[LevelBits*(Levels*k+l)+:9] = {build_i.level_end, build_i.rank};
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    levels_q <= levels_d;
    pick_q   <= pick_d;
  end

  logic unused_build;
  assign unused_build = ^{build_i, row[LevelBits*(Levels-1)+:9]};

  ///////////
  // Lanes //
  ///////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic                  coded;
    logic [7:0]            rank;
    logic [Levels-1:0]     reached, here;
    logic [MaxCodeLen-1:0] base, number, left, code;
    logic [3:0]            len, shift;

    tern_ram_1r1w #(
      .Width(9),
      .Depth(Books * huff_pkg::NumSymbols)
    ) u_ranks (
      .clk_i,
      .write_i(build_i.valid),
      .waddr_i(AddressBits'({build_i.slot, build_i.symbol})),
      .wdata_i({build_i.len != '0, build_i.rank}),
      .read_i (take_i),
      .raddr_i(AddressBits'({slot_i, symbol_i[8*i+:8]})),
      .rdata_o({coded, rank})
    );

    always_comb begin
      reached = '0;
      here    = '0;
      base    = '0;
      len     = '0;
      shift   = '0;
      for (int unsigned l = 0; l < Levels; l++) begin
        if (l == 0) begin
          reached[l] = 1'b1;
        end else begin
          reached[l] = reached[l-1] && !row[LevelBits*(l-1)+8]
                       && rank >= row[LevelBits*(l-1)+:8];
        end
      end
      for (int unsigned l = 0; l < Levels; l++) begin
        here[l] = reached[l] && (l == Levels - 1 || !reached[(l+1)%Levels]);
        len     = len | (row[LevelBits*l+9+:4] & {4{here[l]}});
        shift   = shift | ((4'(MaxCodeLen) - row[LevelBits*l+9+:4]) & {4{here[l]}});
        base    = base | (row[LevelBits*l+13+:MaxCodeLen] & {MaxCodeLen{here[l]}});
      end
      // The codeword right-aligned, then with its first bit on top, then in bit 0.
      number = base + MaxCodeLen'(rank);
      left   = number << shift;
      for (int unsigned b = 0; b < MaxCodeLen; b++) begin
        code[b] = left[MaxCodeLen-1-b];
      end
    end

    assign entry_o[EntryBits*i+:EntryBits] = {code, len & {4{coded}}};
  end

endmodule

`default_nettype wire
