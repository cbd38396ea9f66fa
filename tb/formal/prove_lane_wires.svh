// SPDX-License-Identifier: Apache-2.0
//
// prove_lane_wires: what prove_lane sees of stage 3 of the decoder and its lanes.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#why-every-message-ends

  (* hierconn *) wire \u_dut.run , \u_dut.setup , \u_dut.first , \u_dut.last , \u_dut.seen_q ;
  (* hierconn *) wire [Lanes-1:0] \u_dut.again , \u_dut.look , \u_dut.short , \u_dut.choice ;
  (* hierconn *) wire [Lanes-1:0] \u_dut.active , \u_dut.upper ;
  (* hierconn *) wire [6:0] \u_dut.bound_upper , \u_dut.bound_lower ;
  (* hierconn *) wire [1:0] \u_dut.u_steps.state_q ;
  (* hierconn *) wire [31:0] \u_dut.u_steps.left_q ;
  (* hierconn *) wire [5:0] \u_dut.u_steps.min_token_q ;
  (* hierconn *) wire [10:0] \u_dut.u_steps.sure_q ;
  (* hierconn *) wire \u_dut.u_steps.long_q , \u_dut.u_steps.longer_q ;
  (* hierconn *) wire \u_dut.u_steps.single_q , \u_dut.u_steps.pair_q ;
  (* hierconn *) wire \u_dut.u_steps.far_q , \u_dut.u_steps.farther_q ;
  (* hierconn *) wire \u_dut.u_steps.second_q ;
  (* hierconn *) wire [6:0] \u_dut.u_steps.upper_next_q , \u_dut.u_steps.lower_next_q ;
  logic             run, setup;
  logic [1:0]       state;
  logic [31:0]      left;
  logic [5:0]       min_token;
  logic [10:0]      certain;
  logic [Lanes-1:0] again, look, short, active, upper, choices;
  assign run       = \u_dut.run ;
  assign setup     = \u_dut.setup ;
  assign state     = \u_dut.u_steps.state_q ;
  assign left      = \u_dut.u_steps.left_q ;
  assign min_token = \u_dut.u_steps.min_token_q ;
  assign certain   = \u_dut.u_steps.sure_q ;
  assign again     = \u_dut.again ;
  assign look      = \u_dut.look ;
  assign short     = \u_dut.short ;
  assign active    = \u_dut.active ;
  assign upper     = \u_dut.upper ;
  assign choices   = \u_dut.choice ;

  // Lane by lane: a name cannot be put together. Lanes that are not there drive nothing.

  (* hierconn *) wire [M-1:0] \u_dut.gen_lane[0].u_lane.level ;
  (* hierconn *) wire \u_dut.gen_lane[0].u_lane.coded_escape ;
  (* hierconn *) wire \u_dut.gen_lane[0].u_lane.split_q ;
  (* hierconn *) wire \u_dut.gen_lane[0].u_lane.full_q , \u_dut.gen_lane[0].u_lane.over_q ;
  (* hierconn *) wire [4:0] \u_dut.gen_lane[0].u_lane.rest_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[0].u_lane.near_q , \u_dut.gen_lane[0].u_lane.stock_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[0].u_lane.u_ring.head_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[0].u_lane.u_ring.tail_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[0].u_lane.u_ring.held_q ;
  (* hierconn *) wire [M-1:0] \u_dut.gen_lane[1].u_lane.level ;
  (* hierconn *) wire \u_dut.gen_lane[1].u_lane.coded_escape ;
  (* hierconn *) wire \u_dut.gen_lane[1].u_lane.split_q ;
  (* hierconn *) wire \u_dut.gen_lane[1].u_lane.full_q , \u_dut.gen_lane[1].u_lane.over_q ;
  (* hierconn *) wire [4:0] \u_dut.gen_lane[1].u_lane.rest_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[1].u_lane.near_q , \u_dut.gen_lane[1].u_lane.stock_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[1].u_lane.u_ring.head_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[1].u_lane.u_ring.tail_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[1].u_lane.u_ring.held_q ;
  (* hierconn *) wire [M-1:0] \u_dut.gen_lane[2].u_lane.level ;
  (* hierconn *) wire \u_dut.gen_lane[2].u_lane.coded_escape ;
  (* hierconn *) wire \u_dut.gen_lane[2].u_lane.split_q ;
  (* hierconn *) wire \u_dut.gen_lane[2].u_lane.full_q , \u_dut.gen_lane[2].u_lane.over_q ;
  (* hierconn *) wire [4:0] \u_dut.gen_lane[2].u_lane.rest_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[2].u_lane.near_q , \u_dut.gen_lane[2].u_lane.stock_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[2].u_lane.u_ring.head_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[2].u_lane.u_ring.tail_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[2].u_lane.u_ring.held_q ;
  (* hierconn *) wire [M-1:0] \u_dut.gen_lane[3].u_lane.level ;
  (* hierconn *) wire \u_dut.gen_lane[3].u_lane.coded_escape ;
  (* hierconn *) wire \u_dut.gen_lane[3].u_lane.split_q ;
  (* hierconn *) wire \u_dut.gen_lane[3].u_lane.full_q , \u_dut.gen_lane[3].u_lane.over_q ;
  (* hierconn *) wire [4:0] \u_dut.gen_lane[3].u_lane.rest_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[3].u_lane.near_q , \u_dut.gen_lane[3].u_lane.stock_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[3].u_lane.u_ring.head_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[3].u_lane.u_ring.tail_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[3].u_lane.u_ring.held_q ;

  logic [4*M-1:0] level;
  logic [3:0]     escape, splits, full, over;
  logic [19:0]    rest;
  logic [7:0]     near, stock, head, next, held;
  assign level = {\u_dut.gen_lane[3].u_lane.level ,
    \u_dut.gen_lane[2].u_lane.level ,
    \u_dut.gen_lane[1].u_lane.level ,
    \u_dut.gen_lane[0].u_lane.level };
  assign escape = {\u_dut.gen_lane[3].u_lane.coded_escape ,
    \u_dut.gen_lane[2].u_lane.coded_escape ,
    \u_dut.gen_lane[1].u_lane.coded_escape ,
    \u_dut.gen_lane[0].u_lane.coded_escape };
  assign splits = {\u_dut.gen_lane[3].u_lane.split_q ,
    \u_dut.gen_lane[2].u_lane.split_q ,
    \u_dut.gen_lane[1].u_lane.split_q ,
    \u_dut.gen_lane[0].u_lane.split_q };
  assign full = {\u_dut.gen_lane[3].u_lane.full_q ,
    \u_dut.gen_lane[2].u_lane.full_q ,
    \u_dut.gen_lane[1].u_lane.full_q ,
    \u_dut.gen_lane[0].u_lane.full_q };
  assign over = {\u_dut.gen_lane[3].u_lane.over_q ,
    \u_dut.gen_lane[2].u_lane.over_q ,
    \u_dut.gen_lane[1].u_lane.over_q ,
    \u_dut.gen_lane[0].u_lane.over_q };
  assign rest = {\u_dut.gen_lane[3].u_lane.rest_q ,
    \u_dut.gen_lane[2].u_lane.rest_q ,
    \u_dut.gen_lane[1].u_lane.rest_q ,
    \u_dut.gen_lane[0].u_lane.rest_q };
  assign near = {\u_dut.gen_lane[3].u_lane.near_q ,
    \u_dut.gen_lane[2].u_lane.near_q ,
    \u_dut.gen_lane[1].u_lane.near_q ,
    \u_dut.gen_lane[0].u_lane.near_q };
  assign stock = {\u_dut.gen_lane[3].u_lane.stock_q ,
    \u_dut.gen_lane[2].u_lane.stock_q ,
    \u_dut.gen_lane[1].u_lane.stock_q ,
    \u_dut.gen_lane[0].u_lane.stock_q };
  assign head = {\u_dut.gen_lane[3].u_lane.u_ring.head_q ,
    \u_dut.gen_lane[2].u_lane.u_ring.head_q ,
    \u_dut.gen_lane[1].u_lane.u_ring.head_q ,
    \u_dut.gen_lane[0].u_lane.u_ring.head_q };
  assign next = {\u_dut.gen_lane[3].u_lane.u_ring.tail_q ,
    \u_dut.gen_lane[2].u_lane.u_ring.tail_q ,
    \u_dut.gen_lane[1].u_lane.u_ring.tail_q ,
    \u_dut.gen_lane[0].u_lane.u_ring.tail_q };
  assign held = {\u_dut.gen_lane[3].u_lane.u_ring.held_q ,
    \u_dut.gen_lane[2].u_lane.u_ring.held_q ,
    \u_dut.gen_lane[1].u_lane.u_ring.held_q ,
    \u_dut.gen_lane[0].u_lane.u_ring.held_q };
