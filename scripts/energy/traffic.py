# SPDX-License-Identifier: Apache-2.0
#
# traffic.py: one message of a tensor, made by the golden model, as lines that a bench reads.
#
#   Spec  docs/energy.md, docs/streams.md
#   Test  scripts/tests/energy_test.py
"""Books, values and words as hexadecimal lines."""

import json
import pathlib
import struct
from dataclasses import dataclass, field

# Fields of the header: name, lowest bit, bits.
HEADER = (("dtype", 4, 4), ("raw", 12, 1), ("book", 16, 4), ("chunk_log2", 20, 4),
          ("count", 32, 32), ("offset", 64, 8))
COMMIT = 257  # index of the write that ends a book


@dataclass
class Traffic:
    """A message, its values, and the books that it may use."""

    message: bytes
    values: bytes
    books: list
    header: dict = field(init=False)

    def __post_init__(self):
        number = int.from_bytes(self.message[:12], "little")
        self.header = {name: number >> low & (1 << bits) - 1 for name, low, bits in HEADER}

    def count(self) -> int:
        return self.header["count"]

    def book_lines(self) -> list:
        """Writes of the load port: index and data."""
        lines = []
        for slot, book in enumerate(self.books):
            writes = [*enumerate([*book["lengths"], book["escape_length"]]),
                      (COMMIT, slot << 16 | book["epoch"] << 8 | book["id"] << 4
                       | self.header["dtype"])]
            lines += [f"{index << 20 | data:08x}" for index, data in writes]
        return lines

    def value_lines(self, lanes: int, port: int) -> list:
        """Beats of values: `port` bytes wide, of which a step may use fewer."""
        return beats(self.values, len(self.values) * lanes // max(self.count(), 1), port)

    def message_lines(self, port: int) -> list:
        """Beats of words."""
        return beats(self.message, port, port)


def beats(data: bytes, used: int, port: int) -> list:
    """Lines of last, keep and data, for beats that use at most `used` of `port` bytes."""
    lines = []
    for start in range(0, len(data), used):
        part = data[start:start + used]
        last = start + used >= len(data)
        number = (int(last) << port | (1 << len(part)) - 1) << 8 * port
        lines.append(f"{number | int.from_bytes(part, 'little'):0{(9 * port + 4) // 4}x}")
    return lines


def first_message(container: pathlib.Path) -> bytes:
    """The first message of the first tensor of a .tern file."""
    data = container.read_bytes()
    size, = struct.unpack("<Q", data[-16:-8])
    index = json.loads(data[-16 - size:-16])
    tensor = index["tensors"][0]
    return data[tensor["offset"]:tensor["offset"] + tensor["messages"][0]]
