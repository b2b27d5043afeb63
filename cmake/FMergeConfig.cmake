# find_package(FMerge): makes targets smaller with the fmerge plugin.
#
#   fmerge_enable(<target> [PRESET <preset> | PIPELINE <passes>] [LTO full|thin])
#
# Loads the plugin into clang when it compiles <target>'s C and C++ files, and into lld when it links <target> with LTO:
# by INTERPROCEDURAL_OPTIMIZATION, by -flto in the flags or options of <target>, or by LTO here. CMake's own switch means
# ThinLTO; `LTO full` takes its place and makes programs smaller, in more time. PRESET is one of safe, small, smallest,
# with or without ,all-functions; PIPELINE names the passes that run, as in -fmerge-pipeline. Without them it is small.
# fmerge touches only functions that ask to be small (-Os, -Oz), unless all-functions or the passes say otherwise. Needs
# clang and lld of LLVM 22. When the plugin or what runs changes, <target> is built anew.
#
# Options that <target> inherits from libraries are not searched for -flto; say LTO there.
#
# FMERGE_PLUGIN: the path of libfmerge.so; searched next to this file and in a cargo build unless set.

include_guard()

if(CMAKE_VERSION VERSION_LESS 3.19)
  set(FMerge_FOUND FALSE)
  set(FMerge_NOT_FOUND_MESSAGE "it needs CMake 3.19 or newer")
  return()
endif()

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

function(fmerge_enable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRESET;PIPELINE;LTO" "")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fmerge_enable(${target}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  _fmerge_check_compiler()
  get_filename_component(plugin "${FMERGE_PLUGIN}" ABSOLUTE)
  _fmerge_digest(digest)
  set(compile "-fpass-plugin=${plugin}" "SHELL:-mllvm ${digest}")
  # lld reads LLVM's options before it loads pass plugins, so it must load the library for them first.
  set(link "-fuse-ld=lld" "LINKER:--load-pass-plugin=${plugin}" "LINKER:-mllvm,-load=${plugin}" "LINKER:-mllvm,${digest}")
  if(arg_PRESET AND arg_PIPELINE)
    message(FATAL_ERROR "fmerge_enable(${target}): PRESET and PIPELINE do not go together")
  endif()
  if(arg_PRESET OR arg_PIPELINE)
    _fmerge_write_pipeline("${arg_PRESET}${arg_PIPELINE}" files)
    list(APPEND compile "@${files}-compile.rsp")
    list(APPEND link "@${files}-link.rsp")
  endif()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:${compile}>")
  if(arg_LTO)
    _fmerge_set_lto(${target} "${arg_LTO}")
  endif()
  # What is said of <target> further down in the file counts too.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _fmerge_add_to_link [==[${target}]==] [==[${link}]==])")
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

# An option that holds a hash of the plugin, and has no effect: with another plugin it is another option, with which
# build tools, caches of compilers and lld's cache build anew.
function(_fmerge_digest result)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${FMERGE_PLUGIN}")
  file(SHA256 "${FMERGE_PLUGIN}" hash)
  string(SUBSTRING "${hash}" 0 16 hash)
  set(${result} "-fmerge-digest=${hash}" PARENT_SCOPE)
endfunction()

# The option goes through response files, because `;`, `,`, `>` and `$` each mean something to CMake or to the
# build tool on a command line. Their names hold a hash, so that another pipeline builds anew.
function(_fmerge_write_pipeline pipeline result)
  string(SHA1 hash "${pipeline}")
  string(SUBSTRING "${hash}" 0 12 hash)
  set(files "${CMAKE_BINARY_DIR}/fmerge/${hash}")
  string(REGEX REPLACE "([\\\"])" "\\\\\\1" pipeline "${pipeline}")
  set(option "\"-fmerge-pipeline=${pipeline}\"")
  file(WRITE "${files}-compile.rsp" "-mllvm ${option}\n")
  file(WRITE "${files}-link.rsp" "-Xlinker -mllvm -Xlinker ${option}\n")
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

# LTO in the place of CMake's own switch, which would say another kind.
function(_fmerge_set_lto target kind)
  if(NOT kind MATCHES "^(full|thin)$")
    message(FATAL_ERROR "fmerge_enable(${target}): LTO is full or thin, not ${kind}")
  endif()
  set_property(TARGET ${target} PROPERTY INTERPROCEDURAL_OPTIMIZATION OFF)
  foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(TOUPPER "${configuration}" configuration)
    set_property(TARGET ${target} PROPERTY INTERPROCEDURAL_OPTIMIZATION_${configuration} OFF)
  endforeach()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:-flto=${kind}>")
  target_link_options(${target} PRIVATE "-flto=${kind}")
endfunction()

# lld only runs passes when it links with LTO, and other linkers do not know the option.
function(_fmerge_add_to_link target link)
  set(configuration "$<UPPER_CASE:$<CONFIG>>")
  set(condition "$<BOOL:$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION>>"
    "$<BOOL:$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION_${configuration}>>")
  _fmerge_flags(${target} "" flags)
  if(flags MATCHES "${_fmerge_lto}")
    set(condition 1)
  else()
    foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
      _fmerge_flags(${target} "_${configuration}" flags)
      if(flags MATCHES "${_fmerge_lto}")
        list(APPEND condition "$<CONFIG:${configuration}>")
      endif()
    endforeach()
  endif()
  list(JOIN condition "," condition)
  target_link_options(${target} PRIVATE "$<$<OR:${condition}>:${link}>")
endfunction()

set(_fmerge_lto "(^|[ ;>:])-flto(=|[ ;>]|$)")

# All flags and options of <target>; those of a configuration by a suffix such as _Release.
function(_fmerge_flags target suffix result)
  string(TOUPPER "${suffix}" suffix)
  set(flags "")
  foreach(name C_FLAGS CXX_FLAGS EXE_LINKER_FLAGS SHARED_LINKER_FLAGS MODULE_LINKER_FLAGS)
    string(APPEND flags " ${CMAKE_${name}${suffix}}")
  endforeach()
  foreach(property COMPILE_OPTIONS COMPILE_FLAGS LINK_OPTIONS LINK_FLAGS)
    get_target_property(value ${target} ${property}${suffix})
    if(value)
      string(APPEND flags " ${value}")
    endif()
  endforeach()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()
