# Python.cmake - the extension module of the Python package, and the package with it in build/python/trammel.
#
# TML_PYTHON is the interpreter whose headers are used and which runs the tests: Debian's, whatever stands first on the PATH, since NumPy and
# pytest come from Debian. The module is in the limited API: it works with Python 3.9 and all later ones. Where there are no headers
# (python3-dev), it is not built.
if(TML_SANITIZE OR NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/python/native)
  return() # the interpreter itself is not built with the sanitizers; or a tree without the package
endif()
find_program(TML_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH DOC "The Python for which the package is built")
find_program(TML_PYTHON NAMES python3)
mark_as_advanced(TML_PYTHON)
execute_process(COMMAND ${TML_PYTHON} -c "import sysconfig; print(sysconfig.get_path('include'))"
  OUTPUT_VARIABLE python_include OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT EXISTS ${python_include}/Python.h)
  message(STATUS "The Python package is not built: no Python.h (python3-dev)")
  return()
endif()

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/python/native/*.c)
add_library(tml_python MODULE ${sources})
set(python_package ${CMAKE_CURRENT_BINARY_DIR}/python/trammel)
set_target_properties(tml_python PROPERTIES PREFIX "" OUTPUT_NAME _trammel SUFFIX .abi3.so C_VISIBILITY_PRESET hidden
  LIBRARY_OUTPUT_DIRECTORY ${python_package})
target_compile_definitions(tml_python PRIVATE Py_LIMITED_API=0x03090000)
target_compile_options(tml_python PRIVATE -Wno-pedantic) # slots of types hold functions as void *
target_include_directories(tml_python SYSTEM PRIVATE ${python_include})
target_link_libraries(tml_python PRIVATE tml_static)
target_link_options(tml_python PRIVATE LINKER:--exclude-libs,ALL) # of all symbols only that which Python calls

file(GLOB package_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/python/trammel/*)
add_custom_command(TARGET tml_python POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy_if_different ${package_files} ${python_package} VERBATIM)
set_property(TARGET tml_python APPEND PROPERTY LINK_DEPENDS ${package_files}) # copied again where one has changed

execute_process(COMMAND ${TML_PYTHON} -c "import numpy, pytest" RESULT_VARIABLE python_cannot_test ERROR_QUIET OUTPUT_QUIET)
if(python_cannot_test)
  return()
endif()
add_test(NAME python_package
  COMMAND ${TML_PYTHON} -m pytest -q -p no:cacheprovider ${CMAKE_CURRENT_SOURCE_DIR}/python/test
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
set_tests_properties(python_package PROPERTIES LABELS python
  ENVIRONMENT "PYTHONPATH=${CMAKE_CURRENT_BINARY_DIR}/python;PYTHONDONTWRITEBYTECODE=1;TRAMMEL=$<TARGET_FILE:trammel>")
