// SPDX-License-Identifier: Apache-2.0
//
// npy_header: a small, strict reader of the one Python literal that numpy writes.
//
// It is no Python: no names are looked up, nothing is evaluated, nothing nests.
//
//   Spec  numpy.lib.format (NEP 1), versions 1.0, 2.0 and 3.0
//   Test  model/common/npy_header_test.cc
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/common/result.h"
#include "model/common/tensor.h"

namespace tern {

/// What the header says, not yet interpreted.
struct NpyHeader {
  std::string descr;  ///< the element type, as "<f4"
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
};

/// Parses the header text of the file at `path`. Accepts what numpy.save writes, and with
/// `python2` the numbers with an L behind them that old versions wrote; refuses everything else.
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view text, bool python2,
                                                 const std::string& path);

/// The element type that `descr` names, or an error that says what the file holds instead.
[[nodiscard]] Result<SourceType> npy_source_type(const std::string& descr, const std::string& path);

/// The spelling of `type` in a header. Precondition: not kUnsupported.
[[nodiscard]] std::string npy_descr(SourceType type);

}  // namespace tern
