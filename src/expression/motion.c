/* motion.c - the laws of motion that cams are made with, and their values.
 *
 * A rise by 1 over 0 <= u <= 1. Most laws are given by their acceleration, in parts of the interval, each
 *   a = constant + amplitude cos(omega u + phase),       u from the beginning of the part
 * integrated twice from rest and scaled so that f(1) = 1:
 *   cycloidal            sin(2 pi u)
 *   harmonic             cos(pi u)
 *   parabolic            1, then -1
 *   modified_sine        sin(4 pi u) up to 1/8, sin(pi/3 + 4 pi u/3) up to 7/8, sin(4 pi u)
 *   modified_trapezoid   sin(4 pi u) up to 1/8, 1 up to 3/8, cos(4 pi (u - 3/8)) up to 5/8, -1 up to 7/8, -cos(4 pi (u - 7/8))
 * 3-4-5 is 10 u^3 - 15 u^4 + 6 u^5, and 4-5-6-7 is 35 u^4 - 84 u^5 + 70 u^6 - 20 u^7.
 */
#include "expression/motion.h"
#include "elementary/elementary.h"
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
static const double ROUNDING = 4e-16;

/* A part of the acceleration of a law. */
typedef struct {
    double width, constant, amplitude, omega, phase;
} part;

typedef struct {
    const char *name;
    part parts[TML_MOTION_MAX_PIECES]; /* up to the first without a width; or */
    double c[TML_MOTION_TERMS];        /* a polynomial */
} law;

static const law laws[] = {
    {"3-4-5", .c = {0, 0, 0, 10, -15, 6}},
    {"4-5-6-7", .c = {0, 0, 0, 0, 35, -84, 70, -20}},
    {"cycloidal", .parts = {{1, 0, 1, 2 * PI, -PI / 2}}},
    {"modified_sine",
     .parts = {{0.125, 0, 1, 4 * PI, -PI / 2}, {0.75, 0, 1, 4 * PI / 3, 0}, {0.125, 0, 1, 4 * PI, PI}}},
    {"modified_trapezoid", .parts = {{0.125, 0, 1, 4 * PI, -PI / 2},
                                     {0.25, 1, 0, 0, 0},
                                     {0.25, 0, 1, 4 * PI, 0},
                                     {0.25, -1, 0, 0, 0},
                                     {0.125, 0, -1, 4 * PI, 0}}},
    {"harmonic", .parts = {{1, 0, 1, PI, 0}}},
    {"parabolic", .parts = {{0.5, 1, 0, 0, 0}, {0.5, -1, 0, 0, 0}}},
    {"linear", .c = {0, 1}},
};
enum { LAW_COUNT = sizeof laws / sizeof *laws };

const char *tml_motion_law_name(int i)
{
    return i < LAW_COUNT ? laws[i].name : NULL;
}

int tml_motion_law_find(const char *name)
{
    for (int i = 0; i < LAW_COUNT; i++)
        if (strcmp(laws[i].name, name) == 0)
            return i;
    return -1;
}

/* The part over its own u, from a value and a speed by the u of the whole. */
static tml_motion_piece integrated(const part *p, double begin, double speed)
{
    const double w = p->width, k = p->omega;
    tml_motion_piece out = {.h = w};
    out.c[0] = begin, out.c[1] = speed * w, out.c[2] = p->constant * w * w / 2;
    if (p->amplitude == 0)
        return out;
    /* f = -A/k^2 cos(k u + phase) = A/k^2 sin(k u + phase - pi/2) */
    const double size = p->amplitude / (k * k);
    out.c[0] += size * tml_cos(p->phase), out.c[1] -= p->amplitude / k * tml_sin(p->phase) * w;
    out.sine = size, out.omega = k * w, out.phase = p->phase - PI / 2;
    return out;
}

int tml_motion_law(int index, double x, double h, double from, double rise, tml_motion_piece *pieces)
{
    const law *l = &laws[index];
    double u = 0, value = 0, speed = 0;
    int count = 0;
    for (; count < TML_MOTION_MAX_PIECES && l->parts[count].width > 0; count++) {
        tml_motion_piece *p = &pieces[count];
        *p = integrated(&l->parts[count], value, speed);
        p->x = u;
        const tml_motion_jet end = tml_motion_at(p, u + p->h);
        u += p->h, value = end.f, speed = end.d;
    }
    if (count == 0) {
        pieces[count++] = (tml_motion_piece){.h = 1};
        memcpy(pieces[0].c, l->c, sizeof l->c);
        value = 1;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < TML_MOTION_TERMS; k++)
            pieces[i].c[k] *= rise / value;
        pieces[i].sine *= rise / value;
        pieces[i].c[0] += from;
        pieces[i].x = x + h * pieces[i].x, pieces[i].h *= h;
    }
    return count;
}

