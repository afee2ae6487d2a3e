/* undetermined_forces.c - channels of forces that contacts, stops and friction leave undetermined.
 *
 *   J n = 0      J: derivatives of the conditions of all forces x (dynamics/complementarity.h)
 *
 * x + n fulfils them as x does. Joints balance n by reactions lambda; where friction slips, n may move the bodies. Forces and reactions are linear in both, so that the channels of
 * (n, lambda) alone show which are not unique. A sum may be unique where its parts are not: the load of a table with four legs.
 */
#include "analysis/undetermined_forces.h"
#include <math.h>
#include <string.h>

static const double NEGLIGIBLE = 1e-7; /* of the largest of the forces that balance each other */
static const double MOVES = 1e-6;      /* of the accelerations by each of these forces alone */

typedef struct {
    tml_task *task;
    const tml_complementarity *p;
    const int *active;
    tml_impulse *impulse;
    tml_arena *arena;
    tml_impulse_line *lines;    /* (n) of forces of interactions */
    int *force, n;              /* (n) which of the forces each is; how many */
    double *lambda;             /* (rigid_row_count) */
    double *row, *zero, *zeros; /* channels of n and lambda, and without them; (nv) */
    const double *q;
} search;

static void list_forces(search *f)
{
    const tml_system *s = f->impulse->work->system;
    for (int k = 0; k < f->p->n; k++) {
        const tml_result_law *law = &s->result_laws[f->active[k]];
        if (law->interaction < 0 || f->n == f->impulse->count)
            continue;
        f->lines[f->n] = (tml_impulse_line){.along = s->interactions[law->interaction].along[law->component]};
        f->force[f->n++] = k;
    }
}

static void fill(const search *f, const double *x, double *row)
{
    tml_workspace *w = f->impulse->work;
    const tml_system *s = w->system;
    for (int i = 0; i < s->result_law_count; i++)
        w->inputs[s->result_laws[i].input] = 0;
    memset(f->lambda, 0, (size_t)s->rigid_row_count * sizeof(double));
    for (int k = 0; x && k < f->p->n; k++)
        w->inputs[s->result_laws[f->active[k]].input] = x[k];
    for (int k = 0; x && k < f->n; k++)
        for (int i = 0; i < s->rigid_row_count; i++)
            f->lambda[i] += x[f->force[k]] * f->impulse->L[(size_t)k * (size_t)s->rigid_row_count + (size_t)i];
    tml_workspace_forces(w);
    const tml_instant at = {.work = w, .t = w->t, .q = f->q, .a = f->zeros, .lambda = f->lambda, .single = true};
    tml_channels_fill(&at, row);
}

/* The largest of the forces; torques divided by the size. */
static double largest(const search *f, const double *x)
{
    const tml_system *s = f->impulse->work->system;
    double max = 0;
    for (int k = 0; k < f->n; k++) {
        const bool turns = tml_terms_turn(s, &f->lines[k].along);
        max = fmax(max, fabs(x[f->force[k]]) / (turns && s->size > 0 ? s->size : 1));
    }
    return max;
}

static void mark(const search *f, const double *x, const tml_column *columns, size_t count, bool *marks)
{
    const tml_system *s = f->impulse->work->system;
    const double size = largest(f, x);
    fill(f, x, f->row);
    for (size_t c = 0; c < count && size > 0; c++) {
        const tml_column_quantity of = tml_unit_quantity(columns[c].unit);
        const double scale = of == TML_QUANTITY_TORQUE && s->size > 0 ? size * s->size : size;
        marks[c] |= (of == TML_QUANTITY_FORCE || of == TML_QUANTITY_TORQUE) &&
                    fabs(f->row[c] - f->zero[c]) > NEGLIGIBLE * scale;
    }
}

/* Whether the forces n (count of x) accelerate the bodies. */
static bool moves(const search *f, const double *x)
{
    const tml_system *s = f->impulse->work->system;
    double most = 0, change = 0;
    for (int i = 0; i < s->nv; i++) {
        double sum = 0;
        for (int k = 0; k < f->n; k++) {
            const double part = x[f->force[k]] * f->impulse->X[(size_t)k * (size_t)s->nv + (size_t)i];
            sum += part;
            most = fmax(most, tml_arm(s, i) * fabs(part));
        }
        change = fmax(change, tml_arm(s, i) * fabs(sum));
    }
    return change > MOVES * most;
}

bool tml_undetermined_forces_mark(tml_task *task, const tml_complementarity *p, const int *active, tml_impulse *impulse,
                                  double t, const double *q)
{
    const tml_system *s = impulse->work->system;
    const size_t count = tml_channels_count(s);
    bool any_moves = false;
    if (p->unique || p->n == 0 || count != tml_channels_count(task->system))
        return false;
    tml_arena *scratch = tml_arena_part(task->arena);
    search f = {.task = task, .p = p, .active = active, .impulse = impulse, .arena = scratch, .q = q};
    f.lines = TML_NEW_ARRAY(scratch, tml_impulse_line, p->n + 1);
    f.force = TML_NEW_ARRAY(scratch, int, p->n + 1);
    f.lambda = TML_NEW_ARRAY(scratch, double, s->rigid_row_count + 1);
    f.row = TML_NEW_ARRAY(scratch, double, count + 1);
    f.zero = TML_NEW_ARRAY(scratch, double, count + 1);
    f.zeros = TML_NEW_ARRAY(scratch, double, s->nv + 1);
    double *v = TML_NEW_ARRAY(scratch, double, s->nv + 1), *N = TML_NEW_ARRAY(scratch, double, p->n * p->n + 1);
    const int free = tml_complementarity_freedom(p, N, scratch);
    list_forces(&f);
    if (free > 0 && !tml_impulse_begin(impulse, t, q, v)) {
        tml_impulse_respond(impulse, f.lines, f.n, v);
        if (!task->state->undetermined)
            task->state->undetermined = TML_NEW_ARRAY(task->arena, bool, count + 1);
        fill(&f, NULL, f.zero);
        size_t named;
        const tml_column *columns = tml_channels(s, scratch, &named);
        for (int k = 0; k < free; k++) {
            mark(&f, N + (size_t)k * (size_t)p->n, columns, count, task->state->undetermined);
            any_moves |= moves(&f, N + (size_t)k * (size_t)p->n);
        }
    }
    tml_arena_free(scratch);
    return any_moves;
}
