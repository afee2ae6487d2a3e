# Install.cmake - what goes where: the program, the libraries, the public header, the models, and the two files by which
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

# The pkg-config file finds its prefix from its own place, so that the installed tree can be moved.
file(RELATIVE_PATH prefix_from_pc
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
list(JOIN trammel_DEPENDENCY_LIBRARIES " -l" private_libraries)
string(REPLACE "-lgfortran" "-l:libgfortran.so.5" private_libraries "${private_libraries}")
configure_file(cmake/trammel.pc.in ${CMAKE_CURRENT_BINARY_DIR}/package/trammel.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/package/trammel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
