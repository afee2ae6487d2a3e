/* particle_body.c - equivalent particles of one body: positions and masses.
 *
 * Plane (Attia 2004, section 2; there the masses of end and middle of a rod are exchanged). About particle 1, with I_O:
 *
 *   rod       m_middle = 4/l^2 (m l l_G - I_O)      m_2 = 2/l^2 (I_O - m l l_G/2)       m_1 = m - m_2 - m_middle
 *   triangle  m_3 = |m r_G - m_2 r_2|^2 / (I_O - m_2 r_2.r_2)    r_3 = (m r_G - m_2 r_2)/m_3    m_1 = m - m_2 - m_3
 *
 * Any corners, in plane and space: with b_i(r) = b_i + c_i.r the affine function that is 1 at corner i and 0 at the others,
 * and P = sum m r r' about the centre of mass (space: tr(J)/2 1 - J; plane: any P of trace J)
 *
 *   m_ij = sum m b_i(r) b_j(r) = m b_i b_j + c_i' P c_j
 */
#include "geometry/principal_axes.h"
#include "system/particles.h"

/* Minimum distance of a corner from the line or plane of the others, relative to the body's scale. */
static const double MIN_DISTANCE = 0.1;
/* Minimum of twice the area of a triangle over the square of its longest side. */
static const double MIN_AREA = 0.1;

typedef struct {
    tml_vec3 corner[4], e[3]; /* e: orthonormal basis of the span of the corners, from the first */
    int count;
} simplex;

/* Component of p normal to the line or plane of the corners. */
static tml_vec3 normal_component(const simplex *s, tml_vec3 p)
{
    tml_vec3 d = tml_sub(p, s->corner[0]);
    for (int i = 0; i + 1 < s->count; i++)
        d = tml_sub(d, tml_scale(tml_dot(d, s->e[i]), s->e[i]));
    return d;
}

static void add(simplex *s, tml_vec3 p)
{
    if (s->count) {
        const tml_vec3 d = normal_component(s, p);
        s->e[s->count - 1] = tml_scale(1 / tml_norm(d), d);
    }
    s->corner[s->count++] = p;
}

/* Whether, with p added, every corner keeps this distance from the line or plane of the others. */
static bool fits(const simplex *s, tml_vec3 p, double distance)
{
    if (s->count && tml_norm(normal_component(s, p)) < distance)
        return false;
    for (int i = 0; i < s->count; i++) {
        simplex others = {.count = 0};
        for (int j = 0; j < s->count; j++)
            if (j != i)
                add(&others, s->corner[j]);
        add(&others, p);
        if (tml_norm(normal_component(&others, s->corner[i])) < distance)
            return false;
    }
    return true;
}

/* One more corner, beyond the centre of mass as seen from the others, or normal to them if the centre of mass lies
 * among them. */
static void add_corner(simplex *s, bool space, double scale)
{
    tml_vec3 d = {-1, 0, 0};
    if (s->count)
        d = normal_component(s, (tml_vec3){0, 0, 0});
    if (tml_norm(d) < MIN_DISTANCE * scale) {
        d = (tml_vec3){0, 0, 0};
        for (int a = 0; a < (space ? 3 : 2); a++) {
            const tml_vec3 across = normal_component(s, tml_add(s->corner[0], tml_unit_axis((tml_axis)a)));
            d = tml_norm(across) > 1.001 * tml_norm(d) ? across : d;
        }
    }
    add(s, tml_scale(scale / tml_norm(d), d));
}

/* ---- masses ---- */

/* P, of trace J in the plane */
static tml_mat3 second_moments(const tml_mass *mass, bool space)
{
    const double(*J)[3] = mass->inertia.m;
    if (!space)
        return (tml_mat3){{{0.5 * J[2][2], 0, 0}, {0, 0.5 * J[2][2], 0}, {0, 0, 0}}};
    const double half = 0.5 * (J[0][0] + J[1][1] + J[2][2]);
    return (tml_mat3){{{half - J[0][0], -J[0][1], -J[0][2]},
                       {-J[1][0], half - J[1][1], -J[1][2]},
                       {-J[2][0], -J[2][1], half - J[2][2]}}};
}

/* Adds m b b' to the coupling. */
static void couple(tml_particle_body *body, double mass, const double b[4])
{
    for (int i = 0; i < body->count; i++)
        for (int j = 0; j < body->count; j++)
            body->coupling[i][j] += mass * b[i] * b[j];
}

