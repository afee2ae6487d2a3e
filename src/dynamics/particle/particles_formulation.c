/* particles_formulation.c - bodies as equivalent particles, integrated directly: Cartesian coordinates of points, no angles.
 *
 * M r'' = T'Q + C' lambda with constant M; C: distances within bodies, (d.d - l^2)/(2 l) = 0 with d.d''/l = -d'.d'/l, and the rows of
 * joints whose points are not shared, through the motion of the bodies (G T). Shared pins need no rows.
 */
#include "dynamics/particle/particle_equations.h"
#include <math.h>
#include <string.h>

enum { MAX_COORDINATES = 1500 };
static const double MAX_MU_FACTOR = 1e7;
static const double ZERO_ROW = 1e-22; /* squared length of a row by its scale, relative to the longest */
static const double MIN_DEFINITE = 1e-11;

extern const tml_formulation_class tml_formulation_particles;

/* ---- construction ---- */

static void number_coordinates(tml_particle_equations *j, int *count)
{
    j->at = TML_NEW_ARRAY(j->e.arena, int, j->p->count + 1);
    *count = 0;
    for (int i = 0; i < j->p->count; i++) {
        j->at[i] = j->p->particles[i].fixed ? -1 : *count;
        *count += j->p->particles[i].fixed ? 0 : j->dim;
    }
}

static bool known(const tml_particle_equations *j, int a, int b)
{
    for (int i = 0; i < j->distance_count; i++)
        if ((j->distances[i].a == a && j->distances[i].b == b) || (j->distances[i].a == b && j->distances[i].b == a))
            return true;
    return false;
}

static void list_distances(tml_particle_equations *j)
{
    const tml_system *s = j->e.system;
    j->distances = TML_NEW_ARRAY(j->e.arena, tml_rod, 6 * s->nb);
    for (int body = 1; body < s->nb; body++) {
        const tml_particle_body *b = &j->p->bodies[body];
        for (int i = 0; i < b->count; i++)
            for (int k = 0; k < i; k++) {
                const int first = b->particle[k], second = b->particle[i];
                const tml_vec3 d = tml_sub(b->at[i], b->at[k]);
                if ((j->at[first] >= 0 || j->at[second] >= 0) && !known(j, first, second))
                    j->distances[j->distance_count++] = (tml_rod){first, second, tml_norm(d), body};
            }
    }
}

static int list_rows(tml_particle_equations *j)
{
    const tml_system *s = j->e.system;
    int count = 0;
    j->row = TML_NEW_ARRAY(j->e.arena, int, s->row_count + 1);
    for (int i = 0; i < s->row_count; i++)
        if (s->rows[i].joint < 0 || !j->p->shared[s->rows[i].joint])
            j->row[count++] = i;
    return count;
}

static void form_M(tml_particle_equations *j)
{
    const size_t nv = (size_t)j->e.nv;
    for (int body = 1; body < j->e.system->nb; body++) {
        const tml_particle_body *b = &j->p->bodies[body];
        for (int i = 0; i < b->count; i++)
            for (int k = 0; k < b->count; k++) {
                const int row = j->at[b->particle[i]], column = j->at[b->particle[k]];
                for (int c = 0; row >= column && column >= 0 && c < j->dim; c++)
                    j->M[(size_t)(row + c) * nv + (size_t)(column + c)] += b->coupling[i][k];
            }
    }
    memcpy(j->L, j->M, nv * nv * sizeof(double));
    j->definite = tml_cholesky(j->L, j->e.nv, MIN_DEFINITE);
}

