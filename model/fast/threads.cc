// SPDX-License-Identifier: Apache-2.0
//
// threads.cc: many messages at the same time.
//
//   Spec  docs/host.md#threads
//   Test  model/fast/fast_test.cc
#include <atomic>
#include <thread>
#include <vector>

#include "model/fast/fast.h"

namespace tern::fast {

void for_each_message(std::size_t number, unsigned threads,
                      const std::function<void(std::size_t)>& work) {
  // Whoever is free takes the next one: messages differ in what they cost.
  std::atomic<std::size_t> next{0};
  const auto take = [&next, &work, number] {
    for (std::size_t i = next++; i < number; i = next++) work(i);
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads && i < number; ++i) others.emplace_back(take);
  take();
  for (std::thread& thread : others) thread.join();
}

}  // namespace tern::fast
