/* passages.h - whether a contact would be passed over between the middles of two steps, in which alone gaps are looked at.
 *
 * Between two middles bodies move with constant velocities. Along them a gap g of convex surfaces obeys, with the normal n from 1 to 2,
 *   g(s) >= g(0) - c s,     c = n . (v_1 - v_2) + w_1 R_1 + w_2 R_2,     R_i: the reach of a surface from its centre of mass
 * so that s = g/c cannot be too far (conservative advancement, Mirtich 1996). Surfaces that are not convex have c = |v_1 - v_2| + w_1 R_1 + w_2 R_2.
 * What touches on the way is found by the next step if it is closed in the middle of that, with the same normal. Otherwise it is a passage,
 * and steps must be shorter.
 */
#pragma once
#include "dynamics/near_contacts.h"

typedef struct {
    double *reach;   /* (nb) largest reach of the surfaces of a body that have an end, m */
    double *speed;   /* (nb) of the fastest point of these surfaces, m/s */
    double *way;     /* (nb) scratch */
    double thinnest; /* of all surfaces, m */
    double *
        thickness; /* (interaction_count) depth to which the normal of a gap keeps its sense, m; infinite: it cannot be passed */
    double **set_member; /* (contact_set_count) x (members): the same of each surface */
} tml_passages;

tml_passages *tml_passages_make(const tml_system *system, tml_arena *arena);

typedef struct {
    double touch; /* after this time, s; infinite: nothing is passed */
    double after; /* and after this time the gap is closed well within the surface, s */
} tml_passage;

/* The first passage within the time `until` from the state of work on, in which gaps (and those of near) are known, with velocities v (nv). Gaps
 * below `margin` count as touches. */
tml_passage tml_passages_find(const tml_passages *p, tml_near_contacts **near, const tml_workspace *work,
                              const double *v, double until, double margin);
