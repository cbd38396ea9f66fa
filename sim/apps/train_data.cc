// SPDX-License-Identifier: Apache-2.0
//
// train_data: the histograms that books are trained on, from tensors or from an encoder's counters.
//
//   Spec  docs/cli.md#tern-train
//   Test  tb/apps/train_test.py, tb/apps/counters_test.py
#include "sim/apps/train_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/huff/counters.h"
#include "sim/apps/books.h"
#include "sim/apps/inputs.h"

namespace tern::apps {
namespace {

// As JSON a counter file has a few kilobytes; anything much larger is something else.
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 20;

Result<TrainData> from_tensors(const InputOptions& input) {
  const Result<std::vector<Input>> inputs = find_inputs(input);
  if (!inputs) return inputs.error();
  if (std::optional<Error> error = check_one_dtype(inputs.value(), "a book serves one dtype"))
    return *error;
  auto histograms = count_inputs(inputs.value());
  if (!histograms) return histograms.error();
  if (histograms.value().empty()) {
    return file_error(input.paths.front(),
                      "there are no values to train on; name tensors that have some",
                      ErrorKind::kBook);
  }
  auto& [dtype, list] = *histograms.value().begin();
  return TrainData{dtype, std::move(list)};
}

Result<TrainData> from_counters(const std::vector<std::string>& files) {
  TrainData data;
  for (const std::string& file : files) {
    const Result<std::string> text = read_text_file(file, kMaxFileBytes);
    if (!text) return text.error();
    const Result<huff::CounterFile> read =
        huff::parse_counters(text.value(), printable(file, 4096));
    if (!read) return read.error();
    const huff::CounterFile& counted = read.value();
    if (file == files.front()) data.dtype = counted.dtype;
    if (counted.dtype != data.dtype) {
      return file_error(
          file,
          fmt::format("has counted {}, and {} has counted {}; a book serves one "
                      "dtype, so name files of one",
                      dtype_name(counted.dtype), in_quotes(files.front()), dtype_name(data.dtype)),
          ErrorKind::kUsage);
    }
    const huff::Histogram& samples = counted.counters.samples;
    if (std::any_of(samples.begin(), samples.end(), [](std::uint64_t n) { return n > 0; })) {
      data.histograms.push_back(samples);
    }
  }
  if (!data.histograms.empty()) return data;
  return file_error(files.front(), "no symbols were counted; name files that have some",
                    ErrorKind::kBook);
}

}  // namespace

Result<TrainData> read_train_data(const InputOptions& input,
                                  const std::vector<std::string>& counter_files) {
  if (counter_files.empty()) {
    if (!input.paths.empty()) return from_tensors(input);
    return Error{ErrorKind::kUsage,
                 "train: there is nothing to train on; name tensors, or --from-counters FILE"};
  }
  if (!input.paths.empty() || !input.tensors.empty() || !input.dtype.empty()) {
    return Error{ErrorKind::kUsage,
                 "--from-counters: takes the place of tensors; leave TENSOR, --tensor and --dtype "
                 "out"};
  }
  return from_counters(counter_files);
}

}  // namespace tern::apps
