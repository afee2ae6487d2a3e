/* stdlib.h - and realpath, by which the engine sees whether a file that a model names lies in its folder. An FMU reads no files, and no
 * path is found. */
#pragma once
#include_next <stdlib.h>

static inline char *realpath(const char *path, char *resolved)
{
    (void)path, (void)resolved;
    return (char *)0;
}
