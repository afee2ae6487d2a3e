/* fourbars.c - N four-bars in a row by hand: the angles of the N + 1 posts, and N rows, the lengths of the beams.
 *
 * A thin rod between points that move at v0, v1 has the kinetic energy m/6 (v0^2 + v0.v1 + v1^2), so beams need no coordinates. The
 * mass matrix couples neighbouring posts, a row two of them: M f'' = t + J'l, J f'' = r. Taken in the order post, row, post, row ..
 * the system is banded; eliminating post after post leaves one number s, the mobility of the last post (block-tridiagonal
 * elimination whose coupling blocks have rank one).
 *
 *     fourbars END X Y N...      (the time, the exact place of B0 there for the first N; the others: only the cost of one evaluation)
 */
#include "plane.h"
#include "record.h"
#include "stepper.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double G = 9.81, BEAM = 1.0 / 6, POST = 1.0 / 3;

/* Post i and the row between it and post i - 1 */
typedef struct {
    vec b, t, e;                        /* its direction, to the left of it, the beam */
    double before, after, couple, mass; /* the row on posts i - 1 and i; the mass matrix */
    double d11, d12, d22, inverse;      /* the block of row and post after elimination; -1/its determinant */
    double mobility;
    double r, f, x, l; /* right sides; solution: post, row */
} post;

typedef struct {
    int n; /* four-bars */
    post *posts;
} row_of;

static void place(const row_of *c, const double *y)
{
    post *const p = c->posts;
    for (int i = 0; i <= c->n; i++) {
        const double s = sin(y[i]), k = cos(y[i]);
        p[i].b = (vec){-s, k};
        p[i].t = (vec){-k, -s};
        p[i].mass = POST + 2 * BEAM * ((i > 0) + (i < c->n));
    }
    for (int i = 1; i <= c->n; i++) {
        p[i].e = add((vec){1, 0}, sub(p[i].b, p[i - 1].b));
        p[i].before = -dot(p[i].e, p[i - 1].t);
        p[i].after = dot(p[i].e, p[i].t);
        p[i].couple = BEAM * dot(p[i].b, p[i - 1].b);
    }
}

/* x and l from f and r */
static void solve(const row_of *c)
{
    post *const p = c->posts;
    double s = p[0].mobility = 1 / p[0].mass, y = s * p[0].f;
    for (int i = 1; i <= c->n; i++) {
        const double j = p[i].before, o = p[i].couple;
        p[i].r -= j * y;
        p[i].f -= o * y;
        p[i].d11 = s * j * j; /* with the sign turned */
        p[i].d12 = p[i].after - s * j * o;
        p[i].d22 = p[i].mass - s * o * o;
        p[i].inverse = 1 / (p[i].d11 * p[i].d22 + p[i].d12 * p[i].d12);
        s = p[i].mobility = p[i].d11 * p[i].inverse;
        y = s * p[i].f + p[i].d12 * p[i].r * p[i].inverse;
    }
    double carry = 0;
    for (int i = c->n; i >= 1; i--) {
        const double f = p[i].f - carry;
        p[i].x = (p[i].d11 * f + p[i].d12 * p[i].r) * p[i].inverse;
        p[i].l = (p[i].d12 * f - p[i].d22 * p[i].r) * p[i].inverse;
        carry = p[i].before * p[i].l + p[i].couple * p[i].x;
    }
    p[0].x = p[0].mobility * (p[0].f - carry);
}

