/* start_step.c - the least change of a mechanism's start: along the tree, then in the metric of the masses.
 *
 * Along the tree, parents first: the rows of the joint to the parent and the coordinates of that joint are as many as
 * the velocities of a body, K_c d_c = b - K_p d_p. The rest, A e = b - A d_tree, with e = L^-T y of minimum |y|, M = L
 * L'. Given velocities of bodies precede that: as close as joints and other given values allow, in the metric of the
 * masses of those bodies.
 */
#include "assembly/start_ignorable.h"
#include "assembly/start_values.h"
#include <math.h>
#include <string.h>

enum { MAX_BLOCK = 6, MAX_PASSES = 40 };
static const double MIN_PIVOT = 1e-9; /* of rows of length 1 */
static const double KEPT = 1e-7;      /* of the largest given rate: closer counts as given */

typedef struct {
    double K[MAX_BLOCK][MAX_BLOCK + 1]; /* rows of the child, then the right-hand side */
    int rows;
} local;

/* A row of a joint, or of a coordinate, for the child and its parent, whose displacement is known. */
static void add_row(local *l, const tml_start_values *v, const tml_branch *b, const int bodies[2], const double *J,
                    double right)
{
    const int n = v->s->nvb;
    double *row = l->K[l->rows];
    if (l->rows == n)
        return;
    memset(row, 0, sizeof l->K[0]);
    row[n] = right;
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < n; j++)
            if (bodies[k] == b->body)
                row[j] += J[k * n + j];
            else if (bodies[k])
                row[n] -= J[k * n + j] * v->base[(bodies[k] - 1) * n + j];
    l->rows++;
}

static void joint_row(local *l, const tml_start_values *v, const tml_closure *c, const tml_branch *b, int i)
{
    const tml_system *s = v->s;
    const size_t n = (size_t)s->nvb;
    double J[2 * MAX_BLOCK] = {0};
    int bodies[2] = {0};
    for (int k = 0; k < s->rows[i].block_count && k < 2; k++) {
        bodies[k] = s->blocks[s->rows[i].first_block + k].body;
        memcpy(J + (size_t)k * n, c->w->G + (size_t)(s->rows[i].first_block + k) * n, n * sizeof(double));
    }
    add_row(l, v, b, bodies, J, c->right[i]);
}

/* Rotations are multiplied by the size of the mechanism, rows scaled to length 1. */
static void equilibrate(local *l, const tml_system *s)
{
    const int n = s->nvb, lin = s->space ? 3 : 2;
    for (int i = 0; i < l->rows; i++) {
        double square = 0;
        for (int j = 0; j < n; j++) {
            l->K[i][j] /= j < lin ? 1 : s->size;
            square += l->K[i][j] * l->K[i][j];
        }
        for (int j = 0; square > 0 && j <= n; j++)
            l->K[i][j] /= sqrt(square);
    }
}

/* Gaussian elimination with row pivoting; false: singular. The solution replaces the right-hand side. */
static bool solve_local(local *l, const tml_system *s)
{
    const int n = s->nvb, lin = s->space ? 3 : 2;
    equilibrate(l, s);
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(l->K[i][k]) > fabs(l->K[pivot][k]))
                pivot = i;
        if (!(fabs(l->K[pivot][k]) > MIN_PIVOT))
            return false;
        for (int j = k; pivot != k && j <= n; j++) {
            const double x = l->K[k][j];
            l->K[k][j] = l->K[pivot][j], l->K[pivot][j] = x;
        }
        for (int i = 0; i < n; i++) {
            const double part = i == k ? 0 : l->K[i][k] / l->K[k][k];
            for (int j = k; part != 0 && j <= n; j++)
                l->K[i][j] -= part * l->K[k][j];
        }
    }
    for (int k = 0; k < n; k++)
        l->K[k][n] /= l->K[k][k] * (k < lin ? 1 : s->size);
    return true;
}

static tml_vec3 place_of(const tml_workspace *w, int body)
{
    return w->system->space ? w->motion3[body].x
                            : (tml_vec3){body ? w->motion2[body].x : 0, body ? w->motion2[body].y : 0, 0};
}

/* Displacement of a body that moves rigidly with its parent. */
static void move_with_parent(const tml_start_values *v, const tml_workspace *w, const tml_branch *b)
{
    double *to = v->base + (b->body - 1) * v->s->nvb;
    const double *from = b->parent ? v->base + (b->parent - 1) * v->s->nvb : NULL;
    memset(to, 0, (size_t)v->s->nvb * sizeof(double));
    if (!from)
        return;
    const tml_vec3 d = tml_sub(place_of(w, b->body), place_of(w, b->parent));
    if (!v->s->space) {
        to[0] = from[0] - from[2] * d.y, to[1] = from[1] + from[2] * d.x, to[2] = from[2];
        return;
    }
    const tml_vec3 spin = tml_rotate(&w->motion3[b->parent].R, (tml_vec3){from[3], from[4], from[5]}),
                   go = tml_add((tml_vec3){from[0], from[1], from[2]}, tml_cross(spin, d)),
                   own = tml_rotate_back(&w->motion3[b->body].R, spin);
    memcpy(to, (double[]){go.x, go.y, go.z, own.x, own.y, own.z}, 6 * sizeof(double));
}

