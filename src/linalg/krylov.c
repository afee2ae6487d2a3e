/* krylov.c - block Krylov basis with Rayleigh-Ritz projection.
 *
 * H = V' M A V, H y = p y:  Ritz vector x = V y with the residual |A x - p x| from the stored images A V.
 */
#include "linalg/krylov.h"
#include "linalg/lapack.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 6, TRIES = 3 };
static const double MIN_REMAINDER = 1e-7; /* fraction of a vector's length left by orthogonalization: too few digits */
static const double ZERO_IMAGE = 1e-13;   /* of the longest image: rounding */
static const double CONVERGED = 1e-11;    /* residual relative to the eigenvalue */
static const double ROUNDING = 1e-13;     /* of the largest eigenvalue: accuracy of the images */

struct tml_krylov {
    tml_krylov_task task;
    tml_arena *arena;
    double **V, **MV, **AV; /* (max_size + 1) */
    double **locked, **Mlocked;
    double *H; /* (max_size + 1) squared, by columns */
    double *candidate, *image;
    int count, used, locked_count; /* size of the basis; vectors whose images have been added */
    int products;
    bool complete, failed;
    double largest; /* largest length of the image of a unit vector */
    uint64_t random_state;
};

tml_krylov *tml_krylov_make(const tml_krylov_task *task, tml_arena *arena)
{
    tml_krylov *k = TML_NEW(arena, tml_krylov);
    const size_t columns = (size_t)(task->max_size < task->n ? task->max_size : task->n) + 1, n = (size_t)task->n;
    *k = (tml_krylov){.task = *task, .arena = arena, .random_state = 0x9e3779b97f4a7c15u};
    k->task.max_size = (int)columns - 1;
    k->V = TML_NEW_ARRAY(arena, double *, columns);
    k->MV = TML_NEW_ARRAY(arena, double *, columns);
    k->AV = TML_NEW_ARRAY(arena, double *, columns);
    k->locked = TML_NEW_ARRAY(arena, double *, n + 1);
    k->Mlocked = TML_NEW_ARRAY(arena, double *, n + 1);
    k->H = TML_NEW_ARRAY(arena, double, columns *columns);
    k->candidate = TML_NEW_ARRAY(arena, double, n + 1);
    k->image = TML_NEW_ARRAY(arena, double, n + 1);
    return k;
}

int tml_krylov_products(const tml_krylov *k)
{
    return k->products;
}

/* ---- vectors ---- */

/* four partial sums: independent additions */
static double dot(const double *x, const double *y, int n)
{
    double a = 0, b = 0, c = 0, d = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
        a += x[i] * y[i], b += x[i + 1] * y[i + 1];
        c += x[i + 2] * y[i + 2], d += x[i + 3] * y[i + 3];
    }
    for (; i < n; i++)
        a += x[i] * y[i];
    return (a + b) + (c + d);
}

static void add_times(double *x, double factor, const double *y, int n)
{
    for (int i = 0; i < n; i++)
        x[i] += factor * y[i];
}

/* subtracts from x its components along some columns */
static void subtract_components(double *x, double *const *columns, double *const *weighed, int count, int n)
{
    for (int j = 0; j < count; j++)
        add_times(x, -dot(weighed[j], x, n), columns[j], n);
}

static double length_of(const tml_krylov *k, const double *x, double *weighed)
{
    k->task.weigh(k->task.context, x, weighed);
    return sqrt(fmax(dot(x, weighed, k->task.n), 0));
}

static bool is_full(const tml_krylov *k)
{
    return k->count + k->locked_count >= k->task.dimension;
}

/* Orthonormalizes x against the basis and the locked vectors, with M x; false: no more than min_length of it is left. */
static bool orthonormalize(const tml_krylov *k, double *x, double min_length, double *weighed)
{
    const int n = k->task.n;
    const double before = length_of(k, x, weighed);
    double after = before;
    for (int pass = 0; pass < 2 && after > 0; pass++) {
        subtract_components(x, k->locked, k->Mlocked, k->locked_count, n);
        subtract_components(x, k->V, k->MV, k->count, n);
        after = length_of(k, x, weighed);
        if (!(after > MIN_REMAINDER * before && (pass || after > min_length)))
            return false;
        if (!pass) /* the small remainder contains rounding of the whole */
            k->task.purge(k->task.context, x);
        if (pass)
            for (int i = 0; i < n; i++)
                x[i] /= after, weighed[i] /= after;
    }
    return after > 0;
}

