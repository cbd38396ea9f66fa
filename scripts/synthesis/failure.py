# SPDX-License-Identifier: Apache-2.0
#
# failure.py: what ends a synthesis early, with one line that says why.
#
#   Spec  docs/synthesis.md
#   Test  scripts/tests/synth_test.py
"""The one exception of the flow."""


class Failure(Exception):
    """Ends the run with one line and an exit code.

    Exit codes: 1 the tools found a fault in the design; 2 wrong usage; 3 parameters that the
    design refuses; 4 a library that cannot be used; 20 a tool is missing.
    """

    def __init__(self, text: str, code: int = 1):
        super().__init__(text)
        self.code = code
