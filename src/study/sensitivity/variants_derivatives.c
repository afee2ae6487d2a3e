/* variants_derivatives.c - rates, channels and events at a state, and their derivatives along S and by the parameters. */
#include "study/sensitivity/variants_parts.h"
#include <string.h>
static const double TOGETHER = 0x1p-6; /* of the size of the state: h S is less, and p and x are moved together */
static const double NARROW =
    0x1p-18; /* relative: less between derivatives of orders 2 and 4, and the latter has 11 digits */
static const double UNBOUNDED = 1e6;   /* times the size of the state: h S is less */
static const double SMOOTH = 64;       /* times the third difference of one side, that of the other: more is a kink, */
static const double ROUNDING = 1e-9;   /* if so much of the value */
static const double SLIGHT = 0.01;     /* of all change nearby: no jump */
static const double AT_ONCE = 1.3;     /* steps before it is seen first, that a kink is: more is a jump */
static const double SAME_TIME = 1e-12; /* relative: one side of a break */

/* Something of a live at a state, that has `count` values. 0; non-zero: it has none there. */
typedef struct quantity {
    int (*find)(tml_variants *v, const struct quantity *what, tml_live *live, double t, const double *x, double *out);
    int count;
    int continuous;     /* the first of these are in x and p, or they have no derivative along a motion */
    bool narrow;        /* order 4 is enough, where it has the digits */
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

/* And behind them channels of the same solution, which are outputs. */
static int find_rates(tml_variants *v, const quantity *what, tml_live *live, double t, const double *x, double *out)
{
    if (tml_variant_rates(v, live, t, x, out))
        return 1;
    if (what->count == v->n)
        return 0;
    if (tml_motion_state_functions_here(&live->motion, tml_variant_held(live, t), x, v->row))
        return 1;
    for (int i = v->n; i < what->count; i++)
        out[i] = live->motion.row[what->columns[i - v->n]];
    return 0;
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

/* Values nearby, in steps away from the centre, of one side. */
typedef struct {
    double at[TML_STENCIL + 1]; /* 0: the centre */
} branch;

static double third_difference(const branch *x)
{
    return x->at[3] - 3 * x->at[2] + 3 * x->at[1] - x->at[0];
}

/* Of order 3, by the step. */
static double one_sided(const branch *x)
{
    return 3 * x->at[1] - 1.5 * x->at[2] + x->at[3] / 3 - 11.0 / 6 * x->at[0];
}

static double central(const branch *above, const branch *below)
{
    double sum = 0;
    for (int k = 1; k <= TML_STENCIL; k++)
        sum += tml_stencil_weight[k - 1] * (above->at[k] - below->at[k]);
    return sum;
}

/* Behind a kink values leave the cubic of the other side linearly from a place in the interval before the first that does; behind a jump not. */
static bool has_jump(const branch *clean, const branch *other, double small)
{
    static const double EXTRAPOLATE[TML_STENCIL][TML_STENCIL + 1] = {
        {4, -6, 4, -1}, {10, -20, 15, -4}, {20, -45, 36, -10}};
    double off[TML_STENCIL], range = 0;
    int first = 0;
    for (int k = 0; k < TML_STENCIL; k++) {
        range = fmax(range, fabs(other->at[k + 1] - other->at[0]));
        off[k] = other->at[k + 1];
        for (int i = 0; i <= TML_STENCIL; i++)
            off[k] -= EXTRAPOLATE[k][i] * clean->at[i];
    }
    while (first < TML_STENCIL && fabs(off[first]) <= small)
        first++;
    if (first + 1 >= TML_STENCIL || fabs(off[first]) <= SLIGHT * range)
        return false; /* not seen well enough: a moment later it is */
    const double growth = off[first + 1] - off[first];
    return !(off[first] / growth > 0 && off[first] / growth < AT_ONCE);
}

/* The derivative by the step, from both sides, or from the one without a kink. */
static double past_kinks(const branch *above, const branch *below, double scale, bool *jumps)
{
    const double a = fabs(third_difference(above)), b = fabs(third_difference(below));
    double largest = fmax(scale, fabs(above->at[0]));
    for (int k = 1; k <= TML_STENCIL; k++)
        largest = fmax(largest, fmax(fabs(above->at[k]), fabs(below->at[k])));
    const double small = SMOOTH * fmin(a, b) + ROUNDING * largest;
    if (fmax(a, b) <= small)
        return central(above, below);
    *jumps |= a < b ? has_jump(above, below, small) : has_jump(below, above, small);
    return a < b ? one_sided(above) : -one_sided(below);
}

static const double *nearby(const tml_variants *v, const quantity *what, int steps)
{
    return v->nearby + (steps < 0 ? TML_STENCIL + steps : TML_STENCIL + steps - 1) * what->count;
}

/* Where a quantity is evaluated: k steps away. */
typedef struct {
    int parameter; /* of which motions nearby are taken; -1: the centre */
    double t;
    const double *x, *S; /* along S; NULL: x stays */
    double step;
} places;

static int evaluate(tml_variants *v, const quantity *what, const places *at, int side)
{
    const double by = tml_steps_away(side) * at->step;
    tml_live *live = at->parameter < 0 ? v->centre.live : tml_variant_near(v, at->parameter, side)->live;
    return what->find(v, what, live, at->t, at->S ? tml_variants_displaced(v, at->x, at->S, by) : at->x,
                      v->nearby + side * what->count);
}

/* out += of v->nearby (TML_SIDES x count), of order 4, if that is enough: terms of order 2 are small, those of order 4 like their squares. */
static bool add_narrow(const tml_variants *v, const quantity *what, double step, double *out)
{
    const double *far_below = nearby(v, what, -2), *below = nearby(v, what, -1);
    const double *above = nearby(v, what, 1), *far_above = nearby(v, what, 2);
    for (int i = 0; i < what->count; i++) {
        const double one = (above[i] - below[i]) / 2, two = (far_above[i] - far_below[i]) / 4;
        const double least = i < what->continuous ? TML_FRACTION * v->size[i] * v->rate : 0;
        if (!(fabs(one - two) <= 3 * NARROW * fmax(fabs(one), least)))
            return false;
    }
    const double near = tml_stencil_weight_narrow[0] / step, far = tml_stencil_weight_narrow[1] / step;
    for (int i = 0; i < what->count; i++)
        out[i] += near * (above[i] - below[i]) + far * (far_above[i] - far_below[i]);
    return true;
}

/* The same of order 6, of those that are there, about base. 0; non-zero: there are too few, or they jump. */
static int add_wide(tml_variants *v, const quantity *what, const bool *there, const double *base, double step,
                    double *out)
{
    const bool below = there[0] && there[1] && there[2], above = there[3] && there[4] && there[5];
    bool jumps = false;
    for (int i = 0; (below || above) && i < what->count; i++) {
        const bool continuous = i < what->continuous;
        bool jump = false;
        branch up = {{base[i]}}, down = {{base[i]}};
        for (int k = 1; k <= TML_STENCIL; k++) {
            up.at[k] = nearby(v, what, k)[i];
            down.at[k] = nearby(v, what, -k)[i];
        }
        out[i] += (!below     ? one_sided(&up)
                   : !above   ? -one_sided(&down)
                   : v->kinks ? past_kinks(&up, &down, continuous ? v->size[i] * v->rate : 0, &jump)
                              : central(&up, &down)) /
                  step;
        jumps |= jump && continuous;
    }
    if (jumps)
        v->why = "forces that jump with the state";
    return !(below || above) || jumps;
}

/* out += of the neighbours that are there: the outermost are evaluated only where they are needed. */
static int add_differences(tml_variants *v, const quantity *what, const places *at, const bool *there,
                           const double *base, double *out)
{
    bool narrow = what->narrow;
    for (int side = 0; side < TML_SIDES; side++)
        narrow = narrow && there[side];
    for (int side = narrow ? 1 : 0; side < (narrow ? TML_SIDES - 1 : TML_SIDES); side++)
        if (there[side] && evaluate(v, what, at, side))
            return 1;
    if (narrow && add_narrow(v, what, at->step, out))
        return 0;
    if (narrow && (evaluate(v, what, at, 0) || evaluate(v, what, at, TML_SIDES - 1)))
        return 1;
    return add_wide(v, what, there, base, at->step, out);
}

/* Of a quantity along S_j, at p: out += y_x S. */
static int add_along(tml_variants *v, const quantity *what, double t, const double *x, const double *S,
                     const double *base, double *out)
{
    static const bool ALL[TML_SIDES] = {true, true, true, true, true, true};
    const double largest = tml_variants_largest(v, S);
    const places at = {-1, t, x, S, TML_FRACTION / largest};
    return largest > 0 ? add_differences(v, what, &at, ALL, base, out) : 0;
}

/* out (count) = y_x S_j + y_p. Where S is not large p and x are moved together, S NULL: p alone. base (count): y. Beside a break of which some of
 * the motions nearby are on the other side, those of one side do. */
static int derive(tml_variants *v, const quantity *what, int j, double t, const double *x, const double *S,
                  const double *base, double *out)
{
    const bool together = S && v->h[j] * tml_variants_largest(v, S) <= TOGETHER;
    const places at = {j, t, x, together ? S : NULL, v->h[j]};
    bool there[TML_SIDES];
    for (int side = 0; side < TML_SIDES; side++)
        there[side] = is_beside(tml_variant_near(v, j, side)->live, t);
    memset(out, 0, (size_t)what->count * sizeof(double));
    return add_differences(v, what, &at, there, base, out) ||
           (S && !together && add_along(v, what, t, x, S, base, out));
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

static bool are_outputs(const tml_table *table, const int *columns, int count)
{
    bool all = true;
    for (int i = 0; i < count; i++)
        all = all && (size_t)columns[i] >= table->first_output &&
              (size_t)columns[i] < table->first_output + table->output_count;
    return all;
}

/* Of order 4 where nothing has kinks: they are evaluated most often. */
static quantity rates_of(const tml_variants *v, const int *columns, int count)
{
    return (quantity){.find = find_rates,
                      .count = v->n + count,
                      .continuous = v->n,
                      .narrow = !v->kinks && !v->exact,
                      .columns = columns};
}

int tml_variants_rates(tml_variants *v, double t, const double *x, const double *S, double *xdot, double *Sdot)
{
    const quantity rates = rates_of(v, NULL, 0);
    int flag = find_rates(v, &rates, v->centre.live, t, x, xdot);
    for (int j = 0; !flag && Sdot && j < v->parameters; j++) {
        const double *along = S + j * v->n;
        flag = derive(v, &rates, j, t, x, v->exact ? NULL : along, xdot, Sdot + j * v->n) ||
               (v->exact && add_exactly(v, t, x, along, Sdot + j * v->n));
    }
    return flag;
}

int tml_variants_rates_with(tml_variants *v, double t, const double *x, const double *S, const int *columns, int count,
                            double *xdot, double *Sdot, double *y, double *dy)
{
    const tml_live *live = v->centre.live;
    if (v->exact || !are_outputs(live->table, columns, count) || !tml_motion_state_evaluations_tell(&live->motion))
        return tml_variants_rates(v, t, x, S, xdot, Sdot) || tml_variants_channels(v, t, x, S, columns, count, y, dy);
    const quantity both = rates_of(v, columns, count);
    const size_t n = (size_t)v->n * sizeof(double);
    int flag = find_rates(v, &both, v->centre.live, t, x, v->value);
    memcpy(xdot, v->value, n);
    memcpy(y, v->value + v->n, (size_t)count * sizeof(double));
    for (int j = 0; !flag && j < v->parameters; j++) {
        flag = derive(v, &both, j, t, x, S + j * v->n, v->value, v->change);
        memcpy(Sdot + j * v->n, v->change, n);
        for (int c = 0; c < count; c++)
            dy[c * v->parameters + j] = v->change[v->n + c];
    }
    return flag;
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
