/* narrow_features.h - where an expression may have narrow features: pulses, bumps and peaks that are much narrower than the motion, so that no stage of a
 * step need see them.
 *
 * What is made of lines, polynomials of low degree, sines of lines, roots and absolute values has none and is left out; so are such terms of a sum. What
 * remains is a tape whose operations are watched one by one: a bump in a large sum is found in the term that makes it.
 */
#pragma once
#include "expression/enclosure.h"

typedef enum {
    TML_NARROW_NOT,
    TML_NARROW_EXACT, /* each operation has one operand that varies: its enclosure is its range */
    TML_NARROW_LOOSE  /* operands vary together: the enclosure may be wider */
} tml_narrow_watch;

typedef struct {
    const tml_expression *e;       /* its last operation is not of interest */
    const tml_narrow_watch *watch; /* (operations of e) */
    int inputs;                    /* all that it reads are below this */
} tml_narrow_feature;

/* Those of many expressions. */
typedef struct {
    tml_narrow_feature *time, *motion;      /* (time_count), (motion_count) */
    int time_count, motion_count, too_long; /* these are not looked at */
} tml_narrow_features;

/* How an input varies. */
typedef enum {
    TML_VARIES_NOT = 0,
    TML_VARIES_WITH_TIME = 1,
    TML_VARIES_WITH_MOTION = 2,
    TML_VARIES_UNKNOWN = 4 /* as results of the equations of motion do: what depends on it is not watched */
} tml_varies;

enum { TML_NARROW_OPERATIONS = 256 /* of what is watched at the stages of a step */ };

/* Finds the features of an expression that depend on time alone, and those that depend on the motion; e = NULL where there are none. input: (count) how each
 * varies, that of time first. derivatives: as many partial derivatives are watched too, as of a driver's value. False where it has too many operations. */
bool tml_expression_narrow_features(tml_arena *arena, const tml_expression *e, const tml_varies *input, int derivatives,
                                    tml_narrow_feature *of_time, tml_narrow_feature *of_motion);
