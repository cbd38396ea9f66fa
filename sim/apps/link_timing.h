// SPDX-License-Identifier: Apache-2.0
//
// link_timing: how fast the circuits of lossy coding are, from a report of `tern eval`.
//
//   Spec  docs/link.md#lossy-coding
//   Test  tb/apps/link_test.py
#pragma once

#include <string>

#include "model/common/result.h"
#include "sim/link/codec_timing.h"

namespace tern::apps {

/// As link::read_codec_timing(), from a report with `--codec tdr --engines model,rtl`. The
/// encoder's latency is that of the last words, which come long after the first ones.
[[nodiscard]] Result<link::CodecTiming> read_tdr_timing(const std::string& file,
                                                        const link::CodecExpectation& expected);

}  // namespace tern::apps
