# FmuWindows.cmake - trammel_fmu.dll: the engine behind the functions of FMI for Windows on x86_64, which needs kernel32.dll and msvcrt.dll alone.
#
# Made by `make fmu-windows`, which configures this tree with cmake/mingw.cmake; Fmu.cmake tells what it is for. The engine is linked as
# an archive: of it goes in what the functions of FMI use. Folders and files that they do not use, among them all that need what is not on
# Windows, are not compiled; what little else of POSIX the engine uses is in fmu/windows.

# The formats of printf, and numbers given to isnan, are checked where the engine is compiled for Linux; here the compiler takes them for others.
set(fmu_windows_options -D__USE_MINGW_ANSI_STDIO=1 -Wno-format -Wno-format-extra-args -Wno-float-conversion)
get_target_property(sources tml_objects SOURCES)
list(FILTER sources EXCLUDE REGEX "/src/(describe|diagram|exchange|free_body|mobility|optimize|plot|result|scene|studies|study)/|/registry/tml_study_classes\\.c|/src/base/replace_file\\.c")
list(APPEND sources src/result/kept_channels.c src/result/table.c)
set_target_properties(tml_objects PROPERTIES SOURCES "${sources}")
target_compile_definitions(tml_objects PRIVATE TML_LEAN) # as in Fmu.cmake
target_compile_options(tml_objects PRIVATE ${fmu_windows_options} -ffunction-sections -fdata-sections)
target_include_directories(tml_objects SYSTEM BEFORE PRIVATE fmu/windows/posix)
add_library(tml_static STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:tml_objects>)

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fmu/*.c ${CMAKE_CURRENT_SOURCE_DIR}/fmu/windows/*.c)
add_library(trammel_fmu MODULE ${sources})
set_target_properties(trammel_fmu PROPERTIES PREFIX "")
target_compile_options(trammel_fmu PRIVATE ${fmu_windows_options})
target_include_directories(trammel_fmu PRIVATE include ${CMAKE_CURRENT_SOURCE_DIR})
target_include_directories(trammel_fmu SYSTEM BEFORE PRIVATE fmu/windows/posix)
target_link_options(trammel_fmu PRIVATE -s -static "LINKER:--gc-sections" "LINKER:--no-insert-timestamp")
target_link_libraries(trammel_fmu PRIVATE tml_static trammel::dependencies)

# The importer by which it is tried (make fmu-windows-check).
add_executable(windows_importer EXCLUDE_FROM_ALL test/fmu/windows_importer.c)
target_compile_options(windows_importer PRIVATE ${fmu_windows_options})
target_include_directories(windows_importer PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_options(windows_importer PRIVATE -static)
