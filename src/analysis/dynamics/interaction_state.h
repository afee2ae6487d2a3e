/* interaction_state.h - gaps, slips and forces of one interaction at the state that work holds; what the files of interactions in a motion share. */
#pragma once
#include "analysis/dynamics/interaction_run.h"
#include <math.h>

static const double TML_TOUCHES = 1e-11; /* of the size, or rad: a gap that is closed */
static const double TML_AT_REST = 1e-10; /* of the characteristic velocity */
static const double TML_BEGINS = 1e-6;   /* of it: a slip in several directions below it does not tell its own */

static inline double tml_interaction_scale(const tml_system *s, const tml_interaction *is)
{
    return fabs(is->term[0].coefficient) * tml_measure_scale(s, is->term[0].measure);
}

static inline double tml_interaction_gap(const tml_workspace *w, const tml_interaction *is)
{
    return is->term[0].coefficient * w->value[is->term[0].measure] + is->offset;
}

static inline double tml_interaction_rate(const tml_workspace *w, const tml_interaction *is, int k)
{
    return is->term[k].coefficient * w->rate[is->term[k].measure];
}

static inline double tml_interaction_slip(const tml_workspace *w, const tml_interaction *is)
{
    double u = 0;
    for (int k = 0; k < is->size; k++)
        u = hypot(u, tml_interaction_rate(w, is, k));
    return u;
}

static inline double tml_interaction_force(const tml_workspace *w, const tml_interaction *is, int k)
{
    return w->inputs[w->system->result_laws[is->result_law[k]].input];
}

static inline bool tml_mode_is_held(tml_interaction_mode_kind kind)
{
    return kind == TML_CLOSED || kind == TML_STICKS;
}

/* A slip that sets in has no direction of its own yet. */
static inline void tml_mode_begin(tml_interaction_mode *mode, const tml_interaction *is)
{
    mode->begins = mode->kind == TML_SLIDES && is->size > 1;
}

/* Keeps the modes after an instant; `starts`: it is the first. */
void tml_interaction_run_keep_modes(tml_interaction_run *x, double t, bool starts);
/* Guards just after the present instant, in what the integrator starts from. */
void tml_interaction_run_start_guards(tml_interaction_run *x);
/* The modes from here on, at the state placed. */
tml_status tml_interaction_run_decide(tml_interaction_run *x, double t);
/* Names what takes part, "knee, O". */
const char *tml_interaction_run_names(const tml_interaction_run *x, tml_arena *arena);
/* Equations without a solution where modes change: the error. */
tml_status tml_interaction_run_fail(const tml_interaction_run *x);
/* The error that no, or several, forces or impulses (`what`) are possible. */
tml_status tml_interaction_run_refuse(const tml_interaction_run *x, tml_complementarity_outcome outcome, double t,
                                      const char *what);
/* Whether a gap is zero at the state that work holds. */
bool tml_interaction_run_touches(const tml_interaction_run *x, int interaction);
