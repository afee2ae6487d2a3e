/* co_moving.c - linearized equations about a steady motion in axes that rotate with it.
 *
 * y: positions, w: rates, Y = Yq y: all coordinates of the tree, W = Ww w + Wv y: their rates (of spherical joints: angular velocities). About a
 * steady motion the equations should not change while coordinates of the tree grow at constant rates. They do where a body that is free, or in a spherical joint,
 * spins about an axis that is no axis of its symmetry, as a coin on its edge: its coordinates are components x, y, z in axes at rest. With N Y = W x Y for
 * these, W the angular velocity of axes that rotate with the body, and components in these axes, Y* = e^(-N t) Y:
 *   W* = W - N Y,    W*' = W' - N (Y' + W) + N^2 Y
 * Whether this helps is not assumed: the equations a little later must be the same.
 */
#include "linearize/co_moving.h"
#include "linalg/cholesky.h"
#include "linalg/lapack.h"
#include "linearize/reduction.h"
#include <math.h>
#include <string.h>

static const double LATER =
    0.1; /* rad: angle after which the equations are compared; less where the rest of the mechanism */
static const double TURN = 20;    /* rad, would turn by more than this; */
static const double LEAST = 2e-4; /* rad, never less than this; */
static const double MOST = 100;   /* rad, and not at all where the rest would turn by more than this */
static const double STEP = 0.02;  /* rad, of the fastest rotation on the way there */
static const double APART = 3;    /* ratio of rates that are looked at one by one */
static const double RESTS = 1e-9; /* of the fastest rate: what is slower rests */
static const double SAME = 1e-6;  /* of the entries of the state matrix */
static const double MIN_INERTIA = 1e-13;
enum { STEPS = 4, MAX_RATES = 12 };

typedef struct {
    tml_linear *l;
    const double *N; /* (3 x count): the angular velocity of the axes in which each coordinate is measured */
    double *Yq, *Ww, *Wv,
        *BYq; /* (count x positions), (count x n), (count x positions) twice, by columns; BYq: Y' - W */
    double *NYq, *NWw, *NWv, *NBY, *NNY; /* N times these */
} co_moving;

/* ---- the coordinates of the tree ---- */

static bool is_component(const tml_tree_coordinate *c, bool space)
{
    return c->ball >= 0 || (c->coordinate < 0 && (space || c->axis < 2));
}

/* The first of the components of a vector to which a coordinate belongs. */
static int first_component(const tml_tree_coordinate *c, int i)
{
    return c->ball >= 0 ? c->ball : i - c->axis;
}

/* out = N x for x (count) */
static void times_N(const tml_linear *l, const double *N, const double *x, double *out)
{
    const bool space = l->system->space;
    for (int i = 0; i < l->coordinates.count; i++) {
        const tml_tree_coordinate *c = &l->coordinates.list[i];
        out[i] = 0;
        if (!is_component(c, space))
            continue;
        const double *of = x + first_component(c, i), *w = N + 3 * i;
        const tml_vec3 v = {of[0], of[1], space ? of[2] : 0};
        const tml_vec3 turned = tml_cross((tml_vec3){w[0], w[1], w[2]}, v);
        out[i] = c->axis == 0 ? turned.x : c->axis == 1 ? turned.y : turned.z;
    }
}

/* x = e^(-N h) x */
static void turn_back(const tml_linear *l, const double *N, double h, double *x)
{
    const bool space = l->system->space;
    for (int i = 0; i < l->coordinates.count; i++) {
        const tml_tree_coordinate *c = &l->coordinates.list[i];
        if (!is_component(c, space) || c->axis != 0)
            continue;
        const tml_vec3 w = {N[3 * i], N[3 * i + 1], N[3 * i + 2]};
        const tml_mat3 R = tml_quat_matrix(tml_quat_exp(tml_scale(-h, w)));
        const tml_vec3 v = tml_rotate(&R, (tml_vec3){x[i], x[i + 1], space ? x[i + 2] : 0});
        x[i] = v.x, x[i + 1] = v.y;
        if (space)
            x[i + 2] = v.z;
    }
}

