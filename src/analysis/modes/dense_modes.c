/* dense_modes.c - modes of the linearized equations: K x = -s^2 M x if nothing depends on velocities, else A z = s z. */
#include "analysis/modes/dense_modes.h"
#include "linalg/deflated_eigenvalues.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double EQUAL = 1e-9; /* of an eigenvalue */

/* The length by which a unit of a coordinate moves bodies. */
static double arm_of(const tml_linear *l, size_t coordinate)
{
    const size_t nv = (size_t)l->system->nv;
    double max = 0;
    for (size_t j = 0; j < nv; j++)
        max = fmax(max, fabs(l->S[coordinate * nv + j]) * l->unit[j]);
    return max > 0 ? max : 1;
}

/* Whether there are only M and K, and K is symmetric: conservative forces, at rest. */
static bool is_symmetric(const tml_linear *l, const tml_state_space *space, tml_arena *arena)
{
    const size_t n = (size_t)l->n;
    double largest = 0, apart = 0, damping = 0, mass = 0, *arm = TML_NEW_ARRAY(arena, double, n + 1);
    for (size_t i = 0; i < n; i++)
        arm[i] = arm_of(l, i);
    for (size_t i = 0; i < n * n; i++) { /* all as lengths */
        const double arms = arm[i % n] * arm[i / n];
        largest = fmax(largest, fabs(l->K[i]) / arms);
        mass = fmax(mass, fabs(l->M[i]) / arms);
        damping = fmax(damping, fabs(l->C[i]) / arms);
        apart = fmax(apart, fabs(l->K[i] - l->K[i % n * n + i / n]) / arms);
    }
    return space->second_order && apart <= 1e-10 * largest && damping <= DBL_EPSILON * sqrt(largest * mass);
}

static int by_size(const void *a, const void *b)
{
    const tml_mode *p = a, *q = b;
    if (p->rigid != q->rigid)
        return p->rigid ? -1 : 1;
    const double x = hypot(p->re, p->im), y = hypot(q->re, q->im);
    return x != y ? (x > y) - (x < y) : (p->re > q->re) - (p->re < q->re);
}

/* Among modes of equal |s| up to rounding, such as s and -s, decaying ones come first. */
static bool comes_before(const tml_mode *p, const tml_mode *q)
{
    const double x = hypot(p->re, p->im), y = hypot(q->re, q->im);
    return p->rigid == q->rigid && fabs(x - y) <= EQUAL * x && p->re < q->re - EQUAL * x;
}

void tml_modes_sort(tml_modes *modes)
{
    tml_mode *list = modes->list;
    qsort(list, (size_t)modes->count, sizeof *list, by_size);
    for (int i = 1; i < modes->count; i++)
        for (int k = i; k > 0 && comes_before(&list[k], &list[k - 1]); k--) {
            const tml_mode other = list[k];
            list[k] = list[k - 1], list[k - 1] = other;
        }
}

/* Sq E x of one part; E NULL: x are coordinates */
static double *bodies_of(const tml_linear *l, const double *E, size_t states, const double *x, tml_arena *arena)
{
    const size_t nv = (size_t)l->system->nv, n = (size_t)(l->position ? l->positions : l->n);
    double *out = TML_NEW_ARRAY(arena, double, nv + 1);
    for (size_t k = 0; k < n; k++) {
        double y = E ? 0 : x[k];
        for (size_t j = 0; E && j < states; j++)
            y += E[j * n + k] * x[j];
        for (size_t j = 0; j < nv; j++)
            out[j] += l->Sq[k * nv + j] * y;
    }
    return out;
}

static void add(tml_modes *out, double *x, double *x_im, double re, double im, bool rigid)
{
    out->list[out->count++] = (tml_mode){.re = re, .im = im, .rigid = rigid, .x = x, .x_im = x_im};
}

static bool find_symmetric(const tml_linear *l, tml_arena *arena, tml_modes *out)
{
    const size_t n = (size_t)l->n, nv = (size_t)l->system->nv;
    double *K = TML_NEW_ARRAY(arena, double, n *n + 1), *none = TML_NEW_ARRAY(arena, double, nv + 1);
    tml_eigen e;
    for (size_t i = 0; i < n * n; i++)
        K[i] = -l->K[i];
    if (!tml_eigen_pencil(K, l->M, l->n, arena, &e))
        return false;
    for (int i = 0; i < e.count; i++) {
        double *x = bodies_of(l, NULL, 0, e.x + (size_t)i * n, arena);
        const double rate = sqrt(fabs(e.re[i]));
        if (e.re[i] >= 0) {
            add(out, x, none, 0, rate, e.zero[i]);
        } else {
            add(out, x, none, -rate, 0, false);
            add(out, TML_NEW_ARRAY(arena, double, nv + 1), none, rate, 0, false);
            memcpy(out->list[out->count - 1].x, x, nv * sizeof(double));
        }
    }
    return true;
}

/* Scales states to lengths, and velocities divided by the fastest rate to lengths as well. */
static double *find_scale(const tml_linear *l, const tml_state_space *space, tml_arena *arena)
{
    const size_t N = (size_t)space->states;
    double *scale = TML_NEW_ARRAY(arena, double, N + 1), rate = 0;
    for (size_t i = 0; i < N; i++)
        scale[i] = space->is_rotation[i] ? 1 / l->system->size : 1;
    for (size_t i = 0; i < N * N; i++) {
        const double entry = fabs(space->A[i]) * scale[i / N] / scale[i % N];
        if (space->is_speed[i % N])
            rate = fmax(rate, space->is_speed[i / N] ? entry : sqrt(entry));
    }
    for (size_t i = 0; i < N; i++)
        scale[i] *= space->is_speed[i] && rate > 0 ? rate : 1;
    return scale;
}

static bool find_general(const tml_linear *l, const tml_state_space *space, tml_arena *arena, tml_modes *out)
{
    const size_t N = (size_t)space->states;
    tml_eigen e;
    if (!tml_eigen_general(space->A, find_scale(l, space, arena), space->states, arena, &e))
        return false;
    for (int i = 0; i < e.count; i++)
        add(out, bodies_of(l, space->E, N, e.x + (size_t)i * N, arena),
            bodies_of(l, space->E, N, e.x_im + (size_t)i * N, arena), e.re[i], e.im[i], e.zero[i]);
    return true;
}

bool tml_modes_dense(const tml_linear *l, const tml_state_space *space, tml_arena *arena, tml_modes *out)
{
    *out = (tml_modes){.symmetric = is_symmetric(l, space, arena), .complete = true};
    out->list = TML_NEW_ARRAY(arena, tml_mode, 2 * l->n + space->states + 1);
    if (!(out->symmetric ? find_symmetric(l, arena, out) : find_general(l, space, arena, out)))
        return false;
    tml_modes_sort(out);
    return true;
}