static void propagate_to_child(tml_start_values *v, const tml_closure *c, int branch)
{
    const tml_branch *b = &v->branches[branch];
    const int n = v->s->nvb;
    local l = {.rows = 0};
    for (int i = b->joint >= 0 ? v->first_row[b->joint] : -1; i >= 0 && i < c->joint_rows; i = v->next_row[i])
        joint_row(&l, v, c, b,
                  i); /* compliant rows come last; if they are not closed, the body moves with its parent */
    for (int i = v->first_coordinate[branch]; i < v->first_coordinate[branch + 1]; i++) {
        const tml_start_coordinate *x = &v->coordinates[i];
        const bool named = x->row >= 0 && (x->row < c->joint_rows || c->with_starts);
        double J[2 * MAX_BLOCK];
        int bodies[2];
        tml_start_coordinate_row(x, c->w, bodies, J);
        add_row(&l, v, b, bodies, J, named ? x->factor * c->right[x->row] : 0);
    }
    if (l.rows == n && solve_local(&l, v->s))
        for (int k = 0; k < n; k++)
            v->base[(b->body - 1) * n + k] = l.K[k][n];
    else
        move_with_parent(v, c->w, b);
}

/* The point that stays fixed while the rotation of a body is replaced: the point of the joint to its parent, or the
 * origin of its frame. */
static tml_vec3 held_point(const tml_start_values *v, const tml_branch *b)
{
    const tml_joint *j = b->joint >= 0 ? &v->s->joints[b->joint] : NULL;
    return j ? b->reversed ? j->p1 : j->p2 : tml_scale(-1, v->s->masses[b->body].com);
}

/* Replaces velocities in u (nv) by those written; carried: the point of the joint keeps its velocity, else the centre
 * of mass does. */
static void set_given_rates(const tml_start_values *v, const tml_workspace *w, const tml_branch *b, bool carried,
                            double *velocities)
{
    const tml_body *written = v->s->masses[b->body].written;
    double *u = velocities + (b->body - 1) * v->s->nvb;
    const bool space = v->s->space;
    const tml_mat3 R =
        space ? w->motion3[b->body].R : tml_quat_matrix(tml_quat_about((tml_vec3){0, 0, 1}, w->motion2[b->body].phi));
    tml_vec3 go = {u[0], u[1], space ? u[2] : 0};
    tml_vec3 spin = space ? tml_rotate(&R, (tml_vec3){u[3], u[4], u[5]}) : (tml_vec3){0, 0, u[2]};
    if (written->spins) {
        const tml_vec3 arm = tml_rotate(&R, held_point(v, b)), before = spin;
        tml_omega_without_ignorable(w, b->body, &spin);
        go = carried ? tml_add(go, tml_cross(tml_sub(before, spin), arm)) : go;
    }
    if (written->moves)
        go = tml_add(written->velocity, tml_cross(spin, tml_rotate(&R, v->s->masses[b->body].com)));
    u[0] = go.x, u[1] = go.y;
    if (!space) {
        u[2] = spin.z;
        return;
    }
    const tml_vec3 own = tml_rotate_back(&R, spin);
    u[2] = go.z, u[3] = own.x, u[4] = own.y, u[5] = own.z;
}

/* d_tree of c->right, in v->base; with_given: bodies get their given rates. */
static void propagate_all(tml_start_values *v, const tml_closure *c, bool with_given)
{
    for (int i = 0; i < v->s->nb - 1; i++) {
        const tml_body *written = v->s->masses[v->branches[i].body].written;
        propagate_to_child(v, c, i);
        if (with_given && (written->spins || written->moves))
            set_given_rates(v, c->w, &v->branches[i], true, v->base);
    }
}

/* A row in a metric: L^-1 a; rotations of a are divided by the size first. */
static void apply_metric(const double *L, const double *a, double size, int n, int lin, double *out)
{
    for (int i = 0; i < n; i++) {
        double x = a[i] * (i < lin ? 1 : size);
        for (int k = 0; k < i; k++)
            x -= L[i * n + k] * out[k];
        out[i] = x / L[i * n + i];
    }
}

/* e = L^-T y */
static void apply_metric_back(const double *L, const double *y, int n, double *e)
{
    for (int i = n - 1; i >= 0; i--) {
        e[i] = y[i];
        for (int k = i + 1; k < n; k++)
            e[i] -= L[k * n + i] * e[k];
        e[i] /= L[i * n + i];
    }
}

