/* breaks.h - where expressions have kinks and jumps that are known beforehand: joins of segments and corners of tables, steps and conditions of time.
 *
 * No step of an integrator should run across one. Those whose argument is a linear function of time are instants; those of other functions of time are
 * crossings, which are searched for (time_crossings.h); those of tables of the motion are zeros of functions that cross zero at every join.
 */
#pragma once
#include "expression/narrow_features.h"
#include "expression/tabulated.h"

/* Where  slope t + offset  is one of x (count, ascending), or one of them and whole periods. */
typedef struct {
    double slope, offset;
    const double *x;
    int count;
    double period; /* 0: none */
} tml_time_break;

/* An instant at which something jumps, between two times: until `before` it has not, from `after` on it has. They are as near as rounding allows. */
typedef struct {
    double before, after;
} tml_time_gap;

/* The earlier one; both as one where they are the same instant. */
tml_time_gap tml_time_gap_first(tml_time_gap a, tml_time_gap b);
/* The first whose `after` is later than t; INFINITY: none. */
tml_time_gap tml_time_breaks_find(const tml_time_break *breaks, int count, double t);

/* Where a function of time that is not linear is one of x (count, ascending), or one of them and whole periods. */
typedef struct {
    const tml_expression *argument;
    const double *x;
    int count;
    double period; /* 0: none */
} tml_time_crossing;

/* Joins of a table whose argument depends on more than time. */
typedef struct {
    const tml_expression *argument;
    const double *x; /* (count) ascending */
    int count;
    double period;              /* 0: none */
    const tml_expression *when; /* crosses zero at every join, with the slope 1 or -1 by the argument */
} tml_joins;

/* How far the argument may go from here, up (direction > 0) or down, to the first or the second join; INFINITY: any way. */
double tml_joins_room(const tml_joins *joins, double x, double direction, int which);

/* Finds the breaks of an expression whose input 0 is the time; each is given to `time`, `crossing` or `joins`. */
typedef struct {
    void *context;
    void (*time)(void *context, tml_time_break found);
    void (*crossing)(void *context, tml_time_crossing found);
    void (*joins)(void *context, tml_joins found);
} tml_break_list;
/* input: how each input varies, that of time first. */
void tml_expression_breaks(tml_arena *arena, const tml_expression *e, const tml_varies *input,
                           const tml_break_list *list);

/* The same values of the same inputs, operation by operation. */
bool tml_expression_same(const tml_expression *a, const tml_expression *b);
