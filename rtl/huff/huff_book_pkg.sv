// SPDX-License-Identifier: Apache-2.0
//
// huff_book_pkg: kinds of books that a unit can be built for.
//
// The format knows one kind only: a unit that holds fewer books refuses the others when they are
// loaded.
//
//   Latency     none, no logic
//   Throughput  none
//   Storage     none
//   Model       sim/book_kind.h
//   Test        tb/huff/encoder_kind_test.cc
//   Doc         docs/architecture.md#kinds-of-books

`default_nettype none

package huff_book_pkg;

  // Every book.
  localparam int unsigned KindFull = 0;
  // Books with codewords for at most TopSymbols symbols, and for the escape.
  localparam int unsigned KindTop = 1;
  // Books with codewords of at most QuadLengths different lengths.
  localparam int unsigned KindQuad = 2;

  localparam int unsigned QuadLengths = 4;
  localparam int unsigned MaxTopSymbols = 31;

  // Lengths that a decoder tells apart.
  function automatic int unsigned levels(input int unsigned kind, longest);
    levels = (kind == KindQuad) ? QuadLengths : longest;
  endfunction

endpackage

`default_nettype wire
