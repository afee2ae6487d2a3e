# Workbench.cmake - the workbench in the program `trammel`: its server, and its page, built by npm and packed into a C file.
#
# Running the program needs no Node.
find_program(TML_PROGRAM_npm npm)
mark_as_advanced(TML_PROGRAM_npm)
set(workbench_missing "")
foreach(library IN ITEMS civetweb nettle z)
  find_library(TML_LIBRARY_${library} NAMES lib${library}.a ${library})
  mark_as_advanced(TML_LIBRARY_${library})
  if(NOT TML_LIBRARY_${library})
    list(APPEND workbench_missing ${library})
  endif()
endforeach()
foreach(header IN ITEMS civetweb.h nettle/sha2.h zlib.h)
  string(MAKE_C_IDENTIFIER "TML_INCLUDE_${header}" variable)
  find_path(${variable} ${header})
  mark_as_advanced(${variable})
  if(NOT ${variable})
    list(APPEND workbench_missing ${header})
  endif()
endforeach()
if(workbench_missing OR NOT TML_PROGRAM_npm)
  message(FATAL_ERROR "The workbench needs civetweb, nettle, zlib and npm (see tools/packages.txt); missing: ${workbench_missing}. "
    "-DTML_WORKBENCH=OFF builds without it.")
endif()

# ---- the page: one copy for each build folder, so that builds do not disturb each other ----
set(page ${CMAKE_CURRENT_SOURCE_DIR}/workbench/page)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${page}/src/* ${page}/public/* ${CMAKE_CURRENT_SOURCE_DIR}/models/*
  ${CMAKE_CURRENT_SOURCE_DIR}/docs/guide/* ${CMAKE_CURRENT_SOURCE_DIR}/docs/pictures/* ${CMAKE_CURRENT_SOURCE_DIR}/docs/glossary.md)
file(GLOB page_settings CONFIGURE_DEPENDS ${page}/*.html ${page}/*.json ${page}/*.ts)
set(built_page ${CMAKE_CURRENT_BINARY_DIR}/page)
set(packed_page ${CMAKE_CURRENT_BINARY_DIR}/page.c)
add_custom_command(OUTPUT ${packed_page}
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tools/build_page.sh ${page} ${built_page}
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/tools/pack_page.py ${built_page} ${packed_page}
  DEPENDS ${page_sources} ${page_settings} tools/build_page.sh tools/install_page_packages.sh tools/pack_page.py
  COMMENT "Building the page of the workbench" VERBATIM)
set_source_files_properties(${packed_page} PROPERTIES COMPILE_OPTIONS "-Wno-overlength-strings")

# ---- the server, and reports ----
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/workbench/server/*.c
  ${CMAKE_CURRENT_SOURCE_DIR}/workbench/report/*.c)
target_sources(trammel PRIVATE ${sources} ${packed_page})
target_compile_definitions(trammel PRIVATE TML_WORKBENCH)
target_link_libraries(trammel PRIVATE ${TML_LIBRARY_civetweb} ${TML_LIBRARY_nettle} ${TML_LIBRARY_z})
tml_registry(trammel workbench/server/request wb_request wb_requests workbench/server/request.h)
