/* spanning.c - articulated bodies: inertias felt at each joint, forces gathered towards the ground, accelerations spread from it. */
#include "formulation/spanning_limb.h"
#include <math.h>
#include <string.h>

static const double INERTIA_LEAST = 1e-13; /* of what a joint moves, as a part of the inertia it is made of */

tml_spanning *tml_spanning_make(const tml_system *s, tml_arena *arena)
{
    tml_spanning *t = TML_NEW(arena, tml_spanning);
    const int n = s->nvb;
    *t = (tml_spanning){.system = s, .n = n, .count = s->nb - 1};
    t->limbs = TML_NEW_ARRAY(arena, tml_limb, t->count + 1);
    t->of_body = TML_NEW_ARRAY(arena, int, s->nb);
    t->A = TML_NEW_ARRAY(arena, double, s->nb *n);
    t->of_body[0] = -1;
    for (int i = 0; i < t->count; i++) {
        const tml_branch *b = &s->branches[i];
        tml_limb *l = &t->limbs[i];
        const int f = b->freedoms;
        *l = (tml_limb){.branch = b, .body = b->body, .parent = b->parent, .freedoms = f, .at = b->first_v};
        double *pool = TML_NEW_ARRAY(arena, double, 2 * f * n + 2 * n + n * n + f * f);
        l->S = pool, l->c = l->S + f * n, l->I = l->c + n, l->Y = l->I + n * n, l->F = l->Y + f * n, l->L = l->F + n;
        t->of_body[b->body] = i;
        l->f = (tml_vec2){1, 0};
        if (b->joint < 0)
            continue;
        const tml_joint *j = l->joint = &s->joints[b->joint];
        l->p1 = (tml_vec2){j->p1.x, j->p1.y}, l->p2 = (tml_vec2){j->p2.x, j->p2.y};
        l->f = (tml_vec2){j->F.m[0][0], j->F.m[1][0]};
        l->angle = j->angle;
        l->pin = !s->space && strcmp(j->class->name, "revolute") == 0;
    }
    return t;
}

void tml_spanning_place(tml_spanning *tree, tml_work *work, const double *q, const double *u)
{
    if (tree->system->space)
        tml_spanning_place_space(tree, work, q, u);
    else
        tml_spanning_place_plane(tree, work, q, u);
}

/* ---- inertias ---- */

/* Written for both sizes at once: n is a constant after inlining. */
static inline void set_inertia(const tml_work *work, int body, double *I, const int n)
{
    const tml_mass *m = &work->system->masses[body];
    memset(I, 0, (size_t)(n * n) * sizeof(double));
    if (n == 3) {
        I[0] = I[4] = m->mass, I[8] = m->inertia.m[2][2];
        return;
    }
    const tml_mat3 *R = &work->motion3[body].R, back = tml_mat3_transpose(R);
    const tml_mat3 RJ = tml_mat3_product(R, &m->inertia), J = tml_mat3_product(&RJ, &back);
    I[0] = I[7] = I[14] = m->mass;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            I[6 * (3 + i) + 3 + j] = J.m[i][j];
}

void tml_spanning_inertia(const tml_work *work, int body, double *I)
{
    set_inertia(work, body, I, work->system->nvb);
}

/* D = S' I S = L L', Y = L^-1 S' I. False when a motion has no inertia. */
INLINE bool eliminate_f(tml_limb *l, const int n, const int f)
{
    double size[6];
    for (int k = 0; k < f; k++) {
        const double *S = l->S + k * n;
        double most = 0;
        UNROLL
        for (int i = 0; i < n; i++) {
            double sum = 0;
            UNROLL
            for (int j = 0; j < n; j++)
                sum += l->I[i * n + j] * S[j];
            l->Y[k * n + i] = sum;
            most += fabs(sum * S[i]);
        }
        size[k] = most;
    }
    for (int k = 0; k < f; k++)
        for (int m = 0; m <= k; m++) {
            double sum = 0;
            UNROLL
            for (int i = 0; i < n; i++)
                sum += l->S[k * n + i] * l->Y[m * n + i];
            for (int j = 0; j < m; j++)
                sum -= l->L[k * f + j] * l->L[m * f + j];
            if (k == m && !(sum > INERTIA_LEAST * size[k]))
                return false;
            l->L[k * f + m] = k == m ? sqrt(sum) : sum / l->L[m * f + m];
        }
    for (int k = 0; k < f; k++)
        UNROLL
    for (int i = 0; i < n; i++) {
        double sum = l->Y[k * n + i];
        for (int m = 0; m < k; m++)
            sum -= l->L[k * f + m] * l->Y[m * n + i];
        l->Y[k * n + i] = sum / l->L[k * f + k];
    }
    return true;
}

