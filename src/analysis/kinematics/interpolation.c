/* interpolation.c - Hermite interpolation between configurations of a driven mechanism: the polynomial that matches
 * value, first and second derivative at each.
 *
 * Newton's form with each time repeated three times, p(t) = c_0 + (t - z_0)(c_1 + (t - z_1)(c_2 + ...)), z = t_0 t_0
 * t_0 t_1 t_1 t_1 ...
 * In space quaternions are interpolated: p' = p (0, w)/2, p'' = p' (0, w)/2 + p (0, w')/2.
 */
#include "analysis/kinematics/driven.h"
#include <math.h>

enum { MAX_CONFIGURATIONS = 4 };

typedef struct {
    double f, d, dd;
} jet;

/* data[i]: value, first and second derivative at t[i] */
static jet hermite(const double *t, const jet *data, int count, double at)
{
    double z[3 * MAX_CONFIGURATIONS] = {0}, c[3 * MAX_CONFIGURATIONS] = {0};
    const int n = 3 * count;
    for (int i = 0; i < n; i++)
        z[i] = t[i / 3], c[i] = data[i / 3].f;
    for (int order = 1; order < n; order++)
        for (int i = n - 1; i >= order; i--) {
            const double gap = z[i] - z[i - order];
            if (gap != 0)
                c[i] = (c[i] - c[i - 1]) / gap;
            else
                c[i] = order == 1 ? data[i / 3].d : 0.5 * data[i / 3].dd;
        }
    jet p = {c[n - 1], 0, 0};
    for (int i = n - 2; i >= 0; i--) {
        const double x = at - z[i];
        p.dd = p.dd * x + 2 * p.d;
        p.d = p.d * x + p.f;
        p.f = p.f * x + c[i];
    }
    return p;
}

static tml_quat half(double x, double y, double z)
{
    return (tml_quat){0, 0.5 * x, 0.5 * y, 0.5 * z};
}

/* Rotation of the body whose coordinates begin at q and velocities at v. */
static void interpolate_rotation(tml_configuration *const *configurations, const double *t, int count, double at, int q,
                                 int v, tml_configuration *out)
{
    jet data[4][MAX_CONFIGURATIONS] = {{{0}}}, r[4];
    for (int i = 0; i < count; i++) {
        const double *o = configurations[i]->q + q, *w = configurations[i]->v + v, *b = configurations[i]->a + v;
        const tml_quat p = {o[0], o[1], o[2], o[3]}, derivative = tml_quat_product(p, half(w[0], w[1], w[2]));
        const tml_quat s = tml_quat_product(derivative, half(w[0], w[1], w[2])),
                       u = tml_quat_product(p, half(b[0], b[1], b[2]));
        data[0][i] = (jet){p.w, derivative.w, s.w + u.w}, data[1][i] = (jet){p.x, derivative.x, s.x + u.x};
        data[2][i] = (jet){p.y, derivative.y, s.y + u.y}, data[3][i] = (jet){p.z, derivative.z, s.z + u.z};
    }
    for (int k = 0; k < 4; k++)
        r[k] = hermite(t, data[k], count, at);
    const tml_quat unit = tml_quat_unit((tml_quat){r[0].f, r[1].f, r[2].f, r[3].f});
    const tml_quat back = {unit.w, -unit.x, -unit.y, -unit.z};
    const tml_quat w = tml_quat_product(back, (tml_quat){r[0].d, r[1].d, r[2].d, r[3].d}),
                   b = tml_quat_product(back, (tml_quat){r[0].dd, r[1].dd, r[2].dd, r[3].dd});
    double *o = out->q + q, *speed = out->v + v, *change = out->a + v;
    o[0] = unit.w, o[1] = unit.x, o[2] = unit.y, o[3] = unit.z;
    speed[0] = 2 * w.x, speed[1] = 2 * w.y, speed[2] = 2 * w.z;
    change[0] = 2 * b.x, change[1] = 2 * b.y, change[2] = 2 * b.z;
}

void tml_driven_interpolate(const tml_driven *d, tml_configuration *const *configurations, int count, double t,
                            tml_configuration *out)
{
    const tml_system *s = d->system;
    double times[MAX_CONFIGURATIONS] = {0};
    out->t = t;
    for (int i = 0; i < count; i++)
        times[i] = configurations[i]->t;
    for (int b = 0; b < s->nb - 1; b++) {
        const int q = b * s->nqb, v = b * s->nvb, straight = 3; /* in the plane including the angle */
        for (int k = 0; k < straight; k++) {
            jet data[MAX_CONFIGURATIONS] = {{0}};
            for (int i = 0; i < count; i++)
                data[i] = (jet){configurations[i]->q[q + k], configurations[i]->v[v + k], configurations[i]->a[v + k]};
            const jet p = hermite(times, data, count, t);
            out->q[q + k] = p.f, out->v[v + k] = p.d, out->a[v + k] = p.dd;
        }
        if (s->space)
            interpolate_rotation(configurations, times, count, t, q + 3, v + 3, out);
    }
}
