# SPDX-License-Identifier: Apache-2.0
#
# tensors: makes the corpus of transformer tensors.
