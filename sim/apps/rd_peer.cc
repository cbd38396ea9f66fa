// SPDX-License-Identifier: Apache-2.0
//
// rd_peer.cc: a small JSON file, checked.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py
#include "sim/apps/rd_peer.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "model/common/input_file.h"
#include "model/common/text.h"

namespace tern::apps {
namespace {

constexpr std::uint64_t kMaxPeerFile = std::uint64_t{16} << 20;

Error refuse(const std::string& path, const std::string& cause) {
  return {ErrorKind::kFile,
          fmt::format("{}: {}; a peer's file has {{\"TENSOR\": {{\"RATE\": dB}}}}", path, cause)};
}

}  // namespace

Result<Peer> read_peer(const std::string& path) {
  Result<std::string> text = read_text_file(path, kMaxPeerFile);
  if (!text) return text.error();
  const nlohmann::json json = nlohmann::json::parse(text.value(), nullptr, false);
  if (!json.is_object()) return refuse(path, "is no JSON object");
  Peer peer;
  for (const auto& tensor : json.items()) {
    if (!tensor.value().is_object()) {
      return refuse(path, in_quotes(tensor.key()) + " has no rates");
    }
    for (const auto& rate : tensor.value().items()) {
      if (!rate.value().is_number()) {
        return refuse(path, fmt::format("{} at rate {} is no number", in_quotes(tensor.key()),
                                        in_quotes(rate.key())));
      }
      peer[tensor.key()][rate.key()] = rate.value().get<double>();
    }
  }
  return peer;
}

}  // namespace tern::apps