static double *new_matrix(const tml_linear *l, int rows, int columns)
{
    return TML_NEW_ARRAY(l->arena, double, (size_t)rows *(size_t)columns + 1);
}

static double part(const tml_linear *l, int coordinate, tml_derivative_part kind, const double *x)
{
    return tml_row_derivatives_times(&l->derivatives, l->rows + coordinate, kind, x);
}

/* Y and W of all coordinates, and N times these. */
static co_moving find_maps(tml_linear *l, const double *N)
{
    const int count = l->coordinates.count;
    const size_t nv = (size_t)l->system->nv, rows = (size_t)count;
    co_moving m = {.l = l, .N = N};
    double **const of_positions[] = {&m.Yq, &m.Wv, &m.BYq, &m.NYq, &m.NWv, &m.NBY, &m.NNY};
    for (size_t i = 0; i < sizeof of_positions / sizeof *of_positions; i++)
        *of_positions[i] = new_matrix(l, count, l->positions);
    m.Ww = new_matrix(l, count, l->all), m.NWw = new_matrix(l, count, l->all);
    double *B = TML_NEW_ARRAY(l->arena, double, l->positions + 1);
    for (int i = 0; i < count; i++) {
        memset(B, 0, (size_t)l->positions * sizeof(double));
        const bool spins = tml_linear_frame_rate(l, i, B);
        for (size_t k = 0; k < (size_t)l->positions; k++) {
            const size_t at = k * rows + (size_t)i;
            m.Yq[at] = part(l, i, TML_DERIVATIVE_J, l->Sq + k * nv);
            m.Wv[at] = part(l, i, TML_DERIVATIVE_J, l->D + k * nv) + part(l, i, TML_DERIVATIVE_P, l->Sq + k * nv);
            if (l->position)
                m.BYq[at] = spins ? B[k] : 0;
            else
                m.Wv[at] += spins ? B[k] : 0; /* there, rates are those of the coordinates */
        }
        for (size_t k = 0; k < (size_t)l->all; k++)
            m.Ww[k * rows + (size_t)i] = part(l, i, TML_DERIVATIVE_J, l->S + k * nv);
    }
    for (size_t k = 0; k < (size_t)l->positions; k++) {
        times_N(l, N, m.Yq + k * rows, m.NYq + k * rows);
        times_N(l, N, m.Wv + k * rows, m.NWv + k * rows);
        times_N(l, N, m.BYq + k * rows, m.NBY + k * rows);
        times_N(l, N, m.NYq + k * rows, m.NNY + k * rows);
    }
    for (size_t k = 0; k < (size_t)l->all; k++)
        times_N(l, N, m.Ww + k * rows, m.NWw + k * rows);
    return m;
}

static int position_of(const tml_linear *l, int i)
{
    return l->position ? l->position[i] : l->chosen[i];
}

/* ---- the equations in rotating axes ---- */

/* C (rows x columns) += factor A (rows x inner) B (inner x columns), by columns */
static void add_product(int rows, int inner, int columns, double factor, const double *A, const double *B, double *C)
{
    for (int k = 0; k < columns; k++)
        for (int j = 0; j < inner; j++) {
            const double b = factor * B[(size_t)k * (size_t)inner + (size_t)j];
            for (int i = 0; b != 0 && i < rows; i++)
                C[(size_t)k * (size_t)rows + (size_t)i] += A[(size_t)j * (size_t)rows + (size_t)i] * b;
        }
}

/* The rows of chosen coordinates of a map. */
static double *chosen_rows(const tml_linear *l, const double *map, int columns)
{
    double *out = new_matrix(l, l->n, columns);
    for (int k = 0; k < columns; k++)
        for (int i = 0; i < l->n; i++)
            out[(size_t)k * (size_t)l->n + (size_t)i] =
                map[(size_t)k * (size_t)l->coordinates.count + (size_t)l->chosen[i]];
    return out;
}

