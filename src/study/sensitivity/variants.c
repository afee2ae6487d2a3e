/* variants.c - lives at the values of the parameters and near them, and what is evaluated of all of them. */
#include "study/sensitivity/variants.h"
#include "model/preparation.h"
#include "run/live_ode.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDES = 2 * TML_STENCIL, NUMBER = 40 };
const double tml_stencil_weight[TML_STENCIL] = {3.0 / 4, -3.0 / 20, 1.0 / 60};
static const double FRACTION = 0x1p-8;   /* h, of a parameter */
static const double CLOSER = 0x1p-4;     /* of that where there is no motion so far away */
static const double ZERO_SCALE = 0x1p-3; /* what a parameter of zero is compared with */
static const double CONTINUOUS = 1e-8;   /* of the size of the state: what rounding and closing joints change */
static const double SAME_TIME = 1e-13;   /* relative: of breaks that depend on no parameter */

/* -3, -2, -1, 1, 2, 3 */
static int steps_away(int side)
{
    return side < TML_STENCIL ? side - TML_STENCIL : side - TML_STENCIL + 1;
}

static double weight(int side)
{
    const int k = steps_away(side);
    return k < 0 ? -tml_stencil_weight[-k - 1] : tml_stencil_weight[k - 1];
}

static tml_variant *near(const tml_variants *v, int parameter, int side)
{
    return &v->near[parameter * SIDES + side];
}

/* ---- making ---- */

static void let_go(tml_variant *x)
{
    tml_live_free(x->live);
    tml_model_free(x->model);
    *x = (tml_variant){0};
}

/* A text of 17 digits is read as the same number again. */
static void give_value(tml_model *model, int parameter, double value, tml_arena *arena)
{
    char *text = tml_arena_take(arena, NUMBER);
    snprintf(text, NUMBER, "%.17g", value);
    model->parameters[parameter].text = text;
}

static bool begin_at(const tml_variants *v, const double *values, int moved, double by, const char *formulation,
                     tml_arena *arena, tml_variant *made)
{
    const tml_study *s = v->study;
    const tml_live_options options = {.size = sizeof options, .formulation = formulation};
    tml_log unheard = {.quiet = true};
    made->model = tml_study_variant(s, &unheard);
    for (int i = 0; made->model && i < tml_variation_count(s->variation); i++)
        give_value(made->model, tml_variation_parameter(s->variation, i), values[i] + (i == moved ? by : 0), arena);
    if (made->model)
        tml_preparations_forget(made->model->prepared);
    if (made->model && tml_live_make(made->model, &options, &made->live, &unheard) == TML_OK && made->live->ode &&
        made->live->motion.t0 == made->live->begin)
        return true;
    let_go(made);
    return false;
}

/* The coordinates have the same meaning. */
static bool are_alike(const tml_live *a, const tml_live *b)
{
    if (a->ode->count != b->ode->count || a->table->column_count != b->table->column_count || a->t != b->t)
        return false;
    for (int i = 0; i < a->ode->count; i++)
        if ((a->ode->names[i] == NULL) != (b->ode->names[i] == NULL) ||
            (a->ode->names[i] && strcmp(a->ode->names[i], b->ode->names[i]) != 0))
            return false;
    return true;
}

/* Of the next parameter that can be varied, number `parameter` of the study. */
static bool make_sides(tml_variants *v, const double *values, int parameter, double h, tml_arena *arena)
{
    const int next = v->parameters;
    const char *formulation = v->centre.live->request.formulation->name;
    for (int side = 0; side < SIDES; side++) {
        tml_variant *x = near(v, next, side);
        if (begin_at(v, values, parameter, steps_away(side) * h, formulation, arena, x) &&
            are_alike(x->live, v->centre.live))
            continue;
        for (int k = 0; k <= side; k++)
            let_go(near(v, next, k));
        return false;
    }
    return true;
}

