# SPDX-License-Identifier: Apache-2.0
#
# sweep: parts of scripts/explore.py, from a list of parameters to rows, a front and a page.
