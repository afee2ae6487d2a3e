/* andrews.c - Andrews' squeezing mechanism by hand: the angles of its seven bodies, three loops through the point E, six rows.
 *
 * Three arms of two bodies (K1 K2, K5 K4, K7 K6) and one of a single body (K3) reach E. An arm of two bodies with tip p on the first
 * and end r on the second has M = [m11 c; c m22], c = m p.s, forces (m k v^2, -m k u^2), k = p x s (s: centre of mass of the second,
 * u, v: rates), and E'' = u' left(p) + v' left(r) - (p u^2 + r v^2).
 *
 * Solved in two ways: as a dense system [M J'; J 0] of thirteen equations, and by formula: the arms K5 K4 and K7 K6 are replaced by
 * the inertia they have at E, which leaves the loop K1 K2 K3 with two rows, solved by cross products.
 *
 *     andrews NAME END BETA K1 .. K7      (the problem, its time, the exact angle of the crank there; the angles at the start)
 */
#include "dense.h"
#include "plane.h"
#include "record.h"
#include "stepper.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 7, ROWS = 6, ALL = BODIES + ROWS, ARMS = 3 };

static const vec B = {-0.03635, 0.03273}, C = {0.014, 0.072};
static const vec K3_E = {0, -0.035}, K3_D = {0.02, -0.018};
static const double STIFFNESS = 4530, LENGTH = 0.07785, TORQUE = 0.033;
static const double K3_INERTIA = 5.255e-6 + 0.02373 * (0.01043 * 0.01043 + 0.01874 * 0.01874);

/* An arm: numbers of its bodies, where it is hung, tip and end in the frames of its bodies, centre of mass and mass of the second,
 * inertias about the joints */
typedef struct {
    int first, second;
    vec root, tip, end, com;
    double mass, m11, m22;
} arm;

static const arm arms[ARMS] = {
    {0,
     1,
     {0, 0},
     {0.007, 0},
     {-0.028, 0},
     {-0.0115, 0},
     0.00365,
     2.194e-6 + 0.04325 * 0.00092 * 0.00092 + 0.00365 * 0.007 * 0.007,
     4.410e-7 + 0.00365 * 0.0115 * 0.0115},
    {4,
     3,
     {-0.06934, -0.00227},
     {0.04, 0},
     {0, -0.02},
     {0, -0.00579},
     0.00706,
     1.169e-5 + 0.07050 * (0.02308 * 0.02308 + 0.00916 * 0.00916) + 0.00706 * 0.04 * 0.04,
     5.667e-7 + 0.00706 * 0.00579 * 0.00579},
    {6,
     5,
     {-0.06934, -0.00227},
     {0, -0.04},
     {0.02, 0},
     {0.00579, 0},
     0.00706,
     1.912e-5 + 0.05498 * (0.00449 * 0.00449 + 0.01228 * 0.01228) + 0.00706 * 0.04 * 0.04,
     5.667e-7 + 0.00706 * 0.00579 * 0.00579},
};

static vec direction(double angle)
{
    return (vec){cos(angle), sin(angle)};
}

/* An arm in its place: M, f, the vectors p and r, and what its rates add to E'' = J u' - inward */
typedef struct {
    double m11, m12, m22, f1, f2;
    vec p, r, inward;
} placed;

static inline placed place(const arm *a, const double *angle, const double *w)
{
    const vec second = direction(angle[a->second]), s = turn(second, a->com);
    const double u = w[a->first], v = w[a->second];
    placed x = {.m11 = a->m11, .m22 = a->m22};
    x.p = turn(direction(angle[a->first]), a->tip);
    x.r = turn(second, a->end);
    const double k = a->mass * cross(x.p, s);
    x.m12 = a->mass * dot(x.p, s);
    x.f1 = k * v * v;
    x.f2 = -k * u * u;
    x.inward = add(times(u * u, x.p), times(v * v, x.r));
    return x;
}

