# SPDX-License-Identifier: Apache-2.0
#
# style: the rules behind scripts/check_style.py, one file per language.
