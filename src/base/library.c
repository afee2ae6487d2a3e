/* library.c - dlopen and dlsym.
 *
 * Libraries that look for a BLAS and a LAPACK get the plain ones: a library that is loaded already serves whoever needs one of its
 * name, so these two are loaded first, from where they are, whatever other one the machine prefers.
 */
#include "base/library.h"
#include <dlfcn.h>
#include <string.h>

void tml_library_prefer_plain_blas(void)
{
    dlopen(TML_PLAIN_BLAS, RTLD_LAZY | RTLD_LOCAL); /* where it is not there, the machine's own serves */
    dlopen(TML_PLAIN_LAPACK, RTLD_LAZY | RTLD_LOCAL);
}

bool tml_library_find(const char *library, const tml_symbol *symbols, size_t count)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL); /* never closed: it may be asked for again, by any thread */
    for (size_t i = 0; handle && i < count; i++) {
        void *address = dlsym(handle, symbols[i].name);
        if (!address)
            return false;
        memcpy(symbols[i].address, &address, sizeof address);
    }
    return handle != NULL;
}
