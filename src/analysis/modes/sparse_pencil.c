/* sparse_pencil.c - the matrix of displacements and multipliers (KLU), real at a shift, complex along a circle. */
#include "analysis/modes/sparse_pencil.h"
#include "elementary/elementary.h"
#include "linalg/cholesky.h"
#include "linalg/complex_lu.h"
#include "linalg/eigenvalue_count.h"
#include <complex.h>
#include <math.h>
#include <string.h>

static const double PI = 3.141592653589793;

tml_pencil *tml_pencil_make(const tml_workspace *work, const bool *independent, tml_arena *arena)
{
    tml_pencil *p = TML_NEW(arena, tml_pencil);
    const tml_system *s = work->system;
    *p = (tml_pencil){.system = s, .work = work, .independent = independent, .arena = arena, .n = s->nv};
    for (int i = 0; i < s->row_count; i++)
        p->n += independent[i];
    return p;
}

static void put(tml_arena *arena, tml_pencil_entries *e, tml_pencil_entry entry)
{
    if (e->count == e->capacity) {
        const size_t grown = e->capacity ? 2 * e->capacity : 256;
        tml_pencil_entry *moved = TML_NEW_ARRAY(arena, tml_pencil_entry, grown);
        if (e->count)
            memcpy(moved, e->list, e->count * sizeof *moved);
        e->list = moved, e->capacity = grown;
    }
    e->list[e->count++] = entry;
}

void tml_pencil_add_K(tml_pencil *p, int row, int column, double value)
{
    put(p->arena, &p->K, (tml_pencil_entry){row, column, value});
}

void tml_pencil_add_C(tml_pencil *p, int row, int column, double value)
{
    p->damped |= value != 0;
    put(p->arena, &p->C, (tml_pencil_entry){row, column, value});
}

/* Entry (j, k) of a tensor of the body that both belong to; zero if one of them is a translation. */
static double tensor_entry(const tml_system *s, const tml_mat3 *J, int j, int k)
{
    const int a = j % s->nvb, b = k % s->nvb, lin = s->space ? 3 : 2;
    if (a < lin || b < lin)
        return 0;
    return s->space ? J->m[a - 3][b - 3] : J->m[2][2];
}

static double stand_in(const tml_system *s, int j, int k)
{
    return tensor_entry(s, &s->masses[j / s->nvb + 1].substitute_inertia, j, k);
}

/* Entry (j, k) of M, j and k of one body. */
static double mass_entry(const tml_system *s, int j, int k)
{
    const tml_mass *m = &s->masses[j / s->nvb + 1];
    if (j % s->nvb < (s->space ? 3 : 2))
        return j == k ? m->mass : 0;
    return tensor_entry(s, &m->inertia, j, k) - stand_in(s, j, k);
}

/* ---- entries ---- */

/* Where entries go: marked in the pattern, or added to its values. */
typedef struct {
    tml_pencil *p;
    tml_marks *marks; /* NULL: values are added */
    double *values;
} entry_sink;

static void add(const entry_sink *w, int i, int j, double value)
{
    if (w->marks)
        tml_mark(w->marks, i, j), tml_mark(w->marks, j, i);
    else
        w->values[tml_pattern_find(&w->p->pattern, i, j)] += value;
}

static void add_entries(const entry_sink *w, const tml_pencil_entries *e)
{
    for (size_t i = 0; i < e->count; i++)
        add(w, e->list[i].row, e->list[i].column, e->list[i].value);
}

static void add_mass(const entry_sink *w)
{
    const tml_system *s = w->p->system;
    for (int j = 0; j < s->nv; j++)
        for (int k = j / s->nvb * s->nvb; k < (j / s->nvb + 1) * s->nvb; k++)
            if (j == k || mass_entry(s, j, k) != 0 || stand_in(s, j, k) != 0)
                add(w, j, k, mass_entry(s, j, k));
}

