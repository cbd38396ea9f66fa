# SPDX-License-Identifier: Apache-2.0
#
# verilate_merge.cmake: merges what Verilator wrote in DIR/gen into DIR/PREFIX__{fast,slow}.cpp.
#
# The names of Verilator's files depend on hashes, so the build cannot list them. The merged files
# have fixed names, and are touched only when their text changes.
#
#   Spec  scripts/cmake/tern_verilate.cmake
#   Test  tb/params/params_test.cc

file(GLOB headers "${DIR}/gen/${PREFIX}*.h")
file(GLOB sources "${DIR}/gen/${PREFIX}*.cpp")
list(SORT headers)
list(SORT sources)
if(NOT sources)
  message(FATAL_ERROR "Verilator left no ${PREFIX}*.cpp in ${DIR}/gen")
endif()

# A change in an internal header must recompile both files, although the build does not know it.
set(digest "")
foreach(header IN LISTS headers)
  file(SHA256 "${header}" one)
  string(APPEND digest "${one}")
  cmake_path(GET header FILENAME name)
  file(COPY_FILE "${header}" "${DIR}/${name}" ONLY_IF_DIFFERENT)
endforeach()
string(SHA256 digest "${digest}")

set(fast "// ${digest}\n")
# Waves would force thousands of calls to be inlined, in code that is not optimized.
set(slow "// ${digest}
#include \"verilatedos.h\"
#undef VL_ATTR_ALWINLINE
#define VL_ATTR_ALWINLINE inline
")
foreach(source IN LISTS sources)
  file(READ "${source}" text)
  # Set-up runs once and waves are rare; only the rest is worth the optimizer's time.
  if(source MATCHES "__(Slow|Syms|Trace__[0-9]+)\\.cpp$")
    string(APPEND slow "${text}")
  else()
    string(APPEND fast "${text}")
  endif()
endforeach()
foreach(kind IN ITEMS fast slow)
  file(WRITE "${DIR}/gen/${kind}.txt" "${${kind}}")
  file(COPY_FILE "${DIR}/gen/${kind}.txt" "${DIR}/${PREFIX}__${kind}.cpp" ONLY_IF_DIFFERENT)
endforeach()
