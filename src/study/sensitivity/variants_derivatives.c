/* variants_derivatives.c - rates, channels and events at a state, and their derivatives along S and by the parameters. */
#include "study/sensitivity/variants_parts.h"
#include <string.h>

static const double TOGETHER = 0x1p-6; /* of the size of the state: h S is less, and p and x are moved together */
static const double UNBOUNDED = 1e6;   /* times the size of the state: h S is less */
static const double SAME_TIME = 1e-12; /* relative: one side of a break */

/* Something of a live at a state, that has `count` values. 0; non-zero: it has none there. */
typedef struct quantity {
    int (*find)(tml_variants *v, const struct quantity *what, tml_live *live, double t, const double *x, double *out);
    int count;
    const int *columns; /* of channels */
    bool only_outputs;  /* of the user's */
    int event;
} quantity;

/* By the equations as the integrator sees them: the motion stays on the joints by itself, and so do its derivatives. The linearization is
 * that of equations that close the joints first. */
int tml_variant_rates(const tml_variants *v, tml_live *live, double t, const double *x, double *out)
{
    const tml_problem *p = &live->motion.problem;
    live->motion.solved = 0;
    if (v->exact) {
        tml_live_ode_set(live, t, x);
        return tml_live_ode_rates(live, out) != TML_OK;
    }
    return p->rate(p->context, tml_variant_held(live, t), x, out);
}

static int find_rates(tml_variants *v, const quantity *what, tml_live *live, double t, const double *x, double *out)
{
    (void)what;
    return tml_variant_rates(v, live, t, x, out);
}

static int find_channels(tml_variants *v, const quantity *what, tml_live *live, double t, const double *x, double *out)
{
    live->motion.solved = 0;
    if (tml_motion_state_observe(&live->motion, tml_variant_held(live, t), x))
        return 1;
    if (what->only_outputs && live->motion.read)
        tml_outputs_fill(&live->motion.instant, live->motion.read, v->row);
    else
        tml_channels_fill(&live->motion.instant, v->row);
    for (int i = 0; i < what->count; i++)
        out[i] = v->row[what->columns[i]];
    return 0;
}

int tml_variant_event(tml_live *live, double t, const double *x, int event, double *out)
{
    const tml_problem *p = &live->motion.problem;
    live->motion.solved = 0;
    if (p->events(p->context, tml_variant_held(live, t), x, live->ode->values))
        return 1;
    *out = live->ode->values[event];
    return 0;
}

static int find_event(tml_variants *v, const quantity *what, tml_live *live, double t, const double *x, double *out)
{
    (void)v;
    return tml_variant_event(live, t, x, what->event, out);
}

/* The largest change of the state by S_j, of its size. */
double tml_variants_largest(const tml_variants *v, const double *S)
{
    double largest = 0;
    for (int i = 0; i < v->n; i++)
        largest = fmax(largest, fabs(S[i]) / v->size[i]);
    return largest;
}

bool tml_variants_are_bounded(const tml_variants *v, const double *S)
{
    for (int j = 0; j < v->parameters; j++)
        if (!(v->h[j] * tml_variants_largest(v, S + j * v->n) <= UNBOUNDED))
            return false;
    return true;
}

/* x + by S_j */
const double *tml_variants_displaced(tml_variants *v, const double *x, const double *S, double by)
{
    for (int i = 0; i < v->n; i++)
        v->at[i] = x[i] + by * S[i];
    return v->at;
}

/* Whether a live nearby is between the same breaks at that time: those that depend on the parameter it passes sooner or later. */
static bool is_beside(const tml_live *live, double t)
{
    const double slack = SAME_TIME * fmax(1, fabs(t));
    return t >= live->ode->begin - slack && t <= live->ode->end + slack;
}

/* Weights (TML_SIDES) of values nearby by the step; that of the centre is minus their sum. Beside a break of which some are on the other side, those
 * of one side do, with order 3. */
static bool find_weights(const tml_variants *v, int parameter, double t, double *weights)
{
    static const double BELOW[TML_SIDES] = {-1.0 / 3, 3.0 / 2, -3, 0, 0, 0},
                        ABOVE[TML_SIDES] = {0, 0, 0, 3, -3.0 / 2, 1.0 / 3};
    bool beside[TML_SIDES];
    for (int side = 0; side < TML_SIDES; side++) {
        beside[side] = is_beside(tml_variant_near(v, parameter, side)->live, t);
        weights[side] = tml_side_weight(side);
    }
    const bool below = beside[0] && beside[1] && beside[2], above = beside[3] && beside[4] && beside[5];
    if (below != above)
        memcpy(weights, below ? BELOW : ABOVE, TML_SIDES * sizeof(double));
    return below || above;
}

/* Of a quantity along S_j, at p: out += y_x S, of order 6. */
static int add_along(tml_variants *v, const quantity *what, double t, const double *x, const double *S,
                     const double *base, double *out)
{
    const double largest = tml_variants_largest(v, S), d = TML_FRACTION / largest;
    for (int side = 0; largest > 0 && side < TML_SIDES; side++) {
        if (what->find(v, what, v->centre.live, t, tml_variants_displaced(v, x, S, tml_steps_away(side) * d), v->value))
            return 1;
        for (int i = 0; i < what->count; i++)
            out[i] += tml_side_weight(side) / d * (v->value[i] - base[i]);
    }
    return 0;
}

