/* spread.h - runs of formulations side by side: which rows and channels count, in what scales, and how far a formulation's own runs
 * lie apart. */
#pragma once
#include "verify/compare.h"

typedef struct {
    int quantity; /* -1: not compared */
    bool is_rotation;
    bool
        wraps; /* counts up to full turns: one of several angles of a joint, which all jump where they are not defined */
    bool non_unique; /* a reaction that is not unique */
    int quaternion;  /* 0 to 3: this part of one; -1 */
    int power; /* one of three angles of a joint, or its rate: errors grow with 1/cos^power of the second; 0: none of these */
    size_t middle; /* the column of that second angle */
} tml_compared;

/* Of one entrant; rows of all tables stand one after the other. */
typedef struct {
    bool soft;                                /* its joints are compliant */
    size_t *rows;                             /* (tables) that all its runs have */
    size_t row_count, told_count;             /* in all; those in which its positions and speeds tell something */
    size_t unsettled_count;                   /* in which its compliant joints have not settled */
    double reached;                           /* time of the last of those; NAN */
    double *own[TML_QUANTITY_COUNT];          /* (row_count) e(t) */
    double *compliance[TML_QUANTITY_COUNT];   /* (row_count) d(t) */
    double largest[TML_QUANTITY_COUNT][2];    /* of |value|: lengths, turning */
    tml_difference apart[TML_QUANTITY_COUNT]; /* where e is largest */
} tml_spread;

typedef struct {
    const tml_entrant *entrants;
    int count;
    const tml_measured *measured;
    tml_arena *arena;
    int tables;
    tml_compared **channels; /* of each table */
    size_t *columns;         /* of each table, residuals left out */
    size_t channel_count;    /* of the first one, all of them */
    size_t *first_row;       /* of each table */
    size_t row_count;        /* the most that an entrant has */
    tml_spread *of;          /* of each entrant */
    double *amplified
        [TML_QUANTITY_COUNT]; /* (row_count) the second largest e(t) of those with rigid joints; zero for positions and speeds */
    double scale[TML_QUANTITY_COUNT][2];
    double begin, end;
    size_t jump_row; /* from here on compliant joints do not count: positions jump between two analyses; SIZE_MAX */
    double jump;     /* s, when */
} tml_spreads;

void tml_spreads_make(tml_spreads *spreads);
/* The k-th table of dynamics; NULL: there is none. */
const tml_table *tml_spread_table(const tml_results *results, int k);
double tml_spread_time(const tml_table *table, size_t row);
/* |a - b| of a channel in two rows, as a part of its scale; quaternions up to their sign. Infinite where only one is a number. */
double tml_spread_gap(const tml_spreads *spreads, int table, size_t column, const double *a, const double *b);
/* Whether a channel of an entrant counts at a row: that of compliant joints not always. */
bool tml_spread_counts(const tml_spreads *spreads, int entrant, const tml_compared *channel, size_t row, double since);
