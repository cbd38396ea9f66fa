# SPDX-License-Identifier: Apache-2.0
#
# experiment: how far fixed books are from the best, on the corpus of transformer tensors.
