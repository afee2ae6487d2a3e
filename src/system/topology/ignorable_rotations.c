/* ignorable_rotations.c - ignorable rotations: rotations without inertia on which nothing acts.
 *
 * A body has no inertia about an axis u, J u = 0, and no row and no force law depends on the rotation about u in any configuration
 * (J_s . u = 0 for every measure s): a particle, whose points are all at its centre of mass, or a thin rod connected and loaded along its
 * own line. Its equation of motion about u is 0 = 0. The rotation is kept at rest, as drawn; a substitute inertia u u' of the scale of
 * the mechanism makes M regular. No result depends on it.
 */
#include "system/topology/ignorable_rotations.h"
#include "contact/profile.h"
#include "contact/touch.h"
#include "elementary/elementary.h"
#include "geometry/principal_axes.h"
#include "system/kernel/workspace.h"
#include <math.h>
#include <string.h>

static const double NO_PART = 1e-20;  /* squared rotational part of a measure, relative to the whole */
static const double ROUNDING = 1e-13; /* of the largest part, or the largest principal moment */
enum { CONFIGURATIONS = 3 };          /* samples: what vanishes at all of them vanishes identically */

/* ---- dependence of measures on the rotation of a body ---- */

/* Reproducible pseudo-random numbers. */
static double pseudo_random(int *seed)
{
    const double x = 43758.5453 * tml_sin(12.9898 * ++*seed);
    return 2 * (x - floor(x)) - 1;
}

static void random_configuration(const tml_system *s, int *seed, double *q)
{
    for (int i = 0; i < s->nq; i++)
        q[i] = pseudo_random(seed) * (i % s->nqb < (s->space ? 3 : 2) ? s->size : s->space ? 1 : 3);
    for (int b = 0; s->space && b < s->nb - 1; b++) {
        double *r = q + 7 * b + 3, norm = 0;
        for (int k = 0; k < 4; k++)
            norm += r[k] * r[k];
        for (int k = 0; k < 4; k++)
            r[k] = norm > 0.01 ? r[k] / sqrt(norm) : k == 0;
    }
}

/* Dependence of rows and force laws on the rotation of one body. */
typedef struct {
    tml_mat3 sum; /* of r r', r the rotational part of a measure normalized to 1 */
    bool used;    /* rows or force laws act on it */
} body_dependence;

/* A point at the centre of mass touches without an arm: slips are those midway over the gap, which is closed where friction acts. */
static bool touches_at_centre(const tml_measure *m, int side)
{
    const tml_profile_candidate *plane = m->profile;
    const tml_candidate *space = m->candidate;
    if (plane)
        return side == 1 && !plane->own && plane->radius == 0 && plane->p.x == 0 && plane->p.y == 0;
    return space && space->kind == TML_TOUCH_POINT && space->radius == 0 && tml_norm(space->p) == 0 &&
           side == space->exchanged;
}

static void add_term(const tml_workspace *w, int measure, body_dependence *parts)
{
    const tml_system *s = w->system;
    const int n = s->nvb, lin = s->space ? 3 : 2;
    const tml_measure *m = &s->measures[measure];
    for (int side = 0; side < 2; side++) {
        const double *J = w->J + ((size_t)measure * 2 + (size_t)side) * (size_t)n;
        double whole = 0, r[3] = {0, 0, 0};
        for (int i = 0; i < n; i++)
            whole += J[i] * J[i] * (i < lin ? s->size * s->size : 1);
        for (int i = lin; i < n && !touches_at_centre(m, side); i++)
            r[s->space ? i - 3 : 2] = J[i];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3 && whole > 0; j++)
                parts[side ? m->body2 : m->body1].sum.m[i][j] += r[i] * r[j] / whole;
        parts[side ? m->body2 : m->body1].used = true;
    }
}

static void add_dependence(const tml_workspace *w, tml_terms terms, body_dependence *parts)
{
    for (int k = terms.first; k < terms.first + terms.count; k++)
        add_term(w, w->system->terms[k].measure, parts);
}

static bool acts(const tml_force_law *law)
{
    return law->value || law->motion || law->k != 0 || law->c != 0 || law->preload != 0;
}

