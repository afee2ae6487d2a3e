/* chain.c - accelerations of a hanging chain of n equal thin rods in the plane, by hand: the articulated-body recursion.
 *
 * About the joint of a link, everything outward of it answers an acceleration a of the joint and an angular acceleration s with the
 * force A a + h s + p and the moment h.a + J s + v. The joint is free, so s = -(h.a + v)/J, which leaves A' = A - h h'/J and
 * p' = p - h v/J; the next link inward adds them at its tip d: its tip has a + s left(d) - w^2 d.
 *
 *     chain N...      (numbers of links)
 */
#include "dense.h"
#include "plane.h"
#include "record.h"
#include "stepper.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double G = 9.81;

typedef struct {
    vec d, h;
    double w2, v, inverse; /* square of the rate, moment, 1/J */
} link;

typedef struct {
    int n;
    link *links;
} chain;

/* y: n angles against the link before, n rates; slope: the rates, their accelerations. The links are thin rods of 1 kg and 1 m. */
static int rate(void *context, const double *y, double *slope)
{
    const chain *c = context;
    const int n = c->n;
    link *const l = c->links;
    double angle = 0, w = 0;
    for (int i = 0; i < n; i++) {
        slope[i] = y[n + i];
        angle += y[i];
        w += y[n + i];
        l[i].d = (vec){cos(angle), sin(angle)};
        l[i].w2 = w * w;
    }
    double xx = 0, xy = 0, yy = 0; /* A' of what is outward */
    vec p = {0, 0};
    for (int i = n - 1; i >= 0; i--) {
        const vec d = l[i].d, t = left(d);
        const vec At = {xx * t.x + xy * t.y, xy * t.x + yy * t.y}, Ad = {xx * d.x + xy * d.y, xy * d.x + yy * d.y};
        const vec b = sub(p, times(l[i].w2, Ad)), h = add(At, times(0.5, t));
        const double inverse = 1 / (1.0 / 3 + dot(t, At)), v = dot(t, b) + 0.5 * G * d.x;
        l[i].h = h;
        l[i].v = v;
        l[i].inverse = inverse;
        xx += 1 - inverse * h.x * h.x;
        xy -= inverse * h.x * h.y;
        yy += 1 - inverse * h.y * h.y;
        p = sub(add(b, (vec){0, G}), add(times(0.5 * l[i].w2, d), times(inverse * v, h)));
    }
    vec a = {0, 0};
    double before = 0;
    for (int i = 0; i < n; i++) {
        const double s = -l[i].inverse * (dot(l[i].h, a) + l[i].v);
        slope[n + i] = s - before;
        before = s;
        a = add(a, sub(times(s, left(l[i].d)), times(l[i].w2, l[i].d)));
    }
    return 0;
}

/* The largest difference from the dense equations of ten links:
 * sum_j c_ij cos(a_i - a_j) a_j'' = -sum_j c_ij sin(a_i - a_j) a_j'^2 - g (n - i - 1/2) cos a_i */
static double check(const double *y, const double *slope)
{
    enum { N = 10 };
    double M[N * N], f[N], angle[N], w[N], worst = 0;
    for (int i = 0; i < N; i++) {
        angle[i] = y[i] + (i ? angle[i - 1] : 0);
        w[i] = y[N + i] + (i ? w[i - 1] : 0);
    }
    for (int i = 0; i < N; i++) {
        f[i] = -G * (N - i - 0.5) * cos(angle[i]);
        for (int j = 0; j < N; j++) {
            const double c = i == j ? N - i - 2.0 / 3 : N - (i > j ? i : j) - 0.5;
            M[i * N + j] = c * cos(angle[i] - angle[j]);
            f[i] -= c * sin(angle[i] - angle[j]) * w[j] * w[j];
        }
    }
    dense_solve(N, M, f);
    double sum = 0;
    for (int i = 0; i < N; i++) {
        sum += slope[N + i];
        worst = fmax(worst, fabs(sum - f[i]));
    }
    return worst;
}

static int measure(int n)
{
    const size_t size = (size_t)n;
    chain c = {n, malloc(size * sizeof(link))};
    double *y = malloc(2 * size * sizeof *y), *slope = malloc(2 * size * sizeof *slope), error = NAN;
    int failed = !c.links || !y || !slope;
    for (int i = 0; !failed && i < n; i++) {
        y[i] = 0.5 * sin(i);
        y[n + i] = 0.3 * cos(2 * i);
    }
    if (!failed && n == 10) {
        rate(&c, y, slope);
        error = check(y, slope);
        failed = !(error < 1e-10);
    }
    if (failed)
        fprintf(stderr, "chain: wrong accelerations, or no memory\n");
    else {
        const stepper_motion motion = {2 * n, rate, NULL, &c, 1};
        const double evaluation = stepper_time_rate(&motion, y);
        bench_print(&(bench_record){"by hand", "", "planar-chain", "articulated-body recursion in straight code", n, n,
                                    NAN, NAN, evaluation, evaluation, 1});
    }
    free(c.links);
    free(y);
    free(slope);
    return failed;
}

int main(int count, char **arguments)
{
    int failed = count < 2;
    for (int i = 1; i < count; i++)
        failed = measure(atoi(arguments[i])) || failed;
    return failed;
}
