# SPDX-License-Identifier: Apache-2.0
#
# collective: the page of `tern link`.
#
#   Spec  docs/cli.md#tern-link
#   Test  scripts/tests/link_page_test.py
