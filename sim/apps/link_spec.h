// SPDX-License-Identifier: Apache-2.0
//
// link_spec: the file that says what `tern link` is to simulate.
//
//   Spec  docs/cli.md#the-link-file
//   Test  tb/apps/link_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/result.h"
#include "sim/apps/json_text.h"
#include "sim/link/codec_timing.h"
#include "sim/link/system/system.h"

namespace tern::apps {

/// Where the values come from.
struct LinkPayload {
  std::vector<std::string> files;
  std::vector<std::string> tensors;  ///< names; empty: all
  Dtype dtype = Dtype::kBf16;
  std::uint64_t distinct = 16;  ///< messages with values of their own at most; then they repeat
};

/// How they are coded.
struct LinkCodec {
  std::string kind = "none";               ///< none, huffman or tdr
  std::string file;                        ///< report with the timing of the circuits
  link::CodecExpectation expected;         ///< what that file must agree with
  std::uint32_t units = 1;                 ///< that share the values of a link
  std::string books;                       ///< empty: trained on the payload
  std::optional<std::uint8_t> offset = 0;  ///< nothing: each message has the cheapest
  double rate = 2.5;                       ///< of tdr, bits per value
  std::uint32_t columns = 512;             ///< of tdr, values of a row
};

/// What it costs, in pJ.
struct LinkEnergy {
  std::optional<double> link_pj_per_bit;
  std::optional<double> encode_pj_per_value;
  std::optional<double> decode_pj_per_value;
  std::string file;              ///< record of scripts/energy.py that has those of the codec
  std::string kind = "compact";  ///< of its circuits
};

/// One system to simulate, with its codec and without.
struct LinkPoint {
  OrderedJson swept = OrderedJson::object();  ///< keys of the sweep and their values here
  link::SystemConfig system;
  std::uint64_t chunk_bytes = 4096;
  LinkPayload payload;
  LinkCodec codec;
  LinkEnergy energy;
};

struct LinkSpec {
  std::string path;
  OrderedJson text;  ///< the file
  std::vector<LinkPoint> points;
};

/// Points of a sweep at most, and links in all of them together.
inline constexpr std::size_t kMaxLinkPoints = 256;
inline constexpr std::size_t kMaxLinks = 20000;

/// Reads and checks a link file. Every error names file and key.
[[nodiscard]] Result<LinkSpec> read_link_spec(const std::string& path);

/// One point from the JSON object of a file without a sweep. File names are relative to `folder`.
[[nodiscard]] Result<LinkPoint> read_link_point(const OrderedJson& json, const std::string& path);

}  // namespace tern::apps
