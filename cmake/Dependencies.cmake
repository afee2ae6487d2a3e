# Dependencies.cmake - trammel::dependencies: the libraries below Trammel.
#
# Read by our own build and, installed beside trammel-config.cmake, by whoever links the static library. Sets
# trammel_DEPENDENCIES_FOUND and, where something is not there, trammel_DEPENDENCIES_MISSING.
set(trammel_DEPENDENCIES_FOUND TRUE)
set(trammel_DEPENDENCIES_MISSING "")
add_library(trammel::dependencies INTERFACE IMPORTED)

foreach(trammel_header IN ITEMS sundials/sundials_config.h klu.h lapacke.h arpack/arpack.h libfyaml.h cairo.h)
  string(MAKE_C_IDENTIFIER "TML_INCLUDE_${trammel_header}" trammel_variable)
  find_path(${trammel_variable} ${trammel_header} PATH_SUFFIXES suitesparse cairo)
  mark_as_advanced(${trammel_variable})
  if(${trammel_variable})
    target_include_directories(trammel::dependencies SYSTEM INTERFACE ${${trammel_variable}})
  else()
    list(APPEND trammel_DEPENDENCIES_MISSING ${trammel_header})
  endif()
endforeach()

set(trammel_DEPENDENCY_LIBRARIES
  sundials_cvode sundials_ida sundials_nvecserial sundials_sunmatrixdense sundials_sunmatrixsparse
  sundials_sunlinsoldense sundials_sunlinsolklu klu btf spqr cholmod amd colamd suitesparseconfig arpack lapacke openblas
  fyaml cairo m)
foreach(trammel_library IN LISTS trammel_DEPENDENCY_LIBRARIES)
  find_library(TML_LIBRARY_${trammel_library} ${trammel_library})
  mark_as_advanced(TML_LIBRARY_${trammel_library})
  if(TML_LIBRARY_${trammel_library})
    target_link_libraries(trammel::dependencies INTERFACE ${TML_LIBRARY_${trammel_library}})
  else()
    list(APPEND trammel_DEPENDENCIES_MISSING lib${trammel_library})
  endif()
endforeach()

if(trammel_DEPENDENCIES_MISSING)
  set(trammel_DEPENDENCIES_FOUND FALSE)
endif()
unset(trammel_header)
unset(trammel_library)
unset(trammel_variable)
