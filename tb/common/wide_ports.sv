// SPDX-License-Identifier: Apache-2.0
//
// wide_ports: ports of every storage class, signed and unsigned, to check the port accessors.
//
// The outputs depend on bits above each input's width if the bench leaves them dirty.
//
//   Latency     0 cycles
//   Test        tb/common/port_test.cc

`default_nettype none

module wide_ports (
  input  logic signed [4:0]  s5_i,
  input  logic signed [11:0] s12_i,
  input  logic signed [19:0] s20_i,
  input  logic signed [39:0] s40_i,
  input  logic signed [63:0] s64_i,
  input  logic        [76:0] u77_i,

  output logic signed [4:0]  s5_o,
  output logic signed [11:0] s12_o,
  output logic signed [19:0] s20_o,
  output logic signed [39:0] s40_o,
  output logic signed [63:0] s64_o,
  output logic        [76:0] u77_o,
  output logic signed [63:0] sum_o
);

  assign s5_o = s5_i;
  assign s12_o = s12_i;
  assign s20_o = s20_i;
  assign s40_o = s40_i;
  assign s64_o = s64_i;
  assign u77_o = ~u77_i;

  assign sum_o = 64'(s5_i) + 64'(s12_i) + 64'(s20_i) + 64'(s40_i) + s64_i;

endmodule

`default_nettype wire