/* Moment of the spring on K3, and E seen from B */
static inline double pull(double angle, vec *end)
{
    const vec c = direction(angle), d = turn(c, K3_D), way = sub(C, add(B, d));
    const double length = sqrt(dot(way, way));
    *end = turn(c, K3_E);
    return STIFFNESS * (1 - LENGTH / length) * cross(d, way);
}

static int rate_dense(void *context, const double *y, double *slope)
{
    (void)context;
    const double *w = y + BODIES;
    double M[ALL][ALL] = {{0}}, x[ALL] = {0};
    vec e;
    x[2] = pull(y[2], &e);
    x[0] = TORQUE;
    M[2][2] = K3_INERTIA;
    const vec e_inward = times(w[2] * w[2], e), e_left = left(e);
    for (int i = 0; i < ARMS; i++) {
        const arm *a = &arms[i];
        const placed l = place(a, y, w);
        const int m = a->first, n = a->second, row = BODIES + 2 * i;
        M[m][m] = l.m11;
        M[m][n] = M[n][m] = l.m12;
        M[n][n] = l.m22;
        x[m] += l.f1;
        x[n] = l.f2;
        M[row][m] = M[m][row] = -l.p.y;
        M[row][n] = M[n][row] = -l.r.y;
        M[row + 1][m] = M[m][row + 1] = l.p.x;
        M[row + 1][n] = M[n][row + 1] = l.r.x;
        M[row][2] = M[2][row] = -e_left.x;
        M[row + 1][2] = M[2][row + 1] = -e_left.y;
        x[row] = l.inward.x - e_inward.x;
        x[row + 1] = l.inward.y - e_inward.y;
    }
    dense_solve(ALL, &M[0][0], x);
    memcpy(slope, w, BODIES * sizeof *slope);
    memcpy(slope + BODIES, x, BODIES * sizeof *slope);
    return 0;
}

/* The loop K1 K2 K3: J x = r, z'M x = z'f with z = J_1 x J_2; m33 is the inertia of K3 and all that hangs on it. */
static inline void solve_loop(const placed *l, vec e, double m33, vec r, const double *f, double *x)
{
    const vec p = left(l->p), q = left(l->r), u = times(-1, left(e));
    const double z[3] = {cross(q, u), cross(u, p), cross(p, q)};
    const double w[3] = {l->m11 * z[0] + l->m12 * z[1], l->m12 * z[0] + l->m22 * z[1], m33 * z[2]};
    const double s = 1 / (w[0] * z[0] + w[1] * z[1] + w[2] * z[2]);
    const double along = s * (z[0] * f[0] + z[1] * f[1] + z[2] * f[2]), rx = s * r.x, ry = s * r.y;
    x[0] = rx * (q.y * w[2] - u.y * w[1]) + ry * (w[1] * u.x - w[2] * q.x) + along * z[0];
    x[1] = rx * (u.y * w[0] - p.y * w[2]) + ry * (w[2] * p.x - w[0] * u.x) + along * z[1];
    x[2] = rx * (p.y * w[1] - q.y * w[0]) + ry * (w[0] * q.x - w[1] * p.x) + along * z[2];
}

static int rate_formula(void *context, const double *y, double *slope)
{
    (void)context;
    const double *w = y + BODIES;
    double *a = slope + BODIES, moment, inertia = K3_INERTIA;
    vec e;
    moment = pull(y[2], &e);
    const vec e_left = left(e), e_inward = times(w[2] * w[2], e);
    const placed first = place(&arms[0], y, w);
    placed l[ARMS];
    for (int i = 1; i < ARMS; i++) { /* E'' = g left(e) - e_inward: the rates of the arm are j g + n */
        l[i] = place(&arms[i], y, w);
        const vec j = loop_rates(l[i].p, l[i].r, e_left), n = loop_rates(l[i].p, l[i].r, sub(l[i].inward, e_inward));
        const double m1 = l[i].m11 * j.x + l[i].m12 * j.y, m2 = l[i].m12 * j.x + l[i].m22 * j.y;
        inertia += m1 * j.x + m2 * j.y;
        moment += j.x * l[i].f1 + j.y * l[i].f2 - m1 * n.x - m2 * n.y;
        a[arms[i].first] = n.x; /* kept until g is known */
        a[arms[i].second] = n.y;
        l[i].inward = j;
    }
    double x[3];
    solve_loop(&first, e, inertia, sub(first.inward, e_inward), (double[]){TORQUE + first.f1, first.f2, moment}, x);
    for (int i = 1; i < ARMS; i++) {
        a[arms[i].first] += x[2] * l[i].inward.x;
        a[arms[i].second] += x[2] * l[i].inward.y;
    }
    memcpy(a, x, sizeof x);
    memcpy(slope, w, BODIES * sizeof *slope);
    return 0;
}

