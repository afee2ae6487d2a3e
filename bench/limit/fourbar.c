/* fourbar.c - the four-bar under a constant torque, by hand: three angles, two rows, M q'' = f + J' l, J q'' = r.
 *
 * Solved in two ways: as a dense system of five equations, and by formula: with z = J_1 x J_2, the only motion the rows allow, it is
 * three by three, rows J_1, J_2, M z, and is solved by cross products. (One angle as the only coordinate, with the loop closed by
 * circle against circle, was tried: its evaluation takes 61 ns instead of 55.)
 *
 *     fourbar END CRANK COUPLER FOLLOWER      (the time, and the exact angles there)
 *     fourbar END CRANK COUPLER FOLLOWER FROM TO COUNT ERROR      (as many motions with torques from ... to, as accurate as this)
 */
#include "dense.h"
#include "plane.h"
#include "record.h"
#include "stepper.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double L1 = 2, L2 = 4, L3 = 4, GROUND = 2.5, S1 = 1, S2 = 2, S3 = 2;
static const double MASS1 = 1, MASS2 = 2.25, MASS3 = 2, I1 = 0.3, I2 = 2, I3 = 1.35, G = 9.81;

/* Mass matrix [m11 m12 0; m12 m22 0; 0 0 m33], forces and directions of the three links at angles whose cosines are known */
typedef struct {
    double m11, m12, m22, m33, f[3];
    vec a, b, c;
} links;

static links weigh(vec a, vec b, vec c, double wa, double wb, double torque)
{
    const double pull = MASS2 * L1 * S2, k = pull * cross(a, b);
    links l = {.a = a, .b = b, .c = c};
    l.m11 = I1 + MASS1 * S1 * S1 + MASS2 * L1 * L1;
    l.m12 = pull * dot(a, b);
    l.m22 = I2 + MASS2 * S2 * S2;
    l.m33 = I3 + MASS3 * S3 * S3;
    l.f[0] = torque - G * (MASS1 * S1 + MASS2 * L1) * a.x + k * wb * wb;
    l.f[1] = -G * MASS2 * S2 * b.x - k * wa * wa;
    l.f[2] = -G * MASS3 * S3 * c.x;
    return l;
}

/* J x = r and z'M x = s for x: the mass matrix weighs what the rows leave open */
static void solve(const links *l, vec r, const double *force, double *x)
{
    const vec p = times(L1, left(l->a)), q = times(L2, left(l->b)), u = times(-L3, left(l->c));
    const double z[3] = {cross(q, u), cross(u, p), cross(p, q)};
    const double w[3] = {l->m11 * z[0] + l->m12 * z[1], l->m12 * z[0] + l->m22 * z[1], l->m33 * z[2]};
    const double s = 1 / (w[0] * z[0] + w[1] * z[1] + w[2] * z[2]);
    const double along = force ? s * (z[0] * force[0] + z[1] * force[1] + z[2] * force[2]) : 0;
    const double rx = s * r.x, ry = s * r.y;
    x[0] = rx * (q.y * w[2] - u.y * w[1]) + ry * (w[1] * u.x - w[2] * q.x) + along * z[0];
    x[1] = rx * (u.y * w[0] - p.y * w[2]) + ry * (w[2] * p.x - w[0] * u.x) + along * z[1];
    x[2] = rx * (p.y * w[1] - q.y * w[0]) + ry * (w[0] * q.x - w[1] * p.x) + along * z[2];
}

static vec direction(double angle)
{
    return (vec){cos(angle), sin(angle)};
}

/* r = -J' q': what the rows ask of the accelerations */
static vec pull_inward(const links *l, const double *w)
{
    return sub(add(times(L1 * w[0] * w[0], l->a), times(L2 * w[1] * w[1], l->b)), times(L3 * w[2] * w[2], l->c));
}

static int rate_rows(void *context, const double *y, double *slope)
{
    const double *torque = context;
    const links l = weigh(direction(y[0]), direction(y[1]), direction(y[2]), y[3], y[4], *torque);
    const vec r = pull_inward(&l, y + 3);
    for (int i = 0; i < 3; i++)
        slope[i] = y[3 + i];
    solve(&l, r, l.f, slope + 3);
    return 0;
}

static int project_rows(void *context, double *y)
{
    (void)context;
    links l = {0};
    double d[3];
    for (int i = 0; i < 3; i++) {
        l = weigh(direction(y[0]), direction(y[1]), direction(y[2]), 0, 0, 0);
        const vec gap = sub(add(times(L1, l.a), times(L2, l.b)), add(times(L3, l.c), (vec){GROUND, 0}));
        if (fabs(gap.x) + fabs(gap.y) < 1e-14)
            break;
        solve(&l, gap, NULL, d);
        for (int j = 0; j < 3; j++)
            y[j] -= d[j];
    }
    const vec slip = left(sub(add(times(L1 * y[3], l.a), times(L2 * y[4], l.b)), times(L3 * y[5], l.c)));
    solve(&l, slip, NULL, d);
    for (int j = 0; j < 3; j++)
        y[3 + j] -= d[j];
    return 0;
}

