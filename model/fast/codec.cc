// SPDX-License-Identifier: Apache-2.0
//
// codec.cc: what encoder and decoder share.
//
//   Spec  docs/host.md
//   Test  model/fast/fast_test.cc
#include <utility>

#include "model/fast/fast.h"
#include "model/fast/table_cache.h"

namespace tern::fast {

Codec::Codec(huff::BookSet books, Path path)
    : books_(std::move(books)), path_(path), cache_(std::make_unique<TableCache>(books_)) {}

Codec::~Codec() = default;

}  // namespace tern::fast
