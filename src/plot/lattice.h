/* lattice.h - points of a study on a lattice of two parameters: every value of one with every value of the other. */
#pragma once
#include "base/arena.h"

typedef enum { TML_CELL_EMPTY, TML_CELL_FILLED, TML_CELL_FAILED } tml_cell;

typedef struct {
    double *x, *y; /* (nx), (ny) the values of the two, rising */
    size_t nx, ny;
    double *value;        /* (nx x ny, x first) mean of the points of a cell */
    unsigned char *state; /* (nx x ny) tml_cell; failed if one of its points has no answer */
    size_t most;          /* points in a cell, at most */
    size_t failed;        /* cells */
} tml_lattice;

/* Different values among these (count), rising; such as differ by rounding are one. */
double *tml_levels_find(const double *values, size_t count, tml_arena *arena, size_t *found);
/* The index of the level nearest to a value. */
size_t tml_level_index(const double *levels, size_t count, double value);
/* False: the points do not lie on a lattice. */
bool tml_lattice_make(const double *x, const double *y, const double *value, size_t count, tml_arena *arena,
                      tml_lattice *made);
