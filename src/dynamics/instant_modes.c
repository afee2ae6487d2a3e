/* instant_modes.c - modes of interactions at one instant, by complementarity of forces and accelerations. */
#include "dynamics/instant_modes.h"
#include "system/kernel/interaction_motion.h"
#include <math.h>
#include <string.h>

static const double ZERO = 1e-9; /* gap, of the size or 1 rad; its rate and slip, at the rate of the motion */

tml_instant_modes *tml_instant_modes_make(tml_equations *e, tml_arena *arena)
{
    const tml_system *s = e->system;
    if (!s->interaction_count)
        return NULL;
    const int most = s->result_law_count, m = most + s->result_count;
    tml_instant_modes *x = TML_NEW(arena, tml_instant_modes);
    *x = (tml_instant_modes){.e = e};
    x->list = TML_NEW_ARRAY(arena, tml_condition, most + 1);
    x->gradient = TML_NEW_ARRAY(arena, double, s->input_count + 1);
    x->unused = TML_NEW_ARRAY(arena, double, m + most + 1);
    x->problem.list = x->list;
    x->problem.x = TML_NEW_ARRAY(arena, double, most + 1);
    x->problem.r = TML_NEW_ARRAY(arena, double, m + 1);
    x->problem.work = TML_NEW_ARRAY(arena, double, tml_complementarity_work(most, m) + 1);
    return x;
}

double tml_limit_of_results(const tml_equations *e, double *gradient, const tml_condition *of, tml_limit_kind kind,
                            const double *forces, const double *r, double *by_x, double *by_r)
{
    tml_workspace *w = e->work;
    const tml_system *s = w->system;
    const tml_interaction *is = kind == TML_LIMIT_LAW ? NULL : &s->interactions[of->which];
    const tml_expression *law = !is                         ? s->result_laws[of->which].value
                                : kind == TML_LIMIT_SLIDING ? tml_interaction_sliding(is, of->direction[0])
                                                            : tml_interaction_holding(is, of->against);
    tml_result_laws_set_inputs(e->result_laws, w, forces, r);
    memset(gradient, 0, (size_t)s->input_count * sizeof(double));
    const double value = tml_expression_gradient(law, w->inputs, w->expression, 1, gradient);
    tml_result_laws_by_results(e->result_laws, gradient, by_x, by_r);
    return value;
}

static double limit(void *context, const tml_condition *of, tml_limit_kind kind, const double *forces, const double *r,
                    double *by_x, double *by_r)
{
    const tml_instant_modes *x = context;
    return tml_limit_of_results(x->e, x->gradient, of, kind, forces, r, by_x, by_r);
}

/* 1/s: of the velocities, sqrt(2 T/m)/size, and of a fall through the size. Zero: all velocities are. */
static double rate_of_motion(const tml_workspace *w)
{
    const tml_system *s = w->system;
    return sqrt(2 * tml_workspace_kinetic(w) / s->mass) / s->size + sqrt(tml_norm(s->gravity) / s->size);
}

/* What may act, as if it did. */
static void set_candidates(tml_workspace *w)
{
    const tml_system *s = w->system;
    const double rate = rate_of_motion(w);
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const double scale = ZERO * (tml_interaction_turns(s, is) ? 1 : s->size), slow = scale * rate;
        tml_interaction_mode *mode = &w->modes[i];
        double u[3] = {0}, slip = 0;
        for (int k = 0; k < is->size; k++) {
            u[k] = tml_interaction_rate(w, is, k);
            slip = hypot(slip, u[k]);
        }
        *mode = (tml_interaction_mode){.kind = TML_OPEN};
        if (is->kind == TML_UNILATERAL) {
            if (tml_interaction_gap(w, is) <= scale && u[0] <= slow)
                mode->kind = TML_CLOSED;
            continue;
        }
        if (is->normal >= 0 && w->modes[is->normal].kind == TML_OPEN)
            continue;
        mode->kind = slip > slow ? TML_SLIDES : TML_STICKS;
        for (int k = 0; slip > slow && k < is->size; k++)
            mode->direction[k] = u[k] / slip;
    }
}