static void add_rows(const entry_sink *w)
{
    const tml_system *s = w->p->system;
    int row = s->nv;
    for (int i = 0; i < s->row_count; i++) {
        if (!w->p->independent[i])
            continue;
        for (int b = s->rows[i].first_block; b < s->rows[i].first_block + s->rows[i].block_count; b++)
            for (int j = 0; j < s->nvb; j++) {
                const int column = (s->blocks[b].body - 1) * s->nvb + j;
                const double G = w->p->work->G[(size_t)b * (size_t)s->nvb + (size_t)j];
                add(w, row, column, G);
                if (!w->marks)
                    add(w, column, row, G);
            }
        row++;
    }
}

/* Masses of coordinates; a massless one gets the mean of the others, of translations and of rotations. */
static void find_scale(tml_pencil *p)
{
    const tml_system *s = p->system;
    const int lin = s->space ? 3 : 2;
    double sum[2] = {0, 0};
    int count[2] = {0, 0};
    p->scale = TML_NEW_ARRAY(p->arena, double, s->nv + 1);
    for (int j = 0; j < s->nv; j++) {
        const int turns = j % s->nvb >= lin;
        p->scale[j] = mass_entry(s, j, j);
        sum[turns] += p->scale[j], count[turns] += p->scale[j] > 0;
    }
    const double mass = count[0] ? sum[0] / count[0] : 1,
                 inertia = count[1] ? sum[1] / count[1] : mass * s->size * s->size;
    for (int j = 0; j < s->nv; j++)
        if (!(p->scale[j] > 0))
            p->scale[j] = j % s->nvb >= lin ? inertia : mass;
}

/* The largest diagonal entry divided by its mass, 1/s^2 of K and 1/s of C. */
static double largest_by_mass(const tml_pencil *p, const tml_pencil_entries *A)
{
    double *diagonal = TML_NEW_ARRAY(p->arena, double, p->system->nv + 1), max = 0;
    for (size_t i = 0; i < A->count; i++)
        if (A->list[i].row == A->list[i].column)
            diagonal[A->list[i].row] += A->list[i].value;
    for (int j = 0; j < p->system->nv; j++)
        if (mass_entry(p->system, j, j) > 0)
            max = fmax(max, fabs(diagonal[j]) / mass_entry(p->system, j, j));
    return max;
}

/* Without stiffness, dampers define the highest rate; without either all modes are rigid and any rate will do. */
static void find_highest(tml_pencil *p)
{
    const double square = largest_by_mass(p, &p->K), decay = square > 0 ? 0 : largest_by_mass(p, &p->C);
    p->highest = square > 0 ? sqrt(square) : decay > 0 ? decay : 1;
}

/* Ignorable rotations (system/topology) are fixed, so that they neither make the matrix singular nor move. */
static void hold_ignorable(tml_pencil *p)
{
    const tml_system *s = p->system;
    for (int j = 0; s->ignorable_count && j < s->nv; j++)
        for (int k = j / s->nvb * s->nvb; k < (j / s->nvb + 1) * s->nvb; k++)
            if (stand_in(s, j, k) != 0)
                p->stiffness[tml_pattern_find(&p->pattern, j, k)] -= p->highest * p->highest * stand_in(s, j, k);
}

bool tml_pencil_finish(tml_pencil *p)
{
    tml_marks marks = {.arena = p->arena};
    const entry_sink mark = {.p = p, .marks = &marks};
    add_entries(&mark, &p->K);
    add_entries(&mark, &p->C);
    add_mass(&mark);
    add_rows(&mark);
    p->pattern = tml_pattern_make(&marks, p->n);
    p->lu = tml_lu_make(p->pattern, p->arena);
    p->onto_rows = tml_lu_make(p->pattern, p->arena);
    p->complex_lu = tml_complex_lu_make(p->pattern, p->arena);
    p->right = TML_NEW_ARRAY(p->arena, double, p->n + 1);
    p->rest = TML_NEW_ARRAY(p->arena, double, p->n + 1);
    p->image = TML_NEW_ARRAY(p->arena, double, p->system->nv + 1);
    double **const values[] = {&p->stiffness, &p->damping, &p->mass, &p->rows};
    for (int i = 0; i < 4; i++)
        *values[i] = TML_NEW_ARRAY(p->arena, double, p->pattern.entries + 1);
    p->values = TML_NEW_ARRAY(p->arena, double, 2 * p->pattern.entries + 2);
    add_entries(&(entry_sink){.p = p, .values = p->stiffness}, &p->K);
    add_entries(&(entry_sink){.p = p, .values = p->damping}, &p->C);
    add_mass(&(entry_sink){.p = p, .values = p->mass});
    add_rows(&(entry_sink){.p = p, .values = p->rows});
    find_scale(p);
    find_highest(p);
    hold_ignorable(p);
    if (p->n == p->system->nv)
        return true;
    memcpy(p->onto_rows->value, p->rows, (size_t)p->pattern.entries * sizeof(double));
    for (int j = 0; j < p->system->nv; j++)
        p->onto_rows->value[tml_pattern_find(&p->pattern, j, j)] += p->scale[j];
    return tml_lu_factor(p->onto_rows, true) > 0;
}

