# SPDX-License-Identifier: Apache-2.0
#
# energy: parts of scripts/energy.py, from a netlist and real traffic to energy for each value.
