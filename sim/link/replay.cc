// SPDX-License-Identifier: Apache-2.0
//
// replay: decisions of go-back-N.
//
//   Spec  docs/link.md#retry
//   Test  tb/link/replay_test.cc
#include "sim/link/replay.h"

namespace tern::link {

bool ReplaySender::receive(const Acknowledgement& acknowledgement) {
  const std::uint64_t freed =
      (acknowledgement.sequence - static_cast<std::uint32_t>(base_)) & mask_;
  if (freed > sent_ - base_) return false;
  base_ += freed;
  // What goes on from here has been received already, as far as it is acknowledged.
  if (next_ < base_) next_ = base_;
  if (acknowledgement.again && next_ > base_) {
    go_back();
    return true;
  }
  return freed > 0;
}

ReplayReceiver::Verdict ReplayReceiver::answer(bool again) const {
  Verdict verdict;
  verdict.answer = true;
  verdict.acknowledgement = {again, static_cast<std::uint32_t>(expected_) & mask_};
  return verdict;
}

ReplayReceiver::Verdict ReplayReceiver::arrive(std::uint32_t sequence) {
  const std::uint32_t ahead = (sequence - static_cast<std::uint32_t>(expected_)) & mask_;
  if (ahead == 0) {
    ++expected_;
    asked_ = false;
    Verdict verdict = answer(false);
    verdict.deliver = true;
    return verdict;
  }
  if (ahead >= mask_ + 1 - window_) {
    // Acknowledged again: if the first acknowledgement was lost, the sender would never go on.
    Verdict verdict = answer(false);
    verdict.duplicate = true;
    return verdict;
  }
  // Numbers fall when the sender has gone back; then the flit was sent again in vain.
  if (ahead <= seen_) asked_ = false;
  const Verdict verdict = refuse();
  seen_ = ahead;
  return verdict;
}

ReplayReceiver::Verdict ReplayReceiver::refuse() {
  if (asked_) return {};
  asked_ = true;
  seen_ = 0;
  return answer(true);
}

}  // namespace tern::link
