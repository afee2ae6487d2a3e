/* compare.h - the same motion by several formulations: how far apart they are, and whether that is explained. */
#pragma once
#include "base/arena.h"
#include "result/table.h"

#define TML_DIVERGED      1e-2 /* an own error above this explains nothing */
#define TML_TOO_COMPLIANT 5e-2 /* nor does a compliance above this: it is no longer of first order */
enum { TML_MAX_ENTRANTS = 16 };

/* The runs of a formulation; their tables of `dynamics` are compared. */
typedef struct {
    const char *name;
    const tml_results *coarse, *fine; /* at ten times the tolerance, at the tolerance; NULL: there is none */
    const tml_results *stiffer;       /* compliant joints: fine, with joints twice as stiff; NULL: joints are rigid */
    const tml_results *again;         /* at another tolerance, or four times as stiff: a repetition; NULL: none */
    bool complete;                    /* all ran to their end */
    double tolerance;
    double
        settling; /* s from the start of a table in which compliant joints do not count; from an event on, in which their accelerations and
                     reactions do not */
} tml_entrant;

typedef struct {
    double size, mass, gravity;    /* of the mechanism: m, kg, m/s^2 */
    double stiffness;              /* N/m: the largest of a spring */
    const char *const *non_unique; /* (non_unique_count) joints and drivers whose reactions are not unique */
    int non_unique_count;
    const char *const *state_channels; /* (state_channel_count) of states of the user's */
    int state_channel_count;
} tml_mechanism_scales;

typedef struct {
    unsigned group;                        /* bit i: entrant i is one of those that agree with each other */
    bool decided;                          /* no other group is as large */
    double difference[TML_QUANTITY_COUNT]; /* largest within the group, among rigid ones if there are two; NAN */
    double begin, end;
    double early; /* the largest difference of positions within the group in the first half of the motion; NAN */
    double jump;  /* s: from here on compliant joints were not compared, as positions jump between two analyses; NAN */
    int events; /* after which accelerations and reactions of compliant joints were not compared, for the time `settling`, s */
    double settling;
    size_t rows, channels;
    size_t left_open;          /* channels of forces that contacts and friction share in any way */
    size_t vague;              /* rows at events in which accelerations and reactions are not determined */
    size_t matched, unmatched; /* instants of events that all runs have, that some have */
    size_t left_out;           /* rows between the times of one event in two runs */
} tml_comparison;

/* Sets verdict (except for runs that failed), text, reached and differences of each entrant. Texts are in the arena,
 * names of channels in the tables. */
tml_comparison tml_compare(const tml_entrant *entrants, int count, const tml_mechanism_scales *measured,
                           tml_verified *out, tml_arena *arena);
