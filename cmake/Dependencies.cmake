# Dependencies.cmake - trammel::dependencies: the libraries below Trammel.
#
# Read by our own build and, installed beside trammel-config.cmake, by whoever links the static library. Sets
# trammel_DEPENDENCIES_FOUND and, where something is not there, trammel_DEPENDENCIES_MISSING. trammel::archives are the same
# libraries as archives, where there are any: a program made of them has nothing to look for when it starts. They may not be
# linked into a shared library: their code need not be position-independent.
set(trammel_DEPENDENCIES_FOUND TRUE)
set(trammel_DEPENDENCIES_MISSING "")
add_library(trammel::dependencies INTERFACE IMPORTED)
add_library(trammel::archives INTERFACE IMPORTED)

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
  sundials_sunlinsoldense sundials_sunlinsolklu klu btf amd colamd suitesparseconfig lapacke openblas fyaml m)
# OpenBLAS stays shared: the libraries opened while running are to use the same one, which was told to use one thread.
set(trammel_ONLY_SHARED openblas m)
foreach(trammel_library IN LISTS trammel_DEPENDENCY_LIBRARIES)
  find_library(TML_LIBRARY_${trammel_library} ${trammel_library})
  find_library(TML_ARCHIVE_${trammel_library} lib${trammel_library}.a)
  mark_as_advanced(TML_LIBRARY_${trammel_library} TML_ARCHIVE_${trammel_library})
  if(TML_LIBRARY_${trammel_library})
    target_link_libraries(trammel::dependencies INTERFACE ${TML_LIBRARY_${trammel_library}})
  else()
    list(APPEND trammel_DEPENDENCIES_MISSING lib${trammel_library})
  endif()
  if(TML_ARCHIVE_${trammel_library} AND NOT trammel_library IN_LIST trammel_ONLY_SHARED)
    target_link_libraries(trammel::archives INTERFACE ${TML_ARCHIVE_${trammel_library}})
  else()
    target_link_libraries(trammel::archives INTERFACE ${TML_LIBRARY_${trammel_library}})
  endif()
endforeach()

# Opened while running, by the tasks that need them (src/base/library.h): only seen to be there.
foreach(trammel_library IN ITEMS libspqr.so.2 libarpack.so.2 libcairo.so.2)
  find_library(TML_LIBRARY_${trammel_library} ${trammel_library})
  mark_as_advanced(TML_LIBRARY_${trammel_library})
  if(NOT TML_LIBRARY_${trammel_library})
    list(APPEND trammel_DEPENDENCIES_MISSING ${trammel_library})
  endif()
endforeach()

if(trammel_DEPENDENCIES_MISSING)
  set(trammel_DEPENDENCIES_FOUND FALSE)
endif()
unset(trammel_header)
unset(trammel_library)
unset(trammel_variable)
