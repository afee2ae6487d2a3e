/* stepper.c - explicit Runge-Kutta as lean as it can be written: y_1 = y_0 + h sum b_i k_i, e = h sum e_i k_i.
 *
 * The pair is the one our integrator steps by. Control as in our integrator: h' = 0.9 h e^(-0.7/k) e_before^(0.4/k), k the order of the
 * error estimate plus one.
 */
#include "stepper.h"
#include "integrate/pair.h"
#include "record.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STAGES = 20, MAX_TRIES = 100 };

typedef struct {
    int stages, estimate; /* order of the error estimate */
    double A[MAX_STAGES][MAX_STAGES], b[MAX_STAGES], e[MAX_STAGES];
    bool first_is_last;
} table;

const char *stepper_name(int order)
{
    return order == 4                          ? "classical Runge-Kutta 4"
           : order == tml_pair_efficient.order ? tml_pair_efficient.name
                                               : "none";
}

static bool make_table(table *t, int order)
{
    const tml_pair *B = &tml_pair_efficient;
    if (order != B->order)
        return false;
    t->stages = B->stages;
    t->estimate = B->lower;
    t->first_is_last = true;
    for (int i = 0; i < B->stages; i++) {
        for (int j = 0; j < B->stages; j++)
            t->A[i][j] = B->A[i * (B->stages + B->extra) + j];
        t->b[i] = B->b[i];
        t->e[i] = B->e[i];
        t->first_is_last = t->first_is_last && t->A[B->stages - 1][i] == B->b[i];
    }
    return true;
}

/* out = from + h sum w_j k_j; four derivatives are added in one pass */
static void combine(int n, int stages, double h, const double *w, const double *k, const double *from, double *out)
{
    double a[MAX_STAGES];
    const double *s[MAX_STAGES];
    int m = 0;
    for (int j = 0; j < stages; j++)
        if (w[j] != 0) {
            a[m] = h * w[j];
            s[m++] = k + (size_t)j * (size_t)n;
        }
    for (int l = 0; l < n; l++)
        out[l] = from[l];
    int j = 0;
    for (; j + 4 <= m; j += 4)
        for (int l = 0; l < n; l++)
            out[l] += a[j] * s[j][l] + a[j + 1] * s[j + 1][l] + (a[j + 2] * s[j + 2][l] + a[j + 3] * s[j + 3][l]);
    for (; j < m; j++)
        for (int l = 0; l < n; l++)
            out[l] += a[j] * s[j][l];
}

static double weighed(const stepper_motion *p, double tolerance, const double *error, const double *y)
{
    double sum = 0;
    for (int l = 0; l < p->n; l++) {
        const double e = error[l] / (tolerance * (fabs(y[l]) + p->scale));
        sum += e * e;
    }
    return sqrt(sum / p->n);
}

/* Slopes of the stages after the first, which is known. */
static int stages(const stepper_motion *p, const table *t, double h, const double *y, double *k, double *room,
                  stepper_count *count)
{
    for (int i = 1; i < t->stages; i++) {
        combine(p->n, i, h, t->A[i], k, y, room);
        count->evaluations++;
        const int flag = p->rate(p->context, room, k + (size_t)i * (size_t)p->n);
        if (flag)
            return flag;
    }
    return 0;
}

/* Hairer, Norsett, Wanner II.4, its first half: 1 % of the time in which y changes by itself, as far as the tolerance allows. */
static double first_step(const stepper_motion *p, double tolerance, int order, double end, const double *slope,
                         const double *y)
{
    const double d1 = weighed(p, tolerance, slope, y);
    return fmin(end, fmax(1e-6 * end, pow(0.01 / fmax(d1, 1e-12), 1.0 / (order + 1))));
}

