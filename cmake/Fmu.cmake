# Fmu.cmake - trammel_fmu.so: the engine behind the functions of FMI, in one shared object that needs libc and libm alone.
#
# `trammel export fmu` puts a model into a copy of it. It is made of the archives that the program is made of. Most of them are compiled
# for programs, not for shared objects; that works where nothing but the functions of FMI is visible (exports.map), with the little that
# fmu/fortran_gaps.c and fmu/linux add. The Fortran library is left out: its archive cannot be part of a shared object.
set(fmu_archives "")
set(fmu_missing "")
foreach(library IN LISTS trammel_DEPENDENCY_LIBRARIES)
  if(library STREQUAL "gfortran" OR library STREQUAL "m")
    continue()
  elseif(TML_ARCHIVE_${library})
    list(APPEND fmu_archives ${TML_ARCHIVE_${library}})
  else()
    list(APPEND fmu_missing ${library})
  endif()
endforeach()
if(fmu_missing OR TML_SANITIZE OR NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  message(STATUS "trammel export fmu is left out (it needs x86_64, no sanitizers, and archives of all libraries: ${fmu_missing})")
  return()
endif()

# What a live motion never needs is left out of these files: the texts of `trammel explain`, IDA, studies, and what results say of files.
set(lean src/analysis/sensitivity/sensitivity.c src/base/code.c src/integrate/ida.c src/model/input_hashes.c src/model/studies.c)
add_library(tml_lean OBJECT ${lean})
set_target_properties(tml_lean PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
foreach(property COMPILE_OPTIONS INCLUDE_DIRECTORIES)
  set_property(TARGET tml_lean PROPERTY ${property} $<TARGET_PROPERTY:tml_objects,${property}>)
endforeach()
target_compile_definitions(tml_lean PRIVATE TML_LEAN)

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fmu/*.c)
add_library(trammel_fmu MODULE ${sources} $<TARGET_OBJECTS:tml_lean>
  $<FILTER:$<TARGET_OBJECTS:tml_objects>,EXCLUDE,src/analysis/sensitivity/sensitivity[.]c|src/base/code[.]c|src/integrate/ida[.]c|src/model/input_hashes[.]c|src/model/studies[.]c|src/studies/|registry/tml_study_classes[.]c>)
set_target_properties(trammel_fmu PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fmu
  LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fmu/exports.map)
target_include_directories(trammel_fmu PRIVATE include ${CMAKE_CURRENT_SOURCE_DIR})
target_link_options(trammel_fmu PRIVATE -s -static-libgcc "LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/fmu/exports.map"
  "LINKER:--gc-sections" "LINKER:--wrap=stdin" "LINKER:--wrap=stdout" "LINKER:--wrap=stderr" "LINKER:-z,defs" "LINKER:-z,text"
  "LINKER:--build-id=sha1") # its note gives way to the segment with the model
target_link_libraries(trammel_fmu PRIVATE ${fmu_archives} m)
target_sources(trammel_fmu PRIVATE fmu/linux/archive_streams.c)
add_dependencies(trammel trammel_fmu)
install(FILES $<TARGET_FILE:trammel_fmu> DESTINATION ${CMAKE_INSTALL_LIBDIR}/trammel)
install(FILES ${CMAKE_BINARY_DIR}/fmu/trammel_fmu.dll DESTINATION ${CMAKE_INSTALL_LIBDIR}/trammel OPTIONAL) # of make fmu-windows
