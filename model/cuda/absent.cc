// SPDX-License-Identifier: Apache-2.0
//
// absent.cc: what is there of a device where no CUDA compiler was found: the reason.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#include "model/cuda/cuda.h"
#include "model/cuda/device.h"

namespace tern::cuda {

std::string device_problem() { return "built without CUDA: no nvcc that works was found"; }
std::string device_name() { return ""; }
void* allocate_dev(std::size_t /*bytes*/) { return nullptr; }
void free_dev(void* /*bytes_dev*/) {}
bool copy_to_dev(void* /*to_dev*/, const void* /*from*/, std::size_t /*bytes*/) { return false; }
bool copy_from_dev(void* /*to*/, const void* /*from_dev*/, std::size_t /*bytes*/) { return false; }
bool copy_on_dev(void* /*to_dev*/, const void* /*from_dev*/, std::size_t /*bytes*/,
                 Stream /*stream*/) {
  return false;
}
bool synchronize() { return false; }

DeviceTimer::DeviceTimer() = default;
DeviceTimer::~DeviceTimer() = default;
void DeviceTimer::start() {}
double DeviceTimer::stop() { return -1; }

Status decode(const DecodeBatch& /*batch*/, Stream /*stream*/) { return Status::kNoDevice; }
Status encode(const EncodeBatch& /*batch*/, Stream /*stream*/) { return Status::kNoDevice; }
Status histogram(const HistogramBatch& /*batch*/, Stream /*stream*/) { return Status::kNoDevice; }

}  // namespace tern::cuda
