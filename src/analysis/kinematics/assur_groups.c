/* assur_groups.c - Assur groups by a maximum matching of constraints and coordinates and its strong components (BTF). */
#include "analysis/kinematics/assur_groups.h"
#include <btf.h>
#include <string.h>

typedef struct {
    int n;        /* coordinates */
    int columns;  /* constraints */
    int *Ap, *Ai; /* coordinates in a constraint */
    tml_arena *arena;
} structure;

static void add_column(structure *x, const int *coordinates, int count)
{
    x->Ap[x->columns + 1] = x->Ap[x->columns];
    for (int i = 0; i < count; i++)
        x->Ai[x->Ap[x->columns + 1]++] = coordinates[i];
    x->columns++;
}

/* A row counts for all coordinates of its bodies, so that bodies are not split. */
static void add_rows(structure *x, const tml_system *s, const bool *independent)
{
    for (int i = 0; i < s->row_count; i++) {
        int list[64], count = 0;
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            for (int c = 0; c < s->nvb && count < 64; c++)
                list[count++] = (s->blocks[k].body - 1) * s->nvb + c;
        if (independent[i])
            add_column(x, list, count);
    }
}

/* match (n): a constraint for every coordinate; unmatched ones represent themselves. */
static int *match_all(structure *x)
{
    int *match = TML_NEW_ARRAY(x->arena, int, x->n + 1),
        *work = TML_NEW_ARRAY(x->arena, int, 5 * (x->columns + x->n) + 1);
    double effort;
    btf_maxtrans(x->n, x->columns, x->Ap, x->Ai, 0, &effort, match, work);
    for (int i = 0; i < x->n; i++)
        if (match[i] < 0) {
            match[i] = x->columns;
            add_column(x, &i, 1);
        }
    return match;
}

void tml_assur_groups(const tml_system *s, const bool *independent, int *group, tml_arena *arena)
{
    int entries = s->nv;
    for (int i = 0; i < s->row_count; i++)
        entries += s->rows[i].block_count * s->nvb;
    structure x = {.n = s->nv, .arena = arena};
    x.Ap = TML_NEW_ARRAY(arena, int, s->row_count + s->nv + 2);
    x.Ai = TML_NEW_ARRAY(arena, int, entries + 1);
    add_rows(&x, s, independent);
    int *match = match_all(&x);
    int *P = TML_NEW_ARRAY(arena, int, s->nv + 1), *R = TML_NEW_ARRAY(arena, int, s->nv + 2);
    const int blocks = btf_strongcomp(s->nv, x.Ap, x.Ai, match, P, R, TML_NEW_ARRAY(arena, int, 4 * s->nv + 1));
    memset(group, 0, (size_t)s->nb * sizeof(int));
    for (int b = 0; b < blocks; b++)
        for (int k = R[b]; k < R[b + 1]; k++)
            if (b + 1 > group[P[k] / s->nvb + 1])
                group[P[k] / s->nvb + 1] = b + 1;
}
