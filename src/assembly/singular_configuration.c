/* singular_configuration.c - singular configurations of the joints: detected by their rank nearby, part by part.
 *
 * Bodies connected by joints other than through the ground form a part: ranks, null spaces and forms of parts are
 * independent of each other.
 */
#include "assembly/singular_configuration.h"
#include <math.h>
#include <string.h>

static const double STEP = 1e-3; /* of the size: how far along a branch its rank is evaluated */
enum { MANY_COORDINATES = 300, MAX_COORDINATES = 600, MAX_TANGENT = 48, MAX_NAMES = 8 };

/* ---- parts ---- */

typedef struct {
    int *row, m, *column, n; /* of joints; of bodies */
    int rank;
    bool *non_unique; /* (m) takes part in a dependence */
} part;

typedef struct {
    part *list;
    int count;
    int *of_body; /* (nb) -1: the ground */
} parts;

static int root_of(int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static bool is_joint_row(const tml_system *s, int i)
{
    return s->rows[i].driver < 0 && s->rows[i].block_count > 0;
}

static int first_body(const tml_system *s, int row)
{
    return s->blocks[s->rows[row].first_block].body;
}

static parts find_parts(const tml_system *s, tml_arena *arena)
{
    int *parent = TML_NEW_ARRAY(arena, int, s->nb), *size = TML_NEW_ARRAY(arena, int, s->nb);
    parts p = {.of_body = TML_NEW_ARRAY(arena, int, s->nb), .list = TML_NEW_ARRAY(arena, part, s->nb)};
    for (int i = 0; i < s->nb; i++)
        parent[i] = i, p.of_body[i] = -1;
    for (int i = 0; i < s->rigid_row_count; i++)
        for (int k = 1; s->rows[i].driver < 0 && k < s->rows[i].block_count; k++)
            parent[root_of(parent, first_body(s, i))] = root_of(parent, s->blocks[s->rows[i].first_block + k].body);
    for (int b = 1; b < s->nb; b++)
        if (root_of(parent, b) == b)
            p.of_body[b] = p.count++;
    for (int b = 1; b < s->nb; b++)
        p.of_body[b] = p.of_body[root_of(parent, b)], p.list[p.of_body[b]].n += s->nvb;
    for (int i = 0; i < s->rigid_row_count; i++)
        if (is_joint_row(s, i))
            size[p.of_body[first_body(s, i)]]++;
    for (int k = 0; k < p.count; k++) {
        p.list[k].row = TML_NEW_ARRAY(arena, int, size[k] + 1);
        p.list[k].non_unique = TML_NEW_ARRAY(arena, bool, size[k] + 1);
        p.list[k].column = TML_NEW_ARRAY(arena, int, p.list[k].n + 1);
        p.list[k].n = 0;
    }
    for (int i = 0; i < s->rigid_row_count; i++)
        if (is_joint_row(s, i)) {
            part *own = &p.list[p.of_body[first_body(s, i)]];
            own->row[own->m++] = i;
        }
    for (int j = 0; j < s->nv; j++) {
        part *own = &p.list[p.of_body[j / s->nvb + 1]];
        own->column[own->n++] = j;
    }
    return p;
}

/* Rank of a part's joints at the last evaluation of the closure, and the rows in a dependence. */
static int rank_of(const tml_closure *c, const part *p, bool *non_unique)
{
    tml_arena *scratch = tml_arena_part(c->arena);
    int entries = 0;
    for (int i = 0; i < p->m; i++)
        entries += c->A.start[p->row[i] + 1] - c->A.start[p->row[i]];
    tml_row_matrix A = {.rows = p->m, .columns = p->n};
    A.start = TML_NEW_ARRAY(scratch, int, p->m + 1);
    A.column = TML_NEW_ARRAY(scratch, int, entries + 1);
    A.value = TML_NEW_ARRAY(scratch, double, entries + 1);
    int *local = TML_NEW_ARRAY(scratch, int, c->s->nv + 1), at = 0;
    for (int j = 0; j < p->n; j++)
        local[p->column[j]] = j;
    for (int i = 0; i < p->m; i++) {
        A.start[i] = at;
        for (int e = c->A.start[p->row[i]]; e < c->A.start[p->row[i] + 1]; e++, at++)
            A.column[at] = local[c->A.column[e]], A.value[at] = c->A.value[e];
    }
    A.start[p->m] = at;
    const int rank = tml_row_rank(&A, NULL, non_unique);
    tml_arena_free(scratch);
    if (rank < 0)
        tml_arena_give_up(c->arena);
    return rank;
}

/* Joints with rows in a dependence here that are in none nearby; all of them, if those are the same. */
static const char *joints_of(const tml_system *s, const part *p, const bool *nearby, tml_arena *arena)
{
    const char *text = "";
    int count = 0;
    bool *named_rate = TML_NEW_ARRAY(arena, bool, s->joint_count + 1), any = false;
    for (int i = 0; i < p->m; i++)
        any |= p->non_unique[i] && !nearby[i];
    for (int i = 0; i < p->m; i++)
        if (p->non_unique[i] && !(any && nearby[i]) && s->rows[p->row[i]].joint >= 0)
            named_rate[s->rows[p->row[i]].joint] = true;
    for (int j = 0; j < s->joint_count; j++)
        if (named_rate[j] && count++ < MAX_NAMES)
            text = tml_arena_format(arena, "%s%s%s", text, count > 1 ? ", " : "", s->joints[j].name);
    return count > MAX_NAMES ? tml_arena_format(arena, "%s and %d more", text, count - MAX_NAMES) : text;
}

/* ---- the search ---- */

/* Ranks near q: the largest of a few closed positions, and the rows in a dependence there; false: no such position was
 * found. */
static bool rank_nearby(tml_closure *c, const double *q, const parts *p, part *nearby)
{
    double *near = TML_NEW_ARRAY(c->arena, double, c->s->nq + 1);
    const unsigned trials = c->s->nv > MANY_COORDINATES ? 1 : 3;
    bool missing = true, found = false;
    for (unsigned trial = 0; trial < trials && missing; trial++) {
        if (!tml_closure_perturb(c, q, 12345u + 7919u * trial, trial == 1 ? 0.005 : 0.02, near))
            continue;
        tml_closure_residual(c, near, true);
        missing = false, found = true;
        for (int i = 0; i < p->count; i++) {
            if (p->list[i].rank == p->list[i].m || nearby[i].rank > p->list[i].rank)
                continue;
            nearby[i].rank = rank_of(c, &p->list[i], nearby[i].non_unique);
            missing |= nearby[i].rank <= p->list[i].rank;
        }
    }
    return found;
}

/* The largest rank along the branches, slightly away from q; 0: none could be followed. */
static int rank_along(tml_closure *c, const double *q, const part *p, const tml_singular_part *x, bool *non_unique)
{
    const tml_system *s = c->s;
    double *near = TML_NEW_ARRAY(c->arena, double, s->nq + 1);
    int max = 0;
    for (int b = 0; b < x->branch_count; b++) {
        double fastest = 0;
        for (int j = 0; j < s->nv; j++)
            fastest = fmax(fastest, fabs(x->branch[b][j]) * tml_arm(s, j));
        for (int j = 0; j < s->nv; j++)
            c->step[j] = x->branch[b][j] * STEP * s->size / fastest;
        tml_closure_displace(c, q, 1, near);
        if (!tml_closure_newton(c, near, NULL, 0, 0.3, 30))
            continue;
        tml_closure_residual(c, near, true);
        const int rank = rank_of(c, p, non_unique);
        max = rank > max ? rank : max;
    }
    return max;
}

/* False: it is regular after all. */
static bool analyse(tml_closure *c, const double *q, const double *v, const part *p, tml_singular_part *out,
                    tml_arena *arena)
{
    out->coordinates = p->n;
    out->start = TML_SINGULAR_AMBIGUOUS;
    if (p->n > MAX_COORDINATES || p->n - p->rank > MAX_TANGENT)
        return out->nearby_rank > 0;
    tml_singular_space *x = tml_singular_space_make(c, q, p->row, p->m, p->column, p->n, arena);
    if (!x || (out->nearby_rank == 0 && x->forms == 0))
        return out->nearby_rank > 0;
    x->needed = out->nearby_rank ? out->nearby_rank - out->rank : 0;
    out->space = x;
    tml_singular_branches(out, c->arena, arena);
    for (int b = 0; b < out->branch_count; b++)
        tml_singular_simplify(out, c, q, out->branch[b]);
    tml_singular_classify_start(out, v, c->arena);
    if (out->kind == TML_BRANCH_SEVERAL && out->branch_count > 1)
        out->choices = tml_singular_choices(c, q, out->branch, out->branch_count, true, arena);
    return true;
}

static bool is_dependent(const part *p)
{
    return p->rank < p->m && p->rank < p->n;
}

static tml_singular *find(tml_closure *c, const double *q, const double *v, tml_arena *arena)
{
    const parts p = find_parts(c->s, c->arena);
    bool any = false;
    part *nearby = TML_NEW_ARRAY(c->arena, part, p.count + 1);
    tml_closure_residual(c, q, true);
    for (int i = 0; i < p.count; i++) {
        p.list[i].rank = p.list[i].m ? rank_of(c, &p.list[i], p.list[i].non_unique) : 0;
        nearby[i].non_unique = TML_NEW_ARRAY(c->arena, bool, p.list[i].m + 1);
        any |= is_dependent(&p.list[i]);
    }
    if (!any)
        return NULL;
    const bool known = rank_nearby(c, q, &p, nearby);
    tml_singular *out = TML_NEW(arena, tml_singular);
    out->parts = TML_NEW_ARRAY(arena, tml_singular_part, p.count);
    for (int i = 0; i < p.count; i++) {
        const part *own = &p.list[i];
        tml_singular_part *new = &out->parts[out->part_count];
        if (!is_dependent(own) || (known && nearby[i].rank <= own->rank))
            continue;
        *new = (tml_singular_part){.rank = own->rank, .nearby_rank = nearby[i].rank};
        if (!analyse(c, q, v, own, new, arena)) /* its forms vanish: redundant everywhere */
            continue;
        if (!known)
            new->nearby_rank = rank_along(c, q, own, new, nearby[i].non_unique);
        new->joints = joints_of(c->s, own, nearby[i].non_unique, arena);
        out->part_count++;
    }
    return out->part_count ? out : NULL;
}

tml_singular *tml_singular_find(tml_closure *c, const double *q, const double *v, tml_arena *arena)
{
    double *kept = tml_arena_copy(c->arena, c->v, (size_t)c->s->nv * sizeof(double));
    const int rows = c->joint_rows;
    c->without_drivers = true;
    c->joint_rows = c->s->rigid_row_count;
    tml_singular *found = find(c, q, v, arena);
    c->without_drivers = false;
    c->joint_rows = rows;
    memcpy(c->v, kept, (size_t)c->s->nv * sizeof(double));
    return found;
}