/* T, U, M, C, K and the motions of bodies, of w* and y*:  w = w* + n y,  w' = w*' + 2 E w + X y. */
static void put_into(co_moving *m)
{
    tml_linear *l = m->l;
    const int n = l->n, positions = l->positions, nv = l->system->nv;
    const double *first = chosen_rows(l, m->NYq, positions), *E = chosen_rows(l, m->NWw, l->all),
                 *NWv = chosen_rows(l, m->NWv, positions), *NBY = chosen_rows(l, m->NBY, positions),
                 *NNY = chosen_rows(l, m->NNY, positions);
    double *X = new_matrix(l, n, positions);
    for (size_t i = 0; i < (size_t)n * (size_t)positions; i++)
        X[i] = 2 * NWv[i] + NBY[i] - NNY[i];
    double *Y = tml_arena_copy(l->arena, X, ((size_t)n * (size_t)positions + 1) * sizeof(double));
    add_product(n, n, positions, 2, E, first, Y); /* of y in w' - w*' */
    add_product(n, n, positions, 1, l->C, first, l->K);
    add_product(n, n, positions, -1, l->M, Y, l->K);
    add_product(n, n, l->all, -2, l->M, E, l->C);
    add_product(nv, n, positions, 1, l->Av, first, l->Aq);
    add_product(nv, n, positions, 1, l->S, Y, l->Aq);
    add_product(nv, n, l->all, 2, l->S, E, l->Av);
    add_product(nv, n, positions, 1, l->S, first, l->D);
    for (int k = 0; l->position && k < positions; k++)
        for (int i = 0; i < positions; i++)
            l->U[(size_t)k * (size_t)positions + (size_t)i] -=
                m->NYq[(size_t)k * (size_t)l->coordinates.count + (size_t)l->position[i]];
    if (l->position)
        add_product(positions, n, positions, 1, l->T, first, l->U);
}

/* ---- the state matrix ---- */

/* A ((positions + n)^2) by columns; false: M is singular. */
static bool state_matrix(const tml_linear *l, double *A)
{
    const size_t n = (size_t)l->n, count = (size_t)l->positions, N = n + count;
    double *L = tml_arena_copy(l->arena, l->M, n * n * sizeof(double));
    if (!tml_cholesky(L, l->n, MIN_INERTIA))
        return false;
    for (size_t k = 0; k < N; k++) {
        double *column = A + k * N;
        for (size_t i = 0; i < count; i++)
            column[i] = k < count ? (l->position ? l->U[k * count + i] : 0)
                                  : (l->position ? l->T[(k - count) * count + i] : (k - count == i));
        memcpy(column + count, k < count ? l->K + k * n : l->C + (k - count) * n, n * sizeof(double));
        tml_cholesky_solve(L, l->n, column + count);
    }
    return true;
}

/* X: states of `later` to those of `now`, at a time h earlier in axes that rotate. */
static void find_change(const co_moving *later, const tml_linear *now, double h, double *X)
{
    const tml_linear *l = later->l;
    const size_t n = (size_t)l->n, count = (size_t)l->positions, N = n + count, rows = (size_t)l->coordinates.count;
    double *Y = TML_NEW_ARRAY(l->arena, double, rows + 1), *W = TML_NEW_ARRAY(l->arena, double, rows + 1);
    for (size_t k = 0; k < N; k++) {
        for (size_t i = 0; i < rows; i++) {
            Y[i] = k < count ? later->Yq[k * rows + i] : 0;
            W[i] = k < count ? later->Wv[k * rows + i] - later->NYq[k * rows + i] : later->Ww[(k - count) * rows + i];
            for (size_t j = 0; k < count && j < n; j++)
                W[i] += later->Ww[j * rows + i] * later->NYq[k * rows + (size_t)l->chosen[j]];
        }
        turn_back(l, later->N, h, Y);
        turn_back(l, later->N, h, W);
        for (size_t i = 0; i < count; i++)
            X[k * N + i] = Y[position_of(now, (int)i)];
        for (size_t i = 0; i < n; i++)
            X[k * N + count + i] = W[now->chosen[i]];
    }
}

