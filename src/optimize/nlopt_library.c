/* nlopt_library.c - NLopt (S. Johnson, "The NLopt nonlinear-optimization package") as a library that is opened while running. */
#include "optimize/nlopt_library.h"

bool tml_nlopt_open(tml_nlopt *library)
{
    const tml_symbol symbols[] = {TML_NLOPT_FUNCTIONS(TML_LIBRARY_SYMBOL)};
    return tml_library_find("libnlopt.so.0", symbols, sizeof symbols / sizeof *symbols); /* as in Dependencies.cmake */
}