/* The formulation in fewest coordinates, whose linearization is exact. */
static const char *tree_formulation(void)
{
    for (int i = 0; i < tml_formulation_class_count; i++)
        if (tml_formulation_classes[i]->treatment == TML_TREE)
            return tml_formulation_classes[i]->name;
    return NULL;
}

/* Where the model leaves it open, in these; the motion is the same in all. */
static bool make_centre(tml_variants *v, const double *values, tml_arena *arena)
{
    tml_variant tree = {0};
    if (!begin_at(v, values, -1, 0, v->study->options.formulation, arena, &v->centre))
        return begin_at(v, values, -1, 0, tree_formulation(), arena, &v->centre);
    if (v->study->options.formulation || !v->centre.live->request.why[0] || v->centre.live->ode->tree ||
        !begin_at(v, values, -1, 0, tree_formulation(), arena, &tree))
        return true;
    let_go(&v->centre);
    v->centre = tree;
    return true;
}

static const char *find_obstacle(const tml_live *live)
{
    const tml_system *s = live->task.system;
    if (s->interaction_count || s->penalized_gap_count)
        return "contacts, stops or friction";
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].acts || s->events[i].of_contact || s->events[i].stiff)
            return "events that change the motion";
    if (s->join_event_count)
        return "tables with corners";
    return NULL;
}

/* What changes of the state are compared with. */
static void find_sizes(tml_variants *v, tml_arena *arena)
{
    const tml_live *live = v->centre.live;
    tml_equations *e = live->motion.e;
    double *size = TML_NEW_ARRAY(arena, double, v->n + 1);
    memcpy(size, live->ode->nominal, (size_t)v->n * sizeof(double));
    e->class->scales(e, size);
    for (int i = 0; i < e->nv; i++)
        size[e->nq + i] *= live->motion.rate;
    v->size = size;
}

bool tml_variants_make(tml_variants *v, const tml_study *study, const double *values, tml_arena *arena)
{
    const int all = tml_variation_count(study->variation);
    *v = (tml_variants){.study = study};
    double *h = TML_NEW_ARRAY(arena, double, all + 1);
    v->h = h;
    v->which = TML_NEW_ARRAY(arena, int, all + 1);
    v->near = TML_NEW_ARRAY(arena, tml_variant, all * SIDES + 1);
    v->why = "no equations in fewest coordinates";
    if (!make_centre(v, values, arena))
        return false;
    const tml_live *live = v->centre.live;
    const char *obstacle = find_obstacle(live);
    if (obstacle) {
        v->why = obstacle;
        return false;
    }
    v->n = live->ode->count;
    v->begin = live->t;
    v->exact = tml_live_ode_is_smooth(live);
    v->at = TML_NEW_ARRAY(arena, double, v->n + 1);
    v->rates = TML_NEW_ARRAY(arena, double, v->n + 1);
    find_sizes(v, arena);
    v->row = TML_NEW_ARRAY(arena, double, live->table->column_count + 1);
    v->why = "no such motion at values nearby";
    for (int j = 0; j < all; j++) {
        const double scale = values[j] != 0 ? fabs(values[j]) : ZERO_SCALE;
        double step = FRACTION * exp2(floor(log2(scale)));
        bool good = make_sides(v, values, j, step, arena);
        if (!good)
            good = make_sides(v, values, j, step *= CLOSER, arena);
        if (good)
            h[v->parameters] = step, v->which[v->parameters++] = j;
    }
    if (v->parameters == 0)
        return false;
    v->why = NULL;
    return true;
}

void tml_variants_free(tml_variants *v)
{
    let_go(&v->centre);
    for (int i = 0; v->near && i < v->parameters * SIDES; i++)
        let_go(&v->near[i]);
}

double tml_variants_scale(const tml_variants *v, int parameter)
{
    return v->h[parameter] / FRACTION;
}

/* ---- evaluating ---- */

