// SPDX-License-Identifier: Apache-2.0
//
// rd_run: real streams of one tensor at several rates, decoded again and compared.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/tdr/stream.h"
#include "sim/apps/inputs.h"

namespace tern::apps {

/// What is given, so that the rest is found.
enum class RdAim {
  kRate,   ///< bits per value
  kQp,     ///< the step
  kError,  ///< a bound on the error of each value
  kSlot,   ///< bytes of a slot
};

struct RdPoint {
  std::string wanted;  ///< the rate as "2.5", or whatever was given
  double target = 0;   ///< the same
  double bits = 0;     ///< per value, header and check and all, a slot's zero bytes included
  double nmse_db = 0;  ///< squared error over that of the tensor's mean
  double max_abs_error = 0;
  tdr::Header header;
};

struct RdRequest {
  RdAim aim = RdAim::kRate;
  std::vector<double> wanted;
  std::uint32_t states_log2 = 0;
  bool plain = false;  ///< no prediction, no transform
  tdr::Without without;
  tdr::Effort effort = tdr::Effort::kBest;
  bool bounded = false;       ///< digits: see EncodeOptions
  std::uint32_t window = 32;  ///< Effort::kStream: see EncodeOptions
};

/// A number as it names a rate: no zeros at its end.
[[nodiscard]] std::string rate_name(double rate);

[[nodiscard]] Result<std::vector<RdPoint>> measure_rd(const Input& input, const RdRequest& request);

}  // namespace tern::apps
