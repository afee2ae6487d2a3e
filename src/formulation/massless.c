/* massless.c - speeds, places and accelerations of massless bodies from the balance of their forces.
 *
 * With C = P' dQ/dv P and K = P' dQ/dq P, Gaussian elimination with full pivots of [C | K | b1 | b2] leaves damped rows above and
 * rows without C below, which are the balance of springs alone:
 *   speeds    C_above dw = -P' Q      K_below dw = -(P' Q)'      (P' Q)' = P' (dQ/dq v + dQ/dv a + dQ/dt)
 *   places    K_below V x = -P' Q     with C V = 0: along directions that nothing damps
 * a: of what has inertia.
 * Bodies that do not act on each other are solved for one after the other.
 */
#include "formulation/massless.h"
#include "formulation/tangent_sparse.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double NO_INERTIA = 1e-12; /* of the largest principal inertia */
static const double NO_DAMPING = 1e-11; /* of the largest entry of C */
static const double NO_RESISTANCE = 1e-13;
static const double SETTLED = 1e-8;   /* changes below this that no longer shrink are rounding */
static const double TIME_STEP = 2e-5; /* of differences: in seconds, or less in fast motion */
enum { ITERATIONS_MOST = 50 };

/* What is made of dampers that let springs relax within some time, s. */
typedef struct {
    double at_once; /* faster ones do not count: the balance of springs decides */
    double kept;    /* faster ones leave speeds as they are */
} regime;

/* A little damping and an error of the place make a large error of the speed: k/c times as large. At the start nothing better is
 * known; later the integrator has followed the speed. Accelerations would have it squared: there the springs decide. */
static const regime AT_START = {.at_once = 1e-7}, IN_MOTION = {.at_once = 1e-7, .kept = 1e-3},
                    ACCELERATING = {.at_once = 1e-4};

/* One column of P. */
typedef struct {
    int first, count; /* speeds it has a part in */
    double u[3];
} direction;

struct tml_massless {
    const tml_system *system;
    int count;
    direction *directions;
    int *of;           /* (nv) first direction that a speed belongs to; -1 */
    int *group;        /* (count) number of the group of a direction */
    int group_count;   /* of directions that act on each other */
    int *first;        /* (groups + 1) their directions */
    size_t *at;        /* (groups + 1) their blocks of C and K */
    double *C, *K;     /* by rows */
    double *slope;     /* (nv) Q' */
    const double *v;   /* under which */
    double *a;         /* (nv) and under which accelerations */
    double *S;         /* the block of a group eliminated: n x (2 n + 2) by rows */
    double *T, *right; /* (n x n) by columns, (n) */
    double at_once;
    double *relaxation;
    int *order, *pivot;              /* (n) */
    double *b1, *b2;                 /* (count) */
    double *place;                   /* (count) displacements */
    double *speed;                   /* (count) changes of speeds */
    double *step, *later;            /* (nv), (count) */
    double *place_then, *speed_then; /* (nq), (nv) */
    double *gradient;                /* (inputs) */
    tml_mat3 *inverse;               /* (nb) of inertias that are singular: where they can be inverted */
};

bool tml_massless_needed(const tml_system *s)
{
    return s->singular_mass && s->rigid_row_count == 0;
}

static bool turns_freely(const tml_system *s, int body)
{
    const tml_mat3 *inverse = &s->masses[body].inverse_inertia;
    return (s->space ? inverse->m[0][0] + inverse->m[1][1] : 0) + inverse->m[2][2] == 0;
}

bool tml_massless_speed(const tml_system *s, int speed)
{
    const int body = speed / s->nvb + 1;
    return speed % s->nvb < (s->space ? 3 : 2) ? s->masses[body].inverse_mass == 0 : turns_freely(s, body);
}

/* ---- directions and groups ---- */

static void add_direction(tml_massless *x, int first, int count, const double *u)
{
    direction *d = &x->directions[x->count++];
    *d = (direction){.first = first, .count = count};
    memcpy(d->u, u, (size_t)count * sizeof(double));
    for (int k = 0; k < count; k++)
        if (x->of[first + k] < 0)
            x->of[first + k] = x->count - 1;
}

