// SPDX-License-Identifier: Apache-2.0
//
// transform_case.cc: beats and circuits of the transforms.
//
//   Spec  docs/transform.md#5-transform
//   RTL   rtl/tdr/tdr_forward_transform.sv rtl/tdr/tdr_inverse_transform.sv
//   Test  tb/tdr/tdr_transform_test.cc
#include "tb/tdr/transform_case.h"

#include <algorithm>

#include "Vtransform_alone.h"
#include "Vtransform_least.h"
#include "Vtransform_narrow.h"

namespace tern::tb {
namespace {

using tdr::Transform;

TransformValues model_of(const TransformDirection& direction, const TransformCase& one) {
  tdr::Matrix matrix{1, 16, {one.values.begin(), one.values.end()}};
  const bool without =
      direction.build == TransformBuild::kLeast && one.transform == Transform::kDct8;
  const Transform transform = without ? Transform::kBypass : one.transform;
  if (direction.inverse) {
    tdr::inverse_transform(transform, true, matrix);
    // A narrow circuit clips to what it has.
    const std::int32_t most = (1 << direction.value_bits) - 1;
    for (std::int32_t& value : matrix.values) value = std::clamp(value, -most, most);
  } else {
    tdr::forward_transform(transform, true, matrix);
  }
  TransformValues result{};
  std::copy(matrix.values.begin(), matrix.values.end(), result.begin());
  return result;
}

}  // namespace

std::vector<StageBeat> transform_beats(const TransformDirection& direction,
                                       const std::vector<TransformCase>& cases) {
  std::vector<StageBeat> beats;
  for (const TransformCase& one : cases) {
    Beat in(16 * direction.in_width() + 2);
    Beat out(16 * direction.out_width());
    const TransformValues want = model_of(direction, one);
    for (std::size_t i = 0; i < 16; ++i) {
      in.put(i * direction.in_width(), direction.in_width(), one.values[i]);
      out.put(i * direction.out_width(), direction.out_width(), want[i]);
    }
    in.put(16 * direction.in_width(), 2, static_cast<std::int64_t>(one.transform));
    beats.emplace_back(in, out);
  }
  return beats;
}

namespace {

template <typename Top>
StageResult run_build(const TransformDirection& direction, const std::vector<StageBeat>& beats,
                      sim::StallPattern source, sim::StallPattern sink, const RunContext& context) {
  sim::VerilatedCircuit<Top> circuit(context.seed);
  Top& top = circuit.top();
  // The other direction sees no beat, and its output is always taken.
  top.forward_in_valid_i = 0;
  top.inverse_in_valid_i = 0;
  top.forward_out_ready_i = 1;
  top.inverse_out_ready_i = 1;
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  const auto bind = [&](auto& valid, auto& ready, auto& data, unsigned width) {
    sim::StreamPins stream;
    stream.valid = sim::Pin(valid);
    stream.ready = sim::Pin(ready);
    stream.data = sim::Port(data, width);
    return stream;
  };
  if (direction.inverse) {
    pins.in = bind(top.inverse_in_valid_i, top.inverse_in_ready_o, top.inverse_in_data_i,
                   16 * direction.in_width() + 2);
    pins.out = bind(top.inverse_out_valid_o, top.inverse_out_ready_i, top.inverse_out_data_o,
                    16 * direction.out_width());
  } else {
    pins.in = bind(top.forward_in_valid_i, top.forward_in_ready_o, top.forward_in_data_i,
                   16 * direction.in_width() + 2);
    pins.out = bind(top.forward_out_valid_o, top.forward_out_ready_i, top.forward_out_data_o,
                    16 * direction.out_width());
  }
  return run_stage(circuit, pins, beats, source, sink, context);
}

}  // namespace

StageResult run_transform(const TransformDirection& direction, const std::vector<StageBeat>& beats,
                          sim::StallPattern source, sim::StallPattern sink,
                          const RunContext& context) {
  switch (direction.build) {
    case TransformBuild::kWhole:
      return run_build<Vtransform_alone>(direction, beats, source, sink, context);
    case TransformBuild::kNarrow:
      return run_build<Vtransform_narrow>(direction, beats, source, sink, context);
    default:
      return run_build<Vtransform_least>(direction, beats, source, sink, context);
  }
}

}  // namespace tern::tb
