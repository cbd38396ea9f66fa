# SPDX-License-Identifier: Apache-2.0
#
# tern.cmake: compiler settings, packages and test helpers of the whole build.
#
# One place decides the warnings, the sanitizers and how a test becomes a ctest entry, so that a
# folder's CMakeLists.txt only says what it contains.
#
#   Spec  docs/style.md
#   Test  scripts/tests/cmake_test.py

option(TERN_SANITIZE "Instrument hand-written code with the address and undefined sanitizers" OFF)
option(TERN_RTL "Build everything that needs Verilator" ON)

# Debian's SystemC library only links with C++17, and the format of the results must not depend on
# the language version; another one is refused here rather than by the linker.
if(DEFINED CMAKE_CXX_STANDARD AND NOT CMAKE_CXX_STANDARD EQUAL 17)
  message(FATAL_ERROR
    "Tern builds as C++17 only, but CMAKE_CXX_STANDARD is ${CMAKE_CXX_STANDARD}. "
    "Configure again without it, in a fresh build folder.")
endif()
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
# Assertions are part of the product's checks: no build type defines NDEBUG.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g")

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(TERN_CCACHE ccache)
if(TERN_CCACHE)
  # Without this, ccache compiles what uses a precompiled header again each time.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros "${TERN_CCACHE}")
endif()

# Code written by Verilator is compiled without our warnings and without the sanitizers.
set(_own "$<NOT:$<BOOL:$<TARGET_PROPERTY:TERN_GENERATED>>>")
set(_warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
# GCC documents that its sanitizers mislead -Wmaybe-uninitialized; the plain build keeps it.
set(_sanitize -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1
  -O1 -Wno-maybe-uninitialized)
add_compile_options("$<${_own}:${_warnings}>")
if(TERN_SANITIZE)
  add_compile_options("$<${_own}:${_sanitize}>")
  add_link_options(-fsanitize=address,undefined)
endif()
# Messages of assertions name the file relative to the repository.
add_compile_options("-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=")
include_directories("${CMAKE_SOURCE_DIR}")

# Finds PACKAGE or stops with the Debian package that brings it.
macro(tern_require package debian)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR
      "Tern needs ${package}, which was not found. Run scripts/setup.sh, or install the Debian "
      "package ${debian}.")
  endif()
endmacro()

tern_require(fmt libfmt-dev)
tern_require(nlohmann_json nlohmann-json3-dev)
tern_require(CLI11 libcli11-dev)
tern_require(ZLIB zlib1g-dev)
tern_require(GTest libgtest-dev)
tern_require(Threads libc6-dev)

# Debian's own Python sees Debian's packages; another one on PATH may not.
set(TERN_PYTHON /usr/bin/python3)
if(NOT DEFINED Python3_EXECUTABLE)
  set(Python3_EXECUTABLE "${TERN_PYTHON}")
endif()

enable_testing()
include(GoogleTest)
option(TERN_LONG_TESTS "Build tests too that take long to compile, for scripts/regress.sh" OFF)

# Test code takes longer to compile with the optimizer than to run without: a quarter with -O2,
# twice as long instrumented. What it tests is compiled as always.
set(TERN_TEST_LEVEL "$<$<CONFIG:Release>:-O1>")
if(TERN_SANITIZE)
  set(TERN_TEST_LEVEL -O0)
endif()

# Headers that nearly every test includes, compiled once. Each file includes what it uses all the
# same: it compiles with -DTERN_PCH=OFF too.
option(TERN_PCH "Compile the headers of tests once" ON)
if(TERN_PCH)
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/tern_test_headers.cc" CONTENT "")
  add_library(tern_test_headers OBJECT "${CMAKE_BINARY_DIR}/tern_test_headers.cc")
  target_link_libraries(tern_test_headers PRIVATE GTest::gtest fmt::fmt)
  target_compile_options(tern_test_headers PRIVATE "${TERN_TEST_LEVEL}" -fpch-preprocess)
  target_precompile_headers(tern_test_headers PRIVATE
    <fmt/format.h> <gtest/gtest.h> <algorithm> <array> <cmath> <cstdint> <functional> <map>
    <memory> <optional> <set> <string> <vector>)
endif()

# `ninja tests_sanitize` builds exactly what `ctest -L sanitize` runs.
add_custom_target(tests_sanitize)

# tern_add_test(NAME SOURCES file... [LIBS target...] [LABELS label...] [TIMEOUT seconds]
#               [ENVIRONMENT VAR=value...] [NO_MAIN])
#
# Makes a GoogleTest program; every test in it becomes its own ctest entry, NAME.Suite.Test, run
# from the root of the repository. NO_MAIN: the sources bring their own main(). Tests of model/ get
# the label `sanitize`, which the sanitizer pass selects; other tests may ask for it by LABELS.
function(tern_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_MAIN" "TIMEOUT" "SOURCES;LIBS;LABELS;ENVIRONMENT")
  if(NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tern_add_test(${name}): needs SOURCES, not ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${CMAKE_SOURCE_DIR}"
             OUTPUT_VARIABLE folder)
  string(REGEX REPLACE "/.*" "" folder "${folder}")
  list(APPEND arg_LABELS "${folder}")
  if(folder STREQUAL "model")
    list(APPEND arg_LABELS sanitize)
  endif()

  add_executable(${name} ${arg_SOURCES})
  if(arg_NO_MAIN)
    target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gtest)
  else()
    target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gtest_main)
  endif()
  if("sanitize" IN_LIST arg_LABELS)
    add_dependencies(tests_sanitize ${name})
  endif()
  target_compile_options(${name} PRIVATE "${TERN_TEST_LEVEL}")
  if(TERN_PCH)
    target_link_libraries(${name} PRIVATE fmt::fmt)
    target_compile_options(${name} PRIVATE -fpch-preprocess)
    target_precompile_headers(${name} REUSE_FROM tern_test_headers)
  endif()
  gtest_discover_tests(${name}
    TEST_PREFIX "${name}."
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    DISCOVERY_TIMEOUT 120
    NO_PRETTY_VALUES NO_PRETTY_TYPES
    PROPERTIES TIMEOUT ${arg_TIMEOUT})
  # Lists do not survive gtest_discover_tests(PROPERTIES), so ctest reads them from a second file.
  set(properties "${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake")
  file(WRITE "${properties}"
    "foreach(test IN LISTS ${name}_TESTS)\n"
    "  set_tests_properties(\"\${test}\" PROPERTIES LABELS \"${arg_LABELS}\""
    " ENVIRONMENT \"${arg_ENVIRONMENT}\")\n"
    "endforeach()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${properties}")
endfunction()

# tern_shareable(target) lets a static library become part of a shared one. What is hidden is called
# directly, and may be inlined, as in a program.
function(tern_shareable target)
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# tern_add_check(NAME COMMAND command... [TIMEOUT seconds] [LABELS label...])
#
# Registers a script as one ctest entry, run from the root of the repository. Exit code 77 is a
# skip; the script must have printed why.
function(tern_add_check name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND;LABELS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${arg_TIMEOUT} LABELS "scripts;${arg_LABELS}" SKIP_RETURN_CODE 77)
endfunction()

# Adds every sub-folder of the current folder that has a CMakeLists.txt.
function(tern_add_folders)
  file(GLOB lists CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt")
  list(SORT lists)
  foreach(list IN LISTS lists)
    cmake_path(GET list PARENT_PATH folder)
    add_subdirectory("${folder}")
  endforeach()
endfunction()

if(TERN_RTL)
  include(tern_verilate)
endif()
