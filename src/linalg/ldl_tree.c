/* ldl_tree.c - symbolic factorization: ordering of groups (AMD), structure of the fronts, amalgamation.
 *
 * The structure of group k is that of its neighbours above and of its children: struct(k) = (adj(k) + union of struct(children)) above k;
 * its parent is the first of them. A group is merged into its parent if this adds few zeros to the front: long chains of nearly equal
 * fronts become one, whose dense matrix is factored in panels.
 */
#include "linalg/ldl_tree.h"
#include <amd.h>
#include <string.h>

static const double MAX_ZEROS_FRACTION = 0.2; /* maximum fraction of zeros that amalgamation adds to a front */
static const double ALLOWED_ZEROS = 100;      /* this many zeros are always accepted */

typedef struct {
    tml_pattern A;
    int groups;
    int *group;            /* (n) */
    int *order, *position; /* (groups) */
    int *size, *first;     /* (groups), (groups + 1) number of unknowns by position, and their first index in */
    int *sorted;           /* (n) */
    int **structure, *structure_count; /* (groups) structure: positions above, by position */
    int *parent;                       /* (groups) by position */
    int *into;                         /* (groups) position it is merged into; itself: a front */
    tml_arena *arena;                  /* scratch */
} symbolic;

/* ---- order ---- */

/* Neighbours of an ungrouped unknown are coupled with each other once it is eliminated. */
static void couple_neighbours(const symbolic *s, int j, tml_marks *marks)
{
    const int *row = s->A.row, end = s->A.column[j + 1];
    for (int a = s->A.column[j]; a < end; a++)
        for (int b = s->A.column[j]; b < end; b++)
            if (row[a] != j && row[b] != j && s->group[row[a]] != s->group[row[b]])
                tml_mark(marks, s->group[row[a]], s->group[row[b]]);
}

static tml_pattern couple_groups(const symbolic *s)
{
    tml_marks marks = {.arena = s->arena};
    for (int j = 0; j < s->A.n; j++) {
        if (s->group[j] < 0) {
            couple_neighbours(s, j, &marks);
            continue;
        }
        for (int e = s->A.column[j]; e < s->A.column[j + 1]; e++) {
            const int g = s->group[s->A.row[e]];
            if (g >= 0 && g != s->group[j])
                tml_mark(&marks, g, s->group[j]);
        }
    }
    return tml_pattern_make(&marks, s->groups);
}

static void place_free(symbolic *s)
{
    for (int j = 0; j < s->A.n; j++) {
        if (s->group[j] >= 0)
            continue;
        int earliest = s->groups - 1;
        for (int e = s->A.column[j]; e < s->A.column[j + 1]; e++)
            if (s->A.row[e] != j && s->position[s->group[s->A.row[e]]] < earliest)
                earliest = s->position[s->group[s->A.row[e]]];
        s->group[j] = s->order[earliest];
    }
}

/* ---- structure ---- */

static void find_structure(symbolic *s, const tml_pattern *graph)
{
    tml_arena *a = s->arena;
    int *mark = TML_NEW_ARRAY(a, int, s->groups + 1), *now = TML_NEW_ARRAY(a, int, s->groups + 1);
    int *child = TML_NEW_ARRAY(a, int, s->groups + 1), *next = TML_NEW_ARRAY(a, int, s->groups + 1);
    for (int k = 0; k < s->groups; k++)
        mark[k] = child[k] = next[k] = -1;
    for (int k = 0; k < s->groups; k++) {
        const int g = s->order[k];
        int count = 0;
        mark[k] = k;
        for (int e = graph->column[g]; e < graph->column[g + 1]; e++) {
            const int p = s->position[graph->row[e]];
            if (p > k && mark[p] != k)
                mark[p] = k, now[count++] = p;
        }
        for (int c = child[k]; c >= 0; c = next[c])
            for (int i = 0; i < s->structure_count[c]; i++)
                if (mark[s->structure[c][i]] != k)
                    mark[s->structure[c][i]] = k, now[count++] = s->structure[c][i];
        tml_sort_ascending(now, count);
        s->structure[k] = tml_arena_copy(a, now, (size_t)count * sizeof(int));
        s->structure_count[k] = count;
        s->parent[k] = count ? now[0] : -1;
        if (count)
            next[k] = child[now[0]], child[now[0]] = k;
    }
}

static void amalgamate(symbolic *s)
{
    double *own = TML_NEW_ARRAY(s->arena, double, s->groups + 1), *up = TML_NEW_ARRAY(s->arena, double, s->groups + 1);
    double *zeros = TML_NEW_ARRAY(s->arena, double, s->groups + 1);
    for (int k = 0; k < s->groups; k++) {
        s->into[k] = k;
        own[k] = s->size[k];
        for (int i = 0; i < s->structure_count[k]; i++)
            up[k] += s->size[s->structure[k][i]];
    }
    for (int k = 0; k < s->groups; k++) {
        const int p = s->parent[k];
        if (p < 0)
            continue;
        const double all = own[k] + own[p];
        const double more = zeros[k] + zeros[p] + own[k] * (own[p] + up[p] - up[k]);
        if (more > ALLOWED_ZEROS && more > MAX_ZEROS_FRACTION * all * (0.5 * all + up[p]))
            continue;
        s->into[k] = p;
        own[p] = all;
        zeros[p] = more;
    }
}