/* out (count) = y_x S_j + y_p. Where S is not large p and x are moved together, S NULL: p alone. base (count): y. */
static int derive(tml_variants *v, const quantity *what, int j, double t, const double *x, const double *S,
                  const double *base, double *out)
{
    const double h = v->h[j];
    const bool together = S && h * tml_variants_largest(v, S) <= TOGETHER;
    double weights[TML_SIDES];
    memset(out, 0, (size_t)what->count * sizeof(double));
    if (!find_weights(v, j, t, weights))
        return 1;
    for (int side = 0; side < TML_SIDES; side++) {
        const double *at = together ? tml_variants_displaced(v, x, S, tml_steps_away(side) * h) : x;
        if (weights[side] == 0)
            continue;
        if (what->find(v, what, tml_variant_near(v, j, side)->live, t, at, v->value))
            return 1;
        for (int i = 0; i < what->count; i++)
            out[i] += weights[side] / h * (v->value[i] - base[i]);
    }
    return S && !together ? add_along(v, what, t, x, S, base, out) : 0;
}

/* Exactly, by the linearization. */
static int add_exactly(tml_variants *v, double t, const double *x, const double *S, double *out)
{
    tml_live_ode_set(v->centre.live, t, x);
    if (tml_live_ode_derivative(v->centre.live, S, NULL, v->value, NULL) != TML_OK)
        return 1;
    for (int i = 0; i < v->n; i++)
        out[i] += v->value[i];
    return 0;
}

/* The state with its loops closed. */
static int find_closed(tml_variants *v, const quantity *what, tml_live *live, double t, const double *x, double *out)
{
    const tml_problem *p = &live->motion.problem;
    (void)what;
    memcpy(out, x, (size_t)v->n * sizeof(double));
    live->motion.e->has_factors = false;
    live->motion.solved = 0;
    return p->project(p->context, tml_variant_held(live, t), out);
}

int tml_variants_close(tml_variants *v, double t, double *x, double *S)
{
    const quantity closed = {.find = find_closed, .count = v->n};
    int flag = find_closed(v, &closed, v->centre.live, t, x, v->before);
    if (!flag)
        memcpy(x, v->before, (size_t)v->n * sizeof(double));
    for (int j = 0; !flag && j < v->parameters; j++) {
        flag = derive(v, &closed, j, t, x, S + j * v->n, x, v->after);
        if (!flag)
            memcpy(S + j * v->n, v->after, (size_t)v->n * sizeof(double));
    }
    return flag;
}

int tml_variants_rates(tml_variants *v, double t, const double *x, const double *S, double *xdot, double *Sdot)
{
    const quantity rates = {.find = find_rates, .count = v->n};
    int flag = find_rates(v, &rates, v->centre.live, t, x, xdot);
    for (int j = 0; !flag && Sdot && j < v->parameters; j++) {
        const double *along = S + j * v->n;
        flag = derive(v, &rates, j, t, x, v->exact ? NULL : along, xdot, Sdot + j * v->n) ||
               (v->exact && add_exactly(v, t, x, along, Sdot + j * v->n));
    }
    return flag;
}

static bool are_outputs(const tml_table *table, const int *columns, int count)
{
    bool all = true;
    for (int i = 0; i < count; i++)
        all = all && (size_t)columns[i] >= table->first_output &&
              (size_t)columns[i] < table->first_output + table->output_count;
    return all;
}

int tml_variants_channels(tml_variants *v, double t, const double *x, const double *S, const int *columns, int count,
                          double *y, double *dy)
{
    const quantity channels = {.find = find_channels,
                               .count = count,
                               .columns = columns,
                               .only_outputs = are_outputs(v->centre.live->table, columns, count)};
    int flag = find_channels(v, &channels, v->centre.live, t, x, y);
    for (int j = 0; !flag && dy && j < v->parameters; j++) {
        flag = derive(v, &channels, j, t, x, S + j * v->n, y, v->after_columns);
        for (int c = 0; c < count; c++)
            dy[c * v->parameters + j] = v->after_columns[c];
    }
    return flag;
}

int tml_variants_reach(tml_variants *v, double t, const double *x, const int *columns, int count, double *reach)
{
    const quantity channels = {.find = find_channels, .count = count, .columns = columns};
    double *there = v->value, *here = v->after_columns;
    memset(reach, 0, (size_t)count * sizeof(double));
    if (find_channels(v, &channels, v->centre.live, t, x, here))
        return 1;
    for (int i = 0; i < v->n; i++) {
        memcpy(v->at, x, (size_t)v->n * sizeof(double));
        v->at[i] += isfinite(v->size[i]) ? TML_FRACTION * v->size[i] : 0;
        if (find_channels(v, &channels, v->centre.live, t, v->at, there))
            return 1;
        for (int c = 0; c < count; c++)
            reach[c] += fabs(there[c] - here[c]) / TML_FRACTION;
    }
    return 0;
}

int tml_variants_event(tml_variants *v, double t, const double *x, const double *S, int index, double *g, double *dg)
{
    const quantity event = {.find = find_event, .count = 1, .event = index};
    int flag = find_event(v, &event, v->centre.live, t, x, g);
    for (int j = 0; !flag && dg && j < v->parameters; j++)
        flag = derive(v, &event, j, t, x, S + j * v->n, g, &dg[j]);
    return flag;
}
