# Registry.cmake - a folder is a registry.
#
# tml_registry(<target> <folder> <type> <table> <header>)
#   Some files below <folder> each define one `const <type> <prefix>_NAME`, where <prefix> is <type> without `_class`:
#   src/joint/revolute.c defines `const tml_joint_class tml_joint_revolute`. This adds those files to
#   <target>, and a written file with the table, ordered by name:
#       const <type> *const <table>[]      <type>_count pointers, then a null pointer
#       const int           <type>_count
#   <header> declares <type>, <table> and <type>_count. A folder that defines none makes no table.
function(tml_registry target folder type table header)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.c)
  string(REGEX REPLACE "_class$" "" prefix ${type})
  set(names "")
  set(registered "")
  foreach(source IN LISTS sources)
    file(STRINGS ${source} definitions REGEX "^const ${type} ${prefix}_[a-z0-9_]+ =")
    foreach(definition IN LISTS definitions)
      string(REGEX REPLACE "^const ${type} ${prefix}_([a-z0-9_]+) =.*" "\\1" name ${definition})
      list(APPEND names ${name})
      list(APPEND registered ${source})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    endforeach()
  endforeach()
  list(SORT names)
  list(LENGTH names count)
  if(count EQUAL 0)
    return()
  endif()

  set(externs "")
  set(entries "")
  foreach(name IN LISTS names)
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
  target_sources(${target} PRIVATE ${registered} ${written})
endfunction()