/* Units of the states: lengths, angles as lengths, rates times the time of a radian. */
static double unit_of(const tml_linear *l, size_t i, double rate)
{
    const size_t count = (size_t)l->positions;
    const int coordinate = i < count ? position_of(l, (int)i) : l->chosen[i - count];
    return (l->coordinates.list[coordinate].is_rotation ? 1 : l->system->size) * (i < count ? 1 : rate);
}

/* Whether X A = B X, as matrices of numbers without units. */
static bool are_alike(const tml_linear *l, const double *X, const double *A, const double *B, double rate)
{
    const int N = l->n + l->positions;
    const size_t n = (size_t)N;
    double *image = new_matrix(l, N, N), *right = new_matrix(l, N, N),
           *row = TML_NEW_ARRAY(l->arena, double, 2 * n + 1), *column = row + n;
    int *pivots = TML_NEW_ARRAY(l->arena, int, n + 1);
    /* A X^-1 = (X'^-1 A')' */
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            image[k * n + i] = X[i * n + k], right[i * n + k] = A[k * n + i];
    if (!tml_lapack_done(LAPACKE_dgesv(LAPACK_COL_MAJOR, N, N, image, N, pivots, right, N), l->arena))
        return false;
    double *found = new_matrix(l, N, N);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++)
                found[k * n + i] += X[j * n + i] * right[j * n + k];
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const double size = fabs(B[k * n + i]) * unit_of(l, k, rate) / (unit_of(l, i, rate) * rate);
            row[i] = fmax(row[i], size), column[k] = fmax(column[k], size);
        }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const double apart =
                fabs(found[k * n + i] - B[k * n + i]) * unit_of(l, k, rate) / (unit_of(l, i, rate) * rate);
            if (!(apart <= SAME * (1 + fmin(row[i], column[k]))))
                return false;
        }
    return true;
}

/* ---- the motion a little later ---- */

/* The speeds at which coordinates grow, in rad/s or lengths against the size, the fastest first: of those that are nearly alike one. */
typedef struct {
    double list[MAX_RATES], spin; /* spin: of the fastest rotation */
    int count;
} rates;

static double speed_of(const tml_linear *l, int i)
{
    const tml_tree_coordinate *c = &l->coordinates.list[i];
    const int components = is_component(c, l->system->space) ? (l->system->space ? 3 : 2) : 1;
    double sum = 0;
    for (int k = i; k < i + components; k++) {
        const double along = part(l, k, TML_DERIVATIVE_J, l->v);
        sum += along * along;
    }
    return sqrt(sum) / (c->is_rotation ? 1 : l->system->size);
}

static rates find_rates(const tml_linear *l)
{
    rates r = {0};
    double fastest = 0, below = INFINITY;
    for (int i = 0; i < l->coordinates.count; i++) {
        const tml_tree_coordinate *c = &l->coordinates.list[i];
        if (is_component(c, l->system->space) && c->axis != 0)
            continue;
        fastest = fmax(fastest, speed_of(l, i));
        r.spin = c->is_rotation ? fmax(r.spin, speed_of(l, i)) : r.spin;
    }
    while (r.count < MAX_RATES) {
        double next = 0;
        for (int i = 0; i < l->coordinates.count; i++) {
            const tml_tree_coordinate *c = &l->coordinates.list[i];
            const bool counts = !is_component(c, l->system->space) || c->axis == 0;
            const double speed = counts ? speed_of(l, i) : 0;
            next = speed < below ? fmax(next, speed) : next;
        }
        if (!(next > RESTS * fastest))
            break;
        r.list[r.count++] = next;
        below = next / APART;
    }
    return r;
}