int tml_instant_modes_begin(tml_instant_modes *x, double t, const double *q, const double *v, double *V)
{
    x->e->class->place_bodies(x->e, t, q, v);
    tml_workspace_measure(x->e->work, 0, x->e->system->measure_count);
    set_candidates(x->e->work);
    return tml_equations_affine(x->e, t, q, v, &x->laws, V);
}

static void list_conditions(tml_instant_modes *x)
{
    const tml_system *s = x->e->system;
    x->problem.count = 0;
    for (int k = 0; k < x->laws.n; k++) {
        const tml_result_law *law = &s->result_laws[x->laws.active[k]];
        tml_condition *c = &x->list[x->problem.count];
        x->problem.x[k] = 0;
        if (law->interaction >= 0 && law->component > 0)
            continue;
        *c = (tml_condition){
            .kind = TML_CONDITION_LAW, .which = x->laws.active[k], .first = k, .size = 1, .mode = TML_BY_LAW};
        if (law->interaction >= 0) {
            const tml_interaction *is = &s->interactions[law->interaction];
            const tml_interaction_mode *mode = &x->e->work->modes[law->interaction];
            c->kind = is->kind == TML_UNILATERAL ? TML_CONDITION_UNILATERAL : TML_CONDITION_FRICTION;
            c->which = law->interaction;
            c->size = is->size;
            c->acceleration = x->laws.held[k];
            c->mode = mode->kind;
            c->slips = mode->kind == TML_SLIDES;
            c->uneven = is->holding_back != NULL;
            memcpy(c->direction, mode->direction, sizeof c->direction);
        }
        x->problem.count++;
    }
}

tml_complementarity_outcome tml_instant_modes_solve(tml_instant_modes *x, const double *r0, const double *R)
{
    tml_complementarity *p = &x->problem;
    list_conditions(x);
    p->n = x->laws.n, p->m = x->laws.m, p->r0 = r0, p->R = R;
    p->limit = limit, p->context = x;
    p->unique = true;
    return p->n ? tml_complementarity_solve(p) : TML_SOLVED;
}

double tml_instant_modes_holding(tml_instant_modes *x, const tml_condition *of)
{
    tml_condition held = *of;
    held.against = x->problem.x[of->first];
    return limit(x, &held, TML_LIMIT_HOLDING, x->problem.x, x->problem.r, x->unused, x->unused);
}

void tml_instant_modes_take(tml_instant_modes *x)
{
    for (int k = 0; k < x->problem.count; k++) {
        const tml_condition *c = &x->list[k];
        if (c->kind == TML_CONDITION_LAW)
            continue;
        x->e->work->modes[c->which].kind = c->mode;
        memcpy(x->e->work->modes[c->which].direction, c->direction, sizeof c->direction);
    }
}

tml_complementarity_outcome tml_instant_modes_find(tml_equations *e, double t, const double *q, const double *v,
                                                   tml_arena *arena, tml_instant_modes **modes)
{
    tml_instant_modes *x = *modes = tml_instant_modes_make(e, arena);
    if (!x)
        return TML_SOLVED;
    if (tml_instant_modes_begin(x, t, q, v, NULL))
        return TML_NO_SOLUTION;
    const tml_complementarity_outcome outcome = tml_instant_modes_solve(x, x->laws.r0, x->laws.R);
    if (outcome == TML_SOLVED)
        tml_instant_modes_take(x);
    return outcome;
}

const char *tml_instant_modes_names(const tml_instant_modes *x, tml_arena *arena)
{
    const tml_system *s = x->e->system;
    const char *list = "";
    for (int k = 0; k < x->problem.count; k++)
        if (x->list[k].kind != TML_CONDITION_LAW && s->interactions[x->list[k].which].normal < 0)
            list = tml_arena_format(arena, "%s%s%s", list, *list ? ", " : "", s->interactions[x->list[k].which].name);
    return list;
}