static inline bool eliminate(tml_limb *l, const int n)
{
    return l->freedoms == 1 ? eliminate_f(l, n, 1) : eliminate_f(l, n, l->freedoms);
}

/* I_p += X' I X: with I = [A B; B' J], d~ the matrix of d x:  A_p += A, B_p += B - A d~, J_p += J + d~ B - B' d~ - d~ A d~ */
static inline void hand_on_inertia(const tml_limb *l, double *I, const double *d, const int n)
{
    if (n == 3) { /* X = [1 0 -dy; 0 1 dx; 0 0 1] */
        const double a = I[0], b = I[1], e = I[4], bx = I[2] - a * d[1] + b * d[0], by = I[5] - b * d[1] + e * d[0];
        double *P = l->I;
        P[0] += a, P[1] += b, P[3] += b, P[4] += e;
        P[2] += bx, P[6] += bx, P[5] += by, P[7] += by;
        P[8] += I[8] - d[1] * (I[2] + bx) + d[0] * (I[5] + by);
        return;
    }
    double T[36]; /* I X */
    for (int i = 0; i < 6; i++) {
        const double *row = I + 6 * i;
        memcpy(T + 6 * i, row, 6 * sizeof(double));
        T[6 * i + 3] += d[1] * row[2] - d[2] * row[1];
        T[6 * i + 4] += d[2] * row[0] - d[0] * row[2];
        T[6 * i + 5] += d[0] * row[1] - d[1] * row[0];
    }
    for (int j = 0; j < 6; j++) {
        for (int i = 0; i < 6; i++)
            l->I[6 * i + j] += T[6 * i + j];
        l->I[18 + j] += d[1] * T[12 + j] - d[2] * T[6 + j];
        l->I[24 + j] += d[2] * T[j] - d[0] * T[12 + j];
        l->I[30 + j] += d[0] * T[6 + j] - d[1] * T[j];
    }
}

/* I -= y y' */
INLINE void take_off(const double *y, double *I, const int n)
{
    UNROLL
    for (int a = 0; a < n; a++) {
        UNROLL
        for (int b = 0; b < n; b++)
            I[a * n + b] -= y[a] * y[b];
    }
}

static inline int factor_all(tml_spanning *t, const tml_work *work, const int n)
{
    for (int i = 0; i < t->count; i++)
        set_inertia(work, t->limbs[i].body, t->limbs[i].I, n);
    for (int i = t->count - 1; i >= 0; i--) {
        tml_limb *l = &t->limbs[i];
        if (!eliminate(l, n))
            return 1;
        if (!l->parent)
            continue;
        double I[36];
        memcpy(I, l->I, (size_t)(n * n) * sizeof(double));
        for (int k = 0; k < l->freedoms; k++)
            take_off(l->Y + k * n, I, n);
        hand_on_inertia(&t->limbs[t->of_body[l->parent]], I, l->d, n);
    }
    return 0;
}

int tml_spanning_factor(tml_spanning *tree, const tml_work *work)
{
    return tree->n == 3 ? factor_all(tree, work, 3) : factor_all(tree, work, 6);
}

/* ---- forces towards the ground ---- */

void tml_spanning_add_force(const tml_work *work, int body, const double *from, double *F)
{
    add_force(work, body, from, F, work->system->nvb);
}

/* Forces on the bodies, each at its own limb. */
static inline void load(tml_spanning *t, const tml_work *work, const double *force, const int n)
{
    for (int i = 0; i < t->count; i++) {
        tml_limb *l = &t->limbs[i];
        memset(l->F, 0, (size_t)n * sizeof(double));
        add_force(work, l->body, force + (l->body - 1) * n, l->F, n);
    }
}

