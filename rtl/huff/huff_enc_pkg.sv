// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_pkg: the sizes of the encoder and what its stages hand on.
//
// The sizes follow from the parameters; docs/architecture.md derives them.
//
//   Latency     none, no logic
//   Throughput  none
//   Storage     none
//   Model       model/huff/order.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#lag-and-buffers

`default_nettype none

package huff_enc_pkg;

  // Lag is counted in units, so that one buffer serves all kinds of values: a step of bytes may
  // hold 3/4 of the bits of a step of 16-bit values, one of 32-bit values 6/4.
  localparam int unsigned WideUnits = 6;
  localparam int unsigned SplitUnits = 4;
  localparam int unsigned ByteUnits = 3;

  // Extra bits of values of 32 and 16 bits (huff_params checks them); bytes have none.
  localparam int unsigned WideExtra = 24;
  localparam int unsigned SplitExtra = 8;

  // Counts the steps without demand in front of a queued one.
  localparam int unsigned GapBits = 4;

  // The book of a chunk, or none.
  typedef struct packed {
    logic       raw;      // symbols are not coded; id and epoch are 0
    logic [3:0] slot;
    logic [3:0] id;
    logic [7:0] epoch;
  } choice_t;

  // What a chunk asks for.
  typedef struct packed {
    logic       raw;
    logic       split;
    logic [3:0] dtype;
    logic [3:0] id;
  } want_t;

  // A message, as its command asks for it.
  typedef struct packed {
    logic        legal;       // otherwise its packet is dropped
    logic        split;       // 16-bit values: 8 extra bits each
    logic        empty;       // no values
    logic        single;      // one step
    logic        raw;         // no chunk is to be coded
    logic        best;        // each chunk takes the cheapest book, or raw
    logic [3:0]  dtype;
    logic [3:0]  id;          // otherwise the book that its chunks ask for
    logic [3:0]  chunk_log2;  // steps of a chunk; 0: one chunk
    logic [7:0]  offset;      // subtracted from every symbol
    logic [5:0]  tail;        // lanes above this one have no value in the last step
    logic [31:0] left;        // steps behind the first
  } message_t;
  localparam int unsigned MessageBits = 64;

  // A step on its way to the tokens.
  typedef struct packed {
    logic        first;
    logic        last;
    logic        opens;        // first of its chunk
    logic        split;
    logic        raw;
    logic [3:0]  slot;
    logic [3:0]  dtype;
    logic [3:0]  id;           // of the book that is asked for, or was found best
    logic        empty;
    logic        spoilt;       // the packet did not fit its command; valid with `last`
    logic [5:0]  min_token;
    logic [5:0]  tail;
    logic [7:0]  left;         // steps behind this one, at most 255
    logic        choice;       // tokens carry bits of the next chunk's choice,
    logic        choice_last;  // the last ones of it,
    logic [12:0] choice_bits;  // lane i bit i
  } step_t;

  // A step on its way to the order of the words.
  typedef struct packed {
    logic       first;
    logic       last;
    logic       split;
    logic       wide;    // 32-bit values
    logic [5:0] tail;
  } plan_t;

  // A pass of a step on its way to the lanes; steps but the first of a message have one.
  typedef struct packed {
    logic start;   // first pass of its message
    logic step;    // last or only pass of its step
    logic last;    // last pass of its message
    logic split;
    logic wide;
    logic spoilt;  // valid with `last`
  } pass_t;

  // The functions below share these arguments: `extra`, the extra bits of a kind of values;
  // `value`, `word`, `token` and `lanes`, the unit's ValueBits, WordBits, MinTokenBits and Lanes;
  // `code`, its MaxCodeLen.

  // What the loader says of a book that is being built, entry by entry; see huff_book_load.
  typedef struct packed {
    logic        fresh;        // the first entry: the slot begins anew
    logic        entry;        // a symbol or the escape
    logic        valid;        // a symbol, its codeword {code, len}, or none with len 0
    logic [3:0]  slot;
    logic [7:0]  symbol;
    logic [3:0]  len;
    logic [14:0] code;
    logic [7:0]  rank;
    logic        level_first;  // before the first codeword of level_len; base: codeword less rank
    logic [3:0]  level_len;
    logic [14:0] base;
    logic        level_last;   // behind the last one, where rank is the next one's
    logic        level_end;    // no codeword is longer
  } build_t;

  // Extra bits that a lane has room for, and those of them that are ports.
  function automatic int unsigned extra_bits(input int unsigned value);
    extra_bits = (value == 32) ? WideExtra : ((value == 16) ? SplitExtra : 0);
  endfunction

  function automatic int unsigned extra_port(input int unsigned value);
    extra_port = (value == 32) ? WideExtra : SplitExtra;
  endfunction

  // Values of 32 bits.
  function automatic logic is_wide(input int unsigned value, input logic [3:0] dtype);
    is_wide = value == 32 && dtype == huff_pkg::DtypeFp32;
  endfunction

  // Token of a codeword with so many bits.
  function automatic logic [5:0] token_bits(input logic split, wide, input logic [3:0] code);
    token_bits = wide ? 6'(code) + 6'd24 : {1'b0, 5'(code) + (split ? 5'd8 : 5'd0)};
  endfunction

  // Shortest codewords that a unit with this MinTokenBits may send.
  function automatic logic [3:0] min_code(input logic split, wide, input int unsigned token);
    min_code = 4'(wide ? min_token(WideExtra, token) - WideExtra
                       : (split ? min_token(SplitExtra, token) - SplitExtra : min_token(0, token)));
  endfunction

  // Steps whose tokens carry a choice.
  function automatic int unsigned choice_steps(input int unsigned lanes);
    choice_steps = (32'(huff_pkg::ChoiceBits) + lanes - 1) / lanes;
  endfunction

  // Shortest token. Raw symbols have 8 bits whatever the book.
  function automatic int unsigned min_token(input int unsigned extra, token);
    min_token = (token <= extra) ? extra + 1 : ((token > extra + 8) ? extra + 8 : token);
  endfunction

  // Steps from a demand on, its own included, until the demanded word is complete: it ends at most
  // three words behind the token in front of which it is demanded.
  function automatic int unsigned steps_to_word(input int unsigned extra, word, token);
    steps_to_word = (3 * word + min_token(extra, token) - 1) / min_token(extra, token);
  endfunction

  // The intake always moves while fewer units than this are packed and not ordered. One step more
  // than the slowest word needs, so that ordering at full rate never stops it.
  function automatic int unsigned lag_limit(input int unsigned value, word, token);
    int unsigned wide_units;
    int unsigned split_units;
    int unsigned byte_units;
    begin
      wide_units  = (value == 32) ? WideUnits * steps_to_word(WideExtra, word, token) : 0;
      split_units = (value >= 16) ? SplitUnits * steps_to_word(SplitExtra, word, token) : 0;
      byte_units  = ByteUnits * steps_to_word(0, word, token);
      lag_limit   = most(wide_units, split_units, byte_units) + 1;
    end
  endfunction

  function automatic int unsigned most(input int unsigned a, b, c);
    most = (a > b) ? ((a > c) ? a : c) : ((b > c) ? b : c);
  endfunction

  // Units of the longest step.
  function automatic int unsigned most_units(input int unsigned value);
    most_units = (value == 32) ? WideUnits : SplitUnits;
  endfunction

  // Steps whose words have a place: those in the lag, or those of full rate behind the three first
  // passes of a message, of which two are taken in cycles in which the intake goes on.
  function automatic int unsigned held_steps(input int unsigned extra, value, word, token);
    int unsigned units;
    begin
      units      = (extra == WideExtra) ? WideUnits
                                        : ((extra == SplitExtra) ? SplitUnits : ByteUnits);
      held_steps = most((lag_limit(value, word, token) + units - 1) / units,
                        steps_to_word(extra, word, token) + 3, 0);
    end
  endfunction

  // Units that a message counts beside its steps until its first pass is taken, and half of them
  // until its second: before that the decoder's prefetch has not emptied the lanes, and short
  // messages fill words badly.
  function automatic int unsigned start_units(input int unsigned word);
    start_units = word / 2;
  endfunction

  // With room in every lane and in the queue it moves up to here: messages whose first words have
  // not left count more than they fill.
  function automatic int unsigned far_limit(input int unsigned value, word, token, titles);
    far_limit = lag_limit(value, word, token) + titles * (start_units(word) + most_units(value));
  endfunction

  // Words that can wait in a lane when the intake may still move: the bits of the steps in the lag
  // and of the one being decoded, without the more than two words that the decoder holds, rounded
  // up for a message's last word. The step that is then let in completes or ends one more.
  function automatic int unsigned lane_words(input int unsigned value, word, token, code, lanes);
    int unsigned wide_bits;
    int unsigned split_bits;
    int unsigned byte_bits;
    begin
      wide_bits  = step_bits(held_steps(WideExtra, value, word, token), 32 + code, lanes);
      split_bits = step_bits(held_steps(SplitExtra, value, word, token), 16 + code, lanes);
      byte_bits  = step_bits(held_steps(0, value, word, token), 8 + code, lanes);
      lane_words = (most((value == 32) ? wide_bits : 0, (value >= 16) ? split_bits : 0, byte_bits)
                    - 2 * word - 2) / word + 2;
    end
  endfunction

  // Most bits of a lane in so many steps, with the choices in them: one choice in each chunk.
  function automatic int unsigned step_bits(input int unsigned steps, token_max, lanes);
    int unsigned chunks;
    begin
      chunks    = steps / (1 << huff_pkg::MinChunkLog2) + 1;
      step_bits = steps * token_max + chunks * choice_steps(lanes);
    end
  endfunction

  // Demands that can wait for their order: one for each step whose words have a place and three
  // more, so that there is room for them; and room behind the lag for eight messages of one step.
  function automatic int unsigned queue_steps(input int unsigned value, word, token);
    queue_steps = most(held_steps(0, value, word, token) + 3,
                       (lag_limit(value, word, token) + SplitUnits - 1) / SplitUnits + 8, 0);
  endfunction

endpackage

`default_nettype wire
