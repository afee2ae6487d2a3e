/* memory.h - a stream whose bytes are kept in memory (open_memstream), with one place to see whether memory ran out. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

typedef struct {
    FILE *to;      /* to be written to; NULL: closed */
    char *data;    /* once closed: `length` bytes and a 0 */
    size_t length; /* the same */
} fe_memory;

/* False: no memory. */
bool fe_memory_open(fe_memory *memory);
/* Nothing more is written. False: memory ran out on the way, and there is no data. */
bool fe_memory_close(fe_memory *memory);
/* Also of one that is open, or was never opened. */
void fe_memory_free(fe_memory *memory);