static inline void gather_all(tml_spanning *t, const tml_work *work, const double *force, double *z, const int n)
{
    load(t, work, force, n);
    for (int i = t->count - 1; i >= 0; i--) {
        tml_limb *l = &t->limbs[i];
        UNROLL
        for (int a = 0; a < n; a++) { /* what holds the motion c */
            UNROLL
            for (int b = 0; b < n; b++)
                l->F[a] -= l->I[a * n + b] * l->c[b];
        }
        absorb(l, l->F, z + l->at, n);
        if (l->parent)
            hand_on(l->d, l->F, t->limbs[t->of_body[l->parent]].F, n);
    }
}

void tml_spanning_gather(tml_spanning *tree, const tml_work *work, const double *force, double *z)
{
    if (tree->n == 3)
        gather_all(tree, work, force, z, 3);
    else
        gather_all(tree, work, force, z, 6);
}

static inline void project_all(tml_spanning *t, const tml_work *work, const double *force, double *r, const int n)
{
    load(t, work, force, n);
    for (int i = t->count - 1; i >= 0; i--) {
        const tml_limb *l = &t->limbs[i];
        for (int k = 0; k < l->freedoms; k++) {
            double sum = 0;
            UNROLL
            for (int a = 0; a < n; a++)
                sum += l->S[k * n + a] * l->F[a];
            r[l->at + k] = sum;
        }
        if (l->parent)
            hand_on(l->d, l->F, t->limbs[t->of_body[l->parent]].F, n);
    }
}

void tml_spanning_project(tml_spanning *tree, const tml_work *work, const double *force, double *r)
{
    if (tree->n == 3)
        project_all(tree, work, force, r, 3);
    else
        project_all(tree, work, force, r, 6);
}

/* ---- accelerations from the ground ---- */

/* A = X A_p */
static inline void carry(const double *d, const double *P, double *A, const int n)
{
    memcpy(A, P, (size_t)n * sizeof(double));
    if (n == 3) {
        A[0] -= P[2] * d[1];
        A[1] += P[2] * d[0];
        return;
    }
    A[0] += P[4] * d[2] - P[5] * d[1];
    A[1] += P[5] * d[0] - P[3] * d[2];
    A[2] += P[3] * d[1] - P[4] * d[0];
}

static inline void add_motion(const tml_limb *l, const double *u, bool with_c, double *A, const int n)
{
    for (int k = 0; k < l->freedoms; k++)
        UNROLL
    for (int i = 0; i < n; i++)
        A[i] += l->S[k * n + i] * u[k];
    for (int i = 0; with_c && i < n; i++)
        A[i] += l->c[i];
}

static inline void spread_all(tml_spanning *t, const double *z, bool with_c, double *udot, const int n)
{
    for (int i = 0; i < t->count; i++) {
        const tml_limb *l = &t->limbs[i];
        double *A = t->A + l->body * n, *u = udot + l->at;
        carry(l->d, t->A + l->parent * n, A, n);
        for (int k = 0; k < l->freedoms; k++) {
            double sum = z[l->at + k];
            UNROLL
            for (int j = 0; j < n; j++)
                sum -= l->Y[k * n + j] * A[j];
            u[k] = sum;
        }
        if (l->freedoms == 1)
            u[0] /= l->L[0];
        else
            tml_cholesky_backward(l->L, l->freedoms, u);
        add_motion(l, u, with_c, A, n);
    }
}

void tml_spanning_spread(tml_spanning *tree, const double *z, bool with_c, double *udot)
{
    if (tree->n == 3)
        spread_all(tree, z, with_c, udot, 3);
    else
        spread_all(tree, z, with_c, udot, 6);
}

void tml_spanning_velocity(tml_spanning *t, const double *u, bool with_c)
{
    const int n = t->n;
    for (int i = 0; i < t->count; i++) {
        const tml_limb *l = &t->limbs[i];
        carry(l->d, t->A + l->parent * n, t->A + l->body * n, n);
        add_motion(l, u + l->at, with_c, t->A + l->body * n, n);
    }
}

void tml_spanning_export(const tml_spanning *t, const tml_work *work, double *a)
{
    const int n = t->n;
    memcpy(a, t->A + n, (size_t)(t->count * n) * sizeof(double));
    for (int b = 1; n == 6 && b <= t->count; b++) {
        const double *A = t->A + 6 * b + 3;
        const tml_vec3 turn = tml_turn_back(&work->motion3[b].R, (tml_vec3){A[0], A[1], A[2]});
        memcpy(a + 6 * (b - 1) + 3, (double[]){turn.x, turn.y, turn.z}, 3 * sizeof(double));
    }
}
