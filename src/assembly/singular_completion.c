/* singular_completion.c - velocities in a singular configuration of which only some are given: the motion of least
 * kinetic energy.
 *
 * What is given, and what the tree keeps, leaves y = y_0 + Y u open, Y orthonormal and y_0 orthogonal to it in the
 * metric of the masses. Of all u with y'B_l y = 0 the one with minimum |u| is taken, among the points of the cone
 * where one motion begins. If two have the same energy, the model must choose.
 */
#include "assembly/singular_configuration.h"
#include "linalg/cholesky.h"
#include "linalg/quadrics.h"
#include "linalg/rank_revealing_qr.h"
#include <math.h>
#include <string.h>

enum { STARTS = 200 };
static const double ZERO = 1e-14; /* of a form, for velocities of energy 1 */
static const double TIE = 1e-7;   /* of an energy */
static const double APART = 1e-5; /* between two solutions */
static const double DEPENDENT = 1e-9;
static const double FORM = 1e-9; /* of the largest form on the open space */

typedef struct {
    const tml_singular_space *x;
    int d;        /* dimension of the open space */
    double *Y;    /* (k x d) column-major */
    double *y;    /* (k) y_0 */
    double scale; /* of the velocities: sqrt of twice their energy */
    tml_quadrics *z;
    double *best[2], energy[2]; /* |u|^2 of the two best that differ */
    int count;
    tml_arena *scratch;
} completion;

/* The open space of the rows, as y: (k x d). */
static void find_open(completion *w, const tml_closure *c)
{
    const tml_singular_space *x = w->x;
    const tml_row_matrix *A = &c->A;
    int *local = TML_NEW_ARRAY(w->scratch, int, x->s->nv + 1), *row = TML_NEW_ARRAY(w->scratch, int, c->rows + 1),
        m = 0;
    for (int j = 0; j < x->n; j++)
        local[x->column[j]] = j + 1;
    for (int i = 0; i < c->rows; i++)
        for (int e = A->start[i], any = 0; e < A->start[i + 1] && !any; e++)
            if ((any = local[A->column[e]]))
                row[m++] = i;
    tml_rank_qr f = tml_rank_qr_make(m, x->n, w->scratch);
    for (int i = 0; i < m; i++)
        for (int e = A->start[row[i]]; e < A->start[row[i] + 1]; e++)
            if (local[A->column[e]])
                f.rows[(size_t)i * (size_t)x->n + (size_t)local[A->column[e]] - 1] += A->value[e];
    if (!tml_rank_qr_factor(&f, x->n, DEPENDENT))
        tml_arena_give_up(w->scratch);
    w->d = x->n - f.rank;
    w->Y = TML_NEW_ARRAY(w->scratch, double, x->k * w->d + 1);
    const double *N = tml_rank_qr_null_space(&f);
    for (int a = 0; a < w->d; a++)
        for (int i = 0; i < x->k; i++)
            for (int j = 0; j < x->n; j++)
                w->Y[a * x->k + i] +=
                    x->Z[(size_t)i * (size_t)x->n + (size_t)j] * N[(size_t)a * (size_t)x->n + (size_t)j];
}

/* y'M x, M = L L'. */
static double energy_of(const tml_singular_space *x, const double *a, const double *b)
{
    const int k = x->k;
    double sum = 0;
    for (int j = 0; j < k; j++) {
        double La = 0, Lb = 0;
        for (int i = j; i < k; i++)
            La += x->M[i * k + j] * a[i], Lb += x->M[i * k + j] * b[i];
        sum += La * Lb;
    }
    return sum;
}

static void take_off(const tml_singular_space *x, const double *unit, double *y)
{
    const double part = energy_of(x, unit, y);
    for (int i = 0; i < x->k; i++)
        y[i] -= part * unit[i];
}

/* Y orthonormal, y_0 orthogonal to it; first scaled to energy 1. */
static void orthonormalize(completion *w)
{
    const int k = w->x->k;
    w->scale = sqrt(energy_of(w->x, w->y, w->y));
    for (int i = 0; i < k; i++)
        w->y[i] /= w->scale;
    for (int a = 0; a < w->d; a++) {
        double *unit = w->Y + a * k;
        for (int pass = 0; pass < 2; pass++)
            for (int b = 0; b < a; b++)
                take_off(w->x, w->Y + b * k, unit);
        const double length = sqrt(energy_of(w->x, unit, unit));
        for (int i = 0; i < k; i++)
            unit[i] /= length;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int a = 0; a < w->d; a++)
            take_off(w->x, w->Y + a * k, w->y);
}

static double bilinear(const double *B, int k, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            sum += a[i] * B[i * k + j] * b[j];
    return sum;
}

/* The forms on the open space, (Q, b, c) of each in a row; those that differ are kept, normalized. */
static void make_quadrics(completion *w)
{
    const tml_singular_space *x = w->x;
    const int k = x->k, d = w->d, size = d * d + d + 1;
    double *rows = TML_NEW_ARRAY(w->scratch, double, x->forms *size + 1), first = 0;
    int count = 0;
    for (int l = 0; l < x->forms; l++) {
        const double *B = x->B + l * k * k;
        double *row = rows + l * size;
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++)
                row[a * d + b] = bilinear(B, k, w->Y + a * k, w->Y + b * k);
            row[d * d + a] = 2 * bilinear(B, k, w->Y + a * k, w->y);
        }
        row[d * d + d] = bilinear(B, k, w->y, w->y);
    }
    w->z = tml_quadrics_make(x->forms, d, w->scratch);
    for (; count < x->forms; count++) { /* the longest of the rest */
        int best = count;
        double length = 0;
        for (int l = count; l < x->forms; l++) {
            double square = 0;
            for (int i = 0; i < size; i++)
                square += rows[l * size + i] * rows[l * size + i];
            if (square > length)
                best = l, length = square;
        }
        length = sqrt(length);
        first = count ? first : length;
        if (!(length > FORM * first) || length == 0)
            break;
        double *row = rows + count * size, *from = rows + best * size;
        for (int i = 0; i < size; i++) {
            const double value = from[i] / length;
            from[i] = row[i], row[i] = value;
        }
        for (int l = count + 1; l < x->forms; l++) {
            double dot = 0;
            for (int i = 0; i < size; i++)
                dot += row[i] * rows[l * size + i];
            for (int i = 0; i < size; i++)
                rows[l * size + i] -= dot * row[i];
        }
        memcpy(w->z->Q + count * d * d, row, (size_t)(d * d) * sizeof(double));
        memcpy(w->z->b + count * d, row + d * d, (size_t)d * sizeof(double));
        w->z->c[count] = row[d * d + d];
    }
    w->z->count = count;
}