tml_motion_jet tml_motion_at(const tml_motion_piece *p, double x)
{
    const double u = (x - p->x) / p->h, a = 1 / p->h;
    double f = 0, d = 0, dd = 0, ddd = 0; /* of the polynomial by u: f, f', f''/2, f'''/6 */
    double size = 0, slope = 0;           /* of the terms that f and f' are sums of */
    for (int k = TML_MOTION_TERMS - 1; k >= 0; k--) {
        slope = slope * fabs(u) + size;
        size = size * fabs(u) + fabs(p->c[k]);
        ddd = ddd * u + dd;
        dd = dd * u + d;
        d = d * u + f;
        f = f * u + p->c[k];
    }
    dd *= 2, ddd *= 6;
    if (p->sine != 0) {
        const tml_sine_cosine turn = tml_sincos(p->omega * u + p->phase);
        const double s = p->sine * turn.sine, c = p->sine * turn.cosine;
        const double w = p->omega;
        f += s, d += w * c, dd -= w * w * s, ddd -= w * w * w * c;
        slope += fabs(w * p->sine);
    }
    if (fabs(d) <= ROUNDING * slope)
        d = 0; /* what begins and ends at rest is at rest there */
    return (tml_motion_jet){f, d * a, dd * a * a, ddd * a * a * a};
}

/* ---- polynomials by conditions at their ends ---- */

/* d^order/du^order u^k at u = 1. */
static double falling(int k, int order)
{
    double out = 1;
    for (int i = 0; i < order; i++)
        out *= k - i;
    return out;
}

/* A x = b, n x n by rows with stride TML_MOTION_TERMS; x in b. */
static void solve(double A[][TML_MOTION_TERMS], double *b, int n)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
        for (int j = 0; j < n; j++) {
            const double swap = A[k][j];
            A[k][j] = A[best][j], A[best][j] = swap;
        }
        const double swap = b[k];
        b[k] = b[best], b[best] = swap;
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i][k] / A[k][k];
            for (int j = k; j < n; j++)
                A[i][j] -= factor * A[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= A[i][j] * b[j];
        b[i] /= A[i][i];
    }
}

tml_motion_piece tml_motion_polynomial(double x, double h, const double *begin, int begins, const double *end, int ends)
{
    tml_motion_piece p = {.x = x, .h = h};
    double A[TML_MOTION_TERMS][TML_MOTION_TERMS], scale = 1;
    for (int k = 0; k < begins; k++) { /* c_k = f^(k) h^k/k! */
        p.c[k] = begin[k] * scale;
        scale *= h / (k + 1);
    }
    double *rest = p.c + begins;
    scale = 1;
    for (int i = 0; i < ends; i++) {
        double known = 0;
        for (int k = 0; k < begins; k++)
            known += falling(k, i) * p.c[k];
        for (int k = 0; k < ends; k++)
            A[i][k] = falling(begins + k, i);
        rest[i] = end[i] * scale - known;
        scale *= h;
    }
    solve(A, rest, ends);
    return p;
}

/* ---- expressions ---- */

enum { MAX_DEPTH = 12 };
static const double FIT = 1e-9; /* of the largest second derivative */

typedef struct {
    const tml_expression *e;
    tml_arena *arena;
    tml_jet *work;
    double at, scale;
    tml_motion_piece *pieces;
    int count, capacity;
    double where;
} fit;

static tml_jet value_at(const fit *f, double x)
{
    const tml_jet input = {x, 1, 0};
    return tml_expression_jet(f->e, &input, f->work);
}

static tml_motion_piece hermite(double x, double h, tml_jet a, tml_jet b)
{
    const double begin[] = {a.f, a.d, a.dd}, end[] = {b.f, b.d, b.dd};
    return tml_motion_polynomial(x, h, begin, 3, end, 3);
}

static bool fits(const fit *f, const tml_motion_piece *p)
{
    for (int i = 1; i < 4; i++) {
        const double x = p->x + p->h * i / 4;
        const tml_jet wanted = value_at(f, x);
        const tml_motion_jet found = tml_motion_at(p, x);
        if (!(fabs(found.dd - wanted.dd) <= FIT * f->scale))
            return false;
    }
    return true;
}

static bool add_pieces(fit *f, double x, double h, tml_jet a, tml_jet b, int depth)
{
    const tml_motion_piece p = hermite(x, h, a, b);
    if (fits(f, &p)) {
        TML_GROW(f->arena, f->pieces, f->count, f->capacity);
        f->pieces[f->count] = p;
        f->pieces[f->count].x += f->at;
        f->pieces[f->count].inner = f->count > 0;
        f->count++;
        return true;
    }
    const tml_jet middle = value_at(f, x + h / 2);
    f->where = x + h / 2;
    return depth < MAX_DEPTH && isfinite(middle.f) && isfinite(middle.d) && isfinite(middle.dd) &&
           add_pieces(f, x, h / 2, a, middle, depth + 1) && add_pieces(f, x + h / 2, h / 2, middle, b, depth + 1);
}

int tml_motion_expression(tml_arena *arena, const tml_expression *e, double at, double h, tml_motion_piece **pieces,
                          double *where)
{
    enum { SAMPLES = 64 };
    fit f = {.e = e, .arena = arena, .at = at, .work = TML_NEW_ARRAY(arena, tml_jet, tml_expression_size(e) + 1)};
    for (int i = 0; i <= SAMPLES; i++) {
        const tml_jet y = value_at(&f, h * i / SAMPLES);
        *where = h * i / SAMPLES;
        if (!isfinite(y.f) || !isfinite(y.d) || !isfinite(y.dd))
            return 0;
        f.scale = fmax(f.scale, fmax(fabs(y.dd), fmax(fabs(y.d) / h, fabs(y.f) / (h * h))));
    }
    const bool good = add_pieces(&f, 0, h, value_at(&f, 0), value_at(&f, h), 0);
    *pieces = f.pieces, *where = f.where;
    return good ? f.count : 0;
}