static body_dependence *find_dependence(const tml_system *s, tml_arena *scratch)
{
    body_dependence *parts = TML_NEW_ARRAY(scratch, body_dependence, s->nb);
    tml_workspace *w = tml_workspace_make(s, scratch);
    double *q = TML_NEW_ARRAY(scratch, double, s->nq + 1), *v = TML_NEW_ARRAY(scratch, double, s->nv + 1);
    int seed = 0;
    for (int i = 0; i < CONFIGURATIONS; i++) {
        random_configuration(s, &seed, q);
        tml_workspace_set_state(w, 0, q, v);
        tml_workspace_measure(w, 0, s->measure_count);
        for (int k = 0; k < s->rigid_row_count; k++)
            add_dependence(w, s->rows[k].terms, parts);
        for (int k = 0; k < s->law_count; k++)
            if (acts(&s->laws[k]))
                add_dependence(w, s->laws[k].terms, parts);
    }
    return parts;
}

/* ---- axes ---- */

/* Principal axes without inertia on which no measure depends. */
static int null_axes(const tml_mat3 *J, double largest, const tml_mat3 *part, tml_vec3 u[3])
{
    tml_mat3 sum = *part, V;
    double value[3], limit = NO_PART;
    int count = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum.m[i][j] += largest > 0 ? J->m[i][j] / largest : 0;
    tml_principal(&sum, value, &V);
    for (int k = 0; k < 3; k++)
        limit = fmax(limit, ROUNDING * value[k]);
    for (int k = 0; k < 3; k++)
        if (value[k] <= limit)
            u[count++] = tml_mat3_column(&V, (tml_axis)k);
    return count;
}

static double largest_moment(const tml_mass *m)
{
    return fmax(m->inertia.m[0][0], fmax(m->inertia.m[1][1], m->inertia.m[2][2]));
}

static int ignorable_axes(const tml_mass *m, bool space, const tml_mat3 *part, tml_vec3 u[3])
{
    if (space)
        return null_axes(&m->inertia, largest_moment(m), part, u);
    u[0] = (tml_vec3){0, 0, 1};
    return part->m[2][2] <= NO_PART;
}

static void add_substitute_inertia(tml_mass *m, double inertia)
{
    for (int k = 0; k < m->ignorable_count; k++) {
        const double u[3] = {m->ignorable[k].x, m->ignorable[k].y, m->ignorable[k].z};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                m->substitute_inertia.m[i][j] += inertia * u[i] * u[j];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m->inertia.m[i][j] += m->substitute_inertia.m[i][j];
}

static bool lacks_inertia(const tml_system *s, int body)
{
    const tml_mat3 *inverse = &s->masses[body].inverse_inertia;
    return (s->space ? inverse->m[0][0] + inverse->m[1][1] : 0) + inverse->m[2][2] == 0;
}

void tml_system_find_ignorable(tml_system *s, tml_arena *scratch)
{
    bool any = false;
    double total = 0;
    for (int i = 1; i < s->nb; i++) {
        total += s->masses[i].mass;
        any |= lacks_inertia(s, i);
    }
    if (!any)
        return;
    const body_dependence *parts = find_dependence(s, scratch);
    for (int i = 1; i < s->nb; i++) {
        tml_mass *m = &s->masses[i];
        if (!lacks_inertia(s, i) ||
            !(m->mass > 0 || parts[i].used)) /* neither mass nor joints: not yet part of the mechanism */
            continue;
        m->ignorable_count = ignorable_axes(m, s->space, &parts[i].sum, m->ignorable);
        s->ignorable_count += m->ignorable_count;
        const double J = largest_moment(m);
        const double mass = m->mass > 0 ? m->mass : total > 0 ? total : 1;
        add_substitute_inertia(m, J > 0 ? J : mass * s->size * s->size);
    }
}

const tml_system *tml_system_own_inertia(const tml_system *s, tml_arena *arena)
{
    if (s->ignorable_count == 0)
        return s;
    tml_system *own = tml_arena_copy(arena, s, sizeof *s);
    own->masses = tml_arena_copy(arena, s->masses, (size_t)s->nb * sizeof *s->masses);
    own->singular_mass = true;
    for (int b = 1; b < s->nb; b++) {
        tml_mass *m = &own->masses[b];
        for (int i = 0; i < 9 && m->ignorable_count; i++)
            m->inertia.m[i / 3][i % 3] -= m->substitute_inertia.m[i / 3][i % 3];
        if (m->ignorable_count)
            m->inverse_inertia = m->substitute_inertia = (tml_mat3){0};
    }
    return own;
}

/* r r' of the rotational parts of coordinates, and what is not ignorable: what neither sees stays ignorable. */
static tml_mat3 held_part(const tml_system *s, int body, const body_dependence *parts)
{
    const tml_mass *m = &s->masses[body];
    tml_mat3 sum = parts[body].sum;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            sum.m[i][j] += i == j;
            for (int k = 0; k < m->ignorable_count; k++) {
                const double u[3] = {m->ignorable[k].x, m->ignorable[k].y, m->ignorable[k].z};
                sum.m[i][j] -= s->space ? u[i] * u[j] : i == 2 && j == 2;
            }
        }
    return sum;
}