static void velocities_of(const completion *w, const double *u, double *y)
{
    for (int i = 0; i < w->x->k; i++) {
        y[i] = w->y[i];
        for (int a = 0; a < w->d; a++)
            y[i] += w->Y[a * w->x->k + i] * u[a];
        y[i] *= w->scale;
    }
}

/* Whether one motion begins at u. */
static bool one_motion_begins(const completion *w, const tml_singular_part *p, const double *u, double *v, double *y)
{
    tml_singular_part trial = *p;
    velocities_of(w, u, y);
    tml_singular_from_tangent(w->x, y, v);
    tml_arena *own = tml_arena_part(w->scratch);
    tml_singular_classify_start(&trial, v, own);
    tml_arena_free(own);
    return trial.start == TML_SINGULAR_ON_BRANCH;
}

static void keep(completion *w, const double *u, double energy)
{
    const size_t bytes = (size_t)w->d * sizeof(double);
    for (int b = 0; b < w->count; b++) {
        double apart = 0;
        for (int a = 0; a < w->d; a++)
            apart = fmax(apart, fabs(u[a] - w->best[b][a]));
        if (apart <= APART)
            return;
    }
    const int at = w->count == 0 || energy < w->energy[0] ? 0 : 1;
    if (at == 1 && w->count == 2 && energy >= w->energy[1])
        return;
    if (at == 0 && w->count) {
        memcpy(w->best[1], w->best[0], bytes);
        w->energy[1] = w->energy[0];
    }
    memcpy(w->best[at], u, bytes);
    w->energy[at] = energy;
    w->count = w->count < 2 ? w->count + 1 : 2;
}

static void search(completion *w, const tml_singular_part *p)
{
    double *u = TML_NEW_ARRAY(w->scratch, double, w->d + 1), *v = TML_NEW_ARRAY(w->scratch, double, w->x->s->nv + 1),
           *y = TML_NEW_ARRAY(w->scratch, double, w->x->k + 1);
    unsigned seed = 2718;
    for (int i = 0; i < STARTS; i++) {
        double energy = 0;
        tml_closure_random(&seed, w->d, u);
        for (int a = 0; a < w->d; a++)
            u[a] *= i % 3 == 0 ? 0.5 : i % 3 == 1 ? 2 : 8;
        if (!tml_quadrics_solve(w->z, u, ZERO))
            continue;
        if (w->z->count < w->d && !tml_quadrics_nearest(w->z, u, ZERO))
            continue;
        for (int a = 0; a < w->d; a++)
            energy += u[a] * u[a];
        if (w->count == 2 && energy > w->energy[1] * (1 + TIE))
            continue;
        if (one_motion_begins(w, p, u, v, y))
            keep(w, u, energy);
    }
}

/* y_0'M y_0 counts as well. */
static bool is_tie(const completion *w)
{
    const double kept = energy_of(w->x, w->y, w->y);
    return w->count == 2 && w->energy[1] - w->energy[0] <= TIE * (kept + w->energy[0]);
}

static void complete(tml_singular_part *p, tml_closure *c, const double *q, double *v, tml_arena *arena)
{
    const tml_singular_space *x = p->space;
    const size_t bytes = (size_t)x->s->nv * sizeof(double);
    completion w = {.x = x, .scratch = c->arena};
    w.y = TML_NEW_ARRAY(c->arena, double, x->k + 1);
    tml_singular_to_tangent(x, v, w.y);
    find_open(&w, c);
    if (w.d == 0)
        return;
    orthonormalize(&w);
    make_quadrics(&w);
    for (int b = 0; b < 2; b++)
        w.best[b] = TML_NEW_ARRAY(c->arena, double, w.d + 1);
    search(&w, p);
    double *motion[2], *y = TML_NEW_ARRAY(c->arena, double, x->k + 1);
    for (int b = 0; b < w.count; b++) {
        motion[b] = tml_arena_copy(c->arena, v, bytes);
        velocities_of(&w, w.best[b], y);
        tml_singular_from_tangent(x, y, motion[b]);
    }
    if (is_tie(&w)) {
        p->start = TML_SINGULAR_UNDERDETERMINED;
        p->choices = tml_singular_choices(c, q, motion, 2, false, arena);
    } else if (w.count) {
        memcpy(v, motion[0], bytes);
        tml_singular_classify_start(p, v, c->arena);
        p->completed = true;
    }
}

void tml_singular_complete(tml_singular *s, tml_closure *c, const double *q, double *v, tml_arena *arena)
{
    for (int i = 0; i < s->part_count; i++)
        if (s->parts[i].start == TML_SINGULAR_INCONSISTENT && s->parts[i].space)
            complete(&s->parts[i], c, q, v, arena);
}