/* A point mass that is a corner. */
static void put(tml_particle_body *body, int corner, double mass)
{
    body->points[body->point_count++] = (tml_point_mass){body->at[corner], mass, corner};
    body->coupling[corner][corner] += mass;
}

/* m_ij of any corners, from m and P. */
static void couple_corners(tml_particle_body *body, double mass, const tml_mat3 *P)
{
    tml_vec3 edge[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}}, c[4]; /* in the plane the third edge is z */
    for (int i = 1; i < body->count; i++)
        edge[i - 1] = tml_sub(body->at[i], body->at[0]);
    const double volume = tml_dot(edge[0], tml_cross(edge[1], edge[2]));
    double b[4] = {1};
    for (int i = 1; i < body->count; i++) {
        c[i] = tml_scale(1 / volume, tml_cross(edge[i % 3], edge[(i + 1) % 3]));
        b[i] = -tml_dot(c[i], body->at[0]);
        b[0] -= b[i];
    }
    c[0] = (tml_vec3){0, 0, 0};
    for (int i = 1; i < body->count; i++)
        c[0] = tml_sub(c[0], c[i]);
    couple(body, mass, b);
    for (int i = 0; i < body->count; i++)
        for (int j = 0; j <= i; j++)
            body->coupling[i][j] = body->coupling[j][i] += tml_dot(c[i], tml_rotate(P, c[j]));
}

/* ---- plane ---- */

static void make_rod(tml_particle_body *body, double m, double J)
{
    const tml_vec3 r2 = tml_sub(body->at[1], body->at[0]);
    const double l = tml_norm(r2), lG = -tml_dot(body->at[0], r2) / l, IO = J + m * lG * lG;
    const double middle = 4 / (l * l) * (m * l * lG - IO), m2 = 2 / (l * l) * (IO - m * l * lG / 2);
    body->count = 2;
    put(body, 0, m - m2 - middle);
    put(body, 1, m2);
    body->points[body->point_count++] = (tml_point_mass){tml_scale(0.5, tml_add(body->at[0], body->at[1])), middle, -1};
    couple(body, middle, (const double[4]){0.5, 0.5});
}

/* The third particle for a mass m2 of the second; returns the quality of the triangle. */
static double third(const tml_particle_body *body, double m, double J, double m2, double *m3, tml_vec3 *r3)
{
    const tml_vec3 rG = tml_scale(-1, body->at[0]), r2 = tml_sub(body->at[1], body->at[0]);
    const tml_vec3 a = tml_sub(tml_scale(m, rG), tml_scale(m2, r2));
    const double IO = J + m * tml_dot(rG, rG), remainder = IO - m2 * tml_dot(r2, r2), aa = tml_dot(a, a);
    if (aa == 0 || remainder == 0)
        return 0;
    *m3 = aa / remainder;
    *r3 = tml_scale(remainder / aa, a);
    const tml_vec3 side = tml_sub(*r3, r2);
    const double longest = fmax(tml_dot(r2, r2), fmax(tml_dot(*r3, *r3), tml_dot(side, side)));
    return fabs(tml_cross(r2, *r3).z) / longest;
}

static bool make_triangle(tml_particle_body *body, double m, double J)
{
    static const double parts[] = {1.0 / 3, 0.25, 0.5, 0.2, 2.0 / 3, 0.1, 0.75, 1, -1.0 / 3, -1, 2};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const double m2 = parts[i] * m;
        double m3 = 0;
        tml_vec3 r3 = {0, 0, 0};
        if (third(body, m, J, m2, &m3, &r3) < MIN_AREA)
            continue;
        body->count = 3;
        body->at[2] = tml_add(body->at[0], r3);
        put(body, 0, m - m2 - m3);
        put(body, 1, m2);
        put(body, 2, m3);
        return true;
    }
    return false;
}

/* The centre of mass is close to the line of the first two corners, but not on it: no triangle of particles is
 * well-shaped. Any third corner, and three equal masses with the required inertia. */
static void make_thin(tml_particle_body *body, const tml_mass *mass, simplex *s, double scale)
{
    const double m = mass->mass, k = sqrt(mass->inertia.m[2][2] / m), h = sqrt(0.75);
    const tml_mat3 P = second_moments(mass, false);
    add_corner(s, false, scale);
    body->count = 3;
    body->at[2] = s->corner[2];
    couple_corners(body, m, &P);
    body->points[0] = (tml_point_mass){{k, 0, 0}, m / 3, -1};
    body->points[1] = (tml_point_mass){{-0.5 * k, h * k, 0}, m / 3, -1};
    body->points[2] = (tml_point_mass){{-0.5 * k, -h * k, 0}, m / 3, -1};
    body->point_count = 3;
}

