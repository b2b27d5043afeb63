# find_package(FMerge): makes targets smaller with the fmerge plugin.
#
#   fmerge_enable_all([PRESET <preset> | PIPELINE <passes>] [LTO full|thin] [CONFIGURATIONS <configuration>...]
#                     [EXCLUDE <target>...])
#   fmerge_enable(<target> [PRESET <preset> | PIPELINE <passes>] [LTO full|thin] [CONFIGURATIONS <configuration>...])
#
# fmerge_enable loads the plugin into clang when it compiles <target>'s C and C++ files, and into lld when it links <target>
# with LTO: by INTERPROCEDURAL_OPTIMIZATION, by -flto in the flags or options of <target>, or by LTO here. CMake's own switch
# means ThinLTO; `LTO full` takes its place and makes programs smaller, in more time. PRESET is one of safe, small, smallest,
# with or without ,all-functions; PIPELINE names the passes that run, as in -fmerge-pipeline. Without them it is small.
# Functions are merged that ask to be small (-Os, -Oz), and of the others what takes next to no time, unless all-functions or the
# passes say otherwise. Needs clang and lld of an LLVM that a plugin is installed for, such as 22. When the plugin or what runs
# changes, <target> is built anew.
#
# fmerge_enable_all does so for the targets of this folder and of those below it, also for targets that are added later,
# but not for those that are excluded or enabled by themselves.
#
# CONFIGURATIONS says in which configurations; without it, in all but Debug.
#
# What links a static or object library that is compiled with LTO needs a linker that reads bitcode. So it is linked by lld
# with the plugin, as the library says, unless it is enabled itself. A target that is enabled without the libraries that
# become part of it is told of, because their functions are not merged.
#
# lld folds functions of equal code whose addresses do not matter (--icf=safe), unless the flags or options of <target> say
# another --icf, --fatal-warnings, or that a sanitizer, a profile or coverage is compiled in, and not for 32-bit Arm.
#
# Options that <target> inherits from libraries are not searched for -flto; say LTO there.
#
# FMERGE_PLUGIN: the path of the plugin for the compiler's LLVM, libfmerge-22.so or libfmerge.so; searched next to this file and
# in a cargo build unless set.

include_guard()

if(CMAKE_VERSION VERSION_LESS 3.19)
  set(FMerge_FOUND FALSE)
  set(FMerge_NOT_FOUND_MESSAGE "it needs CMake 3.19 or newer")
  return()
endif()
# What is meant by what stands here does not depend on which CMake the project asks for. The project's own policies stay.
cmake_policy(VERSION 3.19)

# The major version of the compilers.
set(_fmerge_major 22)
foreach(_fmerge_language C CXX)
  if(CMAKE_${_fmerge_language}_COMPILER_ID STREQUAL "Clang")
    string(REGEX MATCH "^[0-9]+" _fmerge_major "${CMAKE_${_fmerge_language}_COMPILER_VERSION}")
  endif()
endforeach()

find_file(FMERGE_PLUGIN NAMES "libfmerge-${_fmerge_major}.so" libfmerge.so
  HINTS "${CMAKE_CURRENT_LIST_DIR}"
        "${CMAKE_CURRENT_LIST_DIR}/../.."
        "${CMAKE_CURRENT_LIST_DIR}/../target/llvm-${_fmerge_major}/release"
        "${CMAKE_CURRENT_LIST_DIR}/../target/release"
  DOC "The fmerge plugin, libfmerge.so")

if(NOT FMERGE_PLUGIN)
  set(FMerge_FOUND FALSE)
  set(FMerge_NOT_FOUND_MESSAGE "no libfmerge.so; build it with `cargo build --release` or set FMERGE_PLUGIN")
  return()
endif()

