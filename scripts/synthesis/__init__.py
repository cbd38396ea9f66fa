# SPDX-License-Identifier: Apache-2.0
#
# synthesis: parts of scripts/synth.py, from sources to figures.
