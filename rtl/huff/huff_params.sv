// SPDX-License-Identifier: Apache-2.0
//
// huff_params: elaboration check that the RTL and the shared numbers belong together.
//
// The RTL is written for these widths; a change of the shared numbers stops here with a message
// instead of somewhere in the logic.
//
//   Latency     none, no logic
//   Throughput  none
//   Storage     none
//   Model       model/huff/params.h
//   Test        tb/params/params_test.cc
//   Doc         docs/integration.md#shared-numbers

`default_nettype none

module huff_params;

  // Fields of the header follow each other without a gap.
  localparam bit HeaderDense =
      huff_pkg::HeaderVersionLsb == 0
      && huff_pkg::HeaderDtypeLsb == huff_pkg::HeaderVersionLsb + huff_pkg::HeaderVersionWidth
      && huff_pkg::HeaderLanesLog2Lsb == huff_pkg::HeaderDtypeLsb + huff_pkg::HeaderDtypeWidth
      && huff_pkg::HeaderWordCodeLsb
         == huff_pkg::HeaderLanesLog2Lsb + huff_pkg::HeaderLanesLog2Width
      && huff_pkg::HeaderRawLsb == huff_pkg::HeaderWordCodeLsb + huff_pkg::HeaderWordCodeWidth
      && huff_pkg::HeaderMinLenLsb == huff_pkg::HeaderRawLsb + huff_pkg::HeaderRawWidth
      && huff_pkg::HeaderBookIdLsb == huff_pkg::HeaderMinLenLsb + huff_pkg::HeaderMinLenWidth
      && huff_pkg::HeaderChunkLog2Lsb == huff_pkg::HeaderBookIdLsb + huff_pkg::HeaderBookIdWidth
      && huff_pkg::HeaderEpochLsb == huff_pkg::HeaderChunkLog2Lsb + huff_pkg::HeaderChunkLog2Width
      && huff_pkg::HeaderCountLsb == huff_pkg::HeaderEpochLsb + huff_pkg::HeaderEpochWidth
      && huff_pkg::HeaderOffsetLsb == huff_pkg::HeaderCountLsb + huff_pkg::HeaderCountWidth
      && huff_pkg::HeaderReservedLsb == huff_pkg::HeaderOffsetLsb + huff_pkg::HeaderOffsetWidth
      && 32'(huff_pkg::HeaderReservedLsb) + 32'(huff_pkg::HeaderReservedWidth)
         == huff_pkg::HeaderBits;

  // So do those of a choice.
  localparam bit ChoiceDense =
      huff_pkg::ChoiceRawLsb == 0
      && huff_pkg::ChoiceBookIdLsb == huff_pkg::ChoiceRawLsb + huff_pkg::ChoiceRawWidth
      && huff_pkg::ChoiceEpochLsb == huff_pkg::ChoiceBookIdLsb + huff_pkg::ChoiceBookIdWidth
      && 32'(huff_pkg::ChoiceEpochLsb) + 32'(huff_pkg::ChoiceEpochWidth) == huff_pkg::ChoiceBits;

  if (!HeaderDense || huff_pkg::HeaderBits != 96) begin : gen_bad_header
    $fatal(1, "huff_params: the header fields do not fill 96 bits");
  end
  if (!ChoiceDense || 32'(huff_pkg::ChoiceRawWidth) != 32'(huff_pkg::HeaderRawWidth)
      || 32'(huff_pkg::ChoiceBookIdWidth) != 32'(huff_pkg::HeaderBookIdWidth)
      || 32'(huff_pkg::ChoiceEpochWidth) != 32'(huff_pkg::HeaderEpochWidth)) begin : gen_bad_choice
    $fatal(1, "huff_params: a choice is not Raw, BookId and Epoch as in the header");
  end
  if (huff_pkg::SymbolBits != 8 || huff_pkg::NumSymbols != 256 || huff_pkg::SplitExtraBits != 8
      || huff_pkg::WideExtraBits != 24 || huff_pkg::PrefetchWords != 3) begin : gen_bad_coding
    $fatal(1, "huff_params: the RTL is written for 8-bit symbols, 8 or 24 extra bits and 3 words");
  end
  if (huff_pkg::FormatVersion != 1 || huff_pkg::ChoiceLead != 2) begin : gen_bad_version
    $fatal(1, "huff_params: the RTL is written for version 1, and choices two steps ahead");
  end
  if (huff_pkg::NumBooks != 1 << huff_pkg::HeaderBookIdWidth) begin : gen_bad_books
    $fatal(1, "huff_params: BookId cannot name NumBooks books");
  end
  if (huff_pkg::CrcBits != 32 || huff_pkg::CrcPoly != 32'hEDB88320
      || huff_pkg::CrcInit != 32'hFFFFFFFF) begin : gen_bad_crc
    $fatal(1, "huff_params: the check is not CRC-32");
  end
  if (huff_pkg::CountChunks != huff_pkg::NumSymbols
      || huff_pkg::CountRawChunks != huff_pkg::CountChunks + huff_pkg::NumBooks
      || huff_pkg::CountRawBytes != huff_pkg::CountRawChunks + 1
      || huff_pkg::CountWords != huff_pkg::CountRawBytes + 2
      || huff_pkg::CountEscapes != huff_pkg::CountWords + 2) begin : gen_bad_counters
    $fatal(1, "huff_params: the counters do not follow each other");
  end

endmodule

`default_nettype wire
