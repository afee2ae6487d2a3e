/* undetermined_impulses.c - impulses of an impact that contacts, stops and friction share in several ways.
 *
 *   J n = 0      J: derivatives of the conditions of all impulses P (dynamics/complementarity.h)
 *
 * P + n fulfils them as P does, and leaves the velocities as they are: joints balance n by impulses L n. The columns of the table of events that
 * (n, L n) alone makes show which are not unique. A sum may be unique where its parts are not.
 */
#include "analysis/dynamics/event_table.h"
#include "analysis/dynamics/impact.h"
#include "analysis/dynamics/interaction_state.h"
#include <math.h>
#include <string.h>

static const double NEGLIGIBLE = 1e-7; /* of the largest of the impulses that balance each other */

/* The row of the table that one change of the impulses alone would be. */
static void fill(tml_interaction_run *x, const double *n, double *lambda, double *row)
{
    tml_impulse *impulse = x->r->impulse;
    const tml_system *s = x->r->rigid;
    memset(x->P, 0, (size_t)x->forces * sizeof(double));
    memset(lambda, 0, (size_t)s->rigid_row_count * sizeof(double));
    memset(impulse->work->force, 0, (size_t)s->law_count * sizeof(double));
    for (int c = 0; c < x->problem.count; c++)
        for (int k = 0; k < x->list[c].size; k++) {
            const double value = n[x->list[c].first + k];
            x->P[x->first[x->list[c].which] + k] = value;
            impulse->work->force[s->interactions[x->list[c].which].law[k]] = value;
        }
    for (int k = 0; k < x->problem.n; k++)
        for (int i = 0; i < s->rigid_row_count; i++)
            lambda[i] += n[k] * impulse->L[(size_t)k * (size_t)s->rigid_row_count + (size_t)i];
    tml_instant impulses = x->r->m->instant;
    impulses.work = impulse->work;
    impulses.lambda = lambda;
    tml_event_table_fill(&(tml_occurrence){.impulses = &impulses, .contacts = x->P}, row);
}

/* Torques divided by the size. */
static double largest(const tml_interaction_run *x, const double *n)
{
    const tml_system *s = x->r->rigid;
    double most = 0;
    for (int k = 0; k < x->problem.n; k++)
        most = fmax(most, fabs(n[k]) / (tml_terms_turn(s, &x->lines[k].along) && s->size > 0 ? s->size : 1));
    return most;
}

void tml_impact_mark_undetermined(tml_interaction_run *x)
{
    const tml_table *table = x->r->table;
    const tml_system *s = x->r->rigid;
    tml_task *task = x->r->m->task;
    const int n = x->problem.n;
    if (x->problem.unique || n == 0 || !table)
        return;
    tml_arena *scratch = tml_arena_part(task->arena);
    double *N = TML_NEW_ARRAY(scratch, double, n *n + 1),
           *row = TML_NEW_ARRAY(scratch, double, table->column_count + 1),
           *lambda = TML_NEW_ARRAY(scratch, double, s->rigid_row_count + 1);
    const int free = tml_complementarity_freedom(&x->problem, N, scratch);
    if (free > 0 && !task->state->undetermined_impulses)
        task->state->undetermined_impulses = TML_NEW_ARRAY(task->arena, bool, table->column_count + 1);
    for (int k = 0; k < free; k++) {
        const double size = largest(x, N + k * n);
        fill(x, N + k * n, lambda, row);
        for (size_t c = 0; c < table->column_count; c++) {
            const char *unit = table->columns[c].unit;
            const double scale = strcmp(unit, "N*s") == 0 ? 1 : strcmp(unit, "N*m*s") == 0 ? s->size : INFINITY;
            task->state->undetermined_impulses[c] |= fabs(row[c]) > NEGLIGIBLE * size * scale;
        }
    }
    tml_arena_free(scratch);
}
