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

foreach(trammel_header IN ITEMS sundials/sundials_config.h klu.h lapacke.h libfyaml.h jansson.h expat.h cairo.h hdf5.h nlopt.h)
  string(MAKE_C_IDENTIFIER "TML_INCLUDE_${trammel_header}" trammel_variable)
  find_path(${trammel_variable} ${trammel_header} PATH_SUFFIXES suitesparse cairo hdf5/serial)
  mark_as_advanced(${trammel_variable})
  if(${trammel_variable})
    target_include_directories(trammel::dependencies SYSTEM INTERFACE ${${trammel_variable}})
  else()
    list(APPEND trammel_DEPENDENCIES_MISSING ${trammel_header})
  endif()
endforeach()

set(trammel_DEPENDENCY_LIBRARIES
  sundials_cvode sundials_ida sundials_nvecserial sundials_sunmatrixdense sundials_sunmatrixsparse
  sundials_sunlinsoldense sundials_sunlinsolklu klu btf amd colamd suitesparseconfig lapacke lapack blas gfortran fyaml jansson expat m)
# The plain LAPACK and BLAS of Netlib, whatever other BLAS the machine prefers: our dense matrices are small; one thread, no buffers
# of its own, and the same operations in the same order on every processor. As archives, also in the shared library, whose users
# may have loaded another BLAS.
set(trammel_ONLY_ARCHIVE lapacke lapack blas)
set(trammel_ONLY_SHARED gfortran m)
find_library(TML_LIBRARY_gfortran NAMES libgfortran.so.5 gfortran) # by its full name: there is no compiler's link to it
foreach(trammel_library IN LISTS trammel_DEPENDENCY_LIBRARIES)
  find_library(TML_LIBRARY_${trammel_library} ${trammel_library})
  find_library(TML_ARCHIVE_${trammel_library} lib${trammel_library}.a PATH_SUFFIXES lapack blas)
  mark_as_advanced(TML_LIBRARY_${trammel_library} TML_ARCHIVE_${trammel_library})
  if(TML_ARCHIVE_${trammel_library} AND NOT trammel_library IN_LIST trammel_ONLY_SHARED)
    set(trammel_archive ${TML_ARCHIVE_${trammel_library}})
  else()
    set(trammel_archive ${TML_LIBRARY_${trammel_library}})
  endif()
  target_link_libraries(trammel::archives INTERFACE ${trammel_archive})
  if(trammel_library IN_LIST trammel_ONLY_ARCHIVE)
    target_link_libraries(trammel::dependencies INTERFACE ${trammel_archive})
    target_link_options(trammel::dependencies INTERFACE "LINKER:--exclude-libs,lib${trammel_library}.a")
  elseif(TML_LIBRARY_${trammel_library})
    target_link_libraries(trammel::dependencies INTERFACE ${TML_LIBRARY_${trammel_library}})
  endif()
  if(NOT trammel_archive AND NOT TML_LIBRARY_${trammel_library})
    list(APPEND trammel_DEPENDENCIES_MISSING lib${trammel_library})
  endif()
endforeach()

# Opened while running, by the tasks that need them (src/base/library.h): only seen to be there.
foreach(trammel_library IN ITEMS libspqr.so.2 libcairo.so.2 libhdf5_serial.so.103 libnlopt.so.0)
  find_library(TML_LIBRARY_${trammel_library} ${trammel_library})
  mark_as_advanced(TML_LIBRARY_${trammel_library})
  if(NOT TML_LIBRARY_${trammel_library})
    list(APPEND trammel_DEPENDENCIES_MISSING ${trammel_library})
  endif()
endforeach()

# What SPQR is to find when it looks for a BLAS and a LAPACK.
find_library(TML_PLAIN_BLAS libblas.so.3 PATH_SUFFIXES blas)
find_library(TML_PLAIN_LAPACK liblapack.so.3 PATH_SUFFIXES lapack)
mark_as_advanced(TML_PLAIN_BLAS TML_PLAIN_LAPACK)

if(trammel_DEPENDENCIES_MISSING)
  set(trammel_DEPENDENCIES_FOUND FALSE)
endif()
unset(trammel_archive)
unset(trammel_header)
unset(trammel_library)
unset(trammel_variable)