static double *copy_of(const tml_krylov *k, const double *x)
{
    return tml_arena_copy(k->arena, x, (size_t)k->task.n * sizeof(double));
}

void tml_krylov_lock(tml_krylov *k, const double *x)
{
    memcpy(k->candidate, x, (size_t)k->task.n * sizeof(double));
    if (!orthonormalize(k, k->candidate, 0, k->image))
        return;
    k->locked[k->locked_count] = copy_of(k, k->candidate);
    k->Mlocked[k->locked_count++] = copy_of(k, k->image);
}

/* ---- the basis ---- */

static bool multiply(tml_krylov *k, const double *x, double *y)
{
    k->products++;
    k->failed |= k->task.product(k->task.context, x, y) != 0;
    return !k->failed;
}

static void add_row_and_column(tml_krylov *k)
{
    const int n = k->task.n, m = k->count, columns = k->task.max_size + 1;
    for (int j = 0; j <= m; j++) {
        k->H[(size_t)m * (size_t)columns + (size_t)j] = dot(k->MV[j], k->AV[m], n);
        k->H[(size_t)j * (size_t)columns + (size_t)m] = dot(k->MV[m], k->AV[j], n);
    }
}

/* Adds the candidate, the image of a vector of some length. False: it is in the basis, or a product failed. */
static bool add_candidate(tml_krylov *k, double length)
{
    const int n = k->task.n;
    if (!orthonormalize(k, k->candidate, ZERO_IMAGE * k->largest * length, k->image))
        return false;
    k->V[k->count] = copy_of(k, k->candidate);
    k->MV[k->count] = copy_of(k, k->image);
    if (!multiply(k, k->candidate, k->image))
        return false;
    for (int pass = 0; pass < 2; pass++)
        subtract_components(k->image, k->locked, k->Mlocked, k->locked_count, n);
    k->AV[k->count] = copy_of(k, k->image);
    k->largest = fmax(k->largest, length_of(k, k->image, k->candidate));
    add_row_and_column(k);
    k->count++;
    return true;
}

bool tml_krylov_add_vector(tml_krylov *k, const double *x)
{
    memcpy(k->candidate, x, (size_t)k->task.n * sizeof(double));
    if (k->count < k->task.max_size && !is_full(k))
        add_candidate(k, 0);
    return !k->failed;
}

/* xorshift64*: reproducible */
static double random_number(tml_krylov *k)
{
    k->random_state ^= k->random_state >> 12, k->random_state ^= k->random_state << 25,
        k->random_state ^= k->random_state >> 27;
    return (double)((k->random_state * 0x2545f4914f6cdd1du) >> 11) / 9007199254740992.0 - 0.5;
}

/* A random vector in the range of A, orthogonalized against the basis; then its image, which contains small eigenvalues
 * too. */
static bool add_random(tml_krylov *k)
{
    double *x = k->image, *y = k->candidate;
    const int n = k->task.n;
    for (int i = 0; i < n; i++)
        y[i] = random_number(k);
    if (!multiply(k, y, x))
        return false;
    const double before = length_of(k, x, y);
    for (int pass = 0; pass < 2; pass++) {
        subtract_components(x, k->locked, k->Mlocked, k->locked_count, n);
        subtract_components(x, k->V, k->MV, k->count, n);
    }
    const double after = length_of(k, x, y);
    return after > ZERO_IMAGE * before && multiply(k, x, y) && add_candidate(k, after);
}

bool tml_krylov_add_random(tml_krylov *k, int count)
{
    int vanished = is_full(k) ? TRIES : 0;
    while (count > 0 && !k->failed && k->count < k->task.max_size && vanished < TRIES) {
        const bool taken = add_random(k);
        count -= taken;
        vanished = is_full(k) ? TRIES : taken ? 0 : vanished + 1;
    }
    k->complete |= vanished == TRIES;
    return !k->failed;
}

