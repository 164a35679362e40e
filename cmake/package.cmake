# `cpack --config build/CPackConfig.cmake`: a Debian package of what `cmake --install` has (docs/install.md).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cohgen)
set(CPACK_PACKAGE_VENDOR cohgen)
set(CPACK_PACKAGE_CONTACT "cohgen maintainers <maintainers@cohgen.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "cache controllers as tables in XML, to synthesizable Verilog")
set(CPACK_PACKAGE_DESCRIPTION "Reads cache controllers as state x event tables in XML and writes synthesizable Verilog
of the whole system, test benches, documents; searches all states of small systems.
With Verilator and a compiler: simulators of what was emitted.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
# From the libraries that the program is linked with, where there is a tool that asks for them (dpkg-dev).
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.34), libxml2 (>= 2.9.0)")
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "verilator, g++, make, zlib1g-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, pkg-config, iverilog, yosys, spin, rumur")
include(CPack)
