# tests/costs: seconds of the processor and name of each test that takes long, from what a run of all has left in the
# build folder:
#   awk '$2 + $3 >= 10 { printf "%.0f %s\n", $2 + $3, $5 }' build/test.times | sort -rn >tests/costs
# CTest starts the long ones first, so that no processor waits at the end. A test that is not there is taken to be
# short.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../tests/costs)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../tests/costs COHGEN_COSTS)
# tests/long_tier: those that only `ctest -C long` runs, beside the ones that say so themselves.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../tests/long_tier)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../tests/long_tier COHGEN_LONG_TIER REGEX "^[^#]")

# cohgen_test(NAME <name> COMMAND <command...> [option of add_test...]): a CTest test. Its label is what the variable
# COHGEN_LABEL holds, that of its folder if nothing else is set; its processor time becomes a line of test.times in the
# build folder (tests/timed.sh), which `./run test` sums up.
function(cohgen_test keyword_name name keyword_command program)
  if(NOT COHGEN_LABEL)
    message(FATAL_ERROR "test ${name}: COHGEN_LABEL is not set")
  endif()
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  set(words)
  foreach(i RANGE 4 ${ARGC})   # one by one: a word may contain semicolons; RANGE counts down where there is none
    if(i LESS ARGC AND i GREATER 3)
      string(REPLACE ";" "\\;" word "${ARGV${i}}")
      list(APPEND words "${word}")
    endif()
  endforeach()
  set(timed ${CMAKE_SOURCE_DIR}/tests/timed.sh ${CMAKE_BINARY_DIR}/test.times ${COHGEN_LABEL} ${name})
  set(labels ${COHGEN_LABEL})
  foreach(line ${COHGEN_LONG_TIER})
    string(REGEX REPLACE " +#.*$" "" pattern "${line}")
    if(name MATCHES "${pattern}" AND NOT "long" IN_LIST labels)
      list(APPEND labels long)
      list(APPEND words CONFIGURATIONS long)
    endif()
  endforeach()
  add_test(NAME ${name} COMMAND ${timed} ${program} ${words})
  if(COHGEN_SANITIZE AND COHGEN_LABEL MATCHES "^(gen|host)$" AND NOT name MATCHES
    "^(fuzz|text/words|text/tutorial|gen/frozen_ir|gen/growth|gen/rooms|sim.rooms|sim.no_reset|rtl_out)")
    list(APPEND labels sanitize)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${labels}")
  foreach(line ${COHGEN_COSTS})
    if(line MATCHES "^([0-9]+) (.*)$" AND CMAKE_MATCH_2 STREQUAL name)
      set_tests_properties(${name} PROPERTIES COST ${CMAKE_MATCH_1})
    endif()
  endforeach()
  if(COHGEN_SANITIZE)   # at the end of the folder's file, when the limit is known
    cmake_language(EVAL CODE "cmake_language(DEFER CALL cohgen_more_time [[${name}]])")
  endif()
endfunction()

# Ten times the time of a test, for programs that the sanitizers make slow.
function(cohgen_more_time name)
  get_test_property(${name} TIMEOUT limit)
  if(limit)
    math(EXPR limit "${limit} * 10")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${limit})
  endif()
endfunction()
