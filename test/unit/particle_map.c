/* particle_map.c - motion of bodies from their particles, consistent also where the distances of the particles are violated, as in the stages
 * of a step. */
#include "dynamics/particle/particle_map.h"
#include "dynamics/formulation.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <string.h>

static const char two_sliders[] = "trammel: 1\n"
                                  "points: {O: [0, 0], A: [1, 0.2], B: [1.5, -0.5]}\n"
                                  "bodies:\n"
                                  "  arm: {points: [O, A], com: [0.4, 0.3], mass: 1, inertia: 0.2}\n"
                                  "  block: {points: [A, B], com: [1.2, -0.2], mass: 2, inertia: 0.3}\n"
                                  "joints:\n"
                                  "  O: {revolute: [ground, arm]}\n"
                                  "  A: {prismatic: [arm, block], axis: [1, 0.4]}\n";

/* ---- angular velocity of corners that move independently ---- */

typedef struct {
    mechanism *m;
    tml_particle_body body;
    tml_particle_map map;
    tml_vec3 r[4], v[4], a[4];
} flight;

/* w at time s, corners accelerated */
static void is_rotation(void *context, double s, double *out)
{
    flight *f = context;
    tml_vec3 r[4], v[4];
    for (int i = 0; i < 4; i++) {
        r[i] = tml_add(f->r[i], tml_add(tml_scale(s, f->v[i]), tml_scale(0.5 * s * s, f->a[i])));
        v[i] = tml_add(f->v[i], tml_scale(s, f->a[i]));
    }
    tml_particle_map_place(&f->body, &f->map, 1, r, v, 0, f->m->work);
    out[0] = f->m->work->motion2[1].w;
}

Test(particle_map, angular_acceleration_is_the_derivative_of_angular_velocity)
{
    random_source d = {7};
    flight f = {.m = mechanism_make(two_sliders)};
    for (int count = 2; count <= 3; count++) {
        f.body = (tml_particle_body){.count = count, .at = {{-0.5, -0.1, 0}, {0.5, 0.2, 0}, {0.1, 0.6, 0}}};
        tml_particle_map_make(&f.body, false, &f.map);
        for (int i = 0; i < 4; i++) {
            f.r[i] = tml_add(f.body.at[i], random_vector(&d, false, 0.05));
            f.v[i] = random_vector(&d, false, 1);
            f.a[i] = random_vector(&d, false, 3);
        }
        double slope, w, sum;
        differentiate(is_rotation, &f, 1, &slope);
        is_rotation(&f, 0, &w);
        sum = f.map.bias;
        for (int i = 0; i < count; i++)
            sum += f.map.T[i][4] * f.a[i].x + f.map.T[i][5] * f.a[i].y;
        cr_expect_float_eq(sum, slope, 1e-9, "%d corners: w' is %.12g, not %.12g", count, slope, sum);
    }
    mechanism_free(f.m);
}

/* ---- rotation of corners that move at will ---- */

static void rotation(void *context, double s, double *out)
{
    flight *f = context;
    tml_vec3 r[4];
    for (int i = 0; i < 4; i++)
        r[i] = tml_add(f->r[i], tml_scale(s, f->v[i]));
    tml_particle_map_place(&f->body, &f->map, 1, r, f->v, 0, f->m->work);
    memcpy(out, f->m->work->motion3[1].R.m, 9 * sizeof(double));
}

/* R' = R w_B~ with w_B = sum T v, whatever strain there is in v; at half a revolution, where the quaternion comes from other entries. */
Test(particle_map, rotation_is_independent_of_strain)
{
    random_source d = {13};
    flight f = {.m = mechanism_make("trammel: 1\n"
                                    "space: space\n"
                                    "bodies:\n"
                                    "  box: {mass: 1, inertia: [1, 1, 1]}\n"),
                .body = {.count = 4, .at = {{-0.5, -0.1, 0}, {0.5, 0.2, 0.1}, {0.1, 0.6, -0.2}, {0, 0.1, 0.7}}}};
    tml_particle_map_make(&f.body, true, &f.map);
    for (int n = 0; n < 20; n++) {
        const tml_mat3 R = tml_quat_matrix(tml_quat_about(random_direction(&d, true), random_between(&d, 0, 6)));
        for (int i = 0; i < 4; i++) {
            f.r[i] = tml_rotate(&R, f.body.at[i]);
            f.v[i] = random_vector(&d, true, 0.3);
        }
        double slope[9], here[9], w[3] = {0};
        differentiate(rotation, &f, 9, slope);
        rotation(&f, 0, here);
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                w[k] += f.map.T[i][9 + 3 * k] * f.v[i].x + f.map.T[i][10 + 3 * k] * f.v[i].y +
                        f.map.T[i][11 + 3 * k] * f.v[i].z;
        const double cross[3][3] = {{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const double sum = R.m[i][0] * cross[0][j] + R.m[i][1] * cross[1][j] + R.m[i][2] * cross[2][j];
                cr_expect_float_eq(slope[3 * i + j], sum, 1e-7, "R' %d %d is %.9g, not %.9g", i, j, slope[3 * i + j],
                                   sum);
            }
    }
    mechanism_free(f.m);
}

/* ---- accelerations that satisfy the joints ---- */

Test(particle_map, joints_are_kept_off_the_distances)
{
    random_source d = {11};
    mechanism *m = mechanism_make(two_sliders);
    const tml_system *s = m->system;
    tml_equations *e = tml_formulation_find("particles")
                           ->make(s, s->row_count, (tml_stabilization){.metric = TML_METRIC_MASS, .tolerance = 1e-14},
                                  (tml_place){0}, &m->arena, m->log);
    double *q = TML_NEW_ARRAY(&m->arena, double, e->nq + 1), *v = TML_NEW_ARRAY(&m->arena, double, e->nv + 1);
    double *y = TML_NEW_ARRAY(&m->arena, double, s->row_count);
    tml_equations_from_bodies(e, 0, m->q, m->v, q, v);
    for (int i = 0; i < e->nv; i++)
        v[i] = random_between(&d, -1, 1);
    cr_assert_eq(tml_equations_solve(e, 0, q, v), 0);
    tml_workspace_G(e->work, s->row_count, e->a, y);
    for (int i = 0; i < s->row_count; i++) /* pins are shared, and open: their particles do not move so */
        if (s->rows[i].joint == 1)
            cr_expect_float_eq(y[i], e->work->gamma[i], 1e-9, "row %d: %.12g, not %.12g", i, y[i], e->work->gamma[i]);
    mechanism_free(m);
}
