// SPDX-License-Identifier: Apache-2.0
//
// kernels.cu: the kernels on a device, and what programs need beside them.
//
// All that nvcc compiles: the bodies are in headers that the host's compiler reads too.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#include <algorithm>
#include <type_traits>

#include "model/cuda/blocks.h"
#include "model/cuda/cuda.h"
#include "model/cuda/device.h"
#include "model/cuda/device_team.cuh"

namespace tern::cuda {
namespace {

using AnyBlock = DeviceBlock<DeviceTeam<kWarpThreads, 1>>;  // of kernels without teams

// Blocks that a multiprocessor shall have room for: 64 registers for a thread with one lane.
template <typename Block>
constexpr std::uint32_t kBlocksOf = Block::Team::kMostLanes > kWarpThreads ? 2 : 4;

template <typename Block>
__global__ void __launch_bounds__(kBlockThreads, kBlocksOf<Block>)
    decode_kernel(const __grid_constant__ DecodeBatch batch) {
  __shared__ DecodeShared shared;
  Block block;
  decode_block(block, shared, batch);
}

template <typename Block>
__global__ void __launch_bounds__(kBlockThreads, kBlocksOf<Block>)
    encode_kernel(const __grid_constant__ EncodeBatch batch) {
  __shared__ EncodeShared shared;
  Block block;
  encode_block(block, shared, batch);
}

__global__ void __launch_bounds__(kBlockThreads)
    check_decode_kernel(const __grid_constant__ DecodeBatch batch) {
  __shared__ CheckShared shared;
  AnyBlock block;
  check_decode_block(block, shared, batch);
}

__global__ void __launch_bounds__(kBlockThreads)
    check_encode_kernel(const __grid_constant__ EncodeBatch batch) {
  __shared__ CheckShared shared;
  AnyBlock block;
  check_encode_block(block, shared, batch);
}

__global__ void __launch_bounds__(kBlockThreads)
    histogram_kernel(const __grid_constant__ HistogramBatch batch) {
  __shared__ HistogramShared shared;
  AnyBlock block;
  histogram_block(block, shared, batch);
}

// A kernel with a team for each message.
template <typename Block, typename Batch>
void launch_teams(void (*kernel)(Batch), const Batch& batch, cudaStream_t stream) {
  const std::uint32_t threads = block_threads(batch.number, Block::Team::kTeamThreads);
  const std::uint32_t teams = threads / Block::Team::kTeamThreads;
  kernel<<<(batch.number + teams - 1) / teams, threads, 0, stream>>>(batch);
}

Status launched() {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return Status::kOk;
  const bool none = error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver;
  return none ? Status::kNoDevice : Status::kFailed;
}

bool done(cudaError_t error) { return error == cudaSuccess; }

}  // namespace

Status decode(const DecodeBatch& batch, Stream stream) {
  const Status status = check_arguments(batch);
  if (status != Status::kOk || batch.number == 0) return status;
  auto* const own = static_cast<cudaStream_t>(stream);
  check_decode_kernel<<<batch.number, kBlockThreads, 0, own>>>(batch);
  with_team_for<DeviceTeam>(batch.lanes, [&](auto* team) {
    using Block = DeviceBlock<std::remove_pointer_t<decltype(team)>>;
    launch_teams<Block>(decode_kernel<Block>, batch, own);
  });
  return launched();
}

Status encode(const EncodeBatch& batch, Stream stream) {
  const Status status = check_arguments(batch);
  if (status != Status::kOk || batch.number == 0) return status;
  auto* const own = static_cast<cudaStream_t>(stream);
  with_team_for<DeviceTeam>(batch.lanes, [&](auto* team) {
    using Block = DeviceBlock<std::remove_pointer_t<decltype(team)>>;
    launch_teams<Block>(encode_kernel<Block>, batch, own);
  });
  check_encode_kernel<<<batch.number, kBlockThreads, 0, own>>>(batch);
  return launched();
}

Status histogram(const HistogramBatch& batch, Stream stream) {
  const Status status = check_arguments(batch);
  if (status != Status::kOk || batch.size == 0) return status;
  const auto blocks = static_cast<std::uint32_t>(histogram_blocks(batch));
  histogram_kernel<<<blocks, kBlockThreads, 0, static_cast<cudaStream_t>(stream)>>>(batch);
  return launched();
}

std::string device_problem() {
  int number = 0;  // stays as it is where there is no driver
  cudaError_t error = cudaGetDeviceCount(&number);
  if (error == cudaSuccess && number == 0) error = cudaErrorNoDevice;
  cudaFuncAttributes attributes;
  // A device for which the kernels were not compiled is none.
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, histogram_kernel);
  if (error == cudaSuccess) return "";
  static_cast<void>(cudaGetLastError());
  return std::string("no CUDA device answers: ") + cudaGetErrorString(error);
}

std::string device_name() {
  int device = 0;
  cudaDeviceProp properties;
  if (!done(cudaGetDevice(&device)) || !done(cudaGetDeviceProperties(&properties, device))) {
    return "";
  }
  return properties.name;
}

void* allocate_dev(std::size_t bytes) {
  void* memory_dev = nullptr;
  return done(cudaMalloc(&memory_dev, std::max<std::size_t>(bytes, 8))) ? memory_dev : nullptr;
}

void free_dev(void* bytes_dev) { static_cast<void>(cudaFree(bytes_dev)); }

bool copy_to_dev(void* to_dev, const void* from, std::size_t bytes) {
  return done(cudaMemcpy(to_dev, from, bytes, cudaMemcpyHostToDevice));
}

bool copy_from_dev(void* to, const void* from_dev, std::size_t bytes) {
  return done(cudaMemcpy(to, from_dev, bytes, cudaMemcpyDeviceToHost));
}

bool copy_on_dev(void* to_dev, const void* from_dev, std::size_t bytes, Stream stream) {
  return done(cudaMemcpyAsync(to_dev, from_dev, bytes, cudaMemcpyDeviceToDevice,
                              static_cast<cudaStream_t>(stream)));
}

bool synchronize() { return done(cudaDeviceSynchronize()); }

DeviceTimer::DeviceTimer() {
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
  static_cast<void>(cudaEventCreate(&begin));
  static_cast<void>(cudaEventCreate(&end));
  begin_ = begin;
  end_ = end;
}

DeviceTimer::~DeviceTimer() {
  static_cast<void>(cudaEventDestroy(static_cast<cudaEvent_t>(begin_)));
  static_cast<void>(cudaEventDestroy(static_cast<cudaEvent_t>(end_)));
}

void DeviceTimer::start() {
  static_cast<void>(cudaEventRecord(static_cast<cudaEvent_t>(begin_), nullptr));
}

double DeviceTimer::stop() {
  float milliseconds = -1;
  const auto begin = static_cast<cudaEvent_t>(begin_);
  const auto end = static_cast<cudaEvent_t>(end_);
  const bool good = done(cudaEventRecord(end, nullptr)) && done(cudaEventSynchronize(end)) &&
                    done(cudaEventElapsedTime(&milliseconds, begin, end));
  return good ? milliseconds : -1;
}

}  // namespace tern::cuda