static void make_arrays(tml_particle_equations *j, int nv, int rows)
{
    tml_arena *arena = j->e.arena;
    const size_t n = (size_t)nv, m = (size_t)rows;
    int *start = TML_NEW_ARRAY(arena, int, rows + 1), *column = TML_NEW_ARRAY(arena, int, m *n + 1);
    for (size_t i = 0; i < m; i++) {
        start[i + 1] = (int)((i + 1) * n);
        for (size_t k = 0; k < n; k++)
            column[i * n + k] = (int)k;
    }
    j->L_row = TML_NEW_ARRAY(arena, double, nv + 1);
    j->schur = tml_schur_make(rows, nv, j->e.own_rank, start, column, arena);
    double *row_scale = TML_NEW_ARRAY(arena, double, rows + 1);
    for (int i = 0; i < rows; i++)
        row_scale[i] =
            i < j->distance_count ? j->e.system->size : j->e.system->rows[j->row[i - j->distance_count]].scale;
    j->e.row_scale = row_scale;
    for (int i = 0; i < rows; i++)
        j->schur->weight[i] = j->e.system->size / row_scale[i];
    j->phi = TML_NEW_ARRAY(arena, double, rows + 1);
    j->phidot = TML_NEW_ARRAY(arena, double, rows + 1);
    j->gamma = TML_NEW_ARRAY(arena, double, rows + 1);
    j->right = TML_NEW_ARRAY(arena, double, rows + 1);
    j->multipliers = TML_NEW_ARRAY(arena, double, rows + 1);
    j->M = TML_NEW_ARRAY(arena, double, n *n + 1);
    j->L = TML_NEW_ARRAY(arena, double, n *n + 1);
    j->C = TML_NEW_ARRAY(arena, double, m *n + 1);
    j->mu = TML_NEW_ARRAY(arena, double, m + 1);
    j->mu_factor = 1;
    j->z = TML_NEW_ARRAY(arena, double, nv + 1);
    j->e.udot = TML_NEW_ARRAY(arena, double, nv + 1);
    j->r = TML_NEW_ARRAY(arena, tml_vec3, j->p->count + 1);
    j->v = TML_NEW_ARRAY(arena, tml_vec3, j->p->count + 1);
}

static tml_equations *make(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log)
{
    tml_particle_equations *j =
        tml_equations_make(sizeof *j, &tml_formulation_particles, system, rank, stabilization, arena);
    int count;
    j->p = tml_particles_make(system, arena);
    j->dim = system->space ? 3 : 2;
    number_coordinates(j, &count);
    if (count > MAX_COORDINATES) {
        tml_log_raise(log, TML_E_TOO_MANY_COORDINATES, place,
                      "formulation point with reduce: false is for up to %d coordinates of particles, this "
                      "mechanism has %d",
                      MAX_COORDINATES, count);
        return NULL;
    }
    list_distances(j);
    const int enforced = list_rows(j), rows = j->distance_count + enforced;
    const bool unique =
        rank == system->rigid_row_count; /* otherwise distances within bodies take part in the minimum norm */
    tml_equations_set_dimensions(&j->e, count, count, rows, count - (system->nv - rank), unique ? enforced : 0);
    make_arrays(j, count, rows);
    j->e.phi = j->phi, j->e.phidot = j->phidot;
    j->e.counts_revolutions = true;
    j->map = TML_NEW_ARRAY(arena, tml_particle_map, system->nb);
    for (int i = 1; i < system->nb; i++)
        tml_particle_map_make(&j->p->bodies[i], system->space, &j->map[i]);
    j->pins = tml_pins_make(system, j->p, arena);
    form_M(j);
    j->e.description = j->definite ? "particles" : "particles, masses not all positive";
    j->e.solver = tml_schur_description(j->schur);
    j->e.reuses_factors = true;
    j->e.schur = j->schur;
    return &j->e;
}

/* ---- states ---- */

static void put(const tml_particle_equations *j, int particle, tml_vec3 x, double *to)
{
    if (j->at[particle] < 0)
        return;
    double *at = to + j->at[particle];
    at[0] = x.x, at[1] = x.y;
    if (j->dim == 3)
        at[2] = x.z;
}

static tml_vec3 corner_velocity(const tml_workspace *w, int body, tml_vec3 at)
{
    if (w->system->space) {
        const tml_motion3 *m = &w->motion3[body];
        return tml_add(m->v, tml_cross(m->w, tml_rotate(&m->R, at)));
    }
    const tml_motion2 *m = &w->motion2[body];
    const tml_vec2 r = tml_rotate2(m->c, m->s, (tml_vec2){at.x, at.y});
    return (tml_vec3){m->vx - m->w * r.y, m->vy + m->w * r.x, 0};
}

