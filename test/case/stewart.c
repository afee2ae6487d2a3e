/* stewart.c - the Stewart platform against its inverse kinematics, and its forces against virtual work.
 *
 *   L_k = |P + d + R b_k - a_k|,   R = Rx(roll) Ry(pitch) Rz(yaw)
 *
 * At rest, f' dL + g' dz = 0 for every small motion of the platform: the forces follow from derivatives of lengths and heights alone.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846, FOOT = 0.8, HEAD = 0.5, HEIGHT = 0.9;

typedef struct {
    double d[3], roll, pitch, yaw;
} pose;

/* a_k on the ground, b_k from P. */
static void ends_of(int k, double a[3], double b[3])
{
    const double sign = k % 2 ? -1 : 1, gap = 12 * PI / 180;
    const double foot = 2 * PI / 3 * ((k - 1) / 2) + sign * gap, head = 2 * PI / 3 * (k / 2) - PI / 3 - sign * gap;
    a[0] = FOOT * cos(foot), a[1] = FOOT * sin(foot), a[2] = 0;
    b[0] = HEAD * cos(head), b[1] = HEAD * sin(head), b[2] = 0;
}

static void rotate(const double (*axis)[3], double v[3])
{
    const double u[3] = {v[0], v[1], v[2]};
    for (int i = 0; i < 3; i++)
        v[i] = axis[i][0] * u[0] + axis[i][1] * u[1] + axis[i][2] * u[2];
}

/* Where the head of leg k is. */
static void head_of(const pose *p, int k, double head[3])
{
    double a[3];
    ends_of(k, a, head);
    rotate((const double[3][3]){{cos(p->yaw), -sin(p->yaw), 0}, {sin(p->yaw), cos(p->yaw), 0}, {0, 0, 1}}, head);
    rotate((const double[3][3]){{cos(p->pitch), 0, sin(p->pitch)}, {0, 1, 0}, {-sin(p->pitch), 0, cos(p->pitch)}},
           head);
    rotate((const double[3][3]){{1, 0, 0}, {0, cos(p->roll), -sin(p->roll)}, {0, sin(p->roll), cos(p->roll)}}, head);
    for (int i = 0; i < 3; i++)
        head[i] += p->d[i] + (i == 2 ? HEIGHT : 0);
}

static double length_of(const pose *p, int k)
{
    double a[3], b[3], head[3];
    ends_of(k, a, b);
    head_of(p, k, head);
    return sqrt(pow(head[0] - a[0], 2) + pow(head[1] - a[1], 2) + pow(head[2] - a[2], 2));
}

static const char *channel(int k, const char *what)
{
    static char name[40];
    snprintf(name, sizeof name, "leg%d.ram.%s", k, what);
    return name;
}

Test(stewart, legs_are_as_long_as_the_pose_asks_for)
{
    tml_case c = tml_case_run("stewart/stewart.yaml", TML_AS_WRITTEN);
    const pose drawn = {.roll = 0};
    cr_assert_eq(tml_table_rows(c.table), 101);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = 0.02 * (double)row, w = PI, degree = PI / 180;
        const pose p = {.d = {0.08 * sin(w * t), 0.08 * (1 - cos(w * t)), 0.05 * sin(2 * w * t)},
                        .roll = 8 * degree * sin(w * t),
                        .pitch = 6 * degree * sin(2 * w * t),
                        .yaw = 10 * degree * sin(w * t)};
        for (int k = 1; k <= 6; k++)
            tml_case_near(&c, channel(k, "displacement"), tml_case_value(&c, row, channel(k, "displacement")),
                          length_of(&p, k) - length_of(&drawn, k), 1e-12);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- forces at rest ---- */

static const pose HELD = {.d = {0.06, -0.03, 0.04}, .roll = 0.1, .pitch = -0.07, .yaw = 0.15};

static pose moved(int coordinate, double by)
{
    pose p = HELD;
    double *const all[] = {&p.d[0], &p.d[1], &p.d[2], &p.roll, &p.pitch, &p.yaw};
    *all[coordinate] += by;
    return p;
}

/* Energy in gravity: the centres of barrel and piston stay at 0.3 L0 from A and at 0.3 L0 from B, along the leg. */
static double potential(const pose *p)
{
    const pose drawn = {.roll = 0};
    double energy = 40 * 9.81 * (HEIGHT + p->d[2]);
    for (int k = 1; k <= 6; k++) {
        double head[3];
        head_of(p, k, head);
        const double part = 0.3 * length_of(&drawn, k) / length_of(p, k);
        energy += 9.81 * head[2] * (6 * part + 3 * (1 - part));
    }
    return energy;
}

/* Solves A x = b, 6 by 6, by elimination with pivots. */
static void solve(double A[6][6], double b[6])
{
    for (int i = 0; i < 6; i++) {
        int best = i;
        for (int r = i; r < 6; r++)
            best = fabs(A[r][i]) > fabs(A[best][i]) ? r : best;
        for (int j = 0; j < 6; j++) {
            const double swap = A[i][j];
            A[i][j] = A[best][j], A[best][j] = swap;
        }
        const double swap = b[i];
        b[i] = b[best], b[best] = swap;
        for (int r = 0; r < 6; r++) {
            const double factor = r == i ? 0 : A[r][i] / A[i][i];
            for (int j = 0; j < 6; j++)
                A[r][j] -= factor * A[i][j];
            b[r] -= factor * b[i];
        }
    }
    for (int i = 0; i < 6; i++)
        b[i] /= A[i][i];
}

Test(stewart, rams_carry_the_weight_by_virtual_work)
{
    tml_case c =
        tml_case_run("stewart/stewart.yaml", TML_EDITS({"80 mm*sin(w*t)", "0.06"}, {"80 mm*(1 - cos(w*t))", "-0.03"},
                                                       {"50 mm*sin(2*w*t)", "0.04"}, {"8 deg*sin(w*t)", "0.1"},
                                                       {"6 deg*sin(2*w*t)", "-0.07"}, {"10 deg*sin(w*t)", "0.15"}));
    static const double STEP = 1e-3; /* of a formula of fourth order: its error is 1e-12 of the values */
    double A[6][6], force[6];
    for (int i = 0; i < 6; i++) {
        const pose p[] = {moved(i, -2 * STEP), moved(i, -STEP), moved(i, STEP), moved(i, 2 * STEP)};
        force[i] = (potential(&p[0]) - 8 * potential(&p[1]) + 8 * potential(&p[2]) - potential(&p[3])) / (12 * STEP);
        for (int k = 0; k < 6; k++)
            A[i][k] = (length_of(&p[0], k + 1) - 8 * length_of(&p[1], k + 1) + 8 * length_of(&p[2], k + 1) -
                       length_of(&p[3], k + 1)) /
                      (12 * STEP);
    }
    solve(A, force);
    for (int k = 1; k <= 6; k++)
        tml_case_near(&c, channel(k, "actuator"), tml_case_value(&c, 50, channel(k, "actuator")), force[k - 1], 1e-7);
    tml_case_free(&c);
}
