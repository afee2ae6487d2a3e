/* names.h - hash table from names to numbers, and the nearest known name to a misspelt one. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tml_names {
    tml_arena *arena;
    struct tml_names_slot {
        const char *name;
        int value;
        uint32_t hash;
    } * slots; /* open addressing, (capacity) */
    size_t count, capacity;
} tml_names;

/* Adds name -> value; false if the name exists. The text must outlive the table. */
bool tml_names_add(tml_names *names, const char *name, int value);
/* The value of a name, or -1. */
int tml_names_find(const tml_names *names, const char *name);
int tml_names_find_n(const tml_names *names, const char *name, size_t length);
/* That of `of.name`, where only the first `length` characters of the name count. */
int tml_names_find_in(const tml_names *names, const char *of, const char *name, size_t length);
/* The known name nearest to a misspelt one, by edit distance (a swap counts one); NULL if none is near. */
const char *tml_names_nearest(const tml_names *names, const char *name);
/* The same over a plain list. */
const char *tml_nearest(const char *name, const char *const *list, size_t count);
/* Edit distance (insert, delete, replace, swap of neighbours), at most `limit` + 1. */
int tml_edit_distance(const char *a, const char *b, int limit);
