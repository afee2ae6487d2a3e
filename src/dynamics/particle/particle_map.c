/* particle_map.c - a body's motion from its particles. */
#include "dynamics/particle/particle_map.h"
#include "elementary/elementary.h"
#include <math.h>
#include <string.h>

static tml_vec2 flat(tml_vec3 a)
{
    return (tml_vec2){a.x, a.y};
}

/* Barycentric weights of three corners at the centre of mass, the origin of `at`. */
static void weights_of_three(const tml_particle_body *body, double *weight)
{
    const tml_vec2 a = flat(body->at[0]), b = flat(body->at[1]), c = flat(body->at[2]);
    const double area = tml_cross2(tml_sub2(b, a), tml_sub2(c, a));
    weight[0] = tml_cross2(b, c) / area;
    weight[1] = tml_cross2(c, a) / area;
    weight[2] = tml_cross2(a, b) / area;
}

static void make_plane(const tml_particle_body *body, tml_particle_map *map)
{
    const tml_vec2 d = tml_sub2(flat(body->at[1]), flat(body->at[0])), a = flat(body->at[0]);
    const double dd = tml_dot2(d, d);
    map->angle = tml_atan2(d.y, d.x);
    if (body->count == 3) {
        weights_of_three(body, map->along);
        return;
    }
    const double part = -tml_dot2(a, d) / dd, beside = -tml_cross2(d, a) / dd;
    map->along[0] = 1 - part, map->along[1] = part;
    map->across[0] = -beside, map->across[1] = beside;
}

static void make_space(const tml_particle_body *body, tml_particle_map *map)
{
    tml_vec3 e[3];
    for (int m = 0; m < 3; m++)
        e[m] = tml_sub(body->at[m + 1], body->at[0]);
    const double volume = tml_dot(e[0], tml_cross(e[1], e[2]));
    double remainder = 1;
    for (int m = 0; m < 3; m++) { /* rows of E^-1 */
        const tml_vec3 row = tml_scale(1 / volume, tml_cross(e[(m + 1) % 3], e[(m + 2) % 3]));
        map->column[0][m + 1] = row.x, map->column[1][m + 1] = row.y, map->column[2][m + 1] = row.z;
        map->along[m + 1] = -tml_dot(row, body->at[0]);
        remainder -= map->along[m + 1];
    }
    map->along[0] = remainder;
    for (int k = 0; k < 3; k++)
        map->column[k][0] = -(map->column[k][1] + map->column[k][2] + map->column[k][3]);
}

void tml_particle_map_make(const tml_particle_body *body, bool space, tml_particle_map *map)
{
    *map = (tml_particle_map){0};
    if (space)
        make_space(body, map);
    else
        make_plane(body, map);
}

static void place_plane(const tml_particle_body *body, tml_particle_map *map, const tml_vec3 *r, const tml_vec3 *v,
                        double reference, tml_motion2 *m)
{
    const double revolution = 6.283185307179586;
    const tml_vec2 d = tml_sub2(flat(r[1]), flat(r[0])), ddot = tml_sub2(flat(v[1]), flat(v[0]));
    const double dd = tml_dot2(d, d), raw = tml_atan2(d.y, d.x) - map->angle;
    *m = (tml_motion2){.phi = raw + revolution * floor((reference - raw) / revolution + 0.5),
                       .w = tml_cross2(d, ddot) / dd};
    const tml_sine_cosine turn = tml_sincos(m->phi);
    m->c = turn.cosine, m->s = turn.sine;
    map->bias = -2 * tml_dot2(d, ddot) / dd * m->w;
    for (int a = 0; a < body->count; a++) {
        const double x = map->along[a], y = map->across[a], t = a == 0 ? -1 / dd : a == 1 ? 1 / dd : 0;
        m->x += x * r[a].x - y * r[a].y, m->y += x * r[a].y + y * r[a].x;
        m->vx += x * v[a].x - y * v[a].y, m->vy += x * v[a].y + y * v[a].x;
        memcpy(map->T[a], (double[]){x, -y, y, x, -t * d.y, t * d.x}, 6 * sizeof(double));
    }
}

/* T_a: weight 1 above R' h~ */
static void set_T(double *T, double weight, const tml_mat3 *R, tml_vec3 h)
{
    const double cross[3][3] = {{0, -h.z, h.y}, {h.z, 0, -h.x}, {-h.y, h.x, 0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            T[3 * i + j] = i == j ? weight : 0;
            T[9 + 3 * i + j] = R->m[0][i] * cross[0][j] + R->m[1][i] * cross[1][j] + R->m[2][i] * cross[2][j];
        }
}

/* Rotation closest to a nearly orthogonal matrix: A (3 - A'A)/2, with an error of second order in A'A - 1. To first
 * order it is independent of strain, as w is. */
static tml_mat3 rotation_in(const tml_mat3 *A)
{
    const tml_mat3 back = tml_mat3_transpose(A);
    tml_mat3 B = tml_mat3_product(&back, A);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            B.m[i][j] = (i == j ? 1.5 : 0) - 0.5 * B.m[i][j];
    const tml_mat3 R = tml_mat3_product(A, &B);
    return tml_quat_matrix(tml_quat_of_matrix(&R));
}

static void place_space(const tml_particle_body *body, tml_particle_map *map, const tml_vec3 *r, const tml_vec3 *v,
                        tml_motion3 *m)
{
    tml_vec3 column[3], x = {0}, velocity = {0}, w = {0};
    for (int k = 0; k < 3; k++) {
        tml_vec3 sum = {0}, rate = {0};
        for (int a = 0; a < body->count; a++) {
            sum = tml_add(sum, tml_scale(map->column[k][a], r[a]));
            rate = tml_add(rate, tml_scale(map->column[k][a], v[a]));
        }
        column[k] = sum;
        w = tml_add(w, tml_scale(0.5, tml_cross(sum, rate)));
    }
    const tml_mat3 raw = tml_columns(column[0], column[1], column[2]);
    m->R = rotation_in(&raw); /* off the constraints the columns are not exactly unit vectors */
    for (int a = 0; a < body->count; a++) {
        tml_vec3 h = {0};
        for (int k = 0; k < 3; k++)
            h = tml_add(h, tml_scale(0.5 * map->column[k][a], column[k]));
        x = tml_add(x, tml_scale(map->along[a], r[a]));
        velocity = tml_add(velocity, tml_scale(map->along[a], v[a]));
        set_T(map->T[a], map->along[a], &m->R, h);
    }
    m->x = x, m->v = velocity, m->w = w, m->w_B = tml_rotate_back(&m->R, w);
}

void tml_particle_map_place(const tml_particle_body *body, tml_particle_map *map, int index, const tml_vec3 r[4],
                            const tml_vec3 v[4], double reference, tml_workspace *work)
{
    if (work->system->space)
        place_space(body, map, r, v, &work->motion3[index]);
    else
        place_plane(body, map, r, v, reference, &work->motion2[index]);
}