/* q, v at time h: q' = v(q), with all coordinates of the tree at the rates that they have now, by Runge and Kutta's method of order 4. */
static bool advance(const tml_linear *l, const tml_linear_request *request, double h, int steps, double *q, double *v)
{
    const tml_system *s = l->system;
    const size_t nq = (size_t)s->nq;
    static const double place[] = {0, 0.5, 0.5, 1}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double *at = TML_NEW_ARRAY(l->arena, double, nq + 1), *slope = TML_NEW_ARRAY(l->arena, double, nq + 1),
           *sum = TML_NEW_ARRAY(l->arena, double, nq + 1);
    tml_linear_request moved = *request;
    moved.q = at;
    memcpy(q, request->q, nq * sizeof(double));
    memcpy(v, request->v, (size_t)s->nv * sizeof(double));
    for (int step = 0; step < steps; step++) {
        memcpy(sum, q, nq * sizeof(double));
        for (int k = 0; k < 4; k++) {
            for (size_t i = 0; i < nq; i++)
                at[i] = q[i] + (k ? place[k] * h / steps * slope[i] : 0);
            tml_system_unit_quaternions(s, at);
            if (!tml_linear_steady_velocities(l, &moved, v))
                return false;
            tml_system_rate(s, at, v, slope);
            for (size_t i = 0; i < nq; i++)
                sum[i] += weight[k] * h / steps * slope[i];
        }
        memcpy(q, sum, nq * sizeof(double));
        tml_system_unit_quaternions(s, q);
    }
    memcpy(at, q, nq * sizeof(double));
    return tml_linear_steady_velocities(l, &moved, v);
}

/* ---- the axes ---- */

/* The bodies of a vector of coordinates that is measured in axes at rest; 0: none. */
static int body_at_rest(const tml_linear *l, int i)
{
    const tml_tree_coordinate *c = &l->coordinates.list[i];
    if (!is_component(c, l->system->space))
        return 0;
    const tml_joint *j = c->ball >= 0 && c->joint >= 0 ? &l->system->joints[c->joint] : NULL;
    return (j ? j->body1 : c->parent) ? 0 : j ? j->body2 : c->body;
}

static tml_vec3 rotation_of(const tml_linear *l, int body)
{
    const tml_workspace *w = l->work;
    return l->system->space ? w->motion3[body].w : (tml_vec3){0, 0, w->motion2[body].w};
}

/* N: vectors measured at rest, in axes that rotate with w: those of all bodies, or the rotations of one. */
static void set_axes(const tml_linear *l, tml_vec3 w, int only, double *N)
{
    for (int i = 0; i < l->coordinates.count; i++) {
        const tml_tree_coordinate *c = &l->coordinates.list[i];
        const tml_joint *j = c->ball >= 0 && c->joint >= 0 ? &l->system->joints[c->joint] : NULL;
        const int body = body_at_rest(l, i);
        const bool rests = !body || (only && (body != only || c->ball < 0));
        const tml_vec3 own = rests ? (tml_vec3){0, 0, 0} : j ? tml_rotate_back(&j->F, w) : w;
        N[3 * i] = own.x, N[3 * i + 1] = own.y, N[3 * i + 2] = own.z;
    }
}

/* The equations now, and those after a time h in which what moves at `rate` has moved a little. */
typedef struct {
    tml_linear *later;
    double h, rate;
} comparison;

typedef struct {
    tml_linear *now;
    double *N;
    comparison list[MAX_RATES];
    int count;
} search;

