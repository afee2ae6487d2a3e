/* choose_formulation.c - the formulation that `auto` selects, and why: the one with the cheapest evaluation.
 *
 * Relative coordinates are cheapest for trees and for loops of few joints; sparse absolute ones for many loops through
 * the same joints. Without rigid joints there is nothing to choose.
 */
#include "analysis/dynamics/choose_integrator.h"
#include "dynamics/massless/massless.h"
#include "integrate/integrator.h"
#include "system/initial_guess.h"
#include <math.h>
#include <string.h>

/* Nanoseconds of an evaluation, measured on mechanisms of many sizes: accurate enough for a choice. */
static double joint_cost(const tml_system *s, const tml_tree_cost *c)
{
    const double rows = c->rows;
    const bool sparse = c->couplings < 0.2 * rows * rows;
    return (s->space ? 140 : 40) * s->nb + (s->space ? 16 : 8) * c->path_coordinates + 35 * rows + c->couplings +
           (sparse ? 0 : 0.06 * rows * rows * rows);
}

static double absolute_cost(const tml_system *s)
{
    return (s->space ? 900 : 155) * s->nb;
}

/* Whether rigid joints leave a massless motion free, which only absolute coordinates can represent. */
static bool leaves_massless(const tml_task *task)
{
    const tml_system *s = task->system;
    if (!s->singular_mass)
        return false;
    tml_arena *scratch = tml_arena_part(task->arena);
    double *q = TML_NEW_ARRAY(scratch, double, s->nq + 1), *v = TML_NEW_ARRAY(scratch, double, s->nv + 1);
    const bool begun = task->state && task->state->q;
    if (!begun)
        tml_system_initial_guess(s, scratch, q, v);
    const bool leaves = tml_massless_make(s, NULL, 0, begun ? task->state->q : q, NULL, scratch) != NULL;
    tml_arena_free(scratch);
    return leaves;
}

static tml_formulation_choice choose(const tml_formulation_class *class, const char *why)
{
    return (tml_formulation_choice){class, why};
}

static tml_formulation_choice without_rigid_rows(const tml_system *s)
{
    bool all = true, any = false;
    for (int i = 0; i < s->joint_count; i++)
        all &= tml_joint_is_compliant(s, i), any |= tml_joint_is_compliant(s, i);
    return !any ? choose(&tml_formulation_absolute,
                         s->joint_count ? "auto: the joints constrain nothing" : "auto: there are no joints")
                : choose(&tml_formulation_implicit, all ? "auto: all joints are compliant" : "auto: no joint is rigid");
}

tml_formulation_choice tml_choose_formulation(const tml_task *task, const char *name, const char *integrator,
                                              bool projects)
{
    const tml_system *s = task->system;
    if (tml_formulation_find(name))
        return choose(tml_formulation_find(name), "");
    const tml_integrator_class *class = tml_integrator_find(integrator);
    if (class && class->needs_dae)
        return choose(&tml_formulation_absolute,
                      tml_arena_format(task->arena, "auto: %s needs absolute coordinates", class->name));
    if ((class && class->fixed_step) || !projects)
        return choose(&tml_formulation_absolute, "auto: textbook methods, in absolute coordinates");
    if (s->rigid_row_count == 0)
        return without_rigid_rows(s);
    if (leaves_massless(task))
        return choose(&tml_formulation_absolute, "auto: a massless body that rigid joints leave free");
    const tml_tree_cost cost = tml_system_tree_cost(s, task->arena);
    if (cost.rows == 0)
        return choose(&tml_formulation_joint, "auto: the rigid joints form a tree");
    const double joint = joint_cost(s, &cost), absolute = absolute_cost(s);
    const char *why =
        task->model->wanted
            ? ""
            : tml_arena_format(task->arena,
                               "auto: %d constraint%s outside the spanning tree: evaluations take about %.2g of the "
                               "time in %s coordinates",
                               cost.rows, cost.rows == 1 ? "" : "s", fmin(joint, absolute) / fmax(joint, absolute),
                               joint <= absolute ? "absolute" : "relative");
    return choose(joint <= absolute ? &tml_formulation_joint : &tml_formulation_absolute, why);
}
