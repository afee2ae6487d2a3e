/* mman.h - files as memory, which libfyaml reads otherwise where this fails. */
#pragma once
#include <sys/types.h>

#define MAP_FAILED ((void *)-1)
enum { PROT_READ = 1, MAP_PRIVATE = 2 };

static inline void *mmap(void *at, size_t length, int protection, int flags, int file, long long offset)
{
    (void)at, (void)length, (void)protection, (void)flags, (void)file, (void)offset;
    return MAP_FAILED;
}

static inline int munmap(void *at, size_t length)
{
    (void)at, (void)length;
    return -1;
}