void tml_variants_start(const tml_variants *v, double *x, double *S)
{
    tml_live_ode_get(v->centre.live, x);
    memset(S, 0, (size_t)(v->n * v->parameters) * sizeof(double));
    for (int j = 0; j < v->parameters; j++)
        for (int side = 0; side < SIDES; side++) {
            const double *y = near(v, j, side)->live->motion.problem.y;
            for (int i = 0; i < v->n; i++)
                S[j * v->n + i] += weight(side) / v->h[j] * (y[i] - x[i]);
        }
}

/* A step along S_j that changes the state by a small part of its size; 0: it does not change. */
static double step_along(const tml_variants *v, const double *S)
{
    double largest = 0;
    for (int i = 0; i < v->n; i++)
        largest = fmax(largest, fabs(S[i]) / v->size[i]);
    return largest > 0 ? FRACTION / largest : 0;
}

/* x + k d S_j */
static const double *displaced(tml_variants *v, const double *x, const double *S, double by)
{
    for (int i = 0; i < v->n; i++)
        v->at[i] = x[i] + by * S[i];
    return v->at;
}

/* f_x S by differences. */
static int rates_along(tml_variants *v, double t, const double *x, const double *S, const double *xdot, double *out)
{
    tml_live *live = v->centre.live;
    const double d = step_along(v, S);
    memset(out, 0, (size_t)v->n * sizeof(double));
    for (int side = 0; d > 0 && side < SIDES; side++) {
        tml_live_ode_set(live, t, displaced(v, x, S, steps_away(side) * d));
        if (tml_live_ode_rates(live, v->rates) != TML_OK)
            return 1;
        for (int i = 0; i < v->n; i++)
            out[i] += weight(side) / d * (v->rates[i] - xdot[i]);
    }
    return 0;
}

int tml_variants_rates(tml_variants *v, double t, const double *x, const double *S, double *xdot, double *Sdot)
{
    tml_live *centre = v->centre.live;
    tml_live_ode_set(centre, t, x);
    if (tml_live_ode_rates(centre, xdot) != TML_OK)
        return 1;
    for (int j = 0; j < v->parameters; j++) {
        double *rate = Sdot + j * v->n;
        if (v->exact ? tml_live_ode_derivative(centre, S + j * v->n, NULL, rate, NULL) != TML_OK
                     : rates_along(v, t, x, S + j * v->n, xdot, rate))
            return 1;
        for (int side = 0; side < SIDES; side++) {
            tml_live *live = near(v, j, side)->live;
            tml_live_ode_set(live, t, x);
            if (tml_live_ode_rates(live, v->rates) != TML_OK)
                return 1;
            for (int i = 0; i < v->n; i++)
                rate[i] += weight(side) / v->h[j] * (v->rates[i] - xdot[i]);
        }
    }
    return 0;
}

static int observe(tml_variants *v, tml_live *live, double t, const double *x)
{
    tml_live_ode_set(live, t, x);
    if (tml_live_ode_close(live) || tml_motion_state_observe(&live->motion, live->t, live->ode->z))
        return 1;
    tml_channels_fill(&live->motion.instant, v->row);
    live->motion.solved = 0;
    return 0;
}

int tml_variants_channels(tml_variants *v, double t, const double *x, const double *S, const int *columns, int count,
                          double *y, double *dy)
{
    if (observe(v, v->centre.live, t, x))
        return 1;
    for (int c = 0; c < count; c++)
        y[c] = v->row[columns[c]];
    for (int j = 0; dy && j < v->parameters; j++) {
        const double d = step_along(v, S + j * v->n);
        for (int c = 0; c < count; c++)
            dy[c * v->parameters + j] = 0;
        for (int side = 0; side < SIDES; side++) {
            if (observe(v, near(v, j, side)->live, t, x))
                return 1;
            for (int c = 0; c < count; c++)
                dy[c * v->parameters + j] += weight(side) / v->h[j] * (v->row[columns[c]] - y[c]);
            if (d > 0 && observe(v, v->centre.live, t, displaced(v, x, S + j * v->n, steps_away(side) * d)))
                return 1;
            for (int c = 0; d > 0 && c < count; c++)
                dy[c * v->parameters + j] += weight(side) / d * (v->row[columns[c]] - y[c]);
        }
    }
    return 0;
}

