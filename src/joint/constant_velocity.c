/* constant_velocity.c - two shafts that share a point and bend there, and rotate at equal speeds at any bend (Rzeppa, Thompson).
 *
 * Coordinates  the rotation vector of the bend, across z: angle1 about x, angle2 about y.
 * Rows         d = 0 (3), (y_F . x_M - x_F . y_M)/2 = 0: M is bent from F by a rotation about an axis across z, without any about z.
 *
 * Its torque is along the bisector of the shafts z_F + z_M: equal along both, with the bending moment T tan(bend/2).
 * With r = (angle1, angle2, 0), its length t:
 *   R = 1 + A r^ + B r^ r^,   w = r' + B r x r' + C r x (r x r'),   A = sin t/t,  B = (1 - cos t)/t^2,  C = (t - sin t)/t^3
 */
#include "elementary/elementary.h"
#include "model/joint_pose.h"

static const tml_coordinate coordinates[] = {
    {"angle1", .is_rotation = true, .measure = {.kind = TML_TILT, .a = TML_Z, .b = TML_Y}},
    {"angle2", .is_rotation = true, .measure = {.kind = TML_TILT, .a = TML_Z, .b = TML_X, .reversed = true}}};
static const tml_row rows[] = {
    {.kind = TML_COORD, .a = TML_X, .name = "x"},
    {.kind = TML_COORD, .a = TML_Y, .name = "y"},
    {.kind = TML_COORD, .a = TML_Z, .name = "z"},
};

static double couple(const double *par, double coefficient[2])
{
    (void)par;
    coefficient[0] = 0.5, coefficient[1] = -0.5;
    return 0;
}

/* A, B, C and the derivatives of B and C by t, divided by t. */
typedef struct {
    double A, B, C, B1, C1;
} bend;

static bend bend_of(const double *q)
{
    const double s = q[0] * q[0] + q[1] * q[1], t = sqrt(s);
    if (t < 0.3) /* series, to rounding */
        return (bend){1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))),
                      0.5 - s / 24 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132)))),
                      (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))) / 6,
                      -(1 - s / 15 * (1 - s * 3 / 112 * (1 - s * 2 / 135 * (1 - s * 5 / 528)))) / 12,
                      -(1 - s / 21 * (1 - s / 48 * (1 - s * 2 / 165 * (1 - s * 5 / 624)))) / 60};
    const tml_sine_cosine turn = tml_sincos(t);
    const double A = turn.sine / t, B = (1 - turn.cosine) / s, C = (1 - A) / s;
    return (bend){A, B, C, (A - 2 * B) / s, (B - 3 * C) / s};
}

static tml_pose3 pose3(const double *par, const double *q)
{
    const bend k = bend_of(q);
    const double x = q[0], y = q[1], c = 1 - k.B * (x * x + y * y);
    (void)par;
    return (tml_pose3){.R = {{{1 - k.B * y * y, k.B * x * y, k.A * y},
                              {k.B * x * y, 1 - k.B * x * x, -k.A * x},
                              {-k.A * y, k.A * x, c}}}};
}

/* w for the rates u */
static tml_vec3 spin(const bend *k, tml_vec3 r, tml_vec3 u)
{
    const tml_vec3 cross = tml_cross(r, u);
    return tml_add(u, tml_add(tml_scale(k->B, cross), tml_scale(k->C, tml_cross(r, cross))));
}

static void subspace3(const double *par, const double *q, tml_twist3 *S)
{
    const bend k = bend_of(q);
    const tml_vec3 r = {q[0], q[1], 0};
    (void)par;
    S[0] = (tml_twist3){.w = spin(&k, r, (tml_vec3){1, 0, 0})};
    S[1] = (tml_twist3){.w = spin(&k, r, (tml_vec3){0, 1, 0})};
}

/* B' r x u + C' r x (r x u) + C u x (r x u) */
static tml_twist3 bias3(const double *par, const double *q, const double *u)
{
    const bend k = bend_of(q);
    const tml_vec3 r = {q[0], q[1], 0}, v = {u[0], u[1], 0}, cross = tml_cross(r, v);
    const double rate = tml_dot(r, v); /* t t' */
    (void)par;
    return (tml_twist3){.w = tml_add(tml_scale(k.B1 * rate, cross), tml_add(tml_scale(k.C1 * rate, tml_cross(r, cross)),
                                                                            tml_scale(k.C, tml_cross(v, cross))))};
}

static const tml_symbol_piece symbol[] = {
    {"point", "paper", .path = TML_CIRCLE(7, 14)},
    {"point", "line", .path = "M0 -10V10"},
    {"point", "solid", .path = TML_CIRCLE(1.6, 3.2)},
};
static const tml_template templates[] = {{.title = "Constant-velocity joint", .rank = 9}};

const tml_joint_class tml_joint_constant_velocity = {
    .name = "constant-velocity",
    .doc =
        "Two shafts that share a point and bend there, and rotate at equal speeds at any bend; axis: both shafts are "
        "drawn straight; axes: [a, b] the shaft in the first body and the one in the second.",
    .has_axis = true,
    .bends = true,
    .space = {TML_FORM(coordinates, rows), .needs_axis = true},
    .pose3 = pose3,
    .subspace3 = subspace3,
    .bias3 = bias3,
    .couple = couple,
    .coupled_name = "equal speeds",
    .coupled = {{.kind = TML_DOT, .a = TML_Y, .b = TML_X}, {.kind = TML_DOT, .a = TML_X, .b = TML_Y}},
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {A: [0, 0, 0], B: [0.8, 0.3, -0.4]}\n"
                     "bodies:\n"
                     "  block: {points: [A, B], mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                     "joints:\n"
                     "  A: {constant-velocity: [ground, block], axis: x}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.5, output: 0.05}\n",
};
