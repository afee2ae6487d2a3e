/* library.c - dlopen and dlsym. */
#include "base/library.h"
#include <dlfcn.h>
#include <string.h>

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