# The programs that make archives of bitcode. CMake looks beside the compiler, and a compiler such as fmerge-cc has none
# beside it; without them, its own LTO switch fails. GNU ar complains of bitcode, and lld reads its archives all the same.
macro(_fmerge_find_archivers)
  foreach(_fmerge_language C CXX)
    if(CMAKE_${_fmerge_language}_COMPILER_LOADED)
      foreach(_fmerge_tool AR RANLIB)
        string(TOLOWER "llvm-${_fmerge_tool}" _fmerge_name)
        if(NOT FMERGE_${_fmerge_tool})
          execute_process(COMMAND "${CMAKE_${_fmerge_language}_COMPILER}" "-print-prog-name=${_fmerge_name}"
            OUTPUT_VARIABLE _fmerge_beside OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
          get_filename_component(_fmerge_beside "${_fmerge_beside}" DIRECTORY)
          find_program(FMERGE_${_fmerge_tool} NAMES "${_fmerge_name}-${_fmerge_major}" "${_fmerge_name}" HINTS "${_fmerge_beside}"
            DOC "Makes archives of bitcode")
          mark_as_advanced(FMERGE_${_fmerge_tool})
        endif()
        if(FMERGE_${_fmerge_tool} AND NOT CMAKE_${_fmerge_tool} MATCHES "llvm-[a-z]+[^/]*$")
          set(CMAKE_${_fmerge_tool} "${FMERGE_${_fmerge_tool}}")
        endif()
        if(NOT CMAKE_${_fmerge_language}_COMPILER_${_fmerge_tool})
          set(CMAKE_${_fmerge_language}_COMPILER_${_fmerge_tool} "${CMAKE_${_fmerge_tool}}")
        endif()
      endforeach()
      # CMake has put the programs into these when it looked at the compiler.
      set(_fmerge_ar "\"${CMAKE_${_fmerge_language}_COMPILER_AR}\"")
      set(CMAKE_${_fmerge_language}_ARCHIVE_CREATE_IPO "${_fmerge_ar} cr <TARGET> <LINK_FLAGS> <OBJECTS>")
      set(CMAKE_${_fmerge_language}_ARCHIVE_APPEND_IPO "${_fmerge_ar} r <TARGET> <LINK_FLAGS> <OBJECTS>")
      set(CMAKE_${_fmerge_language}_ARCHIVE_FINISH_IPO "\"${CMAKE_${_fmerge_language}_COMPILER_RANLIB}\" <TARGET>")
    endif()
  endforeach()
endmacro()
_fmerge_find_archivers()

function(fmerge_enable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRESET;PIPELINE;LTO" "CONFIGURATIONS")
  _fmerge_check_arguments("fmerge_enable(${target})")
  get_target_property(type ${target} TYPE)
  if(NOT type IN_LIST _fmerge_types)
    message(FATAL_ERROR "fmerge_enable(${target}): nothing is compiled for it, as it is an ${type}")
  endif()
  _fmerge_check_compiler()
  get_filename_component(plugin "${FMERGE_PLUGIN}" ABSOLUTE)
  _fmerge_digest(digest)
  set(compile "-fpass-plugin=${plugin}" "SHELL:-mllvm ${digest}")
  if(_fmerge_major LESS 22)
    # clang up to 21 reads LLVM's options before it loads pass plugins, so it must load the library for them first.
    list(PREPEND compile "-fplugin=${plugin}")
  endif()
  # lld reads LLVM's options before it loads pass plugins, so it must load the library for them first.
  set(link "-fuse-ld=lld")
  foreach(word "--load-pass-plugin=${plugin}" -mllvm "-load=${plugin}" -mllvm "${digest}")
    # `-Wl,` would cut a path at a comma.
    list(APPEND link -Xlinker "${word}")
  endforeach()
  if(arg_PRESET OR arg_PIPELINE)
    _fmerge_write_pipeline("${arg_PRESET}${arg_PIPELINE}" files)
    list(APPEND compile "@${files}-compile.rsp")
    list(APPEND link "@${files}-link.rsp")
  endif()
  set(where "$<NOT:$<CONFIG:Debug>>")
  if(arg_CONFIGURATIONS)
    list(TRANSFORM arg_CONFIGURATIONS REPLACE "^.+$" "$<CONFIG:\\0>")
    list(JOIN arg_CONFIGURATIONS "," where)
    set(where "$<OR:${where}>")
  endif()
  target_compile_options(${target} PRIVATE "$<$<AND:${where},$<COMPILE_LANGUAGE:C,CXX>>:${compile}>")
  if(arg_LTO)
    _fmerge_set_lto(${target} "${arg_LTO}" "${where}")
    # Who links a library that consists of bitcode says the same, for the level and processor of code generation.
    set_property(TARGET ${target} PROPERTY FMERGE_LTO "-flto=${arg_LTO}")
  endif()
  _fmerge_shell("${link}" link)
  set_property(TARGET ${target} PROPERTY FMERGE_LINK_FLAGS "${link}")
  set_property(TARGET ${target} PROPERTY FMERGE_WHERE "${where}")
  set_property(GLOBAL APPEND PROPERTY FMERGE_ENABLED ${target})
  # What is said of <target> further down in the file counts too.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _fmerge_add_to_link [==[${target}]==])")
  _fmerge_at_end()
endfunction()

function(fmerge_enable_all)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "PRESET;PIPELINE;LTO" "CONFIGURATIONS;EXCLUDE")
  _fmerge_check_arguments("fmerge_enable_all()")
  set(arguments "")
  foreach(name PRESET PIPELINE LTO CONFIGURATIONS)
    if(arg_${name})
      if(NOT name STREQUAL "CONFIGURATIONS")
        string(REPLACE ";" "\\;" arg_${name} "${arg_${name}}")
      endif()
      list(APPEND arguments ${name} "${arg_${name}}")
    endif()
  endforeach()
  set_property(DIRECTORY PROPERTY FMERGE_ARGUMENTS "${arguments}")
  set_property(GLOBAL APPEND PROPERTY FMERGE_EXCLUDED ${arg_EXCLUDE})
  # At the end of the folder, all its targets are known, and those of the folders below.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _fmerge_enable_below [==[${CMAKE_CURRENT_SOURCE_DIR}]==])")
endfunction()

# Checks what cmake_parse_arguments made of the arguments of <who>.
function(_fmerge_check_arguments who)
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${who}: unknown argument ${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  if(arg_PRESET AND arg_PIPELINE)
    message(FATAL_ERROR "${who}: PRESET and PIPELINE do not go together")
  endif()
  if(arg_LTO AND NOT arg_LTO MATCHES "^(full|thin)$")
    message(FATAL_ERROR "${who}: LTO is full or thin, not ${arg_LTO}")
  endif()
endfunction()

# Kinds of targets for which something is compiled.
set(_fmerge_types EXECUTABLE STATIC_LIBRARY SHARED_LIBRARY MODULE_LIBRARY OBJECT_LIBRARY)

# The targets of <folder> and of the folders below it for which something is compiled.
function(_fmerge_targets folder result)
  get_property(all DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  set(targets "")
  foreach(target IN LISTS all)
    get_target_property(type ${target} TYPE)
    if(type IN_LIST _fmerge_types)
      list(APPEND targets ${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    _fmerge_targets("${below}" more)
    list(APPEND targets ${more})
  endforeach()
  set(${result} "${targets}" PARENT_SCOPE)
endfunction()

function(_fmerge_enable_below folder)
  get_property(arguments DIRECTORY "${folder}" PROPERTY FMERGE_ARGUMENTS)
  get_property(excluded GLOBAL PROPERTY FMERGE_EXCLUDED)
  _fmerge_targets("${folder}" targets)
  foreach(target IN LISTS targets)
    get_property(enabled GLOBAL PROPERTY FMERGE_ENABLED)
    if(NOT target IN_LIST enabled AND NOT target IN_LIST excluded)
      fmerge_enable(${target} ${arguments})
    endif()
  endforeach()
endfunction()

# What needs all targets of the project is done when all are known, also those that are still to be enabled.
function(_fmerge_at_end)
  set(where DIRECTORY "${CMAKE_SOURCE_DIR}")
  cmake_language(DEFER ${where} GET_CALL_IDS calls)
  if("fmerge" IN_LIST calls)
    cmake_language(DEFER ${where} CANCEL_CALL fmerge)
  endif()
  cmake_language(DEFER ${where} ID fmerge CALL _fmerge_finish)
endfunction()

function(_fmerge_finish)
  get_property(enabled GLOBAL PROPERTY FMERGE_ENABLED)
  get_property(excluded GLOBAL PROPERTY FMERGE_EXCLUDED)
  _fmerge_targets("${CMAKE_SOURCE_DIR}" targets)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY" OR type STREQUAL "OBJECT_LIBRARY")
      continue()
    endif()
    set(parts "")
    _fmerge_parts(${target} parts)
    set(alone "")
    foreach(part IN LISTS parts)
      get_target_property(type ${part} TYPE)
      if(NOT part IN_LIST enabled)
        if(NOT part IN_LIST excluded AND NOT type STREQUAL "INTERFACE_LIBRARY")
          list(APPEND alone ${part})
        endif()
      elseif(type STREQUAL "OBJECT_LIBRARY" AND NOT target IN_LIST enabled)
        # Objects that are named as sources bring no options to link with.
        get_target_property(link ${part} FMERGE_FOR_CONSUMERS)
        target_link_options(${target} PRIVATE "${link}")
      endif()
    endforeach()
    if(alone AND target IN_LIST enabled)
      list(JOIN alone ", " alone)
      message(NOTICE "fmerge: ${target} is enabled, but not what becomes part of it: ${alone}. Their functions are not "
        "merged; use fmerge_enable for them too, or fmerge_enable_all()")
    endif()
  endforeach()
endfunction()

# The static and object libraries of this project that become part of <target>, as far as they are named without conditions.
function(_fmerge_parts target result)
  set(parts "${${result}}")
  set(named "")
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES SOURCES)
    get_target_property(value ${target} ${property})
    if(value)
      list(APPEND named ${value})
    endif()
  endforeach()
  list(TRANSFORM named REPLACE "^\\$<(LINK_ONLY|TARGET_OBJECTS):(.*)>$" "\\2")
  foreach(name IN LISTS named)
    if(NOT TARGET "${name}")
      continue()
    endif()
    get_target_property(original "${name}" ALIASED_TARGET)
    if(original)
      set(name "${original}")
    endif()
    get_target_property(type "${name}" TYPE)
    get_target_property(is_imported "${name}" IMPORTED)
    if(type MATCHES "^(STATIC|OBJECT|INTERFACE)_LIBRARY$" AND NOT is_imported AND NOT name IN_LIST parts)
      list(APPEND parts "${name}")
      _fmerge_parts("${name}" parts)
    endif()
  endforeach()
  set(${result} "${parts}" PARENT_SCOPE)
endfunction()

# The compiler runs the plugin inside itself: any other is a crash or an unknown option, late and unclear.
function(_fmerge_check_compiler)
  # Which LLVM the plugin is for, the name of a symbol says.
  set(llvm 22)
  file(STRINGS "${FMERGE_PLUGIN}" mark REGEX "fmerge_for_llvm_[0-9]+" LIMIT_COUNT 1)
  if(mark MATCHES "fmerge_for_llvm_([0-9]+)")
    set(llvm ${CMAKE_MATCH_1})
  endif()
  foreach(language C CXX)
    if(NOT CMAKE_${language}_COMPILER_LOADED)
      continue()
    endif()
    if(NOT CMAKE_${language}_COMPILER_ID STREQUAL "Clang" OR
       NOT CMAKE_${language}_COMPILER_VERSION MATCHES "^${llvm}\\.")
      message(FATAL_ERROR "fmerge needs clang ${llvm}, but the ${language} compiler is "
        "${CMAKE_${language}_COMPILER_ID} ${CMAKE_${language}_COMPILER_VERSION}; use clang-${llvm}, or install the plugin for "
        "another LLVM (make install LLVM=19)")
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

# Arguments as a shell reads them, in one text: CMake drops all but one of equal options such as -Xlinker.
function(_fmerge_shell arguments result)
  set(words "")
  foreach(word IN LISTS arguments)
    string(REGEX REPLACE "([\\\"' ])" "\\\\\\1" word "${word}")
    list(APPEND words "${word}")
  endforeach()
  list(JOIN words " " words)
  set(${result} "${words}" PARENT_SCOPE)
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

# LTO in the place of CMake's own switch, which would say another kind; <where> says in which configurations.
function(_fmerge_set_lto target kind where)
  get_target_property(switch ${target} INTERPROCEDURAL_OPTIMIZATION)
  foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    _fmerge_is_within("${where}" "${configuration}" is_within)
    string(TOUPPER "INTERPROCEDURAL_OPTIMIZATION_${configuration}" name)
    get_target_property(own ${target} ${name})
    if(is_within)
      set_property(TARGET ${target} PROPERTY ${name} OFF)
    elseif(own STREQUAL "own-NOTFOUND" AND switch)
      set_property(TARGET ${target} PROPERTY ${name} ON)
    endif()
  endforeach()
  set_property(TARGET ${target} PROPERTY INTERPROCEDURAL_OPTIMIZATION OFF)
  target_compile_options(${target} PRIVATE "$<$<AND:${where},$<COMPILE_LANGUAGE:C,CXX>>:-flto=${kind}>")
  target_link_options(${target} PRIVATE "$<${where}:-flto=${kind}>")
endfunction()

# Whether <where>, a condition of ours, holds in a configuration.
function(_fmerge_is_within where configuration result)
  string(TOUPPER "${where}" where)
  string(TOUPPER "${configuration}" configuration)
  string(FIND "${where}" "$<CONFIG:${configuration}>" at)
  set(is_within 0)
  if((where MATCHES "^.<NOT:" AND at EQUAL -1) OR (where MATCHES "^.<OR:" AND NOT at EQUAL -1))
    set(is_within 1)
  endif()
  set(${result} ${is_within} PARENT_SCOPE)
endfunction()

# lld only runs passes when it links with LTO, and other linkers do not know the option.
function(_fmerge_add_to_link target)
  get_target_property(link ${target} FMERGE_LINK_FLAGS)
  get_target_property(where ${target} FMERGE_WHERE)
  get_target_property(type ${target} TYPE)
  set(configuration "$<UPPER_CASE:$<CONFIG>>")
  set(condition "$<BOOL:$<TARGET_PROPERTY:${target},INTERPROCEDURAL_OPTIMIZATION>>"
    "$<BOOL:$<TARGET_PROPERTY:${target},INTERPROCEDURAL_OPTIMIZATION_${configuration}>>")
  get_target_property(lto ${target} FMERGE_LTO)
  if(NOT lto)
    set(lto "")
  endif()
  _fmerge_flags(${target} "" flags)
  set(all_flags "${flags}")
  foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    _fmerge_flags(${target} "_${configuration}" own)
    string(APPEND all_flags " ${own}")
  endforeach()
  # On 32-bit Arm lld folds functions that catch different types.
  set(machine "${CMAKE_SYSTEM_PROCESSOR} ${CMAKE_C_COMPILER_TARGET} ${CMAKE_CXX_COMPILER_TARGET} ${all_flags}")
  set(fold "")
  if(NOT all_flags MATCHES "${_fmerge_no_fold}" AND NOT machine MATCHES "(^|[ =])(arm|thumb)(v|e|-| |$)")
    set(fold "-Wl,--icf=safe")
  endif()
  if(lto OR flags MATCHES "${_fmerge_lto}")
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
  set(condition "$<AND:${where},$<OR:${condition}>>")
  set_property(TARGET ${target} PROPERTY FMERGE_LINKS "${condition}")
  target_link_options(${target} PRIVATE "$<${condition}:SHELL:${link}>")
  # Another one that the target inherits stands behind it and takes its place.
  target_link_options(${target} BEFORE PRIVATE "$<${condition}:${fold}>")
  if(type STREQUAL "STATIC_LIBRARY" OR type STREQUAL "OBJECT_LIBRARY")
    # As libraries to link, because options do not reach those who link through another static library (CMP0099). They
    # are for this build alone, and not for whom the library is installed.
    set(consumers "$<$<AND:${condition},$<NOT:$<BOOL:$<TARGET_PROPERTY:FMERGE_LINKS>>>>")
    set_property(TARGET ${target} PROPERTY FMERGE_FOR_CONSUMERS "${consumers}:${lto};SHELL:${link}>")
    # CMake hands flags among libraries to the shell as they are.
    set(consumers "${consumers}:${lto};${link}>")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<BUILD_INTERFACE:${consumers}>")
  endif()
endfunction()

# What says of folding what is to be done, and by which lld would warn, or fail, for objects that say nothing of addresses.
set(_fmerge_no_fold "-icf[=,]|-fatal-warnings|-fsanitize=|-fprofile(-instr)?-generate|-fcs-profile-generate|-fcoverage-mapping|--coverage")
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