static int rate(void *context, const double *y, double *slope)
{
    const row_of *c = context;
    const int n = c->n;
    post *const p = c->posts;
    const double *w = y + n + 1;
    place(c, y);
    for (int i = 0; i <= n; i++)
        p[i].f = -0.5 * G * (1 + (i > 0) + (i < n)) * p[i].b.x;
    for (int i = 1; i <= n; i++) {
        const double k = BEAM * cross(p[i - 1].b, p[i].b), u = w[i - 1] * w[i - 1], v = w[i] * w[i];
        const vec rate_e = sub(times(w[i], p[i].t), times(w[i - 1], p[i - 1].t));
        p[i - 1].f += k * v;
        p[i].f -= k * u;
        p[i].r = dot(p[i].e, sub(times(v, p[i].b), times(u, p[i - 1].b))) - dot(rate_e, rate_e);
    }
    solve(c);
    for (int i = 0; i <= n; i++) {
        slope[i] = w[i];
        slope[n + 1 + i] = p[i].x;
    }
    return 0;
}

/* Positions, then rates, onto the rows by the way that moves the least mass. */
static int project(void *context, double *y)
{
    const row_of *c = context;
    post *const p = c->posts;
    double *w = y + c->n + 1;
    for (int again = 0; again < 4; again++) {
        double most = 0;
        place(c, y);
        for (int i = 0; i <= c->n; i++)
            p[i].f = 0;
        for (int i = 1; i <= c->n; i++) {
            p[i].r = 0.5 * (dot(p[i].e, p[i].e) - 1);
            most = fmax(most, fabs(p[i].r));
        }
        if (most < 4e-16)
            break;
        solve(c);
        for (int i = 0; i <= c->n; i++)
            y[i] -= p[i].x;
    }
    for (int i = 0; i <= c->n; i++)
        p[i].f = 0;
    for (int i = 1; i <= c->n; i++)
        p[i].r = p[i].before * w[i - 1] + p[i].after * w[i];
    solve(c);
    for (int i = 0; i <= c->n; i++)
        w[i] -= p[i].x;
    return isfinite(w[0]) ? 0 : 1;
}

static const char *const FORM = "angles of the posts, lengths of the beams as rows, banded, projected";

static void table(const stepper_motion *motion, int n, const double *start, double *y, double end, const double *exact)
{
    const double evaluation = stepper_time_rate(motion, start);
    for (int order = 5; order <= 9; order++)
        for (double tolerance = 1e-4; tolerance > 0.9e-11; tolerance /= 10) {
            double cpu;
            char settings[192];
            stepper_count count;
            if (stepper_best(motion, &(stepper_task){order, tolerance, 0, end}, start, y, &count, &cpu))
                continue;
            snprintf(settings, sizeof settings, "%s; %s", FORM, stepper_name(order));
            const double error = fmax(fabs(-sin(y[0]) - exact[0]), fabs(cos(y[0]) - exact[1]));
            bench_print(&(bench_record){"by hand", "", "fourbars", settings, n, 2 * n + 1, tolerance, error, cpu,
                                        evaluation, count.evaluations});
        }
}

static void cost(const stepper_motion *motion, int n, const double *start)
{
    const double evaluation = stepper_time_rate(motion, start);
    bench_print(&(bench_record){"by hand", "", "fourbars", FORM, n, 2 * n + 1, NAN, NAN, evaluation, evaluation, 1});
}

int main(int count, char **arguments)
{
    if (count < 5) {
        fprintf(stderr, "usage: fourbars END X Y N...\n");
        return 2;
    }
    const double end = strtod(arguments[1], NULL), exact[2] = {strtod(arguments[2], NULL), strtod(arguments[3], NULL)};
    for (int i = 4; i < count; i++) {
        const int n = atoi(arguments[i]);
        const size_t size = 2 * (size_t)n + 2;
        row_of c = {n, calloc((size_t)n + 1, sizeof(post))};
        double *start = calloc(2 * size, sizeof *start), *y = start ? start + size : NULL;
        if (!c.posts || !start)
            return 1;
        for (int j = 0; j <= n; j++)
            start[n + 1 + j] = -1;
        const stepper_motion motion = {2 * (n + 1), rate, project, &c, 1};
        if (i == 4)
            table(&motion, n, start, y, end, exact);
        else
            cost(&motion, n, start);
        free(c.posts);
        free(start);
    }
    return 0;
}
