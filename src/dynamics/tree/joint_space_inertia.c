/* joint_space_inertia.c - joint-space inertia matrix M = V' M_b V of a spanning tree, dense, for rigid bodies.
 *
 * Column by column V_i = X V_p + S;  M = sum V_i' B_i V_i;  C = G V;  f = sum V_i' (F_i - B_i a_i - gyroscopic), a without u'
 */
#include "dynamics/tree/joint_space_inertia.h"
#include <math.h>
#include <string.h>

static const double MIN_DEFINITE = 1e-11;

tml_joint_space_inertia *tml_joint_space_inertia_make(tml_relative *j)
{
    tml_arena *arena = j->e.arena;
    tml_joint_space_inertia *d = j->own = TML_NEW(arena, tml_joint_space_inertia);
    const size_t n = (size_t)j->tree->n, nv = (size_t)j->e.nv, rows = (size_t)j->e.rows;
    d->V = TML_NEW_ARRAY(arena, double, (size_t)j->e.system->nb *n *nv + 1);
    d->M = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    d->C = TML_NEW_ARRAY(arena, double, rows *nv + 1);
    d->B = TML_NEW_ARRAY(arena, double, n *n);
    d->f = TML_NEW_ARRAY(arena, double, n);
    d->row = TML_NEW_ARRAY(arena, double, nv + 1);
    d->MV = TML_NEW_ARRAY(arena, double, n *nv + 1);
    int *start = TML_NEW_ARRAY(arena, int, rows + 1), *column = TML_NEW_ARRAY(arena, int, rows *nv + 1);
    for (size_t i = 0; i < rows; i++) {
        start[i + 1] = (int)((i + 1) * nv);
        for (size_t k = 0; k < nv; k++)
            column[i * nv + k] = (int)k;
    }
    j->schur = tml_schur_make(j->e.rows, j->e.nv, j->e.own_rank, start, column, arena);
    for (size_t i = 0; i < rows; i++)
        j->schur->weight[i] = j->e.system->size / j->e.row_scale[i];
    return d;
}

/* V of a body: rows of its velocities, columns of joint velocities. */
static double *V_of(const tml_relative *j, int body)
{
    const tml_joint_space_inertia *d = j->own;
    return d->V + (size_t)body * (size_t)j->tree->n * (size_t)j->e.nv;
}

/* to (n, with stride `apart`) = X from: a motion transported along an arm; to may be from */
static void transport(const double *arm, const double *from, double *to, size_t apart, int n)
{
    double v[6];
    for (int a = 0; a < n; a++)
        v[a] = from[(size_t)a * apart];
    if (n == 3) {
        v[0] -= v[2] * arm[1];
        v[1] += v[2] * arm[0];
    } else {
        v[0] += v[4] * arm[2] - v[5] * arm[1];
        v[1] += v[5] * arm[0] - v[3] * arm[2];
        v[2] += v[3] * arm[1] - v[4] * arm[0];
    }
    for (int a = 0; a < n; a++)
        to[(size_t)a * apart] = v[a];
}

/* V of the centres of mass */
static void form_V(tml_relative *j)
{
    const int n = j->tree->n, nv = j->e.nv;
    for (int i = 0; i < j->tree->count; i++) {
        const tml_link *l = &j->tree->links[i];
        const double *P = V_of(j, l->parent), *from = j->tree->links[l->parent_link].rho;
        double d[3];
        for (int a = 0; a < (n == 3 ? 2 : 3); a++)
            d[a] = l->d[a] + l->rho[a] - from[a];
        double *V = V_of(j, l->body);
        for (int k = 0; k < nv; k++)
            transport(d, P + k, V + k, (size_t)nv, n);
        for (int k = 0; k < l->coordinates; k++) {
            double *column = V + l->first_v + k;
            for (int a = 0; a < n; a++)
                column[a * nv] = l->S[k * n + a];
            transport(l->rho, column, column, (size_t)nv, n);
        }
    }
}

static void form_M(tml_relative *j)
{
    tml_joint_space_inertia *d = j->own;
    const size_t n = (size_t)j->tree->n, nv = (size_t)j->e.nv;
    memset(d->M, 0, nv * nv * sizeof(double));
    for (int body = 1; body < j->e.system->nb; body++) {
        const double *V = V_of(j, body);
        d->body(j, body, d->B);
        for (size_t a = 0; a < n; a++)
            for (size_t k = 0; k < nv; k++) {
                double sum = 0;
                for (size_t b = 0; b < n; b++)
                    sum += d->B[a * n + b] * V[b * nv + k];
                d->MV[a * nv + k] = sum;
            }
        for (size_t k = 0; k < nv; k++)
            for (size_t a = 0; a < n; a++) {
                const double v = V[a * nv + k];
                for (size_t m = 0; v != 0 && m <= k; m++)
                    d->M[k * nv + m] += v * d->MV[a * nv + m];
            }
    }
}

