// SPDX-License-Identifier: Apache-2.0
//
// tdr_clip: limits signed values to a magnitude of all ones.
//
// The most negative number of the narrow width is no result: the range is symmetric.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/matrix.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_clip #(
  parameter int unsigned Values   = 16,
  parameter int unsigned InWidth  = 27,
  parameter int unsigned OutWidth = 23
) (
  input  logic [Values*InWidth-1:0]  in_data_i,
  output logic [Values*OutWidth-1:0] out_data_o
);

  if (OutWidth < 2 || InWidth <= OutWidth) begin : gen_bad_width
    $fatal(1, "tdr_clip: OutWidth must be at least 2 and InWidth larger");
  end

  for (genvar i = 0; i < Values; i++) begin : gen_value
    logic [InWidth-1:0] value;
    logic               negative, fits, lowest;

    assign value    = in_data_i[i*InWidth +: InWidth];
    assign negative = value[InWidth-1];
    // All bits from the sign of the result on are alike.
    assign fits   = value[InWidth-1:OutWidth-1] == {(InWidth-OutWidth+1){negative}};
    assign lowest   = negative && value[OutWidth-2:0] == '0;

    assign out_data_o[i*OutWidth +: OutWidth] =
        fits ? {value[OutWidth-1:1], value[0] || lowest}
               : {negative, {(OutWidth-2){!negative}}, 1'b1};
  end

endmodule

`default_nettype wire
