/* library.c - dlopen and dlsym.
 *
 * Libraries that use BLAS and LAPACK get the reference implementations: a library already loaded satisfies later requests for its name, so
 * these two are loaded first, by path, whatever implementation the machine prefers.
 */
#include "base/library.h"
#include <dlfcn.h>
#include <string.h>

void tml_library_prefer_plain_blas(void)
{
    dlopen(TML_PLAIN_BLAS, RTLD_LAZY | RTLD_LOCAL); /* if it is missing, that of the machine is used */
    dlopen(TML_PLAIN_LAPACK, RTLD_LAZY | RTLD_LOCAL);
}

bool tml_library_find(const char *library, const tml_symbol *symbols, size_t count)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL); /* never closed: any thread may need it again */
    for (size_t i = 0; handle && i < count; i++) {
        void *address = dlsym(handle, symbols[i].name);
        if (!address)
            return false;
        memcpy(symbols[i].address, &address, sizeof address);
    }
    return handle != NULL;
}
