/* interaction_state.h - gaps, slips and forces of one interaction at the state that work holds; what the files of interactions in a motion share. */
#pragma once
#include "analysis/dynamics/interaction_run.h"
#include "system/kernel/interaction_motion.h"

static const double TML_TOUCHES = 1e-11; /* of the size, or rad: a gap that is closed */
static const double TML_AT_REST = 1e-10; /* of the characteristic velocity */
static const double TML_BEGINS = 1e-6;   /* of it: a slip in several directions below it does not tell its own */

/* A speed along an interaction that is taken as zero. */
static inline double tml_interaction_slow(const tml_motion_state *m, const tml_interaction *is)
{
    return TML_AT_REST * m->rate * tml_interaction_scale(m->task->system, is);
}

/* Whether several places rub in several directions: they may come to rest together, each passing zero by what velocities are not known to. */
static inline bool tml_interactions_rub_together(const tml_system *s)
{
    int count = 0;
    for (int i = 0; i < s->interaction_count; i++)
        count += s->interactions[i].kind == TML_FRICTION && s->interactions[i].size > 1;
    return count > 1;
}

/* The speed below which a slip in several directions that decelerates comes to rest: velocities are known to a part of the tolerance, and several
 * places that stop together pass zero by as much. */
static inline double tml_interaction_stopping(const tml_motion_state *m, const tml_interaction *is)
{
    if (!tml_interactions_rub_together(m->task->system))
        return tml_interaction_slow(m, is);
    const double part = fmax(TML_AT_REST, 0.1 * fmin(m->request->tolerance, TML_BEGINS));
    return part * m->rate * tml_interaction_scale(m->task->system, is);
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

/* Tells frictions in the list of conditions which of the others is their contact. */
static inline void tml_interaction_run_link(tml_interaction_run *x)
{
    const tml_system *s = x->r->m->task->system;
    for (int k = 0; k < x->problem.count; k++)
        for (int j = 0; x->list[k].kind == TML_CONDITION_FRICTION && j < x->problem.count; j++)
            if (x->list[j].kind == TML_CONDITION_UNILATERAL &&
                x->list[j].which == s->interactions[x->list[k].which].normal)
                x->list[k].normal = j + 1;
}

/* Keeps the modes after an instant; `starts`: it is the first. */
void tml_interaction_run_keep_modes(tml_interaction_run *x, double t, bool starts);
/* Guards just after the present instant, in what the integrator starts from. */
void tml_interaction_run_start_guards(tml_interaction_run *x);
/* The modes from here on, at the state placed. `jams`: NULL, or whether no finite forces keep what slides going. */
tml_status tml_interaction_run_decide(tml_interaction_run *x, double t, bool *jams);
/* Names what takes part, "knee, O". */
const char *tml_interaction_run_names(const tml_interaction_run *x, tml_arena *arena);
/* Equations without a solution where modes change: the error. */
tml_status tml_interaction_run_fail(const tml_interaction_run *x);
/* The error that no, or several, forces or impulses (`what`) are possible. */
tml_status tml_interaction_run_refuse(const tml_interaction_run *x, tml_complementarity_outcome outcome, double t,
                                      const char *what);
enum { TML_NO_FACE = 0 };
/* Faces that sharp corners are held on (interaction_faces.c). How far each corner is from where it leaves its face, NAN: it is on none; their
 * number; g may be NULL. */
int tml_interaction_run_rooms(const tml_workspace *w, const tml_interaction_run *x, double *g);
/* Whether an interaction has a place among these. */
bool tml_interaction_keeps_face(const tml_workspace *w, int i);
/* Friction that sticks and holds all it can, to rounding; needs forces. */
bool tml_interaction_is_at_limit(const tml_workspace *w, int i);
/* Opens those that have left their face: their events are the last before `end_of_fired`. 0, +1: the equations are singular. */
int tml_interaction_run_leave_faces(tml_interaction_run *x, double t, const bool *end_of_fired);
/* The faces that gaps at zero touch, at the state that work holds; whether one has changed, so that measures have. */
bool tml_interaction_run_find_faces(tml_interaction_run *x);
/* Of two gaps that are the same at a corner one is left out; whether there are such. */
bool tml_interaction_run_drop_twins(tml_interaction_run *x);
/* Gaps that are not closed are from the nearest place again. */
void tml_interaction_run_end_faces(tml_interaction_run *x);
/* A corner that starts at the end of its face, and does not move off it, has left it only once it is beyond by a margin, until it has been away from there. */
void tml_interaction_run_give_margins(tml_interaction_run *x);
void tml_interaction_run_end_margins(tml_interaction_run *x);
/* Whether a sharp corner is held on a face; the longest step from the state that work holds, such that none goes far beyond its face. */
bool tml_interaction_run_has_faces(const tml_interaction_run *x);
void tml_interaction_run_limit_step(tml_interaction_run *x);
/* Whether a gap is zero at the state that work holds. */
bool tml_interaction_run_touches(const tml_interaction_run *x, int interaction);
/* Holds the gap and the slips of an interaction on a face; whether that is another one. */
bool tml_interaction_run_hold(tml_workspace *w, int interaction, int face);
/* Sharp polyhedra (interaction_edges.c). Whether an interaction is the first of such a pair, by which its edges are watched; the least gap of edges that do not
 * touch, and its rate; by how much it may be below zero; how long a step may be until it closes. */
bool tml_interaction_is_watch(const tml_workspace *w, int interaction);
double tml_interaction_run_watch(const tml_interaction_run *x, const tml_workspace *w, int interaction, double *rate);
double tml_interaction_run_watch_margin(const tml_interaction_run *x, int interaction);
double tml_interaction_run_watch_stay(const tml_interaction_run *x, int interaction);
/* Room for what they need; the features that the pair of such an interaction touches with; whether one has changed. */
void tml_interaction_run_make_features(tml_interaction_run *x);
bool tml_interaction_run_find_features(tml_interaction_run *x, int interaction);
