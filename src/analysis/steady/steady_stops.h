/* steady_stops.h - relative equilibria on rigid stops and contacts: the set of those that are closed, as rows. */
#pragma once
#include "analysis/steady/steady_task.h"

struct tml_steady_set {
    const tml_system *base;          /* without rows of closed gaps */
    const double *q, *v, *unwrapped; /* the start */
    tml_interaction_mode *modes;     /* (interaction_count) the present set */
};

/* The equations of the present set, from positions and velocities of the bodies near which its gaps can be closed. False: they cannot. */
bool tml_steady_set_make(tml_steady_task *t, const double *q, const double *v, const double *unwrapped);
/* At a solution of the present set: how far a condition is met, gap >= 0 or force >= 0, in units of what counts as zero; the one that is violated
 * most, -1: none is. */
double tml_steady_set_margin(tml_steady_task *t, const tml_steady_point *at, int interaction);
int tml_steady_set_violated(tml_steady_task *t, const tml_steady_point *at);
/* Closes what is open, opens what is closed: before tml_steady_set_make. */
void tml_steady_set_change(tml_steady_task *t, int interaction);
/* The equations of the present set at a point of another set, solved there: t->at. False: there is no solution. */
bool tml_steady_set_make_at(tml_steady_task *t, const tml_steady_point *at);
/* The k-th of all sets; false: there are fewer. */
bool tml_steady_set_choose(tml_steady_task *t, int k);
/* "; closed A.lower_limit, hit"; "": none is. */
const char *tml_steady_set_text(const tml_steady_task *t);
/* All states that can be found in all sets, a row for each; t->at: the one nearest to the start. */
tml_status tml_steady_find_all_sets(tml_steady_task *t);
/* From a solution on, where an interaction is about to change: the equations of the new set at this point, t->at; along: the parameter's
 * direction before, then after it. False: there is no way on. */
bool tml_steady_set_switch(tml_steady_task *t, const tml_steady_point *at, int interaction, double *along);