/* Principal axes without inertia are directions; about the others the inertia is inverted. */
static void add_axes(tml_massless *x, int body)
{
    double axes[9], value[3], work[32];
    memcpy(axes, x->system->masses[body].inertia.m, sizeof axes);
    LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', 3, axes, 3, value, work, 32);
    for (int k = 0; k < 3; k++) {
        const double *u = axes + 3 * k;
        if (!(value[k] > NO_INERTIA * value[2])) {
            add_direction(x, (body - 1) * 6 + 3, 3, u);
            continue;
        }
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                x->inverse[body].m[i][j] += u[i] * u[j] / value[k];
    }
}

static void add_body(tml_massless *x, int body)
{
    const tml_system *s = x->system;
    const int at = (body - 1) * s->nvb, lin = s->space ? 3 : 2;
    const double one = 1;
    for (int k = 0; k < lin && s->masses[body].inverse_mass == 0; k++)
        add_direction(x, at + k, 1, &one);
    if (!turns_freely(s, body))
        return;
    if (s->space)
        add_axes(x, body);
    else
        add_direction(x, at + 2, 1, &one);
}

/* (nb) The least body of each group of bodies that lack inertia and act on each other; 0: it has all. */
static int *find_groups(const tml_system *s, tml_arena *arena)
{
    const tml_pattern acts = tml_tangent_coupling(s, NULL, 0, arena);
    int *group = TML_NEW_ARRAY(arena, int, s->nb);
    for (int b = 1; b < s->nb; b++)
        group[b] = s->masses[b].inverse_mass == 0 || turns_freely(s, b) ? b : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int b = 1; b < s->nb; b++)
            for (int k = acts.column[b - 1]; k < acts.column[b]; k++) {
                int *one = &group[b], *other = &group[acts.row[k] + 1];
                if (!*one || !*other || *one == *other)
                    continue;
                *one = *other = *one < *other ? *one : *other;
                changed = true;
            }
    }
    return group;
}

/* Directions of one group follow each other. */
static void make_groups(tml_massless *x, tml_arena *arena)
{
    const tml_system *s = x->system;
    const int *group = find_groups(s, arena);
    size_t entries = 0;
    int largest = 0;
    for (int r = 1; r < s->nb; r++) {
        const int before = x->count;
        for (int b = 1; b < s->nb; b++)
            if (group[b] == r)
                add_body(x, b);
        const int n = x->count - before;
        if (n == 0)
            continue;
        for (int i = before; i < x->count; i++)
            x->group[i] = x->group_count;
        x->first[++x->group_count] = x->count;
        x->at[x->group_count] = entries += (size_t)n * (size_t)n;
        largest = n > largest ? n : largest;
    }
    x->C = TML_NEW_ARRAY(arena, double, entries);
    x->K = TML_NEW_ARRAY(arena, double, entries);
    x->S = TML_NEW_ARRAY(arena, double, (size_t)largest *(size_t)(2 * largest + 2));
    x->T = TML_NEW_ARRAY(arena, double, (size_t)largest *(size_t)largest);
    x->right = TML_NEW_ARRAY(arena, double, largest);
    x->relaxation = TML_NEW_ARRAY(arena, double, largest);
    x->order = TML_NEW_ARRAY(arena, int, largest);
    x->pivot = TML_NEW_ARRAY(arena, int, largest);
}

tml_massless *tml_massless_make(const tml_system *s, tml_arena *arena)
{
    tml_massless *x = TML_NEW(arena, tml_massless);
    x->system = s;
    x->directions = TML_NEW_ARRAY(arena, direction, s->nv);
    x->of = TML_NEW_ARRAY(arena, int, s->nv);
    memset(x->of, -1, (size_t)s->nv * sizeof(int));
    x->group = TML_NEW_ARRAY(arena, int, s->nv);
    x->first = TML_NEW_ARRAY(arena, int, s->nb + 1);
    x->at = TML_NEW_ARRAY(arena, size_t, s->nb + 1);
    x->inverse = TML_NEW_ARRAY(arena, tml_mat3, s->nb);
    make_groups(x, arena);
    double **vectors[] = {&x->slope, &x->a, &x->b1, &x->b2, &x->place, &x->speed, &x->step, &x->later, &x->speed_then};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, s->nv);
    x->place_then = TML_NEW_ARRAY(arena, double, s->nq);
    x->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    return x;
}

