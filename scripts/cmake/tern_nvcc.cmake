# SPDX-License-Identifier: Apache-2.0
#
# tern_nvcc.cmake: compiles CUDA kernels where a nvcc is found that works, and only there.
#
# nvcc is called as a tool for the files that need it. CUDA as a language of the project would ask
# for it on machines that have none, and hand it options of the host's compiler.
#
#   Spec  docs/host.md#cuda
#   Test  scripts/tests/nvcc_test.py
option(TERN_CUDA "Build the CUDA kernels where a nvcc is found that works" ON)
set(TERN_CUDA_ARCHITECTURES 80 90 CACHE STRING
    "Compute capabilities to compile kernels for, ascending")

set(TERN_NVCC_PROBLEM "")
if(NOT TERN_CUDA)
  set(TERN_NVCC_PROBLEM "TERN_CUDA is OFF")
elseif(TERN_SANITIZE)
  set(TERN_NVCC_PROBLEM "the sanitizers look at the host alone")
else()
  find_program(TERN_NVCC nvcc PATHS /usr/local/cuda/bin)
  if(NOT TERN_NVCC)
    set(TERN_NVCC_PROBLEM "no nvcc was found")
  else()
    file(REAL_PATH "${TERN_NVCC}" _bin)
    cmake_path(GET _bin PARENT_PATH _bin)
    find_library(TERN_CUDART cudart_static
      PATHS "${_bin}/../lib64" "${_bin}/../lib" "${_bin}/../targets/x86_64-linux/lib"
            /usr/local/cuda/lib64)
    if(NOT TERN_CUDART)
      set(TERN_NVCC_PROBLEM "no libcudart_static.a was found beside ${TERN_NVCC}")
    endif()
  endif()
endif()

# Tried once for each pair of compilers: a host compiler may be too new for nvcc.
set(_nvcc "${TERN_NVCC}" -ccbin "${CMAKE_CXX_COMPILER}" -std=c++17)
if(NOT TERN_NVCC_PROBLEM AND NOT TERN_NVCC_TRIED STREQUAL "${_nvcc}")
  set(_trial "${CMAKE_BINARY_DIR}/tern_nvcc_trial.cu")
  file(WRITE "${_trial}" "#include <vector>\n__global__ void kernel(int* x) { *x = 1; }\n")
  list(GET TERN_CUDA_ARCHITECTURES -1 _newest)
  execute_process(COMMAND ${_nvcc} "-arch=sm_${_newest}" -c "${_trial}" -o "${_trial}.o"
                  RESULT_VARIABLE _failed OUTPUT_VARIABLE _output ERROR_VARIABLE _output)
  if(NOT _failed EQUAL 0)
    message(STATUS "${TERN_NVCC} says:\n${_output}")
    set(_output "${TERN_NVCC} does not work with ${CMAKE_CXX_COMPILER}")
  else()
    set(_output "")
  endif()
  set(TERN_NVCC_TRIED "${_nvcc}" CACHE INTERNAL "The pair of compilers that was tried")
  set(TERN_NVCC_FOUND "${_output}" CACHE INTERNAL "What is wrong with it")
endif()
if(NOT TERN_NVCC_PROBLEM)
  set(TERN_NVCC_PROBLEM "${TERN_NVCC_FOUND}")
endif()

# tern_cuda_sources(TARGET KERNELS file.cu OTHERWISE file.cc)
#
# Adds the kernels to a library, or else what stands for them.
function(tern_cuda_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KERNELS;OTHERWISE" "")
  if(TERN_NVCC_PROBLEM)
    message(STATUS "No CUDA kernels: ${TERN_NVCC_PROBLEM}")
    target_sources(${target} PRIVATE "${arg_OTHERWISE}")
    return()
  endif()
  set(codes "")
  foreach(architecture IN LISTS TERN_CUDA_ARCHITECTURES)
    list(APPEND codes "-gencode=arch=compute_${architecture},code=sm_${architecture}")
  endforeach()
  # Later devices translate the code of the last one.
  list(GET TERN_CUDA_ARCHITECTURES -1 newest)
  list(APPEND codes "-gencode=arch=compute_${newest},code=compute_${newest}")
  set(object "${CMAKE_CURRENT_BINARY_DIR}/${arg_KERNELS}.o")
  add_custom_command(
    OUTPUT "${object}"
    COMMAND ${_nvcc} -O3 ${codes} -Werror=all-warnings
            "-Xcompiler=-Wall,-Wextra,-Wconversion,-Wshadow,-Werror"
            "-I${CMAKE_SOURCE_DIR}" -MD -MT "${object}" -MF "${object}.d"
            -c "${CMAKE_CURRENT_SOURCE_DIR}/${arg_KERNELS}" -o "${object}"
    DEPENDS "${arg_KERNELS}"
    DEPFILE "${object}.d"
    COMMENT "Compiling CUDA kernels ${arg_KERNELS}"
    VERBATIM)
  target_sources(${target} PRIVATE "${object}")
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON)
  find_package(Threads REQUIRED)
  target_link_libraries(${target} PRIVATE "${TERN_CUDART}" ${CMAKE_DL_LIBS} rt Threads::Threads)
endfunction()
