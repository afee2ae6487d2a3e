/* interaction_mode.h - what a stop, a contact or dry friction does now: its force follows from conditions, its mode tells from which. */
#pragma once
#include <stdbool.h>

/* What an interaction does now. */
typedef enum {
    TML_BY_LAW, /* x = value of its result law: friction against the slip, a stop that is never reached */
    TML_OPEN,   /* x = 0 */
    TML_CLOSED, /* acceleration of the gap = 0 */
    TML_STICKS, /* acceleration of the slip = 0 */
    TML_RESTS,  /* x = 0: friction at rest whose slip drivers or joints give, so that none of its forces can be known */
    TML_SLIDES, /* x = -sliding d, d: along the slip, on the side of `direction`; of a slip that begins along its acceleration */
} tml_interaction_mode_kind;

typedef struct {
    tml_interaction_mode_kind kind;
    double direction[3]; /* SLIDES */
    double slow;         /* SLIDES in several directions: a slower slip is rounding, and keeps this direction */
    bool begins;         /* SLIDES in several directions: the slip is too slow to tell its own */
} tml_interaction_mode;
