// SPDX-License-Identifier: Apache-2.0
//
// host.cc: the kernels on the CPU, and what both ways to run them check.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#include <type_traits>

#include "model/cuda/blocks.h"
#include "model/cuda/cuda.h"
#include "model/cuda/team.h"
#include "model/huff/stream.h"

namespace tern::cuda {
namespace {

using AnyBlock = HostBlock<HostTeam<kWarpThreads, 1>>;  // of kernels without teams

// A kernel with a team for each message.
template <typename Block, typename Shared, typename Body>
void launch_teams(std::uint32_t number, const HostOrder& order, Body body) {
  constexpr std::uint32_t kTeamThreads = Block::Team::kTeamThreads;
  const std::uint32_t threads =
      order.block_threads != 0 ? order.block_threads : block_threads(number, kTeamThreads);
  const std::uint32_t teams = threads / kTeamThreads;
  launch_on_host<Block, Shared>((number + teams - 1) / teams, threads, order, body);
}

template <typename Block>
void decode_with(const DecodeBatch& batch, const HostOrder& order) {
  launch_on_host<AnyBlock, CheckShared>(
      batch.number, kBlockThreads, order,
      [&](AnyBlock& block, CheckShared& shared) { check_decode_block(block, shared, batch); });
  launch_teams<Block, DecodeShared>(batch.number, order, [&](Block& block, DecodeShared& shared) {
    decode_block(block, shared, batch);
  });
}

template <typename Block>
void encode_with(const EncodeBatch& batch, const HostOrder& order) {
  launch_teams<Block, EncodeShared>(batch.number, order, [&](Block& block, EncodeShared& shared) {
    encode_block(block, shared, batch);
  });
  launch_on_host<AnyBlock, CheckShared>(
      batch.number, kBlockThreads, order,
      [&](AnyBlock& block, CheckShared& shared) { check_encode_block(block, shared, batch); });
}

}  // namespace

Status check_arguments(const DecodeBatch& batch) {
  const bool any = batch.lanes == 0 && batch.word_bits == 0;
  if (!any && !huff::is_legal({batch.lanes, batch.word_bits})) return Status::kArgument;
  if (batch.workspace_bytes < decode_workspace(batch.number) ||
      !is_aligned(batch.workspace_dev, 8)) {
    return Status::kWorkspace;
  }
  return batch.number <= kMostJobs ? Status::kOk : Status::kArgument;
}

Status check_arguments(const EncodeBatch& batch) {
  const bool legal = huff::is_legal({batch.lanes, batch.word_bits}) && batch.number <= kMostJobs;
  return legal ? Status::kOk : Status::kArgument;
}

Status check_arguments(const HistogramBatch& batch) {
  const bool legal = static_cast<std::size_t>(batch.dtype) < huff::kDtypeNames.size() &&
                     batch.size % huff::value_bytes(batch.dtype) == 0 &&
                     is_aligned(batch.values_dev, 8) && histogram_blocks(batch) <= kMostJobs;
  return legal ? Status::kOk : Status::kArgument;
}

Status decode_on_host(const DecodeBatch& batch, const HostOrder& order) {
  const Status status = check_arguments(batch);
  if (status != Status::kOk || batch.number == 0) return status;
  with_team_for<HostTeam>(batch.lanes, [&](auto* team) {
    decode_with<HostBlock<std::remove_pointer_t<decltype(team)>>>(batch, order);
  });
  return status;
}

Status encode_on_host(const EncodeBatch& batch, const HostOrder& order) {
  const Status status = check_arguments(batch);
  if (status != Status::kOk || batch.number == 0) return status;
  with_team_for<HostTeam>(batch.lanes, [&](auto* team) {
    encode_with<HostBlock<std::remove_pointer_t<decltype(team)>>>(batch, order);
  });
  return status;
}

Status histogram_on_host(const HistogramBatch& batch, const HostOrder& order) {
  const Status status = check_arguments(batch);
  if (status != Status::kOk) return status;
  launch_on_host<AnyBlock, HistogramShared>(
      static_cast<std::uint32_t>(histogram_blocks(batch)), kBlockThreads, order,
      [&](AnyBlock& block, HistogramShared& shared) { histogram_block(block, shared, batch); });
  return status;
}

}  // namespace tern::cuda