static void from_bodies(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v)
{
    tml_particle_equations *j = (tml_particle_equations *)e;
    (void)bodies_v;
    tml_particles_place(j->p, e->system, bodies_q, j->r);
    for (int i = 0; i < j->p->count; i++) {
        const tml_particle_share share = j->p->shares[j->p->particles[i].first_share];
        put(j, i, j->r[i], q);
        put(j, i, corner_velocity(e->work, share.body, j->p->bodies[share.body].at[share.corner]), v);
    }
}

static void place_bodies(tml_equations *e, double t, const double *q, const double *v)
{
    tml_particle_equations *j = (tml_particle_equations *)e;
    e->work->t = t;
    for (int i = 0; i < j->p->count; i++) {
        const bool fixed = j->at[i] < 0;
        j->r[i] = fixed ? j->p->particles[i].at : tml_particle_vector(j, i, q);
        j->v[i] = fixed ? (tml_vec3){0, 0, 0} : tml_particle_vector(j, i, v);
    }
    for (int body = 1; body < e->system->nb; body++) {
        const tml_particle_body *b = &j->p->bodies[body];
        tml_vec3 r[4], velocity[4];
        for (int k = 0; k < b->count; k++)
            r[k] = j->r[b->particle[k]], velocity[k] = j->v[b->particle[k]];
        const double reference = e->system->space ? 0 : e->orientation[3 * (body - 1) + 2];
        tml_particle_map_place(b, &j->map[body], body, r, velocity, reference, e->work);
    }
}

static void evaluate_constraints(tml_equations *e, double t, const double *q, const double *v)
{
    tml_particle_equations *j = (tml_particle_equations *)e;
    place_bodies(e, t, q, v);
    tml_equations_constraints(e);
    for (int i = 0; i < j->distance_count; i++) {
        const tml_rod *l = &j->distances[i];
        const tml_vec3 d = tml_sub(j->r[l->b], j->r[l->a]), rate = tml_sub(j->v[l->b], j->v[l->a]);
        j->phi[i] = 0.5 * (tml_dot(d, d) - l->length * l->length) / l->length;
        j->phidot[i] = tml_dot(d, rate) / l->length;
        j->gamma[i] = -tml_dot(rate, rate) / l->length;
    }
    for (int i = j->distance_count; i < e->rows; i++) {
        const int row = j->row[i - j->distance_count];
        j->phi[i] = e->work->phi[row], j->phidot[i] = e->work->phidot[row];
        j->gamma[i] = e->work->gamma[row];
        for (int k = e->system->rows[row].first_block, n = e->system->nvb;
             !e->system->space && k < e->system->rows[row].first_block + e->system->rows[row].block_count; k++)
            j->gamma[i] -= e->work->G[k * n + 2] * j->map[e->system->blocks[k].body].bias;
    }
}

/* ---- equations ---- */

/* to (nv) += T' f for a force f (n) on a body */
static void add_force(const tml_particle_equations *j, int body, const double *f, double *to)
{
    const tml_particle_body *b = &j->p->bodies[body];
    const int n = j->e.system->nvb, dim = j->dim;
    for (int a = 0; a < b->count; a++) {
        const int at = j->at[b->particle[a]];
        for (int i = 0; at >= 0 && i < n; i++)
            for (int c = 0; c < dim; c++)
                to[at + c] += j->map[body].T[a][i * dim + c] * f[i];
    }
}

static void form_C(tml_particle_equations *j)
{
    const tml_system *s = j->e.system;
    const size_t nv = (size_t)j->e.nv;
    memset(j->C, 0, (size_t)j->e.rows * nv * sizeof(double));
    for (int i = 0; i < j->distance_count; i++) {
        const tml_rod *l = &j->distances[i];
        const tml_vec3 d = tml_scale(1 / l->length, tml_sub(j->r[l->b], j->r[l->a]));
        put(j, l->b, d, j->C + (size_t)i * nv);
        put(j, l->a, tml_scale(-1, d), j->C + (size_t)i * nv);
    }
    for (int i = j->distance_count; i < j->e.rows; i++) {
        const tml_constraint *row = &s->rows[j->row[i - j->distance_count]];
        for (int k = row->first_block; k < row->first_block + row->block_count; k++)
            add_force(j, s->blocks[k].body, j->e.work->G + (size_t)(k * s->nvb), j->C + (size_t)i * nv);
    }
}

