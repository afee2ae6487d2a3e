/* variants_derivatives.c - rates, channels and events at a state, and their derivatives along S and by the parameters. */
#include "study/sensitivity/variants_parts.h"
#include <string.h>

static const double TOGETHER = 0x1p-6; /* of the size of the state: h S is less, and p and x are moved together */
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
    const int *columns; /* of channels */
    bool only_outputs;  /* of the user's */
    int event;
    bool continuous; /* in x and p, or it has no derivative along a motion */
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
        sum += tml_side_weight(TML_STENCIL + k - 1) * (above->at[k] - below->at[k]);
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

/* out += of v->nearby (TML_SIDES x count), those that are there, about base, by a step. 0; non-zero: there are too few, or they jump. */
static int add_differences(tml_variants *v, const quantity *what, const bool *there, const double *base, double step,
                           double *out)
{
    const bool below = there[0] && there[1] && there[2], above = there[3] && there[4] && there[5];
    bool jumps = false;
    for (int i = 0; (below || above) && i < what->count; i++) {
        branch up = {{base[i]}}, down = {{base[i]}};
        for (int k = 1; k <= TML_STENCIL; k++) {
            up.at[k] = v->nearby[(TML_STENCIL + k - 1) * what->count + i];
            down.at[k] = v->nearby[(TML_STENCIL - k) * what->count + i];
        }
        out[i] += (!below     ? one_sided(&up)
                   : !above   ? -one_sided(&down)
                   : v->kinks ? past_kinks(&up, &down, what->continuous ? v->size[i] * v->rate : 0, &jumps)
                              : central(&up, &down)) /
                  step;
    }
    if (jumps && what->continuous)
        v->why = "forces that jump with the state";
    return !(below || above) || (jumps && what->continuous);
}

/* Of a quantity along S_j, at p: out += y_x S. */
static int add_along(tml_variants *v, const quantity *what, double t, const double *x, const double *S,
                     const double *base, double *out)
{
    static const bool ALL[TML_SIDES] = {true, true, true, true, true, true};
    const double largest = tml_variants_largest(v, S), d = TML_FRACTION / largest;
    if (!(largest > 0))
        return 0;
    for (int side = 0; side < TML_SIDES; side++)
        if (what->find(v, what, v->centre.live, t, tml_variants_displaced(v, x, S, tml_steps_away(side) * d),
                       v->nearby + side * what->count))
            return 1;
    return add_differences(v, what, ALL, base, d, out);
}

/* out (count) = y_x S_j + y_p. Where S is not large p and x are moved together, S NULL: p alone. base (count): y. Beside a break of which some of
 * the motions nearby are on the other side, those of one side do. */
static int derive(tml_variants *v, const quantity *what, int j, double t, const double *x, const double *S,
                  const double *base, double *out)
{
    const double h = v->h[j];
    const bool together = S && h * tml_variants_largest(v, S) <= TOGETHER;
    bool there[TML_SIDES];
    memset(out, 0, (size_t)what->count * sizeof(double));
    for (int side = 0; side < TML_SIDES; side++) {
        tml_live *live = tml_variant_near(v, j, side)->live;
        const double *at = together ? tml_variants_displaced(v, x, S, tml_steps_away(side) * h) : x;
        there[side] = is_beside(live, t);
        if (there[side] && what->find(v, what, live, t, at, v->nearby + side * what->count))
            return 1;
    }
    return add_differences(v, what, there, base, h, out) || (S && !together && add_along(v, what, t, x, S, base, out));
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
    const quantity rates = {.find = find_rates, .count = v->n, .continuous = true};
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
