// SPDX-License-Identifier: Apache-2.0
//
// tern.h: encoder and decoder of the Huffman stream for C, and for whatever calls C.
//
// The fast codec behind functions that take the caller's buffers and never write behind them. No
// function throws, ends the program or keeps a pointer that it was given.
//
// Threads: a codec does not change once it is made, so any number of threads may use one at the
// same time. Only tern_codec_destroy() must be the last call with it. There is no other state.
//
//   Spec  docs/host.md#from-c
//   Test  model/host/abi_test.cc
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define TERN_NOEXCEPT noexcept
#else
#define TERN_NOEXCEPT
#endif
#define TERN_API __attribute__((visibility("default")))

/// Rises whenever a program that was compiled against an older header would no longer work.
#define TERN_ABI_VERSION 1

/// How a call ended. 1 to 11 say what is wrong with a message, as section 9 of the format does.
typedef int32_t tern_status;
enum {
  TERN_OK = 0,
  TERN_SIZE = 1,
  TERN_VERSION = 2,
  TERN_RESERVED = 3,
  TERN_DTYPE = 4,
  TERN_GEOMETRY = 5,
  TERN_UNKNOWN_BOOK = 6,  ///< of tern_encode() too: the codec has no such book
  TERN_EPOCH = 7,
  TERN_TRUNCATED = 8,
  TERN_EXCESS = 9,
  TERN_CRC = 10,
  TERN_MIN_LEN = 11,  ///< of tern_encode() too: the book is too short for chunks
  TERN_ROOM = 64,     ///< the buffer for the result is too small
  TERN_ARGUMENT = 65,
  TERN_BOOKS = 66,  ///< these are no books, or none can be made
  TERN_MEMORY = 67,
  TERN_PATH = 68,  ///< TERN_FAST_PATH in the environment names what this machine lacks
  TERN_INTERNAL = 69
};

/// What values are.
typedef int32_t tern_dtype;
enum {
  TERN_BF16 = 0,
  TERN_BF16_BYTES = 1,
  TERN_FP16 = 2,
  TERN_E4M3 = 3,
  TERN_E5M2 = 4,
  TERN_INT8 = 5,
  TERN_UINT8 = 6,
  TERN_FP4X2 = 7,
  TERN_E8M0 = 8,
  TERN_UE4M3 = 9,
  TERN_E3M2 = 10,
  TERN_E2M3 = 11,
  TERN_FP32 = 12
};

/// Books, and the tables made of them.
typedef struct tern_codec tern_codec;

/// Which book codes the values, besides its id, 0 to 15.
enum {
  TERN_BOOK_FIRST = -1,  ///< the one of the smallest id
  TERN_BOOK_RAW = -2,    ///< none
  TERN_BOOK_BEST = -3    ///< the cheapest for each chunk; needs chunk_steps
};

/// The offset that makes the message smallest.
enum { TERN_OFFSET_CHEAPEST = 256 };

/// How messages are made. tern_coding_init() fills one in.
typedef struct tern_coding {
  uint32_t lanes;        ///< 1, 2, 4, 8, 16, 32 or 64
  uint32_t word_bits;    ///< 32 or 64
  int32_t book;          ///< an id, or one of the above
  uint32_t chunk_steps;  ///< 0: one chunk; else a power of two from 16 to 32768
  uint32_t offset;       ///< 0 to 255, or TERN_OFFSET_CHEAPEST
} tern_coding;

/// One of many messages.
typedef struct tern_job {
  const void* in;      ///< values to encode, or a message to decode
  size_t size;         ///< bytes of it
  void* out;           ///< where the result goes
  size_t room;         ///< bytes that fit there
  size_t used;         ///< set: bytes of the result
  tern_status status;  ///< set
  tern_dtype dtype;    ///< set by the decoder
} tern_job;

/// Version of the library, as "0.1.0"; of this interface; and of the stream.
TERN_API const char* tern_version(void) TERN_NOEXCEPT;
TERN_API uint32_t tern_abi_version(void) TERN_NOEXCEPT;
TERN_API uint32_t tern_format_version(void) TERN_NOEXCEPT;

/// The status in words: for messages, the name that section 9 of the format gives it.
TERN_API const char* tern_strerror(tern_status status) TERN_NOEXCEPT;

/// A codec with the books of a book file, `size` bytes of JSON; with 0 bytes it has none, and codes
/// only TERN_BOOK_RAW. Unless it succeeds, `*codec` is NULL, and `why`, if it is not NULL, holds a
/// line that says why, cut to `why_room` bytes with its final zero.
TERN_API tern_status tern_codec_create(const char* books, size_t size, tern_codec** codec,
                                       char* why, size_t why_room) TERN_NOEXCEPT;

/// Frees the codec; NULL is none.
TERN_API void tern_codec_destroy(tern_codec* codec) TERN_NOEXCEPT;

/// The code that does the work: "avx512", "avx2" or "scalar".
TERN_API const char* tern_codec_path(const tern_codec* codec) TERN_NOEXCEPT;

/// A book file with one book, trained on these values, in `*used` bytes at `books`. With
/// TERN_ROOM, `*used` says how many are needed, and nothing is written.
TERN_API tern_status tern_train(tern_dtype dtype, uint32_t id, uint32_t epoch, const void* values,
                                size_t size, char* books, size_t room, size_t* used) TERN_NOEXCEPT;

/// 16 lanes, words of 32 bits, the first book, one chunk, offset 0.
TERN_API void tern_coding_init(tern_coding* coding) TERN_NOEXCEPT;

/// Room in which the message of `size` bytes of values always fits, whatever the book; 0 if there
/// is no such message.
TERN_API size_t tern_encode_bound(tern_dtype dtype, size_t size,
                                  const tern_coding* coding) TERN_NOEXCEPT;

/// One message of `size` bytes of values, in `*used` bytes at `out`. Less room than it needs is
/// TERN_ROOM, and what is in the room then is undefined, as with every other failure.
TERN_API tern_status tern_encode(const tern_codec* codec, tern_dtype dtype,
                                 const tern_coding* coding, const void* values, size_t size,
                                 void* out, size_t room, size_t* used) TERN_NOEXCEPT;

/// Room in which the values of a message always fit: what its header says, but never more than its
/// payload can hold; 0 for what is no message.
TERN_API size_t tern_decode_bound(const void* message, size_t size) TERN_NOEXCEPT;

/// The values of one message of `size` bytes, in `*used` bytes at `out`. `dtype` may be NULL. With
/// TERN_ROOM nothing was written.
TERN_API tern_status tern_decode(const tern_codec* codec, const void* message, size_t size,
                                 void* out, size_t room, size_t* used,
                                 tern_dtype* dtype) TERN_NOEXCEPT;

/// The same for many, on up to `threads` threads. Each job has its own status; the result is that
/// of the first one that failed, or TERN_OK. An illegal coding is refused before any job is begun.
TERN_API tern_status tern_encode_many(const tern_codec* codec, tern_dtype dtype,
                                      const tern_coding* coding, tern_job* jobs, size_t number,
                                      uint32_t threads) TERN_NOEXCEPT;
TERN_API tern_status tern_decode_many(const tern_codec* codec, tern_job* jobs, size_t number,
                                      uint32_t threads) TERN_NOEXCEPT;

#ifdef __cplusplus
}
#endif