static void release(tml_system *s, int body, const body_dependence *parts)
{
    tml_mass *m = &s->masses[body];
    const tml_mat3 none = {0}, part = held_part(s, body, parts);
    const int before = m->ignorable_count;
    m->ignorable_count = s->space ? null_axes(&none, 0, &part, m->ignorable) : part.m[2][2] <= NO_PART;
    s->ignorable_count += m->ignorable_count - before;
}

const tml_system *tml_system_release_ignorable(const tml_system *system, const int *coordinates, int count,
                                               tml_arena *arena)
{
    if (system->ignorable_count == 0 || count == 0)
        return system;
    tml_arena *scratch = tml_arena_part(arena);
    tml_system *s = tml_arena_copy(arena, system, sizeof *system);
    body_dependence *parts = TML_NEW_ARRAY(scratch, body_dependence, s->nb);
    tml_workspace *w = tml_workspace_make(s, scratch);
    double *q = TML_NEW_ARRAY(scratch, double, s->nq + 1), *v = TML_NEW_ARRAY(scratch, double, s->nv + 1);
    int seed = 0;
    s->masses = tml_arena_copy(arena, s->masses, (size_t)s->nb * sizeof *s->masses);
    for (int i = 0; i < CONFIGURATIONS; i++) {
        random_configuration(s, &seed, q);
        tml_workspace_set_state(w, 0, q, v);
        tml_workspace_measure(w, 0, s->measure_count);
        for (int k = 0; k < count; k++)
            add_term(w, s->coordinates[coordinates[k]].term.measure, parts);
    }
    for (int b = 1; b < s->nb; b++)
        if (s->masses[b].ignorable_count)
            release(s, b, parts);
    tml_arena_free(scratch);
    return s->ignorable_count == system->ignorable_count ? system : s;
}

double tml_system_stop_ignorable(const tml_system *s, double *v, int *body)
{
    double max_value = 0;
    for (int b = 1; b < s->nb && s->ignorable_count; b++) {
        const tml_mass *m = &s->masses[b];
        double *w = v + (b - 1) * s->nvb + (s->space ? 3 : 2);
        for (int k = 0; k < m->ignorable_count; k++) {
            const double u[3] = {m->ignorable[k].x, m->ignorable[k].y, m->ignorable[k].z};
            const double w_axis = s->space ? u[0] * w[0] + u[1] * w[1] + u[2] * w[2] : w[0];
            for (int i = 0; i < (s->space ? 3 : 1); i++)
                w[i] -= s->space ? w_axis * u[i] : w_axis;
            if (fabs(w_axis) > max_value) {
                max_value = fabs(w_axis);
                if (body)
                    *body = b;
            }
        }
    }
    return max_value;
}

void tml_system_put_ignorable(const tml_system *s, double *rows, size_t down, size_t along)
{
    for (int b = 1; b < s->nb; b++)
        for (int k = 0; k < s->masses[b].ignorable_count; k++, rows += down) {
            const tml_vec3 axis = s->masses[b].ignorable[k];
            const double space[] = {axis.x, axis.y, axis.z};
            double *row = rows + (size_t)((b - 1) * s->nvb + (s->space ? 3 : 2)) * along;
            for (size_t j = 0; j < (s->space ? 3 : 1); j++)
                row[j * along] = s->space ? space[j] : 1;
        }
}