bool tml_pencil_is_symmetric(const tml_pencil *p, double part)
{
    double largest = 0, apart = 0;
    for (int j = 0; j < p->system->nv; j++)
        for (int at = p->pattern.column[j]; at < p->pattern.column[j + 1] && p->pattern.row[at] < p->system->nv; at++) {
            const int i = p->pattern.row[at];
            const double unit = sqrt(p->scale[i] * p->scale[j]), K = p->stiffness[at];
            largest = fmax(largest, fabs(K) / unit);
            apart = fmax(apart, fabs(K - p->stiffness[tml_pattern_find(&p->pattern, j, i)]) / unit);
        }
    return apart <= part * largest;
}

bool tml_pencil_factor(tml_pencil *p, double shift, bool quadratic)
{
    p->shift = shift;
    for (int i = 0; i < p->pattern.entries; i++)
        p->lu->value[i] =
            p->stiffness[i] + p->rows[i] + (quadratic ? shift * p->damping[i] : 0) - shift * shift * p->mass[i];
    return tml_lu_factor(p->lu, true) > 0;
}

/* ---- products ---- */

/* With one step of iterative refinement: multipliers are large compared to displacements, and their rounding must not
 * open the joints. */
static bool solve(tml_pencil *p)
{
    const int *column = p->pattern.column, *row = p->pattern.row;
    memcpy(p->rest, p->right, (size_t)p->n * sizeof(double));
    tml_lu_solve(p->lu, p->right);
    for (int j = 0; j < p->n; j++)
        for (int at = column[j]; at < column[j + 1]; at++)
            p->rest[row[at]] -= p->lu->value[at] * p->right[j];
    tml_lu_solve(p->lu, p->rest);
    for (int j = 0; j < p->n; j++)
        p->right[j] += p->rest[j];
    return tml_all_finite(p->right, p->n);
}

int tml_pencil_linear(void *pencil, const double *x, double *y)
{
    tml_pencil *p = pencil;
    memset(p->right, 0, (size_t)p->n * sizeof(double));
    tml_system_times_own_mass(p->system, x, p->right);
    if (!solve(p))
        return 1;
    memcpy(y, p->right, (size_t)p->system->nv * sizeof(double));
    return 0;
}

int tml_pencil_quadratic(void *pencil, const double *x, double *y)
{
    tml_pencil *p = pencil;
    const int nv = p->system->nv;
    memset(p->right, 0, (size_t)p->n * sizeof(double));
    for (int j = 0; j < nv; j++)
        p->image[j] = x[nv + j] + p->shift * x[j];
    tml_system_times_own_mass(p->system, p->image, p->right);
    for (size_t i = 0; i < p->C.count; i++)
        p->right[p->C.list[i].row] -= p->C.list[i].value * x[p->C.list[i].column];
    if (!solve(p))
        return 1;
    for (int j = 0; j < nv; j++) {
        y[j] = p->right[j];
        y[nv + j] = p->shift * y[j] + x[j];
    }
    return 0;
}

/* Projection of x onto the constraints: [D G'; G 0] (x, mu) = (D x, 0) */
void tml_pencil_purge_linear(void *pencil, double *x)
{
    tml_pencil *p = pencil;
    const int nv = p->system->nv;
    if (p->n == nv)
        return;
    memset(p->right, 0, (size_t)p->n * sizeof(double));
    for (int j = 0; j < nv; j++)
        p->right[j] = p->scale[j] * x[j];
    tml_lu_solve(p->onto_rows, p->right);
    memcpy(x, p->right, (size_t)nv * sizeof(double));
}