/* Whether the equations are the same later, in axes N; those of now become those in these axes. */
static bool are_invariant(const comparison *c, const double *N, tml_linear *now, tml_linear *later)
{
    const int states = now->n + now->positions;
    double *A = new_matrix(now, states, states), *B = new_matrix(now, states, states),
           *X = new_matrix(now, states, states);
    co_moving m = find_maps(now, N), after = find_maps(later, N);
    find_change(&after, now, c->h, X);
    put_into(&m);
    put_into(&after);
    return state_matrix(later, A) && state_matrix(now, B) && are_alike(now, X, A, B, c->rate);
}

/* A copy whose matrices may be changed. */
static tml_linear copy_of(const tml_linear *l)
{
    tml_linear copy = *l;
    const size_t n = (size_t)l->n, nv = (size_t)l->system->nv, all = (size_t)l->all, count = (size_t)l->positions;
    const struct {
        double **matrix;
        size_t entries;
    } list[] = {{&copy.C, n * all},    {&copy.K, n * count}, {&copy.Av, nv * all},    {&copy.Aq, nv * count},
                {&copy.D, nv * count}, {&copy.T, count * n}, {&copy.U, count * count}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (*list[i].matrix)
            *list[i].matrix = tml_arena_copy(l->arena, *list[i].matrix, (list[i].entries + 1) * sizeof(double));
    return copy;
}

/* Whether the equations are the same at all times that are looked at. */
static bool try_axes(const search *s, tml_vec3 w, int only)
{
    tml_linear now = *s->now;
    set_axes(s->now, w, only, s->N);
    for (int i = 0; i < s->count; i++) {
        tml_linear later = copy_of(s->list[i].later);
        now = copy_of(s->now);
        if (!are_invariant(&s->list[i], s->N, &now, &later))
            return false;
    }
    *s->now = now;
    return true;
}

/* The equations where what moves at `rate` has moved a little; false: they cannot be found. */
static bool look_later(search *s, const tml_system *system, const tml_linear_request *request, double rate, double spin)
{
    tml_linear *l = s->now;
    const double angle = fmin(LATER, fmax(LEAST, TURN * rate / fmax(spin, rate))), h = angle / rate;
    double *q = TML_NEW_ARRAY(l->arena, double, system->nq + 1), *v = TML_NEW_ARRAY(l->arena, double, system->nv + 1);
    comparison *c = &s->list[s->count];
    *c = (comparison){.h = h, .rate = rate};
    tml_linear_request moved = *request;
    moved.q = q, moved.v = v, moved.chosen = NULL;
    if (spin * h > MOST) {
        l->untested = fmax(l->untested, rate);
        return true;
    }
    if (!advance(l, request, h, (int)fmax(STEPS, ceil(spin * h / STEP)), q, v) ||
        tml_linear_make_frozen(system, &moved, l->arena, &c->later) != TML_LINEAR_DONE || c->later->n != l->n ||
        c->later->positions != l->positions)
        return false;
    s->count++;
    return true;
}

tml_linear_outcome tml_linear_make_invariant(tml_linear *l, const tml_system *s, const tml_linear_request *request)
{
    const rates r = find_rates(l);
    search all = {.now = l};
    if (r.count == 0 || l->system->singular_mass || request->released_count)
        return TML_LINEAR_DONE;
    for (int i = 0; i < r.count; i++)
        if (!look_later(&all, s, request, r.list[i], r.spin))
            return TML_LINEAR_DONE;
    all.N = TML_NEW_ARRAY(l->arena, double, 3 * (size_t)l->coordinates.count + 1);
    if (try_axes(&all, (tml_vec3){0, 0, 0}, 0))
        return TML_LINEAR_DONE;
    for (int i = 0; i < l->coordinates.count && !l->laws; i++) {
        const int body = body_at_rest(l, i);
        const tml_vec3 w = rotation_of(l, body);
        if (body && l->coordinates.list[i].axis == 0 && (try_axes(&all, w, body) || try_axes(&all, w, 0))) {
            l->axes = body;
            return TML_LINEAR_DONE;
        }
    }
    return TML_LINEAR_PERIODIC;
}
