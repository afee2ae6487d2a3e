/* replaceable_allocator.h - an allocator that a test can replace, to count allocations or to let them fail.
 *
 * Included by the one file of a test program. It defines the library's two functions, so that the linker leaves base/memory.c out.
 */
#pragma once
#include "base/memory.h"
#include <stdlib.h>

static void *(*allocate_with)(size_t bytes) = malloc;
static void (*release_with)(void *memory) = free;

void *tml_allocate(size_t bytes)
{
    return allocate_with(bytes);
}

void tml_release(void *memory)
{
    release_with(memory);
}