int stepper_run(const stepper_motion *p, int order, double tolerance, double end, double *y, stepper_count *count)
{
    table t;
    if (!make_table(&t, order))
        return -1;
    const size_t n = (size_t)p->n, count_slopes = (size_t)t.stages;
    double *room = malloc((count_slopes + 3) * n * sizeof *room), *k = room + 3 * n;
    double *stage = room, *trial = room + n, *error = room + 2 * n;
    *count = (stepper_count){.evaluations = 1};
    int failed = !room || p->rate(p->context, y, k);
    double now = 0, before = 1, h = failed ? 0 : first_step(p, tolerance, order, end, k, y);
    for (int tries = 0; !failed && now < end; tries++) {
        const bool last = h >= end - now;
        const double step = last ? end - now : h, power = t.estimate + 1;
        double e = 1e3;
        if (stages(p, &t, step, y, k, stage, count) == 0) {
            combine(p->n, t.stages, step, t.b, k, y, trial);
            memset(stage, 0, n * sizeof *stage);
            combine(p->n, t.stages, step, t.e, k, stage, error);
            e = weighed(p, tolerance, error, trial);
        }
        if (e <= 1 && (!p->project || p->project(p->context, trial) == 0)) {
            memcpy(y, trial, n * sizeof *y);
            now = last ? end : now + step;
            const double factor = 0.9 * pow(fmax(e, 1e-10), -0.7 / power) * pow(before, 0.4 / power);
            h = step * fmin(tries ? 1 : 5, fmax(0.2, factor));
            before = fmax(e, 1e-4);
            tries = -1;
            count->steps++;
            if (now < end && t.first_is_last && !p->project)
                memcpy(k, k + (count_slopes - 1) * n, n * sizeof *k);
            else if (now < end) {
                count->evaluations++;
                failed = p->rate(p->context, y, k);
            }
        } else {
            count->rejected++;
            h = step * (isfinite(e) && e > 1 ? fmax(0.1, 0.9 * pow(e, -1 / power)) : 0.25);
            failed = tries > MAX_TRIES || h < 1e-15 * end;
        }
    }
    free(room);
    return failed;
}

int stepper_run_fixed(const stepper_motion *p, int steps, double end, double *y, stepper_count *count)
{
    const size_t n = (size_t)p->n;
    const double h = end / steps;
    double *room = malloc(5 * n * sizeof *room), *k1 = room, *k2 = k1 + n, *k3 = k2 + n, *k4 = k3 + n, *s = k4 + n;
    int failed = !room;
    *count = (stepper_count){0};
    for (int i = 0; !failed && i < steps; i++) {
        failed = p->rate(p->context, y, k1);
        for (size_t l = 0; l < n; l++)
            s[l] = y[l] + 0.5 * h * k1[l];
        failed = failed || p->rate(p->context, s, k2);
        for (size_t l = 0; l < n; l++)
            s[l] = y[l] + 0.5 * h * k2[l];
        failed = failed || p->rate(p->context, s, k3);
        for (size_t l = 0; l < n; l++)
            s[l] = y[l] + h * k3[l];
        failed = failed || p->rate(p->context, s, k4);
        for (size_t l = 0; l < n; l++)
            y[l] += h / 6 * (k1[l] + 2 * (k2[l] + k3[l]) + k4[l]);
        failed = failed || (p->project && p->project(p->context, y));
        count->evaluations += 4;
        count->steps++;
    }
    free(room);
    return failed;
}

double stepper_time_rate(const stepper_motion *p, const double *y)
{
    double *slope = malloc((size_t)p->n * sizeof *slope), best = INFINITY;
    long repeats = 1;
    for (int round = 0; slope && round < 12;) {
        const double begin = bench_cpu();
        for (long i = 0; i < repeats; i++)
            p->rate(p->context, y, slope);
        const double took = bench_cpu() - begin;
        if (took < 0.02 && repeats < 1L << 30)
            repeats *= 2;
        else {
            best = fmin(best, took / (double)repeats);
            round++;
        }
    }
    free(slope);
    return best;
}

int stepper_best(const stepper_motion *p, const stepper_task *task, const double *start, double *y,
                 stepper_count *count, double *cpu)
{
    const double begun = bench_cpu();
    *cpu = INFINITY;
    for (int run = 0; run < 3 || (run < 500 && bench_cpu() - begun < 0.15); run++) {
        memcpy(y, start, (size_t)p->n * sizeof *y);
        const double begin = bench_cpu();
        const int failed = task->order == 4 ? stepper_run_fixed(p, task->fixed_steps, task->end, y, count)
                                            : stepper_run(p, task->order, task->tolerance, task->end, y, count);
        *cpu = fmin(*cpu, bench_cpu() - begin);
        if (failed)
            return failed;
        if (bench_cpu() - begun > 1)
            break;
    }
    return 0;
}
