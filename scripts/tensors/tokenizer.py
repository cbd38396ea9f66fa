# SPDX-License-Identifier: Apache-2.0
#
# tokenizer.py: text to the token numbers of an uncased BERT model.
#
#   Spec  docs/tensors.md#text
#   Test  scripts/tests/tensors_test.py
"""WordPiece, as the model was trained with."""

import unicodedata

LONGEST_WORD = 100
CJK = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
       (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))


def _is_punctuation(char: str) -> bool:
    """All of ASCII that is neither letter nor digit counts, symbols such as $ included."""
    if char.isascii():
        return char.isprintable() and not char.isalnum() and char != " "
    return unicodedata.category(char).startswith("P")


def _is_space(char: str) -> bool:
    return char in "\t\n\r" or unicodedata.category(char) == "Zs"


def _is_control(char: str) -> bool:
    return char in "\0\ufffd" or unicodedata.category(char).startswith("C")


def words(text: str) -> list:
    """Lower-case words without accents; every punctuation mark is a word of its own."""
    found, word = [], ""
    for char in text:
        if _is_space(char):
            pieces = " "
        elif _is_control(char):
            continue
        elif any(low <= ord(char) <= high for low, high in CJK):
            pieces = f" {char} "
        else:
            pieces = unicodedata.normalize("NFD", char.lower())
        for piece in pieces:
            if unicodedata.category(piece) == "Mn":
                continue
            if piece != " " and not _is_punctuation(piece):
                word += piece
                continue
            found += [word] if word else []
            found += [piece] if piece != " " else []
            word = ""
    return found + ([word] if word else [])


class Tokenizer:
    """The vocabulary, one token a line, numbered from 0."""

    def __init__(self, vocabulary: str):
        self._ids = {token: number for number, token in enumerate(vocabulary.split("\n"))}
        self.cls, self.sep = self._ids["[CLS]"], self._ids["[SEP]"]
        self._unknown = self._ids["[UNK]"]

    def _word_ids(self, word: str) -> list:
        """Greedy: the longest known piece from the left, until nothing is left."""
        if len(word) > LONGEST_WORD:
            return [self._unknown]
        found, start = [], 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                number = self._ids.get(prefix + word[start:end])
                if number is not None:
                    break
            else:
                return [self._unknown]
            found.append(number)
            start = end
        return found

    def ids(self, text: str) -> list:
        """Token numbers of `text`, without those that mark begin and end."""
        return [number for word in words(text) for number in self._word_ids(word)]

    def sequence(self, ids: list) -> list:
        return [self.cls, *ids, self.sep]
