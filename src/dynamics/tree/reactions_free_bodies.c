/* reactions_free_bodies.c - reaction of a joint of the tree from the equilibrium of the subtree beyond it, cut free (d'Alembert).
 *
 * With f_b, t_b on each body b beyond the joint, including inertia forces and cut rows, about the joint's point o:
 *   F = -sum f_b,   T = -sum (t_b + (x_b - o) x f_b),    G'G lambda = G'(F, T)
 * No wrench is computed from that of another joint: each is a sum over bodies. Torques are divided by the size of the mechanism.
 */
#include "dynamics/tree/reactions.h"
#include <string.h>

enum { MAX_DOF = 6 };

typedef struct {
    tml_vec3 f, t;
} wrench;

static tml_vec3 centre_of(const tml_workspace *w, int body)
{
    return w->system->space ? w->motion3[body].x : (tml_vec3){w->motion2[body].x, w->motion2[body].y, 0};
}

static tml_vec3 on_ground(const tml_workspace *w, int body, tml_vec3 a)
{
    if (w->system->space)
        return tml_rotate(&w->motion3[body].R, a);
    const tml_vec2 r = tml_rotate2(w->motion2[body].c, w->motion2[body].s, (tml_vec2){a.x, a.y});
    return (tml_vec3){r.x, r.y, a.z};
}

/* A generalized force on a body in the system's axes (torques in body axes). */
static wrench wrench_of(const tml_workspace *w, int body, const double *f)
{
    if (!w->system->space)
        return (wrench){{f[0], f[1], 0}, {0, 0, f[2]}};
    return (wrench){{f[0], f[1], f[2]}, on_ground(w, body, (tml_vec3){f[3], f[4], f[5]})};
}

/* cut (nv) = G' lambda of the cut rows */
static void find_cut(const tml_equations *e, double *cut)
{
    const tml_system *s = e->system;
    memset(cut, 0, (size_t)s->nv * sizeof(double));
    for (int i = 0; i < e->rows; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            for (int c = 0; c < s->nvb; c++)
                cut[(s->blocks[k].body - 1) * s->nvb + c] += e->lambda[i] * e->work->G[k * s->nvb + c];
}

/* f (n) at a body's centre of mass (ground axes), plus the forces of its cut rows. */
static wrench load_on(const tml_equations *e, int body, const double *f, const double *cut)
{
    const wrench rows = wrench_of(e->work, body, cut + (body - 1) * e->system->nvb);
    const wrench own =
        e->system->space ? (wrench){{f[0], f[1], f[2]}, {f[3], f[4], f[5]}} : (wrench){{f[0], f[1], 0}, {0, 0, f[2]}};
    return (wrench){tml_add(own.f, rows.f), tml_add(own.t, rows.t)};
}

/* A wrench about a point o, as n numbers in one unit. */
static void numbers_about(const tml_workspace *w, wrench a, tml_vec3 x, tml_vec3 o, double *to)
{
    const tml_vec3 t = tml_scale(1 / w->system->size, tml_add(a.t, tml_cross(tml_sub(x, o), a.f)));
    if (w->system->space)
        memcpy(to, (double[]){a.f.x, a.f.y, a.f.z, t.x, t.y, t.z}, 6 * sizeof(double));
    else
        memcpy(to, (double[]){a.f.x, a.f.y, t.z}, 3 * sizeof(double));
}

static tml_vec3 point_of(const tml_workspace *w, const tml_link *l)
{
    return tml_add(centre_of(w, l->body), on_ground(w, l->body, l->branch->reversed ? l->joint->p1 : l->joint->p2));
}

/* (G'G) lambda = G'b; false: the rows are dependent. */
static bool solve_joint_rows(const tml_workspace *w, const tml_link *l, const double *b, double *lambda)
{
    const tml_system *s = w->system;
    const tml_vec3 o = point_of(w, l), x = centre_of(w, l->body);
    const int n = s->nvb, first = l->joint->first_row, count = l->joint->row_count;
    double G[MAX_DOF][MAX_DOF] = {{0}}, S[MAX_DOF * MAX_DOF];
    for (int r = 0; r < count; r++)
        for (int k = s->rows[first + r].first_block;
             k < s->rows[first + r].first_block + s->rows[first + r].block_count; k++)
            if (s->blocks[k].body == l->body)
                numbers_about(w, wrench_of(w, l->body, w->G + (size_t)k * (size_t)n), x, o, G[r]);
    for (int r = 0; r < count; r++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += G[r][i] * b[i];
        lambda[first + r] = sum;
        for (int c = 0; c <= r; c++) {
            S[r * count + c] = 0;
            for (int i = 0; i < n; i++)
                S[r * count + c] += G[r][i] * G[c][i];
        }
    }
    if (!tml_cholesky(S, count, 1e-14))
        return false;
    tml_cholesky_solve(S, count, lambda + first);
    return true;
}

int tml_reactions_free_bodies(tml_relative *j, void (*force)(tml_relative *j, int body, const double *A, double *f))
{
    const tml_equations *e = &j->e;
    const tml_spanning *t = j->tree;
    const size_t n = (size_t)t->n;
    bool solved = true;
    find_cut(e, e->force);
    memset(j->wrench, 0, (size_t)t->count * n * sizeof(double));
    for (int body = 1; body < e->system->nb; body++) {
        double f[MAX_DOF], part[MAX_DOF];
        force(j, body, t->A + (size_t)body * n, f);
        const wrench load = load_on(e, body, f, e->force);
        for (int i = t->link_of_body[body]; i >= 0; i = t->links[i].parent_link)
            if (t->links[i].joint) {
                numbers_about(e->work, load, centre_of(e->work, body), point_of(e->work, &t->links[i]), part);
                for (size_t c = 0; c < n; c++)
                    j->wrench[(size_t)i * n + c] -= part[c];
            }
    }
    for (int i = 0; i < t->count; i++)
        if (t->links[i].joint)
            solved = solve_joint_rows(e->work, &t->links[i], j->wrench + (size_t)i * n, e->lambda) && solved;
    return solved && tml_all_finite(e->lambda, e->system->rigid_row_count) ? 0 : 1;
}
