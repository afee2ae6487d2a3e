/* counted.h - memory that is counted, and that may run out: put in place of the allocator by fuzzers.
 *
 * libfyaml keeps a little memory of its own after some syntax errors, so that leaks are counted here, not by the sanitizer.
 */
#pragma once
#include "support/replaceable_allocator.h"
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long held;    /* pieces not given back */
static atomic_long allowed; /* pieces until there are no more; negative: no end */

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

static void *count_up(size_t bytes)
{
    if (allowed == 0)
        return NULL;
    allowed -= allowed > 0;
    void *memory = malloc(bytes);
    held += memory != NULL;
    return memory;
}

static void count_down(void *memory)
{
    held -= memory != NULL;
    free(memory);
}

static void count_memory(void)
{
    allocate_with = count_up;
    release_with = count_down;
}
