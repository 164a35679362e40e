# Simulation of specifications: emit, verilate, link with the C side. Everything of a design lies in
# ${CMAKE_BINARY_DIR}/designs/<name>.
# Without Verilator everything is configured as with it: only what asks for a verilated design cannot be built.
find_program(VERILATOR verilator)
if(NOT VERILATOR)
  set(VERILATOR verilator)
endif()
find_package(Threads REQUIRED)
set(COHGEN_VERILATE ${CMAKE_CURRENT_LIST_DIR}/../scripts/verilate.sh)

# cohgen_protocol(<variable> <spec>): the name of the emitted design, which is the protocol's in lower case.
function(cohgen_protocol variable spec)
  file(READ ${spec} text)
  if(NOT text MATCHES "<protocol[^>]*[ \t\r\n]name=\"([A-Za-z0-9_]+)\"")
    message(FATAL_ERROR "${spec}: no <protocol name=\"...\">")
  endif()
  string(TOLOWER ${CMAKE_MATCH_1} design)
  set(${variable} ${design} PARENT_SCOPE)
endfunction()

# cohgen_simulation(<name> <spec> [PARAM=VALUE...]): program sim_<name>, the plain C simulator of a specification with
# these parameters. It is built on demand (`cmake --build build --target sim_<name>`), and verilated anew only when the
# emitted files have changed. The variable COHGEN_QUICK: how much is optimised in a model that runs for seconds
# (scripts/verilate.sh). COHGEN_GATES=no: without clock gates. COHGEN_EMIT_OPTIONS: further options of `cohgen emit`,
# COHGEN_VERILATE_OPTIONS of Verilator. With the variable COHGEN_WAVES it can write waveforms (--wave), which doubles
# the time of building it.
function(cohgen_simulation name spec)
  cohgen_protocol(design ${spec})
  set(dir ${CMAKE_BINARY_DIR}/designs/${name})
  set(sets ${ARGN})
  list(TRANSFORM sets PREPEND --set= OUTPUT_VARIABLE set_options)
  set(verilate_options ${COHGEN_VERILATE_OPTIONS})
  if(COHGEN_WAVES)
    list(APPEND verilate_options --trace-fst)
  endif()
  get_filename_component(folder ${spec} DIRECTORY)
  file(GLOB parts ${folder}/*.xml)   # parts of the specification lie beside it
  add_custom_command(OUTPUT ${dir}/emitted ${dir}/harness/${design}_dut.c
    COMMAND cohgen emit ${spec} -o ${dir} ${set_options} ${COHGEN_EMIT_OPTIONS}
    COMMAND ${CMAKE_COMMAND} -E touch ${dir}/emitted
    DEPENDS cohgen ${spec} ${parts} COMMENT "Emitting ${name}" VERBATIM)
  add_custom_command(OUTPUT ${dir}/verilated/libcg_dut.a
    COMMAND ${CMAKE_COMMAND} -E env COHGEN_QUICK=${COHGEN_QUICK} COHGEN_GATES=${COHGEN_GATES} ${COHGEN_VERILATE} ${dir}
      ${design} ${verilate_options}
    DEPENDS ${dir}/emitted ${COHGEN_VERILATE} COMMENT "Verilating ${name}" VERBATIM)
  add_custom_target(verilate_${name} DEPENDS ${dir}/verilated/libcg_dut.a)
  add_executable(sim_${name} EXCLUDE_FROM_ALL ${COHGEN_SIM_MAIN} ${CMAKE_SOURCE_DIR}/tb/cg_model.c
    ${dir}/harness/${design}_dut.c)
  add_dependencies(sim_${name} verilate_${name})
  set_target_properties(sim_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${dir})
  target_compile_definitions(sim_${name} PRIVATE CG_LIB=cg_dut)
  target_link_libraries(sim_${name} PRIVATE ${dir}/verilated/libcg_dut.a cohgen_sim stdc++ atomic m z Threads::Threads)
endfunction()

# cohgen_simulation_command(<name> <test> <command...>): CTest test sim/<name>/<test>, before which the program
# sim_<name> is built.
function(cohgen_simulation_command name test)
  set(COHGEN_LABEL sim)
  if(NOT TEST sim/${name}/build)
    cohgen_test(NAME sim/${name}/build COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target sim_${name})
    set_tests_properties(sim/${name}/build PROPERTIES FIXTURES_SETUP sim_${name} RESOURCE_LOCK build_folder TIMEOUT
      1800)
  endif()
  cohgen_test(NAME sim/${name}/${test} COMMAND ${ARGN})
  set_tests_properties(sim/${name}/${test} PROPERTIES FIXTURES_REQUIRED sim_${name} TIMEOUT 900)
endfunction()

# cohgen_simulation_test(<name> <test> <argument...>): one run of the simulator.
function(cohgen_simulation_test name test)
  cohgen_simulation_command(${name} ${test} sim_${name} ${ARGN})
endfunction()

# cohgen_seeds_test(<name> <test> <first seed> <number of seeds> <argument...>): a run for each seed.
function(cohgen_seeds_test name test first count)
  cohgen_simulation_command(${name} ${test} ${CMAKE_SOURCE_DIR}/tests/designs/seeds.sh ${first} ${count}
    $<TARGET_FILE:sim_${name}> ${ARGN})
endfunction()