/* mu_i = mu_factor mass/|C_i|^2: equal weight for all rows, whatever their length, except those that are zero up to
 * rounding */
static void weigh_rows(tml_particle_equations *j)
{
    const size_t nv = (size_t)j->e.nv, rows = (size_t)j->e.rows;
    double mass = 0, longest = 0;
    for (size_t i = 0; i < nv; i++)
        mass = fmax(mass, fabs(j->M[i * nv + i]));
    for (size_t r = 0; r < rows; r++) {
        j->mu[r] = 0;
        for (size_t i = 0; i < nv; i++)
            j->mu[r] += j->C[r * nv + i] * j->C[r * nv + i];
        longest = fmax(longest, j->mu[r] / (j->e.row_scale[r] * j->e.row_scale[r]));
    }
    for (size_t r = 0; r < rows; r++)
        j->mu[r] = j->mu[r] > ZERO_ROW * longest * j->e.row_scale[r] * j->e.row_scale[r]
                       ? j->mu_factor * (mass > 0 ? mass : 1) / j->mu[r]
                       : 0;
}

/* M + C' mu C (augmented Lagrangian) where M alone is not positive definite: massless bodies, negative masses. mu grows
 * until it is. */
static bool augment(tml_particle_equations *j)
{
    const size_t nv = (size_t)j->e.nv, rows = (size_t)j->e.rows;
    for (; j->mu_factor < MAX_MU_FACTOR; j->mu_factor *= 10) {
        weigh_rows(j);
        memcpy(j->L, j->M, nv * nv * sizeof(double));
        for (size_t r = 0; r < rows; r++)
            for (size_t i = 0; i < nv; i++) {
                const double c = j->mu[r] * j->C[r * nv + i];
                for (size_t k = 0; c != 0 && k <= i; k++)
                    j->L[i * nv + k] += c * j->C[r * nv + k];
            }
        if (tml_cholesky(j->L, j->e.nv, MIN_DEFINITE))
            return true;
    }
    j->mu_factor = 1;
    return false;
}

static int factor(tml_equations *e)
{
    tml_particle_equations *j = (tml_particle_equations *)e;
    const size_t nv = (size_t)e->nv;
    form_C(j);
    if (!j->definite && !augment(j))
        return 1;
    for (int i = 0; i < e->rows; i++) {
        memcpy(j->L_row, j->C + (size_t)i * nv, nv * sizeof(double));
        tml_cholesky_forward(j->L, e->nv, j->L_row);
        tml_schur_set_row(j->schur, i, j->L_row);
    }
    return tml_schur_factor(j->schur);
}

static void jacobian_times(tml_equations *e, const double *d, double *y)
{
    const tml_particle_equations *j = (tml_particle_equations *)e;
    for (int i = 0; i < e->rows; i++) {
        double sum = 0;
        for (int k = 0; k < e->nv; k++)
            sum += j->C[(size_t)i * (size_t)e->nv + (size_t)k] * d[k];
        y[i] = sum;
    }
}

/* T'Q without the gyroscopic torques of rigid bodies: particles have their own inertia forces */
static void project_forces(tml_particle_equations *j, double *f)
{
    const tml_workspace *w = j->e.work;
    const int n = j->e.system->nvb;
    memset(f, 0, (size_t)j->e.nv * sizeof(double));
    for (int body = 1; body < j->e.system->nb; body++) {
        double Q[6];
        memcpy(Q, w->Q + (body - 1) * n, (size_t)n * sizeof(double));
        if (n == 6)
            tml_workspace_subtract_gyroscopic(w, body, Q);
        add_force(j, body, Q, f);
    }
}

