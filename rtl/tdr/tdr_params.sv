// SPDX-License-Identifier: Apache-2.0
//
// tdr_params: elaboration check that the RTL and the shared numbers belong together.
//
// Networks of shifts and adders are written for one matrix, and widths for one format; a change of
// the shared numbers stops here with a message instead of somewhere in the logic.
//
//   Latency     none, no logic
//   Throughput  none
//   Storage     none
//   Model       model/tdr/params.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#shared-numbers

`default_nettype none

module tdr_params #(
  // Of a unit that may have less than the format.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits
);

  if (ValueBits < 8 || ValueBits > tdr_pkg::ValueBits) begin : gen_bad_value
    $fatal(1, "tdr_params: ValueBits must be 8 to 22");
  end

  localparam int unsigned Width = tdr_pkg::CosinesWidth;

  // c_0, c_16, and of the others those that belong to 4, 8 and 16 points.
  localparam bit EvenMatrix =
      tdr_pkg::Cosines[0*Width +: Width] == 7'd64
      && tdr_pkg::Cosines[16*Width +: Width] == 7'd64
      && tdr_pkg::Cosines[8*Width +: Width] == 7'd83
      && tdr_pkg::Cosines[24*Width +: Width] == 7'd36
      && tdr_pkg::Cosines[4*Width +: Width] == 7'd89
      && tdr_pkg::Cosines[12*Width +: Width] == 7'd75
      && tdr_pkg::Cosines[20*Width +: Width] == 7'd50
      && tdr_pkg::Cosines[28*Width +: Width] == 7'd18;
  localparam bit OddMatrix =
      tdr_pkg::Cosines[2*Width +: Width] == 7'd90
      && tdr_pkg::Cosines[6*Width +: Width] == 7'd87
      && tdr_pkg::Cosines[10*Width +: Width] == 7'd80
      && tdr_pkg::Cosines[14*Width +: Width] == 7'd70
      && tdr_pkg::Cosines[18*Width +: Width] == 7'd57
      && tdr_pkg::Cosines[22*Width +: Width] == 7'd43
      && tdr_pkg::Cosines[26*Width +: Width] == 7'd25
      && tdr_pkg::Cosines[30*Width +: Width] == 7'd9;

  localparam int unsigned StepWidth = tdr_pkg::StepsWidth;

  // The steps double within the table, and the largest Qp ends an octave.
  localparam bit StepTable =
      (8'(tdr_pkg::Steps[0 +: StepWidth]) << 1)
          == 8'(tdr_pkg::Steps[tdr_pkg::QpOctave*StepWidth +: StepWidth])
      && (tdr_pkg::MaxQp + 1) % (tdr_pkg::QpOctave << tdr_pkg::QpFractionBits) == 0
      && tdr_pkg::MaxQp < (1 << tdr_pkg::QpBits);

  if (!EvenMatrix || !OddMatrix) begin : gen_bad_matrix
    $fatal(1, "tdr_params: the networks of the transform are for another matrix");
  end
  if (tdr_pkg::ForwardShift8 + 1 != tdr_pkg::ForwardShift16
      || tdr_pkg::ForwardShift16 != tdr_pkg::InverseShift
      || tdr_pkg::CoefficientBits != tdr_pkg::ValueBits + 2) begin : gen_bad_shift
    $fatal(1, "tdr_params: the transform is written for other shifts, or would have to clip");
  end
  if (!StepTable || tdr_pkg::StepFractionBits != 12 || tdr_pkg::CentroidBits != 4
      || tdr_pkg::MeanFractionBits != 3 || tdr_pkg::LevelBits != 22) begin : gen_bad_step
    $fatal(1, "tdr_params: the quantiser is written for another step");
  end
  if (tdr_pkg::Bins != 8 || tdr_pkg::MaxLowBits != 10 || tdr_pkg::MaxTailBits != 15
      || tdr_pkg::ExtraBits != 2 * tdr_pkg::MaxTailBits + tdr_pkg::MaxLowBits + 1
      || tdr_pkg::WordBits != 32 || tdr_pkg::BookCodeLen != 12
      || tdr_pkg::DeadClass != 15 || tdr_pkg::CentroidsWidth != tdr_pkg::CentroidBits + 1
      || $bits(tdr_pkg::Centroids) != 64 * tdr_pkg::CentroidsWidth) begin : gen_bad_book
    $fatal(1, "tdr_params: the books are of another format");
  end
  // A counter wraps where digits are dropped.
  if (tdr_pkg::DigitValues != 512) begin : gen_bad_digits
    $fatal(1, "tdr_params: values are counted modulo another number");
  end
  // The widths of places, costs and sums follow from these.
  if (tdr_pkg::Interleave != 4 || tdr_pkg::Window != 32 || tdr_pkg::PlaceBits != 6
      || tdr_pkg::ReciprocalBits != 28 || tdr_pkg::LambdaBits != 10
      || tdr_pkg::DigitCostsWidth != 12
      || $bits(tdr_pkg::DigitCosts) != 256 * tdr_pkg::DigitCostsWidth) begin : gen_bad_search
    $fatal(1, "tdr_params: the search is written for other numbers");
  end
  if (tdr_pkg::ForwardLatency != 2 || tdr_pkg::InverseLatency != 3
      || tdr_pkg::StepLatency != 2 || tdr_pkg::DequantizeLatency != 5
      || tdr_pkg::AlignLatency != 4 || tdr_pkg::UnalignLatency != 5
      || tdr_pkg::IntegrateLatency != 2 || tdr_pkg::ReconstructLatency != 1) begin : gen_bad_latency
    $fatal(1, "tdr_params: the stages are not those that the logic has");
  end

endmodule

`default_nettype wire
