# `cmake --install` (docs/install.md). The program needs none of the files beside it: schema, blocks and pages are in
# it. Everything is found relative to the place of what asks, so that the folder can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(COHGEN_SHARE ${CMAKE_INSTALL_DATADIR}/cohgen)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/cohgen)
set(made ${CMAKE_BINARY_DIR}/package)

set_target_properties(cohgen_sim PROPERTIES EXPORT_NAME sim)
target_include_directories(cohgen_sim INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/cohgen>)
install(TARGETS cohgen cohgen_sim EXPORT cohgenTargets)
install(EXPORT cohgenTargets NAMESPACE cohgen:: DESTINATION ${package})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/cohgenConfig.cmake.in ${made}/cohgenConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS COHGEN_SHARE)
write_basic_package_version_file(${made}/cohgenConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${made}/cohgenConfig.cmake ${made}/cohgenConfigVersion.cmake
  ${CMAKE_SOURCE_DIR}/cmake/cohgen_add_design.cmake DESTINATION ${package})
file(RELATIVE_PATH COHGEN_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" COHGEN_PC_PREFIX ${COHGEN_PC_PREFIX})
configure_file(${CMAKE_SOURCE_DIR}/cmake/cohgen-sim.pc.in ${made}/cohgen-sim.pc @ONLY)
install(FILES ${made}/cohgen-sim.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(DIRECTORY sim/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cohgen FILES_MATCHING PATTERN "*.h" PATTERN tx EXCLUDE
  PATTERN litmus EXCLUDE PATTERN replay EXCLUDE)
install(FILES sim/main.c tb/cg_model.c tb/cg_tb_dpi.c DESTINATION ${COHGEN_SHARE}/sim)
install(DIRECTORY sim/litmus DESTINATION ${COHGEN_SHARE})
install(PROGRAMS scripts/verilate.sh DESTINATION ${COHGEN_SHARE})
install(FILES specs/cohgen.xsd DESTINATION ${COHGEN_SHARE})
install(DIRECTORY templates DESTINATION ${COHGEN_SHARE})
install(DIRECTORY specs DESTINATION ${COHGEN_SHARE} FILES_MATCHING PATTERN "*.xml" PATTERN "*.md")

add_custom_command(OUTPUT ${made}/cohgen ${made}/_cohgen DEPENDS cohgen
  COMMAND sh -c "\"$1\" completion bash >\"$2/cohgen\" && \"$1\" completion zsh >\"$2/_cohgen\"" sh
    $<TARGET_FILE:cohgen> ${made} VERBATIM)
add_custom_target(completion ALL DEPENDS ${made}/cohgen ${made}/_cohgen)
install(DIRECTORY ${CMAKE_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(FILES ${made}/cohgen DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${made}/_cohgen DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES README.md CHANGELOG.md LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
