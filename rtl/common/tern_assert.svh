// SPDX-License-Identifier: Apache-2.0
//
// tern_assert: the assertion macros.
//
// Every simulation evaluates them, and every proof of tb/formal proves them, in the form that Yosys
// reads; synthesis, which defines SYNTHESIS, sees nothing.
//
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/streams.md#contract

`ifndef TERN_ASSERT_SVH
`define TERN_ASSERT_SVH

// Without names: Yosys does not tell those of one generate loop apart, and reports file and line.
`ifdef FORMAL

`define TERN_ASSERT(Name, Prop) \
  always_ff @(posedge clk_i) begin \
    if (rst_ni) begin \
      assert (Prop); \
    end \
  end

`define TERN_ASSERT_STREAM(Name, Valid, Ready, Data) \
  always_ff @(posedge clk_i) begin \
    if (rst_ni && $past(rst_ni) && $past((Valid) && !(Ready))) begin \
      assert ((Valid) && (Data) == $past(Data)); \
    end \
  end

`elsif SYNTHESIS

`define TERN_ASSERT(Name, Prop)
`define TERN_ASSERT_STREAM(Name, Valid, Ready, Data)

`else

// Property holds at every rising clock edge outside reset.
`define TERN_ASSERT(Name, Prop) \
  Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (Prop)) \
    else $error("%m failed");

// A ready/valid source holds its offer until it is taken.
`define TERN_ASSERT_STREAM(Name, Valid, Ready, Data) \
  Name: assert property (@(posedge clk_i) disable iff (!rst_ni) \
    ((Valid) && !(Ready)) |=> ((Valid) && $stable(Data))) \
    else $error("%m: offer withdrawn or changed while stalled");

`endif

`endif  // TERN_ASSERT_SVH
