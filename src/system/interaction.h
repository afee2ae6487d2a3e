/* interaction.h - terms of measures, and what acts along them by conditions: stops, rigid contacts, dry friction. */
#pragma once
#include "model/model.h"
#include "system/interaction_mode.h"
#include "system/terms.h"

/* Dry friction, a stop or a rigid contact: forces x along terms that follow from conditions, in one of several modes (tml_interaction_mode). */
typedef struct {
    enum { TML_UNILATERAL, TML_FRICTION } kind;
    const char *name; /* "knee", "O" */
    tml_place place;
    int joint, force;   /* owner; -1 */
    int size;           /* forces: 1; of friction up to 3, in whose plane or space it is the same in all directions */
    tml_terms along[3]; /* what they act along; of friction their rates are the slip u */
    tml_term term
        [3]; /* of these the only one, or the first; its measure is a gap or slip of surfaces only where it is the only one */
    double offset; /* UNILATERAL: gap = value along which it acts + offset >= 0, x >= 0 opens it */
    int brings; /* UNILATERAL: a force law, from 1, whose impulse is `share` times its own: of teeth, what pushes apart; 0: none */
    double share;
    double restitution;
    bool poisson; /* UNILATERAL: restitution is of impulses of expansion and compression, not of speeds */
    int normal;   /* FRICTION: the unilateral interaction that loads it; -1: it is that of a joint */
    /* FRICTION: the most that |x| can be, while it slides and while it sticks; the same of impulses, NULL: none in an impact */
    const tml_expression *sliding, *holding, *impulse_sliding, *impulse_holding;
    /* FRICTION of one direction that differs by the sense of slip: the same against slip below zero, where x > 0; NULL: as above */
    const tml_expression *sliding_back, *holding_back, *impulse_back;
    bool one_way;              /* FRICTION: it lets slip above zero pass */
    int law[3], result_law[3]; /* of the forces */
} tml_interaction;

/* The limit of what holds any force: expressions have finite values. */
#define TML_UNLIMITED 1e300

/* The limit while it slips in a direction, and that of a force which holds it. */
static inline const tml_expression *tml_interaction_sliding(const tml_interaction *is, double direction)
{
    return direction < 0 && is->sliding_back ? is->sliding_back : is->sliding;
}
static inline const tml_expression *tml_interaction_holding(const tml_interaction *is, double force)
{
    return force > 0 && is->holding_back ? is->holding_back : is->holding;
}