/* One more vector: the image of one in the basis, or random ones. False: no room, or the basis is complete. */
static bool grow(tml_krylov *k)
{
    k->complete |= is_full(k);
    while (k->count < k->task.max_size && !k->failed && !k->complete) {
        if (k->used == k->count) {
            const int before = k->count;
            tml_krylov_add_random(k, BLOCK);
            if (k->count > before)
                return true;
            continue;
        }
        memcpy(k->candidate, k->AV[k->used++], (size_t)k->task.n * sizeof(double));
        if (add_candidate(k, 1))
            return true;
    }
    return false;
}

/* ---- eigenvalues of H ---- */

typedef struct {
    int m;
    double *re, *im, *y; /* (m), (m), (m x m) by columns */
    int *order;          /* by descending magnitude; pairs are adjacent */
} ritz;

typedef struct {
    double size;
    int index;
} key;

static int by_size(const void *a, const void *b)
{
    const key *p = a, *q = b;
    return p->size != q->size ? (p->size < q->size) - (p->size > q->size) : p->index - q->index;
}

static bool find_ritz(const tml_krylov *k, tml_arena *arena, ritz *r)
{
    const int m = k->count, columns = k->task.max_size + 1;
    const size_t M = (size_t)m;
    double *H = TML_NEW_ARRAY(arena, double, M *M + 1);
    key *keys = TML_NEW_ARRAY(arena, key, M + 1);
    *r = (ritz){.m = m,
                .re = TML_NEW_ARRAY(arena, double, M + 1),
                .im = TML_NEW_ARRAY(arena, double, M + 1),
                .y = TML_NEW_ARRAY(arena, double, M *M + 1),
                .order = TML_NEW_ARRAY(arena, int, M + 1)};
    for (size_t j = 0; j < M; j++)
        for (size_t i = 0; i < M; i++)
            H[j * M + i] = k->H[j * (size_t)columns + i];
    if (k->task.symmetric) {
        for (size_t j = 0; j < M; j++)
            for (size_t i = 0; i < M; i++)
                r->y[j * M + i] = 0.5 * (H[j * M + i] + H[i * M + j]);
        if (m && !tml_lapack_done(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'U', m, r->y, m, r->re), arena))
            return false;
    } else if (m && !tml_lapack_done(LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'V', m, H, m, r->re, r->im, NULL, 1, r->y, m),
                                     arena)) {
        return false;
    }
    for (int i = 0; i < m; i++) /* both of a pair have the index of the first */
        keys[i] = (key){hypot(r->re[i], r->im[i]), i};
    for (int i = 0; i + 1 < m; i++)
        if (r->im[i] != 0) {
            keys[i + 1].size = keys[i].size;
            i++;
        }
    qsort(keys, M, sizeof *keys, by_size);
    for (int i = 0; i < m; i++)
        r->order[i] = keys[i].index;
    return true;
}

static void combine(double *const *columns, const double *y, int m, int n, double *out)
{
    memset(out, 0, (size_t)n * sizeof(double));
    for (int j = 0; j < m; j++)
        if (y[j] != 0)
            add_times(out, y[j], columns[j], n);
}

/* |A x - p x| of the pair or single vector at column i, with |x| about 1. */
static double residual_of(const tml_krylov *k, const ritz *r, int i, double *a, double *b)
{
    const int n = k->task.n, m = r->m;
    const bool pair = r->im[i] != 0;
    const double *y = r->y + (size_t)i * (size_t)m, *z = pair ? y + m : NULL;
    double sum = 0;
    for (int part = 0; part < (pair ? 2 : 1); part++) { /* A y = re y - im z, A z = im y + re z */
        combine(k->AV, part ? z : y, m, n, a);
        combine(k->V, part ? z : y, m, n, b);
        add_times(a, -r->re[i], b, n);
        if (pair) {
            combine(k->V, part ? y : z, m, n, b);
            add_times(a, part ? -r->im[i] : r->im[i], b, n);
        }
        const double length = length_of(k, a, b);
        sum += length * length;
    }
    return sqrt(sum);
}

