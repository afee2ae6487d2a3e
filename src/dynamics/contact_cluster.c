/* contact_cluster.c - a cluster of contacts in the plane as a linear complementarity problem, the impulses of all others as they are.
 *
 * Of each contact, with P_t = b_1 - b_2 and g the speed of its slip (Stewart and Trinkle):
 *   u_n + bounce >= 0   perpendicular to  P_n >= 0
 *    u_t + g >= 0       perpendicular to  b_1 >= 0
 *   -u_t + g >= 0       perpendicular to  b_2 >= 0
 *   mu P_n - b_1 - b_2 >= 0    perpendicular to  g >= 0          (a given limit in place of mu P_n where it is friction alone)
 * The matrix is copositive: Lemke's method ends with a solution. Sweeps creep where wedged bodies are braced against each other until something slips;
 * pivoting goes there at once.
 */
#include "dynamics/contact_cluster.h"
#include "dynamics/contact_graph.h"
#include "dynamics/contact_sweep.h"
#include "linalg/lemke.h"

enum { MOST_OF_ONE = 4 }; /* rows of a contact */

typedef struct {
    const tml_contact_solver *s;
    tml_contact_graph graph;
    int *list, count; /* (contact_count) of the cluster */
    int *mark;        /* (contact_count) the cluster that it is in */
    double *M, *q, *z, *work;
    double unit; /* of W: impulses are made velocities by it */
} cluster;

/* A variable of the problem: the impulse along row `row`, times `sign`; or the slip of contact `of`, where row < 0. */
typedef struct {
    int of, row, sign;
} variable;

/* The contacts nearest to contact `first`, by bodies that they share. */
static void gather(cluster *x, int first, int size, int name)
{
    x->list[0] = first, x->count = 1, x->mark[first] = name;
    for (int i = 0; i < x->count; i++)
        for (int side = 0; side < 2; side++) {
            const int body = tml_contact_body(x->s, &x->s->contacts[x->list[i]], side);
            for (int j = body < 0 ? 0 : x->graph.first_of[body]; body >= 0 && j < x->graph.first_of[body + 1]; j++) {
                const int k = x->graph.contacts_of[j];
                if (x->mark[k] != name && x->count < size)
                    x->mark[k] = name, x->list[x->count++] = k;
            }
        }
}

static int list_variables(const cluster *x, variable *all)
{
    int n = 0;
    for (int i = 0; i < x->count; i++) {
        const tml_contact_block *c = &x->s->contacts[x->list[i]];
        const int tangent = tml_contact_normals(c);
        if (tangent)
            all[n++] = (variable){x->list[i], c->first, 1};
        if (c->size == tangent)
            continue;
        all[n++] = (variable){x->list[i], c->first + tangent, 1};
        all[n++] = (variable){x->list[i], c->first + tangent, -1};
        all[n++] = (variable){x->list[i], -1, 0};
    }
    return n;
}

static double entry(const cluster *x, variable a, variable b)
{
    const tml_contact_block *c = &x->s->contacts[a.of];
    if (a.row >= 0 && b.row >= 0)
        return a.sign * b.sign * tml_contact_coupling(x->s, a.row, b.row) / x->unit;
    if (a.of != b.of || (a.row < 0 && b.row < 0))
        return 0;
    const int other = a.row < 0 ? b.row : a.row;
    const bool normal = tml_contact_normals(c) && other == c->first;
    return normal ? (a.row < 0 ? c->friction : 0) : a.row < 0 ? -1 : 1;
}

/* The constant of a row: what it is without the impulses of the cluster. */
static double constant(const cluster *x, variable a, const double *v)
{
    const tml_contact_block *c = &x->s->contacts[a.of];
    if (a.row < 0)
        return c->limit >= 0 ? c->limit * x->unit : 0;
    double u = tml_contact_speed(x->s, a.row, v);
    for (int i = 0; i < x->count; i++) {
        const tml_contact_block *k = &x->s->contacts[x->list[i]];
        for (int j = 0; j < k->size; j++)
            u -= k->P[j] == 0 ? 0 : tml_contact_coupling(x->s, a.row, k->first + j) * k->P[j];
    }
    return a.sign * u + (tml_contact_normals(c) && a.row == c->first ? c->bounce : 0);
}

/* The impulses that z says, into the contacts and v. */
static void set_impulses(tml_contact_solver *s, const cluster *x, const variable *all, int n, double *v)
{
    for (int i = 0; i < x->count; i++) {
        tml_contact_block *c = &s->contacts[x->list[i]];
        for (int k = 0; k < c->size; k++) {
            double P = 0;
            for (int j = 0; j < n; j++)
                P += all[j].row == c->first + k ? all[j].sign * x->z[j] / x->unit : 0;
            tml_contact_push(s, c->first + k, P - c->P[k], v);
            c->P[k] = P;
        }
    }
}

static bool solve(tml_contact_solver *s, cluster *x, variable *all, double *v)
{
    const int n = list_variables(x, all);
    x->unit = s->contacts[x->list[0]].W[0][0];
    for (int i = 0; i < n; i++) {
        x->q[i] = constant(x, all[i], v);
        for (int j = 0; j < n; j++)
            x->M[j * n + i] = entry(x, all[i], all[j]);
    }
    if (!tml_lemke_solve(n, x->M, x->q, x->z, x->work))
        return false;
    set_impulses(s, x, all, n, v);
    return true;
}

bool tml_contact_solve_clusters(tml_contact_solver *s, int size, double tolerance, double *v, tml_arena *scratch)
{
    if (s->n != 3 || s->row_count == 0 || s->rows[0].X)
        return false;
    const int n = MOST_OF_ONE * size;
    cluster x = {.s = s, .graph = tml_contact_graph_make(s, scratch)};
    x.list = TML_NEW_ARRAY(scratch, int, s->contact_count + 1);
    x.mark = TML_NEW_ARRAY(scratch, int, s->contact_count + 1);
    x.M = TML_NEW_ARRAY(scratch, double, n *n + 1);
    x.q = TML_NEW_ARRAY(scratch, double, n + 1);
    x.z = TML_NEW_ARRAY(scratch, double, n + 1);
    x.work = TML_NEW_ARRAY(scratch, double, tml_lemke_work(n) + 1);
    variable *all = TML_NEW_ARRAY(scratch, variable, n + 1);
    bool some = false;
    for (int i = 0, name = 0; i < s->contact_count; i++)
        if (tml_contact_residual(s, i, v) > tolerance) {
            gather(&x, i, size, ++name);
            some = solve(s, &x, all, v) || some;
        }
    tml_arena_free(scratch);
    return some;
}
