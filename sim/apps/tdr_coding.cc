// SPDX-License-Identifier: Apache-2.0
//
// tdr_coding.cc: options to streams, streams to files.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#include "sim/apps/tdr_coding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/tdr/blocks.h"
#include "sim/apps/digest.h"
#include "sim/apps/output.h"
#include "sim/apps/table.h"
#include "sim/apps/tensor_output.h"

namespace tern::apps {
namespace {

Error refuse(const Input& input, const std::string& cause) {
  return {ErrorKind::kUsage,
          fmt::format("{}: tensor {} {}", input.info.file, in_quotes(input.info.name), cause)};
}

tdr::Encoded encode(const tdr::Source& source, const TdrOptions& options) {
  tdr::BlockOptions blocks = options.block_options();
  if (options.rate) {
    const auto rate = static_cast<std::uint32_t>(*options.rate * 1024);
    return tdr::encode_blocks_at_rate(source, rate, blocks);
  }
  if (options.slot_bytes) return tdr::encode_blocks_in_slot(source, *options.slot_bytes, blocks);
  if (options.qp) blocks.lossy.qp = static_cast<std::uint32_t>(std::lround(*options.qp * 32));
  return tdr::encode_blocks(source, blocks);
}

}  // namespace

InputOptions tdr_inputs(InputOptions options) {
  options.float32_as = Dtype::kFp32;
  return options;
}

Result<tdr::Source> tdr_source(const Input& input, const std::vector<std::uint8_t>& values) {
  if (!tdr::is_supported(input.dtype)) {
    return refuse(input, fmt::format("is {}, which is not transformed; use fp32, bf16, fp16, e4m3, "
                                     "e5m2 or int8",
                                     dtype_name(input.dtype)));
  }
  const std::uint64_t cols = input.info.shape.empty() ? 1 : input.info.shape.back();
  const std::uint64_t rows = cols == 0 ? 0 : input.info.values / cols;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (input.info.values == 0) return refuse(input, "has no values; leave it out");
  if (rows > kMost || cols > kMost) return refuse(input, "is too large; split it");
  return tdr::Source{input.dtype, static_cast<std::uint32_t>(rows),
                     static_cast<std::uint32_t>(cols), values.data(), values.size()};
}

Result<TdrRun> run_tdr(const Input& input, const tdr::Source& source, const TdrOptions& options) {
  TdrRun run;
  run.encoded = encode(source, options);
  std::vector<std::uint8_t>& stream = run.encoded.stream;
  const std::size_t stream_bytes = stream.size();
  run.wire_bytes = stream.size();
  if (options.slot_bytes) {
    if (stream.size() > *options.slot_bytes) {
      return refuse(input, fmt::format("does not fit a slot of {} bytes; its shortest stream takes "
                                       "--slot-bytes {}",
                                       *options.slot_bytes, stream.size()));
    }
    run.wire_bytes = *options.slot_bytes;
    // More zeros than raw could need prove nothing.
    stream.resize(std::min<std::uint64_t>(run.wire_bytes, source.size + 64));
  }
  // The encoder's values and the decoder's would be two more tensors: a digest stands for one.
  std::vector<std::uint8_t>& values = run.encoded.values;
  const std::string certified = sha256_hex(values.data(), values.size());
  std::vector<std::uint8_t>().swap(values);
  tdr::Decoded decoded = options.slot_bytes ? tdr::decode_slot(stream.data(), stream.size())
                                            : tdr::decode(stream.data(), stream.size());
  stream.resize(stream_bytes);
  if (decoded.error != tdr::TdrError::kNone) {
    run.mismatch =
        fmt::format("the decoder refuses the stream: {}", tdr::error_name(decoded.error));
  } else if (sha256_hex(decoded.values.data(), decoded.values.size()) != certified) {
    run.mismatch = "the decoder's values are not those that the encoder certified";
  }
  values = std::move(decoded.values);
  return run;
}

std::optional<Error> encode_tdr_file(const InputOptions& input, const TdrOptions& options,
                                     const std::string& output) {
  if (std::optional<Error> error = check_outputs({output}, input.paths)) return error;
  const Result<std::vector<Input>> inputs = find_inputs(tdr_inputs(input));
  if (!inputs) return inputs.error();
  const Input& one = inputs.value().front();
  if (inputs.value().size() > 1) {
    return file_error(one.info.file, "--codec tdr writes one tensor; choose it with --tensor",
                      ErrorKind::kUsage);
  }
  const Result<std::vector<std::uint8_t>> values = load(one);
  if (!values) return values.error();
  const Result<tdr::Source> source = tdr_source(one, values.value());
  if (!source) return source.error();
  Result<TdrRun> run = run_tdr(one, source.value(), options);
  if (!run) return run.error();
  if (!run.value().mismatch.empty()) {
    return file_error(one.info.file, run.value().mismatch + "; report this", ErrorKind::kMismatch);
  }
  std::vector<std::uint8_t>& stream = run.value().encoded.stream;
  if (options.slot_bytes) stream.resize(run.value().wire_bytes);
  Result<OutputFile> file = OutputFile::create(output);
  if (!file) return file.error();
  file.value().write(stream.data(), stream.size());
  if (std::optional<Error> error = file.value().commit()) return error;
  print_remark(output, fmt::format("{}: one stream, {} -> {}\n", printable(output, 4096),
                                   human_bytes(static_cast<double>(values.value().size())),
                                   human_bytes(static_cast<double>(stream.size()))));
  return {};
}

std::optional<Error> decode_tdr_file(const std::string& input, const std::string& output,
                                     bool as_float32) {
  Result<std::vector<std::uint8_t>> stream = read_whole_file(input, UINT64_MAX);
  if (!stream) return stream.error();
  // A slot is a stream with zeros behind it, in any number.
  tdr::Decoded decoded = tdr::decode_slot(stream.value().data(), stream.value().size());
  if (decoded.error != tdr::TdrError::kNone) {
    return file_error(input,
                      fmt::format("is no whole stream of --codec tdr ({}); fetch it again",
                                  tdr::error_name(decoded.error)),
                      ErrorKind::kStream);
  }
  std::vector<std::uint8_t>().swap(stream.value());
  const tdr::Header& header = decoded.header;
  std::vector<std::uint64_t> shape = {header.rows, header.cols};
  if (header.rows == 1) shape = {header.cols};
  Result<TensorOutput> file =
      TensorOutput::create(output, {{"tensor", header.dtype, shape}}, as_float32);
  if (!file) return file.error();
  if (std::optional<Error> error = file.value().add(std::move(decoded.values))) return error;
  return file.value().commit();
}

}  // namespace tern::apps
