/* coupled_states.c - states of the user's as inputs of the mechanism and its motion as inputs of theirs: the loop closed. */
#include "linearize/coupled_states.h"
#include "dynamics/tangent/state_derivatives.h"
#include "linalg/lapack.h"
#include <string.h>

/* ---- derivatives ---- */

static void put_force(void *context, int i, int state, double value)
{
    const tml_linear *l = context;
    l->Qs[(size_t)state * (size_t)l->system->nv + (size_t)i] += value;
}

static void put_rate(void *context, int state, int j, double position, double velocity)
{
    const tml_linear *l = context;
    const size_t at = (size_t)state * (size_t)l->system->nv + (size_t)j;
    l->rq[at] += position;
    l->rv[at] += velocity;
}

static void put_coupling(void *context, int state, int other, double value)
{
    const tml_linear *l = context;
    l->rs[(size_t)other * (size_t)l->system->state_count + (size_t)state] += value;
}

void tml_coupled_states_find(tml_linear *l, bool undamped)
{
    const size_t nv = (size_t)l->system->nv, count = (size_t)l->system->state_count;
    const tml_state_sink sink = {l, put_force, put_rate, put_coupling};
    if (!count)
        return;
    l->Qs = TML_NEW_ARRAY(l->arena, double, nv *count + 1);
    l->rq = TML_NEW_ARRAY(l->arena, double, nv *count + 1);
    l->rv = TML_NEW_ARRAY(l->arena, double, nv *count + 1);
    l->rs = TML_NEW_ARRAY(l->arena, double, count *count);
    tml_state_entries(l->work, &sink, l->gradient);
    if (undamped)
        memset(l->rv, 0, nv * count * sizeof(double));
}

/* ---- the loop ---- */

typedef struct {
    size_t z, s, u, all; /* numbers of z, s, u, y */
    double *gq, *gv;     /* (s x all) by columns */
    double *gvE;         /* (s x z) */
} loop;

/* out (s x columns) += g (s x all) X (all x columns) */
static void add_times(const loop *k, const double *g, const double *X, size_t inner, size_t columns, double *out)
{
    for (size_t j = 0; j < columns; j++)
        for (size_t a = 0; a < inner; a++)
            for (size_t i = 0; i < k->s; i++)
                out[j * k->s + i] += g[a * k->s + i] * X[j * inner + a];
}

static void find_gains(const tml_linear *l, loop *k, tml_arena *arena)
{
    const size_t nv = (size_t)l->system->nv;
    k->gq = TML_NEW_ARRAY(arena, double, k->s * k->all + 1);
    k->gv = TML_NEW_ARRAY(arena, double, k->s * k->all + 1);
    for (size_t a = 0; a < k->all; a++)
        for (size_t i = 0; i < k->s; i++)
            for (size_t j = 0; j < nv; j++) {
                const double q = l->rq[i * nv + j], v = l->rv[i * nv + j];
                k->gq[a * k->s + i] += q * l->S[a * nv + j] + v * l->D[a * nv + j];
                k->gv[a * k->s + i] += v * l->S[a * nv + j];
            }
}

/* Right-hand sides for z, u and s, one block of columns behind the other; then s' by solving for it. */
static double *find_rates(const tml_linear *l, const loop *k, const tml_state_space *x, tml_arena *arena)
{
    const size_t s = k->s, total = k->z + k->u + s;
    double *right = TML_NEW_ARRAY(arena, double, s *total + 1), *implicit = TML_NEW_ARRAY(arena, double, s *s + 1);
    lapack_int *pivots = TML_NEW_ARRAY(arena, lapack_int, s + 1);
    add_times(k, k->gq, x->E, k->all, k->z, right);
    add_times(k, k->gvE, x->A, k->z, k->z, right);
    add_times(k, k->gq, x->F, k->all, k->u + s, right + s * k->z);
    add_times(k, k->gvE, x->B, k->z, k->u + s, right + s * k->z);
    for (size_t i = 0; i < s * s; i++)
        right[s * (k->z + k->u) + i] += l->rs[i];
    add_times(k, k->gv, x->F + k->u * k->all, k->all, s, implicit);
    for (size_t i = 0; i < s * s; i++)
        implicit[i] = (i % (s + 1) == 0) - implicit[i];
    const lapack_int n = (lapack_int)s;
    const bool solved =
        tml_lapack_done(LAPACKE_dgesv(LAPACK_COL_MAJOR, n, (lapack_int)total, implicit, n, pivots, right, n), arena);
    return solved ? right : NULL;
}

/* (z; s)' = A (z; s) + B u, y = E (z; s) + F u */
static void close_loop(const loop *k, const double *rates, tml_state_space *x, tml_arena *arena)
{
    const size_t z = k->z, s = k->s, u = k->u, N = z + s;
    double *A = TML_NEW_ARRAY(arena, double, N *(N + u) + 1), *E = TML_NEW_ARRAY(arena, double, k->all *(N + u) + 1);
    for (size_t j = 0; j < N + u; j++) {
        const bool of_s = j >= z && j < N;
        const size_t old = j < z ? j : of_s ? z + u + (j - z) : z + (j - N);
        const double *top = old < z ? x->A + old * z : x->B + (old - z) * z,
                     *y = old < z ? x->E + old * k->all : x->F + (old - z) * k->all;
        memcpy(A + j * N, top, z * sizeof(double));
        memcpy(A + j * N + z, rates + old * s, s * sizeof(double));
        memcpy(E + j * k->all, y, k->all * sizeof(double));
    }
    x->A = A, x->B = A + N * N;
    x->E = E, x->F = E + N * k->all;
    x->states = (int)N;
    x->inputs = (int)u;
    x->second_order = false;
}

static void append_names(const tml_system *s, tml_state_space *x, int before, tml_arena *arena)
{
    const size_t N = (size_t)x->states;
    const char **names = TML_NEW_ARRAY(arena, const char *, N + 1), **units = TML_NEW_ARRAY(arena, const char *, N + 1);
    bool *is_rotation = TML_NEW_ARRAY(arena, bool, N + 1), *is_speed = TML_NEW_ARRAY(arena, bool, N + 1);
    memcpy(names, x->names, (size_t)before * sizeof *names);
    memcpy(is_rotation, x->is_rotation, (size_t)before * sizeof(bool));
    memcpy(is_speed, x->is_speed, (size_t)before * sizeof(bool));
    for (int i = 0; i < s->state_count; i++) {
        names[before + i] = s->states[i].name;
        units[before + i] = s->states[i].unit;
    }
    x->names = names, x->is_rotation = is_rotation, x->is_speed = is_speed, x->units = units;
}

bool tml_coupled_states_append(const tml_linear *l, tml_state_space *x, tml_arena *arena)
{
    const int before = x->states;
    loop k = {.z = (size_t)x->states,
              .s = (size_t)l->system->state_count,
              .u = (size_t)(x->inputs - l->system->state_count),
              .all = (size_t)x->all};
    find_gains(l, &k, arena);
    k.gvE = TML_NEW_ARRAY(arena, double, k.s *k.z + 1);
    add_times(&k, k.gv, x->E, k.all, k.z, k.gvE);
    const double *rates = find_rates(l, &k, x, arena);
    if (!rates)
        return false;
    close_loop(&k, rates, x, arena);
    if (x->names)
        append_names(l->system, x, before, arena);
    return true;
}
