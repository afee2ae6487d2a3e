# Tests.cmake - every test/<folder>/STEM.c is one Criterion program and one CTest test, both named <folder>_STEM.
#
# test/support/*.c is a small library that every test links; its headers are included as "support/NAME.h". Each test has one
# label (ctest -L LABEL): fast (unit, conform), case, fault, agree, page, browser, bench, generated; python, in Python.cmake.
enable_testing()
find_path(TML_INCLUDE_criterion criterion/criterion.h REQUIRED)
find_library(TML_LIBRARY_criterion criterion REQUIRED)
mark_as_advanced(TML_INCLUDE_criterion TML_LIBRARY_criterion)

add_library(tml_testing INTERFACE)
target_include_directories(tml_testing INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/test ${CMAKE_CURRENT_SOURCE_DIR})
target_include_directories(tml_testing SYSTEM INTERFACE ${TML_INCLUDE_criterion})
target_compile_definitions(tml_testing INTERFACE
  TML_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}"
  TML_BINARY_DIR="${CMAKE_CURRENT_BINARY_DIR}"
  TML_PROGRAM="$<TARGET_FILE:trammel>"
  # A Criterion test ends as hung after TML_SLOWER times the seconds that it may take on an idle machine.
  TML_SLOWER=$<IF:$<BOOL:${TML_SANITIZE}>,300,30>)
