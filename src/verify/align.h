/* align.h - rows of several runs of one motion that belong together, where events add rows at times of their own. */
#pragma once
#include "base/arena.h"
#include "result/table.h"
#include <stdint.h>

#define TML_NO_ROW SIZE_MAX

/* A stretch of time in which runs may be on different sides of an event: begin to end, s. */
typedef struct {
    double begin, end;
    bool mixed; /* there is an event that not all runs have: which belongs to which is not known */
} tml_uncertain;

typedef struct {
    int count, reference; /* of tables; the one that has all rows */
    size_t rows;          /* that belong together */
    size_t **row;         /* (count)(rows) which row of each table; TML_NO_ROW: it has none */
    size_t *reached;      /* (count) how many of them a table has, up to its end */
    size_t events;        /* instants that add rows in all runs */
    size_t unmatched;     /* instants that do so in some */
    size_t left_out;      /* rows at output times that are too near to an event */
    tml_uncertain *near;  /* (near_count) in order, apart from each other */
    size_t near_count;
} tml_alignment;

/* Aligns tables whose first column is time. Those from `deciding` on follow: rows that they lack count for the others. `margin` widens
 * the times around an event that no row may be in, in units of the spread of its times. */
tml_alignment tml_align(const tml_table *const *tables, int count, int deciding, double margin, tml_arena *arena);
/* The stretch that a time is in; NULL: none. */
const tml_uncertain *tml_align_near(const tml_alignment *alignment, double t);
/* The last row of the instant that begins with `row`. */
size_t tml_align_instant(const tml_table *table, size_t row);
/* One of the tables with the rows of their alignment; where it lacks one, nothing but the time is a number. */
const tml_table *tml_align_table(const tml_alignment *alignment, const tml_table *const *tables, int which,
                                 tml_arena *arena);