/* The rows, scaled to length 1, and what d_tree leaves of the right-hand side. */
static void apply_metric_to_rows(tml_start_values *v, const tml_closure *c, const double *metric)
{
    const int n = v->s->nvb, lin = v->s->space ? 3 : 2;
    for (int i = 0; i < c->rows; i++) {
        double square = 0, right = c->right[i];
        for (int k = c->A.start[i]; k < c->A.start[i + 1]; k++)
            right -= c->A.value[k] * v->base[c->A.column[k]] * (c->A.column[k] % n < lin ? 1 : v->s->size);
        for (int k = c->A.start[i]; k < c->A.start[i + 1]; k += n) {
            const size_t body = (size_t)(c->A.column[k] / n + 1);
            apply_metric(metric + body * (size_t)(n * n), c->A.value + k, v->s->size, n, lin, v->value + k);
            for (int j = 0; j < n; j++)
                square += v->value[k + j] * v->value[k + j];
        }
        const double scale = square > 0 ? 1 / sqrt(square) : 1;
        v->right[i] = scale * right;
        for (int k = c->A.start[i]; k < c->A.start[i + 1]; k++)
            v->value[k] *= scale;
    }
}

/* c->step = base + e, A (base + e) = c->right, e minimal in a metric. */
static bool add_minimum_norm(tml_start_values *v, tml_closure *c, const double *metric, int *rank)
{
    const int n = v->s->nvb;
    tml_row_matrix weighed = c->A;
    weighed.value = v->value;
    apply_metric_to_rows(v, c, metric);
    if (!tml_minimum_norm(&weighed, v->right, v->change, rank))
        return false;
    for (int i = 0; i < v->s->nb - 1; i++) {
        double *step = c->step + i * n;
        apply_metric_back(metric + (size_t)(i + 1) * (size_t)(n * n), v->change + i * n, n, step);
        for (int k = 0; k < n; k++)
            step[k] += v->base[i * n + k];
    }
    return true;
}

bool tml_start_values_step(tml_start_values *v, tml_closure *c, int *rank)
{
    propagate_all(v, c, false);
    return add_minimum_norm(v, c, v->metric, rank);
}

static void set_right_side(tml_closure *c, const double *q)
{
    tml_closure_residual(c, q, true);
    for (int i = 0; i < c->rows; i++)
        c->right[i] = -c->r[i];
}

/* Largest distance of velocities from those given; scale: of the given ones. */
static double given_residual(const tml_start_values *v, const tml_workspace *w, double *scale)
{
    double max = 0;
    for (int i = 0; i < v->given_count; i++) {
        const double length = v->given[i].spin ? v->s->size : 1;
        max = fmax(max, length * fabs(tml_given_rate_now(&v->given[i], w) - v->given[i].value));
        *scale = fmax(*scale, length * fabs(v->given[i].value));
    }
    return max;
}

/* By how much given rates have changed since `last`, which is updated. */
static double given_change(const tml_start_values *v, const tml_workspace *w, double *last)
{
    double max = 0;
    for (int i = 0; i < v->given_count; i++) {
        const double now = tml_given_rate_now(&v->given[i], w);
        max = fmax(max, (v->given[i].spin ? v->s->size : 1) * fabs(now - last[i]));
        last[i] = now;
    }
    return max;
}

/* The least deviation from the given rates of bodies, by the proximal point method: each step is the least change of
 * the previous velocities, with given ones reset, in the metric that weights those most. */
static void fit_given_rates(tml_start_values *v, tml_closure *c, const double *q)
{
    const size_t bytes = (size_t)v->s->nv * sizeof(double);
    double *last = TML_NEW_ARRAY(c->arena, double, v->given_count + 1), scale = 0;
    int rank;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        set_right_side(c, q);
        memset(v->base, 0, bytes);
        if (!add_minimum_norm(v, c, v->given_metric, &rank)) {
            if (rank < 0)
                tml_arena_give_up(c->arena);
            break;
        }
        for (int j = 0; j < v->s->nv; j++)
            c->v[j] += c->step[j];
        tml_closure_residual(c, q, false);
        const double now = given_residual(v, c->w, &scale), change = given_change(v, c->w, last);
        if (now <= 1e-3 * KEPT * scale || (pass && change <= 1e-6 * KEPT * scale))
            break;
        for (int i = 0; i < v->s->nb - 1; i++)
            set_given_rates(v, c->w, &v->branches[i], false, c->v);
    }
    for (int i = 0; i < v->given_count; i++) {
        tml_given_rate *g = &v->given[i];
        const double now = tml_given_rate_now(g, c->w), length = g->spin ? v->s->size : 1;
        g->target = length * fabs(now - g->value) <= KEPT * scale ? g->value : now;
    }
}

void tml_start_values_begin(tml_start_values *v, tml_closure *c, const double *q)
{
    const size_t bytes = (size_t)v->s->nv * sizeof(double);
    memset(c->v, 0, bytes);
    set_right_side(c, q);
    propagate_all(v, c, true);
    memcpy(c->v, v->base, bytes);
    tml_closure_residual(c, q, false);
    tml_start_values_set_drawn(v, c->w);
    if (v->given_count == 0)
        return;
    double *tree = tml_arena_copy(c->arena, c->v, bytes);
    fit_given_rates(v, c, q);
    memcpy(c->v, tree, bytes);
    v->with_given = true;
}