static void form_C(tml_relative *j)
{
    tml_joint_space_inertia *d = j->own;
    const tml_system *s = j->e.system;
    const tml_workspace *w = j->e.work;
    const int n = j->tree->n, nv = j->e.nv;
    memset(d->C, 0, (size_t)j->e.rows * (size_t)nv * sizeof(double));
    for (int i = 0; i < j->e.rows; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const int body = s->blocks[k].body;
            const double *V = V_of(j, body);
            double G[6];
            memcpy(G, w->G + (size_t)(k * n), (size_t)n * sizeof(double));
            if (n == 6) {
                const tml_vec3 rotation = tml_rotate(&w->motion3[body].R, (tml_vec3){G[3], G[4], G[5]});
                G[3] = rotation.x, G[4] = rotation.y, G[5] = rotation.z;
            }
            for (int a = 0; a < n; a++)
                for (int c = 0; G[a] != 0 && c < nv; c++)
                    d->C[(size_t)i * (size_t)nv + (size_t)c] += G[a] * V[a * nv + c];
        }
}

/* M + C'mu C, lower triangle (augmented Lagrangian); mu by rows, such that masses and rows have equal weight with
 * rotations as lengths */
static void augment(tml_relative *j)
{
    tml_joint_space_inertia *d = j->own;
    const size_t nv = (size_t)j->e.nv, rows = (size_t)j->e.rows;
    const double *scale = tml_equations_scales(&j->e) + j->e.nq, size = j->e.system->size;
    double mass = 0, row_squares = 0;
    for (size_t i = 0; i < nv; i++)
        mass += fabs(d->M[i * nv + i]) * (scale[i] / size) * (scale[i] / size);
    for (size_t r = 0; r < rows; r++)
        for (size_t i = 0; i < nv; i++) {
            const double length = d->C[r * nv + i] * (scale[i] / size) * j->schur->weight[r];
            row_squares += length * length;
        }
    d->mu = row_squares > 0 ? (mass > 0 ? mass : 1) / row_squares : 0;
    for (size_t r = 0; r < rows; r++)
        for (size_t i = 0; i < nv; i++) {
            const double c = d->mu * j->schur->weight[r] * j->schur->weight[r] * d->C[r * nv + i];
            for (size_t k = 0; c != 0 && k <= i; k++)
                d->M[i * nv + k] += c * d->C[r * nv + k];
        }
}

static void project_forces(tml_relative *j, double *z)
{
    tml_joint_space_inertia *d = j->own;
    const int n = j->tree->n, nv = j->e.nv;
    memset(z, 0, (size_t)nv * sizeof(double));
    tml_spanning_bias_acceleration(j->tree);
    for (int body = 1; body < j->e.system->nb; body++) {
        const double *V = V_of(j, body);
        d->force(j, body, j->tree->A + body * n, d->f);
        for (int a = 0; a < n; a++)
            for (int k = 0; k < nv; k++)
                z[k] += V[a * nv + k] * d->f[a];
    }
    tml_cholesky_forward(d->M, nv, z);
}

int tml_joint_space_inertia_factor(tml_relative *j, double *z)
{
    tml_joint_space_inertia *d = j->own;
    const size_t nv = (size_t)j->e.nv;
    form_V(j);
    form_M(j);
    form_C(j);
    d->mu = 0;
    if (d->augmented && j->e.own_rank > 0) /* otherwise C is zero up to rounding */
        augment(j);
    if (!tml_cholesky(d->M, j->e.nv, MIN_DEFINITE))
        return 1;
    for (int i = 0; i < j->e.rows; i++) {
        memcpy(d->row, d->C + (size_t)i * nv, nv * sizeof(double));
        tml_cholesky_forward(d->M, j->e.nv, d->row);
        tml_schur_set_row(j->schur, i, d->row);
    }
    if (z)
        project_forces(j, z);
    return tml_schur_factor(j->schur);
}

void tml_joint_space_inertia_forward_pass(tml_relative *j, const double *z, bool with_c, double *u)
{
    const tml_joint_space_inertia *d = j->own;
    memcpy(u, z, (size_t)j->e.nv * sizeof(double));
    tml_cholesky_backward(d->M, j->e.nv, u);
    tml_spanning_velocity(j->tree, u, with_c);
}

void tml_joint_space_inertia_correct_multipliers(tml_relative *j)
{
    const tml_joint_space_inertia *d = j->own;
    const size_t nv = (size_t)j->e.nv;
    for (int i = 0; d->mu > 0 && i < j->e.rows; i++)
        for (size_t k = 0; k < nv; k++)
            j->e.lambda[i] -=
                d->mu * j->schur->weight[i] * j->schur->weight[i] * d->C[(size_t)i * nv + k] * j->e.udot[k];
}

/* ---- rigid bodies ---- */

static void inertia_of(tml_relative *j, int body, double *B)
{
    tml_spanning_inertia(j->e.work, body, B);
}

/* F - B A; the forces of work include the gyroscopic ones */
static void force_on(tml_relative *j, int body, const double *A, double *f)
{
    const tml_joint_space_inertia *d = j->own;
    const int n = j->tree->n;
    memset(f, 0, (size_t)n * sizeof(double));
    tml_spanning_add_force(j->e.work, body, j->e.work->Q + (body - 1) * n, f);
    tml_spanning_inertia(j->e.work, body, d->B);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            f[a] -= d->B[a * n + b] * A[b];
}

static void make(tml_relative *j)
{
    tml_joint_space_inertia *d = tml_joint_space_inertia_make(j);
    d->body = inertia_of;
    d->force = force_on;
    d->augmented = true;
}

const tml_inertia tml_inertia_bodies = {.make = make,
                                        .factor = tml_joint_space_inertia_factor,
                                        .forward_pass = tml_joint_space_inertia_forward_pass,
                                        .correct_multipliers = tml_joint_space_inertia_correct_multipliers};
