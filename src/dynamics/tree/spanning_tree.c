/* spanning_tree.c - makes the links of a spanning tree; backward passes that plane and space share. */
#include "dynamics/tree/link.h"
#include <string.h>

/* Frames of a joint at the parent and at the body, in either direction. */
typedef struct {
    const tml_mat3 *near, *far; /* axes of the joint's frames */
    tml_vec3 p_near, p_far;     /* its points, from the centres of mass */
} sides;

static sides sides_of(const tml_joint *j, bool reversed)
{
    return reversed ? (sides){&j->M, &j->F, j->p2, j->p1} : (sides){&j->F, &j->M, j->p1, j->p2};
}

/* Inertia about a point at -rho from the centre of mass: J + m (rho.rho 1 - rho rho') */
static tml_sym3 inertia_about(const tml_mass *b, tml_vec3 rho)
{
    const double m = b->mass, (*J)[3] = b->inertia.m;
    return (tml_sym3){J[0][0] + m * (rho.y * rho.y + rho.z * rho.z),
                      J[0][1] - m * rho.x * rho.y,
                      J[0][2] - m * rho.x * rho.z,
                      J[1][1] + m * (rho.x * rho.x + rho.z * rho.z),
                      J[1][2] - m * rho.y * rho.z,
                      J[2][2] + m * (rho.x * rho.x + rho.y * rho.y)};
}

/* R_PB = N Rz(sign q) F', N the parent's frame of the joint and F the body's, by the parts of Rz. */
static tml_hinge3 *hinge_of(const tml_system *s, const tml_joint *j, bool reversed, tml_arena *arena)
{
    static const tml_mat3 parts[] = {
        {{{0, 0, 0}, {0, 0, 0}, {0, 0, 1}}}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}}, {{{0, -1, 0}, {1, 0, 0}, {0, 0, 0}}}};
    const sides at = sides_of(j, reversed);
    const tml_mat3 back = tml_mat3_transpose(at.far);
    const double sign = reversed ? -1 : 1;
    tml_mat3 R[3];
    for (int i = 0; i < 3; i++) {
        R[i] = tml_mat3_product(&parts[i], &back);
        R[i] = tml_mat3_product(at.near, &R[i]);
    }
    for (int i = 0; i < 9; i++)
        R[2].m[i / 3][i % 3] *= sign;
    tml_hinge3 *h = TML_NEW(arena, tml_hinge3);
    *h = (tml_hinge3){.constant = R[0], .cosine = R[1], .sine = R[2]};
    h->axis = tml_scale(sign, tml_mat3_column(at.near, TML_Z));
    h->own_axis = tml_scale(sign, tml_mat3_column(at.far, TML_Z));
    h->near = at.p_near, h->far = tml_scale(-1, at.p_far);
    h->term = s->coordinates[j->first_coordinate].term;
    return h;
}

static void make_plane(const tml_system *s, tml_link *l, tml_link2 *x)
{
    const tml_joint *j = l->joint;
    const sides at = j ? sides_of(j, l->branch->reversed) : (sides){0};
    x->near = (tml_vec2){at.p_near.x, at.p_near.y}, x->far = (tml_vec2){-at.p_far.x, -at.p_far.y};
    x->sign = l->branch->reversed ? -1 : 1;
    x->angle = j ? x->sign * j->angle : 0;
    x->mass = s->masses[l->body].mass;
    x->inertia = inertia_about(&s->masses[l->body], l->hinge ? at.p_far : (tml_vec3){0, 0, 0}).zz;
    l->d = x->d, l->rho = x->rho, l->F = x->F;
    if (l->hinge)
        l->Y = x->Y, l->L = &x->L, l->S[2] = x->sign;
}

static void make_space(const tml_spanning *t, tml_link *l, tml_link3 *x, tml_arena *arena)
{
    const tml_system *s = t->system;
    x->hinge = l->hinge ? hinge_of(s, l->joint, l->branch->reversed, arena) : NULL;
    if (l->hinge)
        t->hinge_angle[x->hinge->term.measure] = true;
    x->mass = s->masses[l->body].mass;
    x->inertia = inertia_about(&s->masses[l->body], l->hinge ? x->hinge->far : (tml_vec3){0, 0, 0});
    l->d = x->d, l->rho = x->rho, l->F = x->F, l->c = x->c;
    if (l->hinge)
        l->S = x->S, l->Y = x->Y, l->L = &x->L;
}

static void make_link(const tml_spanning *t, int i, tml_arena *arena)
{
    const tml_system *s = t->system;
    const tml_branch *b = &s->branches[i];
    tml_link *l = &t->links[i];
    const int f = b->coordinates, n = t->n;
    *l = (tml_link){.branch = b, .body = b->body, .parent = b->parent, .coordinates = f};
    l->parent_link = t->link_of_body[b->parent], l->first_v = b->first_v, l->first_q = b->first_q;
    l->joint = b->joint >= 0 ? &s->joints[b->joint] : NULL;
    l->hinge = l->joint && l->joint->class->hinge;
    l->leaf = true;
    if (!l->hinge) {
        double *pool = TML_NEW_ARRAY(arena, double, 2 * f * n + n + f * f);
        l->S = pool, l->c = l->S + f * n, l->Y = l->c + n, l->L = l->Y + f * n;
    } else if (!s->space) {
        l->S = TML_NEW_ARRAY(arena, double, n);
    }
    if (s->space)
        make_space(t, l, &t->space[i], arena);
    else
        make_plane(s, l, &t->plane[i]);
}