/* Takes K1 K2 K3 onto their two rows along the minimum-norm direction, then the other arms to E: positions, then rates. */
static int project(void *context, double *y)
{
    (void)context;
    static const double none[BODIES] = {0}, no_force[3] = {0};
    double x[3], *w = y + BODIES;
    vec e;
    placed l[ARMS];
    for (int again = 0; again < 3; again++) {
        pull(y[2], &e);
        const vec E = add(B, e);
        double most = 0;
        for (int i = 0; i < ARMS; i++) {
            l[i] = place(&arms[i], y, none);
            const vec gap = sub(add(arms[i].root, add(l[i].p, l[i].r)), E);
            most = fmax(most, fabs(gap.x) + fabs(gap.y));
            l[i].inward = gap;
        }
        if (most < 1e-16)
            break;
        solve_loop(&l[0], e, K3_INERTIA, l[0].inward, no_force, x);
        for (int i = 0; i < 3; i++)
            y[i] -= x[i];
        for (int i = 1; i < ARMS; i++) {
            const vec d = loop_rates(l[i].p, l[i].r, add(l[i].inward, times(x[2], left(e))));
            y[arms[i].first] -= d.x;
            y[arms[i].second] -= d.y;
        }
    }
    const vec slip = left(sub(add(times(w[0], l[0].p), times(w[1], l[0].r)), times(w[2], e)));
    solve_loop(&l[0], e, K3_INERTIA, slip, no_force, x);
    for (int i = 0; i < 3; i++)
        w[i] -= x[i];
    for (int i = 1; i < ARMS; i++) {
        const vec d = loop_rates(l[i].p, l[i].r, times(w[2], left(e)));
        w[arms[i].first] = d.x;
        w[arms[i].second] = d.y;
    }
    return 0;
}

static void table(const char *problem, const char *program, int (*rate)(void *, const double *, double *),
                  const double *start, double end, double exact, const char *form)
{
    const stepper_motion motion = {2 * BODIES, rate, project, NULL, 1};
    const double evaluation = stepper_time_rate(&motion, start);
    for (int order = 5; order <= 9; order++)
        for (double tolerance = 1e-3; tolerance > 0.9e-12; tolerance /= 10) {
            double y[2 * BODIES], cpu;
            char settings[128];
            stepper_count count;
            if (stepper_best(&motion, &(stepper_task){order, tolerance, 0, end}, start, y, &count, &cpu))
                continue;
            snprintf(settings, sizeof settings, "%s; %s", form, stepper_name(order));
            const double error = fabs(remainder(y[0] - exact, 8 * atan(1)));
            bench_print(&(bench_record){program, "", problem, settings, BODIES, BODIES, tolerance, error, cpu,
                                        evaluation, count.evaluations});
        }
}

int main(int count, char **arguments)
{
    if (count != 4 + BODIES) {
        fprintf(stderr, "usage: andrews NAME END BETA K1 .. K7\n");
        return 2;
    }
    double start[2 * BODIES] = {0};
    for (int i = 0; i < BODIES; i++)
        start[i] = strtod(arguments[4 + i], NULL);
    const double end = strtod(arguments[2], NULL), exact = strtod(arguments[3], NULL);
    table(arguments[1], "by hand", rate_dense, start, end, exact, "7 angles, 6 rows, dense 13 x 13, projected");
    table(arguments[1], "by hand, by formula", rate_formula, start, end, exact,
          "7 angles, 6 rows, solved by formula, projected");
    return 0;
}
