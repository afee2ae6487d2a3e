/* brief_step.c - a run that is much shorter than a step of the motion.
 *
 * Where a caller asks for the state every millisecond, and the motion would take steps of many, a pair of order 5 with 7 stages is accurate enough. Its
 * error may be the tolerance times the part that the run is of a usual step, so that many short runs are as accurate as one long run, and the part of the error
 * that projection removes counts as well. Where the error is larger, the step is made by the pair of high order, and shorter runs than this are tried
 * from then on.
 */
#include "integrate/runge_kutta_state.h"
#include <math.h>
#include <string.h>

static const double SHORTEST_BRIEF = 1e-3; /* of a usual step: runs so short are always tried with few stages */
static const double LESS = 0.5,
                    MORE = 1.02; /* factors on the longest of these runs: after a failure, after a success */

bool tml_brief_step_applies(const tml_runge_kutta_state *r, double t)
{
    return r->p->paced && !r->only && r->p->t1 - t <= r->brief * r->control.h;
}

static double error_of(tml_runge_kutta_state *r, double h)
{
    tml_stages_combine(r, h, r->pair->e, r->pair->stages, NULL, r->error);
    const double e = tml_stages_rms(r, r->error, r->trial) * fmax(1, r->control.h / h);
    return isfinite(e) ? e : 1e10;
}

static bool is_good(tml_runge_kutta_state *r, double h)
{
    const tml_problem *p = r->p;
    return tml_stages_step_to(r, h, r->trial) == 0 && !(p->kinks && tml_stages_scatter(r, h)) &&
           fmax(error_of(r, h), tml_stages_unresolved(r, h)) <= 1 &&
           !(p->good_part && p->good_part(p->context, p->t1) < 1) &&
           (!p->project || p->project(p->context, p->t1, r->trial) == 0);
}

bool tml_brief_step(tml_runge_kutta_state *r, double t, tml_statistics *statistics)
{
    const tml_problem *p = r->p;
    if (p->begin_step)
        p->begin_step(p->context, r->begin);
    r->pair = &tml_pair_dormand_prince;
    r->values_known = false;
    const bool good = is_good(r, p->t1 - t);
    r->brief = good ? fmin(MORE * r->brief, TML_LONGEST_BRIEF) : fmax(LESS * r->brief, SHORTEST_BRIEF);
    statistics->rejected += !good;
    if (!good)
        return false;
    r->control.independence = 0; /* not known here */
    memcpy(p->y, r->trial, (size_t)p->n * sizeof(double));
    r->end = p->t1;
    statistics->steps++;
    return true;
}
