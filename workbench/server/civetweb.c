/* civetweb.c - the functions of the library civetweb. */
#include "workbench/server/civetweb.h"

bool wb_civetweb_find(wb_civetweb *library)
{
    const tml_symbol symbols[] = {WB_CIVETWEB_FUNCTIONS(TML_LIBRARY_SYMBOL)};
    return tml_library_find("libcivetweb.so.1", symbols, sizeof symbols / sizeof *symbols);
}
