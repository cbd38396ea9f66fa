// SPDX-License-Identifier: Apache-2.0
//
// tern_assert: the assertion macros.
//
// Every simulation evaluates them; synthesis, which defines SYNTHESIS, sees nothing.
//
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/streams.md#contract

`ifndef TERN_ASSERT_SVH
`define TERN_ASSERT_SVH

`ifndef SYNTHESIS

// Property holds at every rising clock edge outside reset.
`define TERN_ASSERT(Name, Prop) \
  Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (Prop)) \
    else $error("%m failed");

// A ready/valid source holds its offer until it is taken.
`define TERN_ASSERT_STREAM(Name, Valid, Ready, Data) \
  Name: assert property (@(posedge clk_i) disable iff (!rst_ni) \
    ((Valid) && !(Ready)) |=> ((Valid) && $stable(Data))) \
    else $error("%m: offer withdrawn or changed while stalled");

`else
`define TERN_ASSERT(Name, Prop)
`define TERN_ASSERT_STREAM(Name, Valid, Ready, Data)
`endif

`endif  // TERN_ASSERT_SVH
