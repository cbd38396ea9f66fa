// SPDX-License-Identifier: Apache-2.0
//
// threads.cc: many messages at the same time.
//
//   Spec  docs/host.md#threads
//   Test  model/fast/fast_test.cc
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "model/fast/fast.h"

namespace tern::fast {

void for_each_message(std::size_t number, unsigned threads,
                      const std::function<void(std::size_t)>& work) {
  // Whoever is free takes the next one: messages differ in what they cost.
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::once_flag failed;
  const auto take = [&] {
    try {
      for (std::size_t i = next++; i < number; i = next++) work(i);
    } catch (...) {
      std::call_once(failed, [&failure] { failure = std::current_exception(); });
      next = number;  // the others stop too
    }
  };
  std::vector<std::thread> others;
  others.reserve(std::min<std::size_t>(threads, number));
  for (unsigned i = 1; i < threads && i < number; ++i) {
    try {
      others.emplace_back(take);
    } catch (const std::system_error&) {
      break;  // fewer threads do the same work
    }
  }
  take();
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tern::fast
