// SPDX-License-Identifier: Apache-2.0
//
// rd_peer: what another codec reached on the same tensors.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py
#pragma once

#include <map>
#include <string>

#include "model/common/result.h"

namespace tern::apps {

/// Error in dB by rate as "2.5", by name of the tensor.
using Peer = std::map<std::string, std::map<std::string, double>>;

/// Reads a JSON file: {"TENSOR": {"RATE": dB, ...}, ...}.
[[nodiscard]] Result<Peer> read_peer(const std::string& path);

}  // namespace tern::apps