tml_spanning *tml_spanning_make(const tml_system *s, tml_arena *arena)
{
    tml_spanning *t = TML_NEW(arena, tml_spanning);
    *t = (tml_spanning){.system = s, .n = s->nvb, .count = s->nb - 1, .plain = true};
    t->links = TML_NEW_ARRAY(arena, tml_link, t->count + 1) + 1; /* the ground is at -1 */
    if (s->space)
        t->space = TML_NEW_ARRAY(arena, tml_link3, t->count + 1) + 1;
    else
        t->plane = TML_NEW_ARRAY(arena, tml_link2, t->count + 1) + 1;
    t->links[-1].rho = s->space ? t->space[-1].rho : t->plane[-1].rho;
    t->hinge_angle = TML_NEW_ARRAY(arena, bool, s->measure_count + 1);
    t->link_of_body = TML_NEW_ARRAY(arena, int, s->nb);
    t->A = TML_NEW_ARRAY(arena, double, s->nb * t->n);
    t->link_of_body[0] = -1;
    for (int i = 0; i < t->count; i++) {
        t->link_of_body[s->branches[i].body] = i;
        make_link(t, i, arena);
        t->plain = t->plain && !s->branches[i].ball;
    }
    for (int i = t->count - 1; i >= 0; i--) {
        tml_link *l = &t->links[i], *p = &t->links[l->parent_link];
        l->first = l->parent_link < 0 || p->leaf;
        p->leaf = false;
    }
    return t;
}

void tml_spanning_place(tml_spanning *tree, tml_workspace *work, const double *q, const double *u)
{
    if (tree->system->space)
        tml_spanning_place_space(tree, work, q, u);
    else
        tml_spanning_place_plane(tree, work, q, u);
}

int tml_spanning_factor(tml_spanning *tree, const tml_workspace *work, const double *force, double *z)
{
    return tree->system->space ? tml_spanning_factor_space(tree, work, force, z)
                               : tml_spanning_factor_plane(tree, force, z);
}

void tml_spanning_forward_pass(tml_spanning *tree, const double *z, bool with_c, double *udot)
{
    if (tree->system->space)
        tml_spanning_forward_pass_space(tree, z, with_c, udot);
    else
        tml_spanning_forward_pass_plane(tree, z, with_c, udot);
}

void tml_spanning_velocity(tml_spanning *tree, const double *u, bool with_c)
{
    if (tree->system->space)
        tml_spanning_velocity_space(tree, u, with_c);
    else
        tml_spanning_velocity_plane(tree, u, with_c);
}

void tml_spanning_bias_acceleration(tml_spanning *tree)
{
    if (tree->system->space)
        tml_spanning_bias_acceleration_space(tree);
    else
        tml_spanning_bias_acceleration_plane(tree);
}

/* ---- single bodies ---- */

void tml_spanning_inertia(const tml_workspace *work, int body, double *I)
{
    const tml_mass *m = &work->system->masses[body];
    const int n = work->system->nvb;
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

void tml_spanning_add_force(const tml_workspace *work, int body, const double *from, double *F)
{
    double at_centre[3] = {0};
    const tml_link l = {.body = body, .rho = at_centre};
    add_force(work, &l, from, F, work->system->nvb);
}

/* ---- backward pass of forces ---- */

static inline void project_all(tml_spanning *t, const tml_workspace *work, const double *force, double *r, const int n)
{
    for (int i = 0; i < t->count; i++) {
        tml_link *l = &t->links[i];
        memset(l->F, 0, (size_t)n * sizeof(double));
        add_force(work, l, force + (l->body - 1) * n, l->F, n);
    }
    for (int i = t->count - 1; i >= 0; i--) {
        const tml_link *l = &t->links[i];
        for (int k = 0; k < l->coordinates; k++) {
            double sum = 0;
            UNROLL
            for (int a = 0; a < n; a++)
                sum += l->S[k * n + a] * l->F[a];
            r[l->first_v + k] = sum;
        }
        if (l->parent)
            propagate(l->d, l->F, t->links[l->parent_link].F, n);
    }
}

void tml_spanning_project(tml_spanning *tree, const tml_workspace *work, const double *force, double *r)
{
    if (tree->n == 3)
        project_all(tree, work, force, r, 3);
    else
        project_all(tree, work, force, r, 6);
}

void tml_spanning_export(const tml_spanning *t, const tml_workspace *work, double *a)
{
    const int n = t->n;
    memcpy(a, t->A + n, (size_t)(t->count * n) * sizeof(double));
    for (int b = 1; n == 6 && b <= t->count; b++) {
        const double *A = t->A + 6 * b + 3;
        const tml_vec3 rotation = tml_rotate_back(&work->motion3[b].R, (tml_vec3){A[0], A[1], A[2]});
        memcpy(a + 6 * (b - 1) + 3, (double[]){rotation.x, rotation.y, rotation.z}, 3 * sizeof(double));
    }
}