target_link_libraries(tml_testing INTERFACE tml_inside ${TML_LIBRARY_criterion})

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test/support/*.c)
if(sources)
  add_library(tml_support STATIC ${sources})
  target_link_libraries(tml_support PUBLIC tml_testing)
else()
  add_library(tml_support ALIAS tml_testing)
endif()

# Each of some 250 programs has the whole library within it: with debug information they take 3.4 GB and half of the time of linking, and
# their own lines are not worth optimising much. What is debugged has it: cmake --preset sanitize, or -DTML_DEBUG_TESTS=ON.
option(TML_DEBUG_TESTS "Build the tests with debug information" ${TML_SANITIZE})
include(CheckLinkerFlag)
check_linker_flag(C -fuse-ld=gold TML_LINKS_BY_GOLD) # of Debian's binutils: half of the time
set(leaks "")
if(TML_SANITIZE)
  set(leaks ${CMAKE_CURRENT_SOURCE_DIR}/test/sanitize/leaks.c)
endif()
set(fast_folders unit conform) # seconds; neither the program nor the page is built for them: target tests_fast
add_custom_target(tests_fast)
foreach(folder IN ITEMS ${fast_folders} case fault agree)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test/${folder}/*.c)
  foreach(source IN LISTS sources)
    get_filename_component(stem ${source} NAME_WLE)
    set(test ${folder}_${stem})
    add_executable(${test} ${source} ${leaks})
    set_target_properties(${test} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/test)
    target_link_libraries(${test} PRIVATE tml_support)
    if(NOT TML_DEBUG_TESTS)
      target_compile_options(${test} PRIVATE -O1 -g0 -Wno-maybe-uninitialized) # at -O1 it warns of what -O2 sees to be good
      target_link_options(${test} PRIVATE LINKER:--strip-debug $<$<BOOL:${TML_LINKS_BY_GOLD}>:-fuse-ld=gold>)
    endif()
    if(folder IN_LIST fast_folders)
      set(label fast)
      add_dependencies(tests_fast ${test})
    else()
      set(label ${folder})
      add_dependencies(${test} trammel)
    endif()
    add_test(NAME ${test} COMMAND ${test})
    set_tests_properties(${test} PROPERTIES LABELS ${label})
    if(TML_SANITIZE)
      # Leaks are found when Criterion's worker has already reported success: go by what is printed.
      set_tests_properties(${test} PROPERTIES FAIL_REGULAR_EXPRESSION "(Address|Leak)Sanitizer|runtime error:")
    endif()
  endforeach()
endforeach()

# FMUs are made where their binary is (cmake/Fmu.cmake).
if(NOT TARGET trammel_fmu)
  set_tests_properties(case_fmu PROPERTIES DISABLED ON)
endif()

# Depths of overlapping polyhedra are held against libccd.
find_library(TML_LIBRARY_ccd ccd REQUIRED)
mark_as_advanced(TML_LIBRARY_ccd)
target_link_libraries(unit_touch PRIVATE ${TML_LIBRARY_ccd})

# The library has no mutable globals; the sanitizers add some.
if(NOT TML_SANITIZE)
  add_test(NAME unit_globals
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/tools/check_globals.py $<TARGET_FILE:tml_static>)
  set_tests_properties(unit_globals PROPERTIES LABELS fast)
  add_dependencies(tests_fast tml_static)
endif()

# Under the sanitizers a test that leaks is told so.
if(TML_SANITIZE)
  add_executable(leaking ${CMAKE_CURRENT_SOURCE_DIR}/test/sanitize/leaking.c ${leaks})
  target_link_libraries(leaking PRIVATE tml_support)
  add_test(NAME sanitize_leaking COMMAND leaking)
  set_tests_properties(sanitize_leaking PROPERTIES LABELS fault PASS_REGULAR_EXPRESSION "LeakSanitizer: detected memory leaks")
endif()

# `verify` on mechanisms made at random, and estimates of errors on models: a few as tests, all by `make verify-random`, `make error-models`.
foreach(program IN ITEMS verify_random error_models)
  add_executable(${program} ${CMAKE_CURRENT_SOURCE_DIR}/test/random/${program}.c)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/test)
  target_link_libraries(${program} PRIVATE tml_support)
endforeach()
add_test(NAME agree_verify_random COMMAND verify_random 20 500)
set_tests_properties(agree_verify_random PROPERTIES LABELS agree)
set_tests_properties(agree_verify agree_error agree_formulations agree_models PROPERTIES COST 100) # the longest: not last, alone

# Derivatives along motions against differences of runs: some models; all of them in make test-long.
add_test(NAME agree_derivatives COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/derivatives/derivatives.py $<TARGET_FILE:trammel>
  charpy double-pendulum-wall pid-arm knee)
set_tests_properties(agree_derivatives PROPERTIES LABELS agree)

# The same bits with and without fused multiply-add and wide vectors.
add_test(NAME agree_processor_bits COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/agree/processor_bits.py $<TARGET_FILE:trammel>
  ${CMAKE_CURRENT_SOURCE_DIR}/models)
set_tests_properties(agree_processor_bits PROPERTIES LABELS agree TIMEOUT 300 SKIP_RETURN_CODE 77)

# What `trammel describe` says, against its written schema and what the program does.
add_test(NAME case_describe COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/describe/describe.py $<TARGET_FILE:trammel>)
set_tests_properties(case_describe PROPERTIES LABELS case)

# Results as h5py, scipy and NumPy of Debian read them, which need not be the python3 of the path.
find_program(TML_DEBIAN_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
mark_as_advanced(TML_DEBIAN_PYTHON)
add_test(NAME case_result_formats
  COMMAND ${TML_DEBIAN_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/test/result/formats.py $<TARGET_FILE:trammel>)
set_tests_properties(case_result_formats PROPERTIES LABELS case)

# First events known by mathematics, made at random, and the same models stepped over: a sample; 2000 by `make throws`.
set(throws ${TML_DEBIAN_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/test/throws/throws.py $<TARGET_FILE:trammel>)
add_test(NAME agree_throws COMMAND ${throws} --count 60)
add_test(NAME agree_throws_stepping COMMAND ${throws} --count 60 --stepping)
set_tests_properties(agree_throws agree_throws_stepping PROPERTIES LABELS agree TIMEOUT 300 ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)

# Random bodies that fall on each other reach the end of their motion and obey geometry and energy: a sample; 500 by `make falls`.
add_test(NAME agree_falls
  COMMAND ${TML_DEBIAN_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/test/falls/falls.py $<TARGET_FILE:trammel> --count 24 --also piles-17,piles-23)
set_tests_properties(agree_falls PROPERTIES LABELS agree TIMEOUT 600 ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)

# A new kind is one file: a scratch tree with one of each is built, and everything there knows them. (make test-long)
if(NOT TML_SANITIZE)
  add_test(NAME case_declared_once CONFIGURATIONS Long COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/scratch/declared_once.py
    ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  set_tests_properties(case_declared_once PROPERTIES LABELS case PROCESSORS 2)
endif()

# The server of the workbench by a client in Python, and the reports.
if(TML_WORKBENCH)
  foreach(stem IN ITEMS server report)
    add_test(NAME workbench_${stem}
      COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/workbench/${stem}.py $<TARGET_FILE:trammel>)
    set_tests_properties(workbench_${stem} PROPERTIES LABELS page)
  endforeach()
endif()

# The program without the workbench builds, and says what it lacks.
set(bare trammel)
if(TML_WORKBENCH)
  set(bare trammel_bare)
  tml_program(trammel_bare tml_shared ${TML_LIBRARY_jansson} m)
endif()
foreach(command IN ITEMS view report)
  add_test(NAME bare_${command} COMMAND ${bare} ${command})
  set_tests_properties(bare_${command} PROPERTIES LABELS fault PASS_REGULAR_EXPRESSION "built without the workbench")
endforeach()

# The page of the workbench: its logic, and the whole of it in a browser.
if(TML_WORKBENCH AND NOT TML_SANITIZE)
  set(page ${CMAKE_CURRENT_SOURCE_DIR}/workbench/page)
  add_test(NAME workbench_unit COMMAND npx vitest run WORKING_DIRECTORY ${page}) # the program gives the fixtures
  add_test(NAME workbench_browser COMMAND npx playwright test WORKING_DIRECTORY ${page})
  set_tests_properties(workbench_unit workbench_browser PROPERTIES LABELS page)
  set_tests_properties(workbench_unit PROPERTIES COST 1000) # on one core: first, beside the others
  set_tests_properties(workbench_browser PROPERTIES LABELS browser RUN_SERIAL ON PROCESSORS 2)
  set_tests_properties(workbench_unit workbench_browser PROPERTIES ENVIRONMENT
    "TRAMMEL=$<TARGET_FILE:trammel>")
endif()

# Instructions per evaluation, against those stored in bench/counts.json, and how instructions grow with the size of a model.
if(NOT TML_SANITIZE)
  add_test(NAME bench_counts COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/bench/counts.py --build ${CMAKE_CURRENT_BINARY_DIR})
  add_test(NAME bench_growth COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/bench/growth.py $<TARGET_FILE:trammel>)
  set_tests_properties(bench_counts bench_growth PROPERTIES LABELS bench SKIP_RETURN_CODE 77 PROCESSORS 2)
endif()

# The programs and commands of the guide, what is installed, and what the shared library exports.
if(NOT TML_SANITIZE)
  add_test(NAME case_guide COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/guide/api.py ${CMAKE_CURRENT_BINARY_DIR})
  add_test(NAME case_guide_commands COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/guide/commands.py $<TARGET_FILE:trammel>)
  add_test(NAME case_manual COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/guide/manual.py $<TARGET_FILE:trammel>)
  add_test(NAME unit_symbols COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/tools/check_symbols.py $<TARGET_FILE:tml_shared>)
  if(TML_WORKBENCH AND TARGET trammel_fmu)
    add_test(NAME case_install COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/guide/install.py ${CMAKE_CURRENT_BINARY_DIR})
    set_tests_properties(case_install PROPERTIES LABELS case)
  endif()
  set_tests_properties(case_guide case_guide_commands case_manual PROPERTIES LABELS case)
  set_tests_properties(unit_symbols PROPERTIES LABELS fast)
  add_dependencies(tests_fast tml_shared)
endif()

# What is generated and kept in the repository is what would be generated now, and documents lead to what there is.
if(NOT TML_SANITIZE)
  foreach(pair IN ITEMS reference:make_reference architecture:draw_architecture pictures:draw_pictures links:check_links
      dictionary:make_dictionary)
    string(REPLACE ":" ";" pair ${pair})
    list(POP_FRONT pair name tool)
    add_test(NAME generated_${name} # Debian's own Python, which has python3-yaml
      COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/tools/${tool}.py --check)
    set_tests_properties(generated_${name} PROPERTIES LABELS generated ENVIRONMENT "TRAMMEL=$<TARGET_FILE:trammel>")
  endforeach()
endif()

# Sweeps on real ranks, one of them killed.
if(TARGET trammel-mpi)
  add_test(NAME case_mpi COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/test/mpi/sweep.py $<TARGET_FILE:trammel> $<TARGET_FILE:trammel-mpi>)
  set_tests_properties(case_mpi PROPERTIES LABELS case PROCESSORS 2)
endif()
