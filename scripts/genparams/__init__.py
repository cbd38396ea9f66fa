# SPDX-License-Identifier: Apache-2.0
#
# genparams: the emitters behind scripts/gen_params.py, one file per target language.
