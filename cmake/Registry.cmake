# Registry.cmake - a folder is a registry.
#
# tml_registry(<target> <folder> <type> <table> <header>)
#   Every <folder>/NAME.c defines one `const <type> <prefix>NAME`, where <prefix> is <type> without `_class`, and an
#   underscore: src/joint/revolute.c defines `const tml_joint_class tml_joint_revolute`. This adds those files to
#   <target>, and a written file with the table, ordered by name:
#       const <type> *const <table>[]      <type>_count pointers, then a null pointer
#       const int           <type>_count
#   <header> declares <type>, <table> and <type>_count. A folder without files makes no table.
function(tml_registry target folder type table header)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.c)
  list(SORT sources)
  list(LENGTH sources count)
  if(count EQUAL 0)
    return()
  endif()

  string(REGEX REPLACE "_class$" "" prefix ${type})
  set(externs "")
  set(entries "")
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WLE)
    if(NOT name MATCHES "^[a-z][a-z0-9_]*$")
      message(FATAL_ERROR "${folder}/${name}.c: ${prefix}_${name} would be no name; use a-z, 0-9 and _")
    endif()
    string(APPEND externs "extern const ${type} ${prefix}_${name};\n")
    string(APPEND entries "    &${prefix}_${name},\n")
  endforeach()

  set(written ${CMAKE_CURRENT_BINARY_DIR}/registry/${table}.c)
  file(CONFIGURE OUTPUT ${written} CONTENT "/* Written by Registry.cmake from ${folder}/. */
#include \"${header}\"

${externs}
const ${type} *const ${table}[] = {
${entries}    0,
};
const int ${type}_count = ${count};
" @ONLY)
  target_sources(${target} PRIVATE ${sources} ${written})
endfunction()