/* ---- P' and P ---- */

static double along(const direction *d, const double *x)
{
    double sum = 0;
    for (int k = 0; k < d->count; k++)
        sum += d->u[k] * x[d->first + k];
    return sum;
}

static void add_along(const tml_massless *x, const double *of_directions, double *out)
{
    for (int i = 0; i < x->count; i++)
        for (int k = 0; k < x->directions[i].count; k++)
            out[x->directions[i].first + k] += x->directions[i].u[k] * of_directions[i];
}

static bool moves(const direction *d, int speed)
{
    return speed >= d->first && speed < d->first + d->count;
}

/* Adds P' value P of one entry of K or C to the block of its group. */
static void add_entry(const tml_massless *x, double *blocks, int i, int j, double value)
{
    for (int a = x->of[i]; a >= 0 && a < x->count && moves(&x->directions[a], i); a++)
        for (int b = x->of[j]; b >= 0 && b < x->count && moves(&x->directions[b], j); b++) {
            const direction *to = &x->directions[a], *from = &x->directions[b];
            const int first = x->first[x->group[a]], n = x->first[x->group[a] + 1] - first;
            blocks[x->at[x->group[a]] + (size_t)((a - first) * n + b - first)] +=
                to->u[i - to->first] * value * from->u[j - from->first];
        }
}

static void sink_K(void *context, int i, int j, double value)
{
    const tml_massless *x = context;
    x->slope[i] += value * x->v[j];
    add_entry(x, x->K, i, j, value);
}

static void sink_C(void *context, int i, int j, double value)
{
    const tml_massless *x = context;
    x->slope[i] += value * x->a[j];
    add_entry(x, x->C, i, j, value);
}

static void sink_T(void *context, int i, double value)
{
    const tml_massless *x = context;
    x->slope[i] += value;
}

/* Accelerations of what has inertia; zero along the directions. */
static void accelerate(const tml_massless *x, const double *Q, double *a)
{
    const tml_system *s = x->system;
    for (int b = 1; b < s->nb; b++) {
        const double *f = Q + (b - 1) * s->nvb;
        double *out = a + (b - 1) * s->nvb;
        tml_mass_divide(s, b, f, out);
        if (s->space && turns_freely(s, b)) {
            const tml_vec3 turn = tml_turn(&x->inverse[b], (tml_vec3){f[3], f[4], f[5]});
            out[3] = turn.x, out[4] = turn.y, out[5] = turn.z;
        }
    }
}

/* Q, Q', C and K at a state. False: not finite. */
static bool differentiate(tml_massless *x, tml_work *work, double t, const double *q, const double *v)
{
    const tml_system *s = x->system;
    const tml_tangent_sink sink = {.context = x, .K = sink_K, .C = sink_C, .T = sink_T};
    tml_work_evaluate(work, t, q, v);
    accelerate(x, work->Q, x->a);
    memset(x->C, 0, x->at[x->group_count] * sizeof(double));
    memset(x->K, 0, x->at[x->group_count] * sizeof(double));
    memset(x->slope, 0, (size_t)s->nv * sizeof(double));
    x->v = v;
    tml_tangent_entries(work, NULL, NULL, &sink, x->gradient);
    return tml_all_finite(work->Q, s->nv) && tml_all_finite(x->slope, s->nv);
}

/* ---- elimination ---- */

static void swap_rows(double *S, int width, int i, int j)
{
    for (int k = 0; i != j && k < width; k++) {
        const double kept = S[i * width + k];
        S[i * width + k] = S[j * width + k], S[j * width + k] = kept;
    }
}

static void swap_columns(double *S, int width, int n, int i, int j)
{
    for (int row = 0; i != j && row < n; row++)
        for (int part = 0; part < 2 * n; part += n) {
            double *at = S + row * width + part;
            const double kept = at[i];
            at[i] = at[j], at[j] = kept;
        }
}

