/* memory.c - the allocator behind everything that is ours: that of the C library. Nothing else is defined here (memory.h). */
#include "base/memory.h"
#include <stdlib.h>

void *tml_allocate(size_t bytes)
{
    return malloc(bytes);
}

void tml_release(void *memory)
{
    free(memory);
}
