// SPDX-License-Identifier: Apache-2.0
//
// tdr_coding: a tensor as a stream of the tensor residual/DCT block, and back.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/tdr/stream.h"
#include "sim/apps/inputs.h"
#include "sim/apps/tdr_options.h"

namespace tern::apps {

/// One tensor, its stream, and what came out of it again: the values of `encoded` are those of the
/// decoder, empty if it refuses the stream.
struct TdrRun {
  tdr::Encoded encoded;
  std::uint64_t wire_bytes = 0;  ///< of the stream, or of its slot
  std::string mismatch;          ///< empty, or how a decoder's result differs
};

/// The same options, but float32 is coded as fp32 unless a dtype is named.
[[nodiscard]] InputOptions tdr_inputs(InputOptions options);

/// Rows of the last dimension. Refuses what TDR does not take.
[[nodiscard]] Result<tdr::Source> tdr_source(const Input& input,
                                             const std::vector<std::uint8_t>& values);

/// Encodes and decodes again. Precondition: options.check() found nothing.
[[nodiscard]] Result<TdrRun> run_tdr(const Input& input, const tdr::Source& source,
                                     const TdrOptions& options);

/// `tern encode --codec tdr`: one stream and nothing else.
[[nodiscard]] std::optional<Error> encode_tdr_file(const InputOptions& input,
                                                   const TdrOptions& options,
                                                   const std::string& output);

/// `tern decode --codec tdr`: its tensor, of one or two dimensions.
[[nodiscard]] std::optional<Error> decode_tdr_file(const std::string& input,
                                                   const std::string& output, bool as_float32);

}  // namespace tern::apps