static int event_value(tml_live *live, double t, const double *x, int index, double *g)
{
    const tml_problem *p = &live->motion.problem;
    tml_live_ode_set(live, t, x);
    if (tml_live_ode_close(live) || p->events(p->context, live->t, live->ode->z, live->ode->values))
        return 1;
    *g = live->ode->values[index];
    live->motion.solved = 0;
    return 0;
}

int tml_variants_event(tml_variants *v, double t, const double *x, const double *S, int index, double *g, double *dg)
{
    if (event_value(v->centre.live, t, x, index, g))
        return 1;
    for (int j = 0; dg && j < v->parameters; j++) {
        const double d = step_along(v, S + j * v->n);
        dg[j] = 0;
        for (int side = 0; side < SIDES; side++) {
            double by_p, by_x = *g;
            if (event_value(near(v, j, side)->live, t, x, index, &by_p) ||
                (d > 0 &&
                 event_value(v->centre.live, t, displaced(v, x, S + j * v->n, steps_away(side) * d), index, &by_x)))
                return 1;
            dg[j] += weight(side) * ((by_p - *g) / v->h[j] + (d > 0 ? (by_x - *g) / d : 0));
        }
    }
    return 0;
}

void tml_variants_parameter(const tml_variants *v, int parameter, double *derivative)
{
    for (int j = 0; j < v->parameters; j++) {
        derivative[j] = 0;
        for (int side = 0; side < SIDES; side++)
            derivative[j] += weight(side) / v->h[j] * near(v, j, side)->live->task.resolved->parameters[parameter];
    }
}

static int accept(tml_live *live, double t, const double *x)
{
    const tml_problem *p = &live->motion.problem;
    tml_live_ode_set(live, t, x);
    if (tml_live_ode_close(live) || (p->accept && p->accept(p->context, live->t, live->ode->z)))
        return 1;
    live->motion.solved = 0;
    return 0;
}

int tml_variants_accept(tml_variants *v, double t, const double *x)
{
    int flag = accept(v->centre.live, t, x);
    for (int i = 0; !flag && i < v->parameters * SIDES; i++)
        flag = accept(v->near[i].live, t, x);
    return flag;
}

double tml_variants_break(const tml_variants *v)
{
    const double t = tml_live_ode_break(v->centre.live);
    for (int i = 0; i < v->parameters * SIDES; i++) {
        const double other = tml_live_ode_break(v->near[i].live);
        if (other != t && !(fabs(other - t) <= SAME_TIME * fmax(fabs(t), fabs(other))))
            return NAN;
    }
    return t;
}

static int pass(tml_live *live, double t, const double *x)
{
    tml_live_ode_set(live, t, x);
    live->t = live->ode->end;
    return tml_live_ode_event(live) != TML_OK;
}

/* Velocities that jump there, as those of a driver may, would make S jump too. */
static bool jumps(const tml_variants *v, const double *x)
{
    const double *now = v->centre.live->motion.problem.y;
    for (int i = 0; i < v->n; i++)
        if (!(fabs(now[i] - x[i]) <= CONTINUOUS * v->size[i]))
            return true;
    return false;
}

int tml_variants_pass(tml_variants *v, double t, const double *x)
{
    int flag = pass(v->centre.live, t, x);
    for (int i = 0; !flag && i < v->parameters * SIDES; i++)
        flag = pass(v->near[i].live, t, x);
    if (flag || !jumps(v, x))
        return flag;
    v->why = "velocities jump";
    return 1;
}
