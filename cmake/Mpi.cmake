# Mpi.cmake - trammel-mpi: sweeps on the ranks of an MPI job. Left out where there is no MPI.
find_package(MPI QUIET COMPONENTS C)
if(NOT MPI_C_FOUND OR TML_SANITIZE)
  message(STATUS "trammel-mpi is left out (it needs libopenmpi-dev, and no sanitizers)")
  return()
endif()
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/mpi/*.c)
list(APPEND sources cli/study_command.c cli/clock.c cli/command_line.c cli/load.c cli/messages.c cli/output.c cli/parameters.c cli/progress.c cli/standard_output.c cli/usage.c)
add_executable(trammel-mpi ${sources} $<TARGET_OBJECTS:tml_objects>)
target_include_directories(trammel-mpi PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} cli)
target_include_directories(trammel-mpi SYSTEM PRIVATE ${MPI_C_INCLUDE_DIRS})
target_link_libraries(trammel-mpi PRIVATE tml_frontend trammel::archives ${MPI_C_LIBRARIES})
install(TARGETS trammel-mpi DESTINATION ${CMAKE_INSTALL_BINDIR})

add_executable(bench_messages EXCLUDE_FROM_ALL bench/messages.c) # the time of a parcel of rows
target_include_directories(bench_messages SYSTEM PRIVATE ${MPI_C_INCLUDE_DIRS})
target_link_libraries(bench_messages PRIVATE ${MPI_C_LIBRARIES})