/* [M J'; J 0] [q''; -l] = [f; r] as it stands, five by five */
static int rate_dense(void *context, const double *y, double *slope)
{
    const double *torque = context;
    const links l = weigh(direction(y[0]), direction(y[1]), direction(y[2]), y[3], y[4], *torque);
    const vec p = times(L1, left(l.a)), q = times(L2, left(l.b)), u = times(-L3, left(l.c)), r = pull_inward(&l, y + 3);
    double A[25] = {
        l.m11, l.m12, 0,     p.x, p.y, /* */
        l.m12, l.m22, 0,     q.x, q.y, /* */
        0,     0,     l.m33, u.x, u.y, /* */
        p.x,   q.x,   u.x,   0,   0,   /* */
        p.y,   q.y,   u.y,   0,   0,
    };
    double x[5] = {l.f[0], l.f[1], l.f[2], r.x, r.y};
    dense_solve(5, A, x);
    for (int i = 0; i < 3; i++) {
        slope[i] = y[3 + i];
        slope[3 + i] = x[i];
    }
    return 0;
}

static double off(double angle, double exact)
{
    return fabs(remainder(angle - exact, 8 * atan(1)));
}

static double error_of(const double *y, const double *exact)
{
    return fmax(off(y[0], exact[0]), fmax(off(y[1], exact[1]), off(y[2], exact[2])));
}

static void table(const char *program, const stepper_motion *motion, const double *start, double end,
                  const double *exact, const char *form)
{
    const double evaluation = stepper_time_rate(motion, start);
    for (int order = 5; order <= 9; order++)
        for (double tolerance = 1e-4; tolerance > 0.9e-12; tolerance /= 10) {
            double y[6], cpu;
            char settings[128];
            stepper_count count;
            if (stepper_best(motion, &(stepper_task){order, tolerance, 0, end}, start, y, &count, &cpu))
                continue;
            snprintf(settings, sizeof settings, "%s; %s", form, stepper_name(order));
            bench_print(&(bench_record){program, "", "fourbar", settings, 3, 3, tolerance, error_of(y, exact), cpu,
                                        evaluation, count.evaluations});
        }
}

/* The fastest pair and tolerance with an error below `error` at the torque of the problem, then all torques. */
static void sweep(const char *program, const stepper_motion *motion, double *torque, const double *start, double end,
                  const double *exact, const double *wanted)
{
    const double from = wanted[0], to = wanted[1], count = wanted[2], error = wanted[3];
    double best = INFINITY, found = NAN, sum = 0;
    stepper_task use = {0};
    double y[6];
    stepper_count steps;
    for (int order = 5; order <= 9; order++)
        for (double tolerance = 1e-4; tolerance > 0.9e-12; tolerance /= 10) {
            const stepper_task task = {order, tolerance, 0, end};
            double cpu;
            if (stepper_best(motion, &task, start, y, &steps, &cpu) || error_of(y, exact) > error || cpu > best)
                continue;
            best = cpu;
            found = error_of(y, exact);
            use = task;
        }
    const double begun = bench_cpu();
    for (double i = 0; i < count; i++) {
        *torque = from + (to - from) * i / (count - 1);
        memcpy(y, start, sizeof y);
        sum += stepper_run(motion, use.order, use.tolerance, end, y, &steps) ? NAN : y[0];
    }
    bench_print(&(bench_record){program, "", "fourbar-sweep", stepper_name(use.order), (int)count, 3, use.tolerance,
                                isfinite(sum) ? found : NAN, (bench_cpu() - begun) / count, NAN, 0});
}

int main(int count, char **arguments)
{
    if (count != 5 && count != 9) {
        fprintf(stderr, "usage: fourbar END CRANK COUPLER FOLLOWER [FROM TO COUNT ERROR]\n");
        return 2;
    }
    double number[8] = {0}, torque = 39.75;
    for (int i = 1; i < count; i++)
        number[i - 1] = strtod(arguments[i], NULL);
    const double end = number[0], *exact = number + 1;
    const double crank = acos(0.5), dx = GROUND - L1 / 2, dy = -L1 * sin(crank), d2 = dx * dx + dy * dy;
    const double h = sqrt(L2 * L2 / d2 - 0.25); /* L2 = L3: B is above the middle of AC */
    const double coupler = atan2(dy / 2 + h * dx, dx / 2 - h * dy),
                 follower = atan2(-dy / 2 + h * dx, -dx / 2 - h * dy);
    const double start[6] = {crank, coupler, follower};
    const stepper_motion dense = {6, rate_dense, project_rows, &torque, 1},
                         formula = {6, rate_rows, project_rows, &torque, 1};
    if (count == 9) {
        sweep("by hand", &dense, &torque, start, end, exact, number + 4);
        torque = 39.75;
        sweep("by hand, by formula", &formula, &torque, start, end, exact, number + 4);
        return 0;
    }
    table("by hand", &dense, start, end, exact, "3 angles, 2 rows, dense 5 x 5, projected");
    table("by hand, by formula", &formula, start, end, exact, "3 angles, 2 rows, solved by formula, projected");
    return 0;
}
