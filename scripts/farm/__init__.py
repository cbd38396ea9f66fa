# SPDX-License-Identifier: Apache-2.0
#
# farm: tasks on the machines of a Slurm cluster, for scripts/explore.py and scripts/regress.sh.
