/* pieces.h - the places in memory that make up a state: copied out to bytes, and back. */
#pragma once
#include "base/arena.h"

typedef struct {
    struct {
        void *at;
        size_t bytes;
    } * list;
    int count, capacity;
    size_t bytes; /* of all */
    tml_arena *arena;
} tml_pieces;

void tml_pieces_add(tml_pieces *pieces, void *at, size_t bytes);
/* The same of an array. */
#define TML_PIECE(pieces, array, count) tml_pieces_add((pieces), (array), (size_t)(count) * sizeof *(array))
/* Copies all of them, one behind the other, to bytes; from bytes. */
void tml_pieces_copy_out(const tml_pieces *pieces, char *bytes);
void tml_pieces_copy_in(const tml_pieces *pieces, const char *bytes);
/* A number that differs with high probability where bytes differ (FNV-1a), begun with another. */
unsigned long long tml_bytes_mark(const void *bytes, size_t length, unsigned long long begin);
