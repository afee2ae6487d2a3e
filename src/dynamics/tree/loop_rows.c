/* loop_rows.c - rows of the enforced (loop-closure) constraints over the joints of the tree: Z = G V L^-T, by backward passes.
 *
 * F = G' of a row at its bodies;  z = L^-1 S' F,  F_p += X' (F - Y' z).  The rows of a pair share their path and are processed together.
 */
#include "dynamics/tree/loop_rows.h"
#include "dynamics/tree/link.h"
#include <stdlib.h>
#include <string.h>

static int descending(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x < y) - (x > y);
}

/* Links between the bodies of some rows and the ground, children first; `marks` (count) is zero before and after. Even
 * if the forces of a row balance, their effect on the joints propagates to the ground. */
static int find_path(const tml_spanning *t, const tml_constraint *rows, int row_count, int *marks, int *list)
{
    const tml_system *s = t->system;
    const int first = rows->first_block, last = rows[row_count - 1].first_block + rows[row_count - 1].block_count;
    int count = 0;
    for (int k = first; k < last; k++)
        for (int body = s->blocks[k].body; body; body = t->links[t->link_of_body[body]].parent) {
            const int link = t->link_of_body[body];
            if (marks[link])
                break;
            marks[link] = 1;
            list[count++] = link;
        }
    qsort(list, (size_t)count, sizeof(int), descending);
    for (int a = 0; a < count; a++)
        marks[list[a]] = 0;
    return count;
}

/* Columns of each row. */
static void find_pattern(const tml_spanning *t, int *marks, int *list, int **start, int **column, tml_arena *arena)
{
    const tml_system *s = t->system;
    *start = TML_NEW_ARRAY(arena, int, s->row_count + 1);
    for (int pass = 0; pass < 2; pass++) {
        int entries = 0;
        for (int i = 0; i < s->row_count; i++) {
            const int count = find_path(t, &s->rows[i], 1, marks, list);
            for (int a = 0; a < count; a++)
                for (int k = 0; k < t->links[list[a]].coordinates; k++, entries++)
                    if (pass)
                        (*column)[entries] = t->links[list[a]].first_v + k;
            (*start)[i + 1] = entries;
        }
        if (!pass)
            *column = TML_NEW_ARRAY(arena, int, entries + 1);
    }
}

/* For each link of a path, the position of its parent in it; -1: the ground. */
static void link_parents(const tml_spanning *t, tml_link_path *path, int *at_of)
{
    for (int a = 0; a < path->count; a++)
        at_of[path->link[a]] = a;
    for (int a = 0; a < path->count; a++) {
        const int parent = t->links[path->link[a]].parent;
        path->next[a] = parent ? at_of[t->link_of_body[parent]] : -1;
    }
}

static bool same_bodies(const tml_system *s, const tml_constraint *a, const tml_constraint *b)
{
    bool same = a->block_count == b->block_count;
    for (int k = 0; same && k < a->block_count; k++)
        same = s->blocks[a->first_block + k].body == s->blocks[b->first_block + k].body;
    return same;
}

tml_spanning_rows *tml_spanning_rows_make(const tml_spanning *t, int rank, tml_arena *arena)
{
    const tml_system *s = t->system;
    tml_spanning_rows *r = TML_NEW(arena, tml_spanning_rows);
    int *marks = TML_NEW_ARRAY(arena, int, t->count + 1), *list = TML_NEW_ARRAY(arena, int, t->count + 1);
    int *start, *column = NULL, longest = 0;
    find_pattern(t, marks, list, &start, &column, arena);
    r->schur = tml_schur_make(s->row_count, s->tree_nv, rank, start, column, arena);
    for (int i = 0; i < s->row_count; i++)
        r->schur->weight[i] = s->size / s->rows[i].scale;
    r->paths = TML_NEW_ARRAY(arena, tml_link_path, r->schur->pair_count + 1);
    r->block_at = TML_NEW_ARRAY(arena, int, tml_system_blocks(s, s->row_count) + 1);
    for (int g = 0; g < r->schur->pair_count; g++) {
        const tml_row_pair *p = &r->schur->pairs[g];
        tml_link_path *path = &r->paths[g];
        path->count = find_path(t, &s->rows[p->row], p->width, marks,
                                list); /* joints without coordinates may be on one path only */
        path->link = TML_NEW_ARRAY(arena, int, path->count + 1);
        path->next = TML_NEW_ARRAY(arena, int, path->count + 1);
        memcpy(path->link, list, (size_t)path->count * sizeof(int));
        link_parents(t, path, list);
        for (int i = p->row; i < p->row + p->width; i++)
            for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
                r->block_at[k] = list[t->link_of_body[s->blocks[k].body]];
        path->same_bodies = p->width == 2 && same_bodies(s, &s->rows[p->row], &s->rows[p->row + 1]);
        longest = longest > path->count ? longest : path->count;
    }
    r->F = TML_NEW_ARRAY(arena, tml_v2, longest * t->n + 1);
    return r;
}

