/* scarce.h - an allocator that a test can replace: memory that is counted, or that runs out.
 *
 * Included by the one file of a test program. It defines the library's two functions, so that the linker leaves base/memory.c out.
 */
#pragma once
#include "base/memory.h"
#include <stdlib.h>

static void *(*allocate_by)(size_t bytes) = malloc;
static void (*release_by)(void *memory) = free;

void *tml_allocate(size_t bytes)
{
    return allocate_by(bytes);
}

void tml_release(void *memory)
{
    release_by(memory);
}