/* Accelerations of the bodies from those of the particles. */
static void find_body_accelerations(tml_particle_equations *j)
{
    const int n = j->e.system->nvb, dim = j->dim;
    memset(j->e.a, 0, (size_t)j->e.system->nv * sizeof(double));
    for (int body = 1; body < j->e.system->nb; body++) {
        const tml_particle_body *b = &j->p->bodies[body];
        double *a = j->e.a + (body - 1) * n;
        for (int k = 0; k < b->count; k++) {
            const int at = j->at[b->particle[k]];
            for (int i = 0; at >= 0 && i < n; i++)
                for (int c = 0; c < dim; c++)
                    a[i] += j->map[body].T[k][i * dim + c] * j->e.udot[at + c];
        }
        if (n == 3)
            a[2] += j->map[body].bias;
    }
}

static int solve(tml_equations *e, double t, const double *q, const double *v)
{
    tml_particle_equations *j = (tml_particle_equations *)e;
    const size_t nv = (size_t)e->nv;
    evaluate_constraints(e, t, q, v);
    tml_workspace_forces(e->work);
    const int flag = factor(e);
    if (flag)
        return flag;
    project_forces(j, j->z);
    tml_cholesky_forward(j->L, e->nv, j->z);
    memcpy(e->udot, j->z, nv * sizeof(double));
    tml_cholesky_backward(j->L, e->nv, e->udot);
    jacobian_times(e, e->udot, j->right);
    for (int i = 0; i < e->rows; i++) {
        j->right[i] = j->gamma[i] - j->right[i];
        if (e->stabilization.method == TML_STABILIZE_BAUMGARTE)
            j->right[i] -=
                2 * e->stabilization.alpha * j->phidot[i] + e->stabilization.beta * e->stabilization.beta * j->phi[i];
    }
    tml_schur_solve(j->schur, j->right, j->multipliers, j->z);
    memcpy(e->udot, j->z, nv * sizeof(double));
    tml_cholesky_backward(j->L, e->nv, e->udot);
    jacobian_times(e, e->udot, j->right);
    for (int i = 0; !j->definite && i < e->rows; i++)
        j->multipliers[i] -= j->mu[i] * j->right[i];
    for (int i = j->distance_count; i < e->rows; i++)
        e->lambda[j->row[i - j->distance_count]] = j->multipliers[i];
    find_body_accelerations(j);
    return tml_all_finite(e->udot, e->nv) && tml_all_finite(e->lambda, e->system->row_count) &&
                   tml_all_finite(j->phi, e->rows)
               ? 0
               : 1;
}

static int correct(tml_equations *e, const double *from, double *d)
{
    tml_particle_equations *j = (tml_particle_equations *)e;
    for (int i = 0; i < e->rows; i++)
        j->right[i] = -from[i];
    memset(d, 0, (size_t)e->nv * sizeof(double));
    tml_schur_solve(j->schur, j->right, j->multipliers, d);
    tml_cholesky_backward(j->L, e->nv, d);
    return tml_all_finite(d, e->nv) ? 0 : 1;
}

/* ---- coordinates equal to displacements ---- */

static void rate(const tml_equations *e, const double *q, const double *v, double *qdot)
{
    (void)q;
    memcpy(qdot, v, (size_t)e->nq * sizeof(double));
}

static void displace(const tml_equations *e, const double *d, double *q)
{
    for (int i = 0; i < e->nq; i++)
        q[i] += d[i];
}

static void copy_coordinates(const tml_equations *e, const double *q, const double *from, double *to)
{
    (void)q;
    memcpy(to, from, (size_t)e->nq * sizeof(double));
}

static void scales(const tml_equations *e, double *scale)
{
    for (int i = 0; i < e->nq + e->nv; i++)
        scale[i] = e->system->size;
}

const tml_formulation_class tml_formulation_particles = {
    .name = "particles",
    .doc = "equivalent particles, integrated themselves (point with reduce: false)",
    .by_option = true,
    .treatment = TML_ENFORCE,
    .of_particles = true,
    .make = make,
    .from_bodies = from_bodies,
    .place_bodies = place_bodies,
    .solve = solve,
    .recover = tml_particles_recover,
    .rate = rate,
    .evaluate_constraints = evaluate_constraints,
    .factor = factor,
    .correct = correct,
    .jacobian_times = jacobian_times,
    .displace = displace,
    .to_displacement = copy_coordinates,
    .to_coordinates = copy_coordinates,
    .scales = scales,
};