/* ---- values ---- */

/* G' of two rows on the same bodies in the plane, both at once */
INLINE void load_same_bodies(const tml_spanning *t, const tml_spanning_rows *r, const tml_workspace *work,
                             const tml_constraint *row, const tml_link_path *path)
{
    const double *G = work->G + (size_t)row->first_block * 3, *other = G + (size_t)row->block_count * 3;
    for (int k = row->first_block; k < row->first_block + row->block_count; k++, G += 3, other += 3) {
        const tml_link2 *l = &t->plane[path->link[r->block_at[k]]];
        tml_v2 *F = r->F + r->block_at[k] * 3;
        const tml_v2 x = {G[0], other[0]}, y = {G[1], other[1]}, rotation = {G[2], other[2]};
        F[0] += x, F[1] += y;
        F[2] += rotation + (l->rho[0] * y - l->rho[1] * x);
    }
}

/* G' of one row */
INLINE void load_row(const tml_spanning *t, const tml_spanning_rows *r, const tml_workspace *work,
                     const tml_constraint *row, const tml_link_path *path, int lane, const int n)
{
    for (int k = row->first_block; k < row->first_block + row->block_count; k++) {
        double G[6] = {0};
        add_force(work, &t->links[path->link[r->block_at[k]]], work->G + (size_t)k * (size_t)n, G, n);
        tml_v2 *F = r->F + r->block_at[k] * n;
        UNROLL
        for (int i = 0; i < n; i++)
            F[i][lane] += G[i];
    }
}

INLINE void load_pair(const tml_spanning *t, const tml_spanning_rows *r, const tml_workspace *work,
                      const tml_row_pair *p, const tml_link_path *path, const int n)
{
    const tml_constraint *row = &work->system->rows[p->row];
    for (int i = 0; i < path->count * n; i++)
        r->F[i] = (tml_v2){0, 0};
    if (n == 3 && path->same_bodies) {
        load_same_bodies(t, r, work, row, path);
        return;
    }
    for (int lane = 0; lane < p->width; lane++)
        load_row(t, r, work, row + lane, path, lane, n);
}

/* Of both rows. */
ELIMINATE(eliminate_pair, tml_v2)
PROPAGATE(propagate_pair, tml_v2)

/* Both rows at a hinge in the plane, which rotates about its point of reference: no torque remains to propagate. */
INLINE void propagate_hinge(const tml_link2 *l, const tml_v2 *F, tml_v2 *z, tml_v2 *to)
{
    z[0] = F[2] * (l->sign * l->L);
    if (!to)
        return;
    const tml_v2 x = F[0] - l->Y[0] * z[0], y = F[1] - l->Y[1] * z[0];
    to[0] += x, to[1] += y;
    to[2] += l->d[0] * y - l->d[1] * x;
}

INLINE void propagate_joint(const tml_link *l, tml_v2 *F, tml_v2 *z, tml_v2 *to, const int n)
{
    if (l->coordinates == 1)
        eliminate_pair(l, F, z, n, 1);
    else
        eliminate_pair(l, F, z, n, l->coordinates);
    if (to)
        propagate_pair(l->d, F, to, n);
}

INLINE void fill_all(const tml_spanning *t, tml_spanning_rows *r, const tml_workspace *work, const int n)
{
    for (int g = 0; g < r->schur->pair_count; g++) {
        const tml_link_path *path = &r->paths[g];
        tml_v2 *z = r->schur->pairs[g].Z, *F = r->F;
        load_pair(t, r, work, &r->schur->pairs[g], path, n);
        for (int a = 0; a < path->count; a++, F += n) {
            const tml_link *l = &t->links[path->link[a]];
            tml_v2 *to = path->next[a] >= 0 ? r->F + path->next[a] * n : NULL;
            if (n == 3 && l->hinge)
                propagate_hinge(&t->plane[path->link[a]], F, z, to);
            else
                propagate_joint(l, F, z, to, n);
            z += l->coordinates;
        }
    }
}

void tml_spanning_rows_fill(const tml_spanning *tree, tml_spanning_rows *rows, const tml_workspace *work)
{
    if (tree->n == 3)
        fill_all(tree, rows, work, 3);
    else
        fill_all(tree, rows, work, 6);
}