/* The largest entry of C behind the first p rows and columns, among rows whose damper acts slowly enough. False: there is none. */
static bool find_pivot(tml_massless *x, int n, int p, double least, double at_once, int *row, int *column)
{
    const int width = 2 * n + 2;
    double largest = least;
    for (int i = p; i < n; i++) {
        const double *C = x->S + i * width, *K = C + n;
        double stiffness = 0;
        for (int j = 0; j < n; j++)
            stiffness = fmax(stiffness, fabs(K[j]));
        for (int j = p; j < n; j++)
            if (fabs(C[j]) > largest && fabs(C[j]) > at_once * stiffness) {
                largest = fabs(C[j]);
                *row = i, *column = j;
                x->relaxation[p] = largest / stiffness;
            }
    }
    return largest > least;
}

/* [C | K | b1 | b2] of a group: columns of C and K are exchanged, too, and keep their numbers in `order`. Number of damped rows. */
static int eliminate(tml_massless *x, int g, double at_once)
{
    const int first = x->first[g], n = x->first[g + 1] - first, width = 2 * n + 2;
    double *S = x->S, most = 0;
    for (int i = 0; i < n; i++) {
        memcpy(S + i * width, x->C + x->at[g] + i * n, (size_t)n * sizeof(double));
        memcpy(S + i * width + n, x->K + x->at[g] + i * n, (size_t)n * sizeof(double));
        S[i * width + 2 * n] = x->b1[first + i], S[i * width + 2 * n + 1] = x->b2[first + i];
        x->order[i] = i;
        for (int j = 0; j < n; j++)
            most = fmax(most, fabs(S[i * width + j]));
    }
    int p = 0;
    for (int row = 0, column = 0; p < n && find_pivot(x, n, p, NO_DAMPING * most, at_once, &row, &column); p++) {
        const int kept = x->order[p];
        x->order[p] = x->order[column], x->order[column] = kept;
        swap_rows(S, width, p, row);
        swap_columns(S, width, n, p, column);
        for (int i = p + 1; i < n; i++) {
            const double factor = S[i * width + p] / S[p * width + p];
            for (int k = p; factor != 0 && k < width; k++)
                S[i * width + k] -= factor * S[p * width + k];
        }
    }
    return p;
}

/* T y = right, y in place of it; rows of any unit. False: singular. */
static bool solve(tml_massless *x, int n)
{
    for (int i = 0; i < n; i++) {
        double most = 0;
        for (int j = 0; j < n; j++)
            most = fmax(most, fabs(x->T[j * n + i]));
        if (!(most > 0))
            return false;
        for (int j = 0; j < n; j++)
            x->T[j * n + i] /= most;
        x->right[i] /= most;
    }
    if (n && LAPACKE_dgesv_work(LAPACK_COL_MAJOR, n, 1, x->T, n, x->pivot, x->right, n))
        return false;
    for (int i = 0; i < n; i++)
        if (!(fabs(x->T[i * n + i]) > NO_RESISTANCE))
            return false;
    return true;
}

/* dw: above by C and b1, below by K and b2. */
static bool find_speeds(tml_massless *x, int g, int damped, double kept)
{
    const int first = x->first[g], n = x->first[g + 1] - first, width = 2 * n + 2;
    for (int i = 0; i < n; i++) {
        const double *row = x->S + i * width, *from = row + (i < damped ? 0 : n);
        for (int j = 0; j < n; j++)
            x->T[j * n + i] = i < damped && j < i ? 0 : from[j];
        x->right[i] = i >= damped ? -row[2 * n + 1] : x->relaxation[i] > kept ? -row[2 * n] : 0;
    }
    if (!solve(x, n))
        return false;
    for (int j = 0; j < n; j++)
        x->speed[first + x->order[j]] = x->right[j];
    return true;
}

