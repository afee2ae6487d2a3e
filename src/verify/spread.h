/* spread.h - runs of formulations side by side: which rows and channels count, in what scales, and how far the runs of
 * one formulation are apart. */
#pragma once
#include "verify/compare.h"

typedef struct {
    int quantity; /* -1: not compared */
    bool is_rotation;
    bool wraps; /* modulo full revolutions: one of several angles of a joint, which all jump where they are undefined */
    bool non_unique; /* a reaction that is not unique */
    double scale;    /* of a state; 0: that of its quantity */
    int quaternion;  /* 0 to 3: this part of one; -1 */
    int power; /* one of three angles of a joint, or its rate: errors grow with 1/cos^power of the second; 0: none of these */
    size_t middle; /* the column of that second angle */
    long force;    /* of a touching point: the column of the force that acts there; -1: it is none */
} tml_compared;

/* Of one entrant; rows of all tables are consecutive. */
typedef struct {
    bool lacks_rows;                     /* at times of output that all others have */
    bool compliant;                      /* its joints are compliant */
    size_t *rows;                        /* (tables) common to all its runs */
    size_t row_count, informative_count; /* in total; those in which its positions and velocities are conclusive */
    size_t
        conclusive; /* rows from the start in which its own errors are small, if those of a rigid one are not in all; SIZE_MAX */
    size_t unsettled_count;          /* in which its compliant joints have not settled */
    double reached;                  /* time of the last of those; NAN */
    double *since_event;             /* (row_count) s since the last event that acted; infinite: there was none */
    double *own[TML_QUANTITY_COUNT]; /* (row_count) e(t) */
    double *compliance[TML_QUANTITY_COUNT];   /* (row_count) d(t) */
    double largest[TML_QUANTITY_COUNT][2];    /* of |value|: translations, rotations */
    tml_difference apart[TML_QUANTITY_COUNT]; /* where e is largest */
} tml_spread;

typedef struct {
    const tml_entrant *given; /* as they ran */
    const tml_entrant
        *entrants; /* with rows that belong together, and tables of the impulses of events after those of motions */
    int count;
    const tml_mechanism_scales *measured;
    tml_arena *arena;
    int motions, tables; /* tables of motions, and all */
    bool ***absent;      /* (count)(motions) rows that compliant joints lack; NULL: none */
    bool *vague;         /* (row_count) rows at an event in which accelerations and reactions are not determined */
    size_t left_open;    /* channels of forces that contacts and friction share in any way: not compared */
    size_t vague_count;
    size_t matched, unmatched, left_out; /* instants of events in all runs, in some; rows between times of one event */
    tml_compared **channels;             /* of each table */
    const tml_table **like;              /* of each: one with its columns */
    size_t *columns;                     /* of each table, residuals left out */
    size_t channel_count;                /* of the first one, all of them */
    size_t *first_row;                   /* of each table */
    size_t row_count;                    /* the largest number of any entrant */
    tml_spread *of;                      /* of each entrant */
    double *amplified
        [TML_QUANTITY_COUNT]; /* (row_count) the second largest e(t) of those with rigid joints; zero for positions and velocities */
    double scale[TML_QUANTITY_COUNT][2];
    double begin, end;
    size_t jump_row; /* from here on compliant joints do not count: positions jump between two analyses; SIZE_MAX */
    double jump;     /* s, when */
    int events;      /* instants at which compliant joints are shaken: velocities or forces jump there */
} tml_spreads;

void tml_spreads_make(tml_spreads *spreads);
/* Scales of all quantities: sets scale, and that of channels with one of their own. */
void tml_spreads_scale(tml_spreads *spreads);
/* Whether a channel is an impulse of an event: force times time. */
bool tml_spread_is_impulse(const tml_column *column);
/* Whether one of compliant joints counts, if its errors and its compliance are small. */
bool tml_spread_counts_compliant(const tml_spreads *spreads, int entrant, const tml_compared *channel, int table,
                                 size_t row);
/* Rows of all runs that belong together: sets entrants, motions, absent and the number of events. */
void tml_spreads_align(tml_spreads *spreads);
/* The k-th table of dynamics; NULL: there is none. */
const tml_table *tml_spread_table(const tml_results *results, int k);
double tml_spread_time(const tml_table *table, size_t row);
/* |a - b| of a channel in two rows, relative to its scale; quaternions up to their sign. Infinite if only one is a
 * number. */
double tml_spread_gap(const tml_spreads *spreads, int table, size_t column, const double *a, const double *b);
/* Whether a channel of an entrant counts at a row of a table: that of compliant joints does not always. */
bool tml_spread_counts(const tml_spreads *spreads, int entrant, const tml_compared *channel, int table, size_t row);
