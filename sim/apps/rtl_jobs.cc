// SPDX-License-Identifier: Apache-2.0
//
// rtl_jobs: what the Verilated circuits are given for a batch, and what they cannot take.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py, tb/apps/compare_test.py
#include "sim/apps/rtl_jobs.h"

#include <fmt/format.h>

#include <cstddef>
#include <set>

#include "model/common/dtype.h"
#include "model/common/input_file.h"
#include "sim/apps/options.h"

namespace tern::apps {

std::optional<Error> check_rtl_books(const Coding& coding, const std::string& file,
                                     std::uint32_t room, const std::string& others) {
  const auto refuse = [&file](const std::string& cause) {
    return file.empty() ? Error{ErrorKind::kBook, cause}
                        : file_error(file, cause, ErrorKind::kBook);
  };
  std::size_t competing = 0;
  for (const huff::Book* const book : coding.books) {
    const std::uint32_t shortest = huff::extra_bits(book->dtype) + huff::min_length(*book);
    competing += shortest >= kRtlMinTokenBits ? 1 : 0;
    if (coding.best || shortest >= kRtlMinTokenBits) continue;
    return refuse(fmt::format(
        "book {} for {} has a codeword of {} bits, and the circuit takes none below "
        "{}; train with --min-len {}, or use --engines {}",
        book->id, dtype_name(book->dtype), shortest, kRtlMinTokenBits, kRtlMinTokenBits, others));
  }
  if (competing <= room) return {};
  return refuse(
      fmt::format("has {} books for {}, and the circuit holds {}; use a file with fewer, or "
                  "--engines {}",
                  competing, dtype_name(coding.books.front()->dtype), room, others));
}

std::vector<sim::EncodeJob> rtl_jobs(const Batch& batch) {
  std::vector<sim::EncodeJob> jobs;
  for (std::size_t i = 0; i < batch.pieces.size(); ++i) {
    const Piece& piece = batch.pieces[i];
    const Coding& coding = *batch.coding;
    jobs.push_back({batch.dtype, batch.values + piece.offset, piece.size, coding.named(),
                    coding.chunking.chunk_log2, coding.best, coding.candidates(),
                    batch.plans[i].offset});
  }
  return jobs;
}

std::vector<const huff::Book*> books_used(const Batch& batch) {
  std::set<const huff::Book*> used;
  for (const huff::Plan& plan : batch.plans) {
    used.insert(plan.choices.begin(), plan.choices.end());
  }
  used.erase(nullptr);
  return {used.begin(), used.end()};
}

}  // namespace tern::apps
