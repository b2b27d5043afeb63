# find_package(FMerge): makes targets smaller with the fmerge plugin.
#
#   fmerge_enable(<target> [PIPELINE <passes>])
#
# Loads the plugin into clang when it compiles <target>'s C and C++ files, and into lld when it links
# <target> with INTERPROCEDURAL_OPTIMIZATION. PIPELINE says what runs, as in -fmerge-pipeline; without it
# fmerge touches only functions that ask to be small (-Os, -Oz). Needs clang and lld of LLVM 22.
#
# FMERGE_PLUGIN: the path of libfmerge.so; searched next to this file and in a cargo build unless set.

include_guard()

find_file(FMERGE_PLUGIN libfmerge.so
  HINTS "${CMAKE_CURRENT_LIST_DIR}"
        "${CMAKE_CURRENT_LIST_DIR}/../.."
        "${CMAKE_CURRENT_LIST_DIR}/../target/release"
  DOC "The fmerge plugin, libfmerge.so")

if(NOT FMERGE_PLUGIN)
  set(FMerge_FOUND FALSE)
  set(FMerge_NOT_FOUND_MESSAGE "no libfmerge.so; build it with `cargo build --release` or set FMERGE_PLUGIN")
  return()
endif()

# Loading the plugin, with no word on what it runs.
add_library(FMerge::plugin INTERFACE IMPORTED)
target_compile_options(FMerge::plugin INTERFACE
  "$<$<COMPILE_LANGUAGE:C,CXX>:-fpass-plugin=${FMERGE_PLUGIN}>")
# lld only runs passes when it links with LTO, and other linkers do not know the option.
target_link_options(FMerge::plugin INTERFACE
  "$<$<BOOL:$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION>>:-fuse-ld=lld;LINKER:--load-pass-plugin=${FMERGE_PLUGIN}>")

function(fmerge_enable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PIPELINE" "")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fmerge_enable(${target}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  _fmerge_check_compiler()
  target_link_libraries(${target} PRIVATE FMerge::plugin)
  if(arg_PIPELINE)
    _fmerge_set_pipeline(${target} "${arg_PIPELINE}")
  endif()
endfunction()

# The compiler runs the plugin inside itself: any other is a crash or an unknown option, late and unclear.
function(_fmerge_check_compiler)
  foreach(language C CXX)
    if(NOT CMAKE_${language}_COMPILER_LOADED)
      continue()
    endif()
    if(NOT CMAKE_${language}_COMPILER_ID STREQUAL "Clang" OR
       NOT CMAKE_${language}_COMPILER_VERSION MATCHES "^22\\.")
      message(FATAL_ERROR "fmerge needs clang 22, but the ${language} compiler is "
        "${CMAKE_${language}_COMPILER_ID} ${CMAKE_${language}_COMPILER_VERSION}")
    endif()
  endforeach()
endfunction()

# The option goes through response files, because `;`, `,`, `>` and `$` each mean something to CMake or to the
# build tool on a command line. Their names hold a hash, so that another pipeline builds anew.
function(_fmerge_set_pipeline target pipeline)
  string(SHA1 hash "${pipeline}")
  string(SUBSTRING "${hash}" 0 12 hash)
  set(files "${CMAKE_CURRENT_BINARY_DIR}/fmerge/${hash}")
  string(REGEX REPLACE "([\\\"])" "\\\\\\1" pipeline "${pipeline}")
  set(option "\"-fmerge-pipeline=${pipeline}\"")
  file(WRITE "${files}-compile.rsp" "-mllvm ${option}\n")
  # lld reads LLVM's options before it loads pass plugins, so it must load the library for them first.
  file(WRITE "${files}-link.rsp"
    "-Xlinker -mllvm -Xlinker \"-load=${FMERGE_PLUGIN}\" -Xlinker -mllvm -Xlinker ${option}\n")
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:@${files}-compile.rsp>")
  target_link_options(${target} PRIVATE
    "$<$<BOOL:$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION>>:@${files}-link.rsp>")
endfunction()