/* A displacement along what nothing damps that puts the springs below in balance: K V y = -b1, then V y. */
static bool find_places(tml_massless *x, int g, int damped)
{
    const int first = x->first[g], n = x->first[g + 1] - first, width = 2 * n + 2, m = n - damped;
    double *S = x->S;
    for (int i = first; i < first + n; i++)
        x->place[i] = 0;
    for (int c = 0; c < m; c++) /* V: ones below; above, its negative is kept in C's columns without pivots */
        for (int i = damped - 1; i >= 0; i--) {
            double sum = S[i * width + damped + c];
            for (int k = i + 1; k < damped; k++)
                sum -= S[i * width + k] * S[k * width + damped + c];
            S[i * width + damped + c] = sum / S[i * width + i];
        }
    for (int i = 0; i < m; i++) {
        const double *row = S + (damped + i) * width + n;
        for (int c = 0; c < m; c++) {
            double sum = row[damped + c];
            for (int k = 0; k < damped; k++)
                sum -= row[k] * S[k * width + damped + c];
            x->T[c * m + i] = sum;
        }
        x->right[i] = -S[(damped + i) * width + 2 * n];
    }
    if (!solve(x, m))
        return false;
    for (int j = 0; j < n; j++) {
        double sum = j < damped ? 0 : x->right[j - damped];
        for (int c = 0; j < damped && c < m; c++)
            sum -= S[j * width + damped + c] * x->right[c];
        x->place[first + x->order[j]] = sum;
    }
    return true;
}

/* ---- what is asked for ---- */

/* NaN, if one of them is: no change that has settled. */
static double larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* The largest change, as a part of the mechanism's size or in rad, per second for speeds. */
static double change_of(const tml_massless *x, const double *v)
{
    const tml_system *s = x->system;
    double most = 0;
    for (int i = 0; i < x->count; i++) {
        const direction *d = &x->directions[i];
        const double unit = d->first % s->nvb < (s->space ? 3 : 2) ? s->size : 1;
        most = larger(most, fabs(x->place[i]) / unit);
        most = larger(most, fabs(x->speed[i]) / (unit + fabs(along(d, v))));
    }
    return most;
}

/* Newton. */
static int balance(tml_massless *x, tml_work *work, regime r, double t, double *q, double *v)
{
    const tml_system *s = x->system;
    double before = INFINITY;
    for (int k = 0; k < ITERATIONS_MOST; k++) {
        if (!differentiate(x, work, t, q, v))
            return 1;
        for (int i = 0; i < x->count; i++) {
            x->b1[i] = along(&x->directions[i], work->Q);
            x->b2[i] = along(&x->directions[i], x->slope);
        }
        for (int g = 0; g < x->group_count; g++) {
            const int damped = eliminate(x, g, r.at_once);
            if (!find_speeds(x, g, damped, r.kept) || !find_places(x, g, damped))
                return 1;
        }
        memset(x->step, 0, (size_t)s->nv * sizeof(double));
        add_along(x, x->place, x->step);
        tml_system_displace(s, x->step, q);
        add_along(x, x->speed, v);
        const double change = change_of(x, v);
        if (change <= DBL_EPSILON || (change < SETTLED && change >= 0.5 * before))
            return 0;
        before = change;
    }
    return 1;
}

int tml_massless_settle(tml_massless *x, tml_work *work, double t, double *q, double *v)
{
    return balance(x, work, AT_START, t, q, v);
}

int tml_massless_project(tml_massless *x, tml_work *work, double t, double *q, double *v)
{
    return balance(x, work, IN_MOTION, t, q, v);
}

/* The balance holds at all times: accelerations are differences of the speeds it asks for a little before and after. */
int tml_massless_solve(tml_massless *x, tml_work *work, double t, const double *q, const double *v, double *a)
{
    const tml_system *s = x->system;
    double rate = 1;
    for (int i = 0; i < s->nv; i++)
        rate = fmax(rate, fabs(v[i]) / (i % s->nvb < (s->space ? 3 : 2) ? s->size : 1));
    tml_work_evaluate(work, t, q, v);
    accelerate(x, work->Q, a);
    memset(x->later, 0, (size_t)s->nv * sizeof(double));
    for (int side = -1; side <= 1; side += 2) {
        const double h = side * TIME_STEP / rate;
        for (int i = 0; i < s->nv; i++)
            x->step[i] = h * v[i], x->speed_then[i] = v[i] + h * a[i];
        memcpy(x->place_then, q, (size_t)s->nq * sizeof(double));
        tml_system_displace(s, x->step, x->place_then);
        if (balance(x, work, ACCELERATING, t + h, x->place_then, x->speed_then))
            return 1;
        for (int i = 0; i < x->count; i++)
            x->later[i] += along(&x->directions[i], x->speed_then) / (2 * h);
    }
    tml_work_evaluate(work, t, q, v);
    add_along(x, x->later, a);
    return tml_all_finite(a, s->nv) ? 0 : 1;
}
