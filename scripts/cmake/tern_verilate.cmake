# SPDX-License-Identifier: Apache-2.0
#
# tern_verilate.cmake: turns one RTL top with fixed parameters into a C++ library.
#
# Verilator runs while building, not while configuring, and its many files are merged into two, so
# that an RTL error is a build error and an unchanged result is not compiled again.
#
#   Spec  rtl/files.f
#   Test  tb/params/params_test.cc

find_program(TERN_VERILATOR verilator)
if(NOT TERN_VERILATOR)
  message(FATAL_ERROR
    "Tern needs verilator, which was not found. Run scripts/setup.sh, or install the Debian "
    "package verilator. To build the golden model alone, configure with -DTERN_RTL=OFF.")
endif()
execute_process(COMMAND "${TERN_VERILATOR}" --version
                OUTPUT_VARIABLE _version OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX MATCH "[0-9]+\\.[0-9]+" _version "${_version}")
if(_version VERSION_LESS 5.006)
  message(FATAL_ERROR "Tern needs Verilator 5.006 or later; ${TERN_VERILATOR} is ${_version}.")
endif()
execute_process(COMMAND "${TERN_VERILATOR}" --getenv VERILATOR_ROOT
                OUTPUT_VARIABLE TERN_VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)

# Run-time support, compiled once for all Verilated models.
set(_include "${TERN_VERILATOR_ROOT}/include")
add_library(tern_verilated STATIC
  "${_include}/verilated.cpp" "${_include}/verilated_threads.cpp"
  "${_include}/verilated_fst_c.cpp")
target_include_directories(tern_verilated SYSTEM PUBLIC "${_include}" "${_include}/vltstd")
target_compile_definitions(tern_verilated PUBLIC VM_TRACE=1 VM_TRACE_FST=1)
target_compile_options(tern_verilated PRIVATE -O3 -w)
target_link_libraries(tern_verilated PUBLIC Threads::Threads ZLIB::ZLIB)
set_target_properties(tern_verilated PROPERTIES TERN_GENERATED ON)

# What every Verilated file includes, compiled once for each of the two levels of optimization:
# -O1 compiles in half the time of -O2 or -O3; a wide unit simulates up to 30 % slower.
foreach(level IN ITEMS 0 1)
  set(headers "tern_verilated_headers_O${level}")
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/${headers}.cc" CONTENT "")
  add_library(${headers} OBJECT "${CMAKE_BINARY_DIR}/${headers}.cc")
  target_link_libraries(${headers} PRIVATE tern_verilated)
  target_compile_options(${headers} PRIVATE -O${level} -w -fpch-preprocess)
  set_target_properties(${headers} PROPERTIES TERN_GENERATED ON)
  if(TERN_PCH)
    target_precompile_headers(${headers} PRIVATE <verilated.h> <verilated_fst_c.h>)
  endif()
endforeach()

# The RTL in compilation order, relative to the repository.
set(TERN_RTL_FILES "")
if(EXISTS "${CMAKE_SOURCE_DIR}/rtl/files.f")
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY
               CMAKE_CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/rtl/files.f")
  file(STRINGS "${CMAKE_SOURCE_DIR}/rtl/files.f" TERN_RTL_FILES REGEX "^[^#]")
  list(TRANSFORM TERN_RTL_FILES STRIP)
  list(FILTER TERN_RTL_FILES EXCLUDE REGEX "^$")
endif()
file(GLOB TERN_RTL_HEADERS CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}"
     "${CMAKE_SOURCE_DIR}/rtl/common/*.svh")

# tern_verilate(TARGET TOP module [PREFIX Vname] [PARAMS Name=Value...] [SOURCES file.sv...]
#               [TRACE] [ALONE] [PART])
#
# Makes the static library TARGET with the class PREFIX (default V<TOP>) in "PREFIX.h". Reads the
# RTL of rtl/files.f, then SOURCES (paths relative to the repository, for test modules). TRACE adds
# FST waveforms. ALONE leaves rtl/files.f out: SOURCES are all that is read. Assertions are always
# evaluated; every lint warning is an error. PART: TOP is a part of a unit, and has no use for all
# constants of the packages.
function(tern_verilate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TRACE;ALONE;PART" "TOP;PREFIX" "PARAMS;SOURCES")
  if(NOT arg_TOP OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tern_verilate(${target}): needs TOP, not ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_PREFIX)
    set(arg_PREFIX "V${arg_TOP}")
  endif()
  # Verilator 5.006 forgets to declare the index where it makes loops of sampled wide signals. Its
  # -O3 would inline every module: all lanes would have code of their own, which takes twice as long
  # to compile, and longer to run. scripts/lanes.vlt does the rest.
  set(flags --cc --assert -Wall -fno-reloop --x-assign unique --x-initial unique
      +incdir+rtl/common)
  if(arg_TRACE)
    list(APPEND flags --trace-fst --trace-structs)
  endif()
  if(arg_PART)
    list(APPEND flags -Wno-UNUSEDPARAM)
  endif()
  foreach(param IN LISTS arg_PARAMS)
    list(APPEND flags "-G${param}")
  endforeach()

  set(sources scripts/lint.vlt ${arg_SOURCES})
  if(NOT arg_ALONE)
    set(sources scripts/lint.vlt scripts/lanes.vlt ${TERN_RTL_FILES} ${arg_SOURCES})
  endif()
  set(depends "${CMAKE_SOURCE_DIR}/scripts/cmake/verilate_merge.cmake")
  foreach(file IN LISTS sources TERN_RTL_HEADERS)
    list(APPEND depends "${CMAKE_SOURCE_DIR}/${file}")
  endforeach()

  list(JOIN arg_PARAMS " " params)
  set(out "${CMAKE_CURRENT_BINARY_DIR}/${target}.verilated")
  set(fast "${out}/${arg_PREFIX}__fast.cpp")
  set(slow "${out}/${arg_PREFIX}__slow.cpp")
  add_custom_command(
    OUTPUT "${out}/${arg_PREFIX}.h" "${fast}" "${slow}"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${out}/gen"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${out}/gen"
    COMMAND "${TERN_VERILATOR}" ${flags} --top-module ${arg_TOP} --prefix ${arg_PREFIX}
            --Mdir "${out}/gen" ${sources}
    COMMAND "${CMAKE_COMMAND}" -DDIR=${out} -DPREFIX=${arg_PREFIX}
            -P scripts/cmake/verilate_merge.cmake
    DEPENDS ${depends}
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "Verilating ${target}: ${arg_TOP} ${params}"
    VERBATIM)

  add_library(${target} STATIC "${fast}" "${out}/${arg_PREFIX}.h"
    "$<TARGET_OBJECTS:${target}_slow>")
  add_library(${target}_slow OBJECT "${slow}" "${out}/${arg_PREFIX}.h")
  target_link_libraries(${target} PUBLIC tern_verilated)
  target_link_libraries(${target}_slow PRIVATE tern_verilated)
  target_include_directories(${target} SYSTEM PUBLIC "${out}")
  target_include_directories(${target}_slow SYSTEM PRIVATE "${out}")
  target_compile_options(${target} PRIVATE -O1 -w -fpch-preprocess)
  target_compile_options(${target}_slow PRIVATE -O0 -w -fpch-preprocess)
  set_target_properties(${target} ${target}_slow PROPERTIES TERN_GENERATED ON)
  if(TERN_PCH)
    target_precompile_headers(${target} REUSE_FROM tern_verilated_headers_O1)
    target_precompile_headers(${target}_slow REUSE_FROM tern_verilated_headers_O0)
  endif()
endfunction()
