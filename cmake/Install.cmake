# Install.cmake - what goes where: the program, its manual, the libraries, the public header, the models, and the two files by which
# other builds find them (pkg-config, and find_package(trammel): trammel::trammel shared, trammel::static static).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/trammel)

install(TARGETS trammel)
install(TARGETS tml_static tml_shared EXPORT trammel)
install(DIRECTORY include/trammel DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/trammel OPTIONAL)

configure_package_config_file(cmake/trammel-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/package/trammel-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/package/trammel-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(EXPORT trammel NAMESPACE trammel:: FILE trammel-targets.cmake DESTINATION ${package_dir})
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/package/trammel-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/package/trammel-config-version.cmake
  cmake/Dependencies.cmake
  DESTINATION ${package_dir})

# The manual page and the completion of shells, as the program describes itself.
set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
add_custom_command(
  OUTPUT ${manual}/trammel.1 ${manual}/trammel.bash ${manual}/_trammel ${manual}/trammel.fish
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/tools/make_manual.py $<TARGET_FILE:trammel> ${manual}
  DEPENDS trammel tools/make_manual.py VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}/trammel.1)

# All that is installed: `make install` builds this first.
add_custom_target(installed DEPENDS trammel tml_static tml_shared manual)
if(TARGET trammel-mpi)
  add_dependencies(installed trammel-mpi)
endif()
install(FILES ${manual}/trammel.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
install(FILES ${manual}/trammel.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME trammel OPTIONAL)
install(FILES ${manual}/_trammel DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions OPTIONAL)
install(FILES ${manual}/trammel.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)

# The pkg-config file finds its prefix from its own place, so that the installed tree can be moved.
file(RELATIVE_PATH prefix_from_pc
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
list(JOIN trammel_DEPENDENCY_LIBRARIES " -l" private_libraries)
string(REPLACE "-lgfortran" "-l:libgfortran.so.5" private_libraries "${private_libraries}")
configure_file(cmake/trammel.pc.in ${CMAKE_CURRENT_BINARY_DIR}/package/trammel.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/package/trammel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