static void make_plane(tml_particle_body *body, const tml_mass *mass, simplex *s, double scale)
{
    while (s->count < 2)
        add_corner(s, false, scale);
    for (int i = 0; i < 2; i++)
        body->at[i] = s->corner[i];
    body->count = 2;
    if (mass->mass == 0) { /* substitute inertia: |v_2 - v_1| = w |r_2 - r_1| */
        const tml_vec3 d = tml_sub(body->at[1], body->at[0]);
        const double m = mass->inertia.m[2][2] / tml_dot(d, d);
        body->coupling[0][0] = body->coupling[1][1] = m;
        body->coupling[0][1] = body->coupling[1][0] = -m;
        return;
    }
    if (tml_norm(normal_component(s, (tml_vec3){0, 0, 0})) < 1e-12 * scale)
        make_rod(body, mass->mass, mass->inertia.m[2][2]);
    else if (!make_triangle(body, mass->mass, mass->inertia.m[2][2]))
        make_thin(body, mass, s, scale);
}

/* ---- space ---- */

/* Corner i of a tetrahedron with half edges a along the axes V: its four corners have sum r r' = 4 V diag(a a) V'. */
static tml_vec3 tetrahedron(const tml_mat3 *V, const double a[3], int i)
{
    return tml_rotate(V, (tml_vec3){i & 1 ? a[0] : -a[0], i & 2 ? a[1] : -a[1], (i & 1) == (i >> 1) ? a[2] : -a[2]});
}

static void make_space(tml_particle_body *body, const tml_mass *mass, simplex *s, double scale)
{
    const tml_mat3 P = second_moments(mass, true);
    const double m = mass->mass;
    double p[3], a[3], wide[3]; /* a: of the four masses; wide: the same, but not flat for a flat body */
    tml_mat3 V;
    tml_principal(&P, p, &V);
    const bool alone = s->count == 0;
    bool same = alone && m > 0;
    for (int k = 0; k < 3; k++) {
        a[k] = m > 0 ? sqrt(fmax(p[k], 0) / m) : 0;
        wide[k] = fmax(a[k], (m > 0 ? 0.1 : 0.5) * scale);
        same &= wide[k] == a[k];
    }
    for (int i = 0; i < 4 && alone; i++)
        add(s, tetrahedron(&V, wide, i));
    while (s->count < 4)
        add_corner(s, true, scale);
    body->count = 4;
    for (int i = 0; i < 4; i++)
        body->at[i] = s->corner[i];
    for (int i = 0; i < 4 && m > 0; i++)
        if (same)
            put(body, i, m / 4);
        else
            body->points[body->point_count++] = (tml_point_mass){tetrahedron(&V, a, i), m / 4, -1};
    if (!same)
        couple_corners(body, m, &P);
}

/* ---- both ---- */

/* Radius of gyration: of the plane, or about the longest axis of space. */
static double gyration(const tml_mass *mass, bool space)
{
    if (!(mass->mass > 0))
        return 0;
    const tml_mat3 P = second_moments(mass, space);
    double p[3];
    tml_principal(&P, p, NULL);
    const double largest = space ? fmax(p[0], fmax(p[1], p[2])) : mass->inertia.m[2][2];
    return sqrt(fmax(largest, 0) / mass->mass);
}

void tml_particle_body_make(const tml_mass *mass, bool space, double size, const tml_corner_place *places,
                            int place_count, tml_particle_body *body, int taken[4])
{
    const bool floats = !(mass->mass > 0) && !(place_count && places[0].spot >= 0); /* its size is undetermined */
    double scale = floats ? size : fmax(gyration(mass, space), 0.01 * size);
    for (int i = 0; i < place_count && places[i].spot >= 0; i++)
        scale = fmax(scale, tml_norm(places[i].at));
    simplex s = {.count = 0};
    for (int i = 0; i < 4; i++)
        taken[i] = -1;
    for (int i = 0; i < place_count && s.count < (space ? 4 : 2); i++)
        if (fits(&s, places[i].at, MIN_DISTANCE * scale)) {
            taken[s.count] = i;
            add(&s, places[i].at);
        }
    if (space)
        make_space(body, mass, &s, scale);
    else
        make_plane(body, mass, &s, scale);
    for (int i = 0; i < body->count; i++)
        for (int j = 0; j < body->count; j++)
            body->mass[i] += body->coupling[i][j];
}
