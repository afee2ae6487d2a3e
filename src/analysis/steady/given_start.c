/* given_start.c - whether a steady state has the velocities that `initial` gives; of a family, the positions too.
 *
 * The equations determine positions, and velocities that `speeds` does not prescribe are zero, those that loops and drivers demand, or those of spins. What `initial`
 * gives is the start of Newton's method only: a state that is single lies elsewhere. Of a family Newton's method finds the state nearest to the start.
 */
#include "analysis/steady/steady_task.h"
#include <math.h>

static const double SAME = 1e-6; /* of the value, of the fastest prescribed velocity or of the size: no other value */

static double fastest(const tml_steady_task *t)
{
    double max = 0;
    for (int i = 0; i < t->request.count; i++)
        max = fmax(max, fabs(t->request.velocities[i].first));
    return max;
}

static bool is_prescribed(const tml_steady_task *t, const tml_start *start)
{
    for (int i = 0; i < t->request.count; i++) {
        const tml_joint_coordinate *coordinate = &t->s->system->coordinates[t->request.velocities[i].coordinate];
        if (start->rate && coordinate->term.measure == start->term.measure)
            return true;
    }
    return false;
}

/* The free coordinate whose velocity an entry of `initial` gives; -1: it is no coordinate of the tree. */
static int free_coordinate(const tml_steady *s, const tml_start *start)
{
    const tml_system *system = s->system;
    for (int b = 0; b < system->nb - 1; b++) {
        const tml_branch *branch = &system->branches[b];
        const tml_joint *j = branch->joint >= 0 ? &system->joints[branch->joint] : NULL;
        for (int c = 0; j && c < j->coordinate_count && c < branch->coordinates; c++)
            for (int k = 0; k < s->n; k++)
                if (system->coordinates[j->first_coordinate + c].term.measure == start->term.measure &&
                    s->free[k] == branch->first_v + c)
                    return k;
    }
    return -1;
}

/* The speed of a spin is an unknown, for which `initial` is a first guess; only where states of a family differ in it may another one be meant. */
static bool is_unknown_speed(const tml_steady_task *t, const tml_start *start)
{
    const int k = start->rate ? free_coordinate(t->s, start) : -1;
    return k >= 0 && t->s->spins[k] && !(t->varies && t->varies[k]);
}

static void warn(const tml_steady_task *t, const tml_start *start, double found)
{
    const char *unit = tml_unit_of_motion(t->s->system->measures[start->term.measure].is_rotation, start->rate);
    tml_log_raise(t->task->log, TML_W_STEADY_NOT_AS_GIVEN, start->place,
                  start->rate
                      ? "steady: initial gives %s = %.6g %s, but in this steady state it is %.6g %s: prescribe it in "
                        "speeds if it is to be kept"
                      : "steady: initial gives %s = %.6g %s, but of the family of steady states this one has %.6g %s",
                  start->name, start->value, unit, found, unit);
}

void tml_steady_compare_with_given(tml_steady_task *t, int family)
{
    const tml_system *s = t->s->system;
    const tml_workspace *w = t->s->work;
    if (s->start_count == 0 || tml_steady_evaluate(t->s, &t->at))
        return;
    tml_workspace_measure(t->s->work, 0, s->measure_count);
    for (int i = 0; i < s->start_count; i++) {
        const tml_start *start = &s->starts[i];
        if ((!start->rate && family == 0) || is_prescribed(t, start) || is_unknown_speed(t, start))
            continue;
        const double found = start->term.coefficient * (start->rate ? w->rate : w->value)[start->term.measure];
        const double least = start->rate ? fastest(t) : tml_measure_scale(s, start->term.measure);
        if (fabs(found - start->value) > SAME * fmax(least, fmax(fabs(found), fabs(start->value))))
            warn(t, start, found);
    }
}