/* ---- fronts ---- */

/* Unknowns sorted by the positions of their groups. */
static void sort_unknowns(symbolic *s)
{
    const int n = s->A.n;
    for (int i = 0; i < n; i++)
        s->size[s->position[s->group[i]]]++;
    for (int k = 0; k < s->groups; k++)
        s->first[k + 1] = s->first[k] + s->size[k];
    int *at = tml_arena_copy(s->arena, s->first, (size_t)(s->groups + 1) * sizeof(int));
    for (int i = 0; i < n; i++)
        s->sorted[at[s->position[s->group[i]]]++] = i;
}

static void list_members(const symbolic *s, const int *front_of, tml_ldl_tree *t)
{
    for (int i = 0; i < s->A.n; i++) {
        t->home[i] = front_of[s->position[s->group[i]]];
        t->first[t->home[i] + 1]++;
    }
    for (int f = 0; f < t->count; f++)
        t->first[f + 1] += t->first[f];
    int *at = tml_arena_copy(s->arena, t->first, (size_t)(t->count + 1) * sizeof(int));
    for (int i = 0; i < s->A.n; i++)
        t->member[at[t->home[s->sorted[i]]]++] = s->sorted[i];
}

/* The structure of a front is that of its last group. */
static void list_upper(const symbolic *s, const int *last, tml_ldl_tree *t, tml_arena *arena)
{
    for (int f = 0; f < t->count; f++) {
        t->upper[f + 1] = t->upper[f];
        for (int i = 0; i < s->structure_count[last[f]]; i++)
            t->upper[f + 1] += s->size[s->structure[last[f]][i]];
    }
    t->upper_list = TML_NEW_ARRAY(arena, int, t->upper[t->count] + 1);
    int *to = t->upper_list;
    for (int f = 0; f < t->count; f++)
        for (int i = 0; i < s->structure_count[last[f]]; i++) {
            const int k = s->structure[last[f]][i];
            memcpy(to, s->sorted + s->first[k], (size_t)s->size[k] * sizeof(int));
            to += s->size[k];
        }
}

static tml_ldl_tree make_fronts(const symbolic *s, tml_arena *arena)
{
    tml_ldl_tree t = {.count = 0};
    int *front_of = TML_NEW_ARRAY(s->arena, int, s->groups + 1), *last = TML_NEW_ARRAY(s->arena, int, s->groups + 1);
    for (int k = 0; k < s->groups; k++)
        if (s->into[k] == k)
            last[t.count] = k, front_of[k] = t.count++;
    for (int k = s->groups - 1; k >= 0; k--)
        front_of[k] = front_of[s->into[k]];
    int **const lists[] = {&t.parent, &t.child, &t.next, &t.first, &t.upper};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = TML_NEW_ARRAY(arena, int, t.count + 1);
    t.member = TML_NEW_ARRAY(arena, int, s->A.n + 1);
    t.home = TML_NEW_ARRAY(arena, int, s->A.n + 1);
    for (int f = 0; f < t.count; f++)
        t.child[f] = t.next[f] = -1;
    for (int f = 0; f < t.count; f++) {
        const int above = s->parent[last[f]], p = t.parent[f] = above < 0 ? -1 : front_of[above];
        if (p >= 0)
            t.next[f] = t.child[p], t.child[p] = f;
    }
    list_members(s, front_of, &t);
    list_upper(s, last, &t, arena);
    return t;
}

tml_ldl_tree tml_ldl_tree_make(tml_pattern A, const int *group, int groups, tml_arena *arena)
{
    tml_arena *scratch = tml_arena_part(arena);
    symbolic s = {.A = A, .groups = groups, .arena = scratch};
    int **const lists[] = {&s.order, &s.position, &s.size, &s.first, &s.structure_count, &s.parent, &s.into};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = TML_NEW_ARRAY(scratch, int, groups + 2);
    s.structure = TML_NEW_ARRAY(scratch, int *, groups + 1);
    s.sorted = TML_NEW_ARRAY(scratch, int, A.n + 1);
    s.group = tml_arena_copy(scratch, group, (size_t)A.n * sizeof(int));
    const tml_pattern graph = couple_groups(&s);
    if (groups && amd_order(groups, graph.column, graph.row, s.order, NULL, NULL) < 0)
        tml_arena_give_up(arena);
    for (int k = 0; k < groups; k++)
        s.position[s.order[k]] = k;
    place_free(&s);
    sort_unknowns(&s);
    find_structure(&s, &graph);
    amalgamate(&s);
    const tml_ldl_tree t = make_fronts(&s, arena);
    tml_arena_free(scratch);
    return t;
}