/* Number of the largest that have converged, in order. */
static int count_converged(const tml_krylov *k, const ritz *r, int wanted, tml_arena *arena)
{
    double *a = TML_NEW_ARRAY(arena, double, k->task.n + 1), *b = TML_NEW_ARRAY(arena, double, k->task.n + 1);
    const double largest = r->m ? hypot(r->re[r->order[0]], r->im[r->order[0]]) : 0;
    int converged = 0;
    while (converged < r->m && converged < wanted) {
        const int i = r->order[converged];
        const bool pair = r->im[i] != 0;
        const int first = pair && r->im[i] < 0 ? i - 1 : i;
        const double size = hypot(r->re[i], r->im[i]);
        if (!(residual_of(k, r, first, a, b) <= fmax(CONVERGED, k->task.noise) * size + ROUNDING * largest))
            break;
        converged += pair ? 2 : 1;
    }
    return converged < r->m ? converged : r->m;
}

static void put_pairs(const tml_krylov *k, const ritz *r, int count, tml_arena *arena, tml_krylov_pairs *out)
{
    const size_t n = (size_t)k->task.n;
    *out = (tml_krylov_pairs){.re = TML_NEW_ARRAY(arena, double, count + 2),
                              .im = TML_NEW_ARRAY(arena, double, count + 2),
                              .x = TML_NEW_ARRAY(arena, double, n *(size_t)(count + 2)),
                              .complete = k->complete};
    for (int at = 0; at < count && out->count < count; at++) {
        const int i = r->order[at];
        if (r->im[i] < 0)
            continue; /* added with the one before */
        for (int part = 0; part < (r->im[i] != 0 ? 2 : 1); part++) {
            out->re[out->count] = r->re[i], out->im[out->count] = part ? -r->im[i] : r->im[i];
            combine(k->V, r->y + (size_t)(i + part) * (size_t)r->m, r->m, k->task.n, out->x + (size_t)out->count * n);
            out->count++;
        }
    }
}

bool tml_krylov_unlock(tml_krylov *k, double locked, double re, double im, double *x, double *x_im)
{
    const int n = k->task.n;
    double *parts[2] = {x, x_im}, *c = k->candidate;
    const double a = re - locked, square = a * a + im * im;
    if (!k->locked_count)
        return true;
    double *coefficient = TML_NEW_ARRAY(k->arena, double, 2 * k->locked_count + 2);
    for (int part = 0; part < (x_im ? 2 : 1); part++) {
        k->products++;
        if (k->task.product(k->task.context, parts[part], c))
            return false;
        for (int j = 0; j < k->locked_count; j++)
            coefficient[2 * j + part] = dot(k->Mlocked[j], c, n);
    }
    for (int j = 0; j < k->locked_count; j++) { /* (u + i w)/(a + i im) */
        const double u = coefficient[2 * j], w = x_im ? coefficient[2 * j + 1] : 0;
        add_times(x, (u * a + w * im) / square, k->locked[j], n);
        if (x_im)
            add_times(x_im, (w * a - u * im) / square, k->locked[j], n);
    }
    return true;
}

int tml_krylov_estimate(tml_krylov *k, int wanted, tml_arena *arena, double *sizes)
{
    int count = 0;
    while (k->count < wanted + 2 * BLOCK && grow(k))
        ;
    tml_arena *scratch = tml_arena_part(arena);
    ritz r;
    if (!k->failed && find_ritz(k, scratch, &r))
        for (; count < r.m && count < wanted; count++)
            sizes[count] = hypot(r.re[r.order[count]], r.im[r.order[count]]);
    tml_arena_free(scratch);
    return count;
}

bool tml_krylov_find(tml_krylov *k, int wanted, tml_arena *arena, tml_krylov_pairs *out)
{
    int target = wanted + BLOCK < k->count ? k->count : wanted + BLOCK;
    for (;;) {
        while (k->count < target && grow(k))
            ;
        if (k->failed)
            return false;
        tml_arena *scratch = tml_arena_part(arena);
        ritz r;
        if (!find_ritz(k, scratch, &r)) {
            tml_arena_free(scratch);
            return false;
        }
        const int converged = k->complete ? r.m : count_converged(k, &r, wanted, scratch);
        const bool done = k->complete || converged >= wanted;
        if (done)
            put_pairs(k, &r, converged < wanted + 1 ? converged : wanted + 1, arena, out);
        tml_arena_free(scratch);
        if (done)
            return true;
        if (k->count >= k->task.max_size && k->task.max_size < k->task.n)
            return false;
        target = k->count + (k->count / 4 > BLOCK ? k->count / 4 : BLOCK);
        if (k->count >= k->task.max_size)
            k->complete = true; /* the basis spans the whole space */
    }
}