void tml_pencil_purge_quadratic(void *pencil, double *x)
{
    tml_pencil_purge_linear(pencil, x);
    tml_pencil_purge_linear(pencil, x + ((tml_pencil *)pencil)->system->nv);
}

void tml_pencil_apply_mass(void *pencil, const double *x, double *y)
{
    tml_system_times_own_mass(((tml_pencil *)pencil)->system, x, y);
}

void tml_pencil_apply_linear_metric(void *pencil, const double *x, double *y)
{
    const tml_pencil *p = pencil;
    for (int j = 0; j < p->system->nv; j++)
        y[j] = p->scale[j] * x[j];
}

/* Displacements times the shift are velocities. */
void tml_pencil_apply_quadratic_metric(void *pencil, const double *x, double *y)
{
    const tml_pencil *p = pencil;
    const int nv = p->system->nv;
    for (int j = 0; j < nv; j++) {
        y[j] = p->shift * p->shift * p->scale[j] * x[j];
        y[nv + j] = p->scale[j] * x[nv + j];
    }
}

double tml_pencil_quotient(const tml_pencil *p, const double *x)
{
    double stiffness = 0, mass = 0;
    tml_system_times_own_mass(p->system, x, p->image);
    for (int j = 0; j < p->system->nv; j++)
        mass += x[j] * p->image[j];
    for (size_t i = 0; i < p->K.count; i++)
        stiffness += x[p->K.list[i].row] * p->K.list[i].value * x[p->K.list[i].column];
    return stiffness / mass;
}

/* x' A x without conjugation, A given by entries of the pattern */
static double complex form(const tml_pencil *p, const double *value, const double *x, const double *x_im)
{
    double complex sum = 0;
    for (int j = 0; j < p->system->nv; j++)
        for (int at = p->pattern.column[j]; at < p->pattern.column[j + 1] && p->pattern.row[at] < p->system->nv; at++) {
            const int i = p->pattern.row[at];
            sum += value[at] * (x[i] + I * (x_im ? x_im[i] : 0)) * (x[j] + I * (x_im ? x_im[j] : 0));
        }
    return sum;
}

void tml_pencil_improve(const tml_pencil *p, const double *x, const double *x_im, double *re, double *im)
{
    const double complex a = form(p, p->mass, x, x_im), b = form(p, p->damping, x, x_im), s = *re + I * *im,
                         c = form(p, p->stiffness, x, x_im), step = (s * (a * s - b) - c) / (2 * a * s - b);
    if (!(cabs(step) <= 1e-7 * cabs(s)))
        return;
    *re = creal(s - step);
    *im = x_im ? cimag(s - step) : 0;
}

/* ---- counting ---- */

typedef struct {
    tml_pencil *p;
    bool quadratic;
    const double *roots; /* (2 x known) */
    int known;
} counting;

/* det [K + z C - z^2 M, G'; G, 0], or of K - z M, divided by the product of (z - known root) */
static bool determinant(void *context, double x, double y, double out[2])
{
    const counting *c = context;
    const tml_pencil *p = c->p;
    for (int i = 0; i < p->pattern.entries; i++) {
        const double K = p->stiffness[i] + p->rows[i], C = p->damping[i], M = p->mass[i];
        p->values[2 * i] = c->quadratic ? K + x * C + (y * y - x * x) * M : K - x * M;
        p->values[2 * i + 1] = c->quadratic ? y * C - 2 * x * y * M : -y * M;
    }
    if (!tml_complex_lu_determinant(p->complex_lu, p->values, out))
        return false;
    for (int i = 0; i < c->known; i++) {
        const double re = x - c->roots[2 * i], im = y - c->roots[2 * i + 1];
        out[0] -= tml_ln(hypot(re, im));
        out[1] = remainder(out[1] - tml_atan2(im, re), 2 * PI);
    }
    return true;
}

bool tml_pencil_count(tml_pencil *p, bool quadratic, double radius, const double *roots, int known, int *more)
{
    counting c = {p, quadratic, roots, known};
    return tml_count_zeros_in_circle(determinant, &c, radius, more);
}
