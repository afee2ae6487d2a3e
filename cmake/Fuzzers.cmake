# Fuzzers.cmake - every test/fuzz/STEM.c holds one LLVMFuzzerTestOneInput and becomes the program fuzz_STEM.
if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "The fuzzers need clang: configure with `cmake --preset fuzz`")
endif()
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test/fuzz/*.c)
foreach(source IN LISTS sources)
  get_filename_component(stem ${source} NAME_WLE)
  add_executable(fuzz_${stem} ${source})
  target_link_options(fuzz_${stem} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_${stem} PRIVATE tml_inside)
endforeach()

# The requests of the workbench, which know nothing of sockets.
find_library(TML_LIBRARY_nettle NAMES libnettle.a nettle REQUIRED)
foreach(stem IN ITEMS answer ask desk file folder request)
  target_sources(fuzz_message PRIVATE workbench/server/${stem}.c)
endforeach()
target_link_libraries(fuzz_message PRIVATE tml_frontend ${TML_LIBRARY_nettle})
tml_registry(fuzz_message workbench/server/request wb_request wb_requests workbench/server/request.h)
