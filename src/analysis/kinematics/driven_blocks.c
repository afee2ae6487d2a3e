/* driven_blocks.c - blocks found by KLU (BTF), each as a dense matrix. */
#include "analysis/kinematics/driven_blocks.h"
#include <float.h>
#include <math.h>

enum { MAX_BLOCK = 60 };
static const double UNCHANGED = 64 * DBL_EPSILON;

/* Entries of B by their index among the values of the factors. */
static int *entries_of(const tml_driven_sparse *p, tml_arena *arena)
{
    const int count = tml_system_blocks(p->system, p->row_count) * p->system->nvb;
    int *entry = TML_NEW_ARRAY(arena, int, p->lu->pattern.entries + 1);
    for (int e = 0; e < count; e++)
        if (p->at[e] >= 0)
            entry[p->at[e]] = e;
    return entry;
}

static void make_block(tml_driven_block *b, const tml_driven_sparse *p, int first, const int *entry, int *place,
                       tml_arena *arena)
{
    const klu_symbolic *form = p->lu->symbolic;
    const tml_pattern *pattern = &p->lu->pattern;
    const size_t n = (size_t)b->n;
    b->qr = tml_thin_qr_make(b->n, b->n, arena);
    b->entry = TML_NEW_ARRAY(arena, int, n *n);
    for (size_t i = 0; i < n; i++)
        place[form->P[first + (int)i]] = (int)i;
    for (size_t j = 0; j < n; j++) {
        const int column = form->Q[first + (int)j];
        for (size_t i = 0; i < n; i++)
            b->entry[j * n + i] = -1;
        for (int k = pattern->column[column]; k < pattern->column[column + 1]; k++)
            if (place[pattern->row[k]] >= 0)
                b->entry[j * n + (size_t)place[pattern->row[k]]] = entry[k];
    }
    for (size_t i = 0; i < n; i++)
        place[form->P[first + (int)i]] = -1;
}

tml_driven_blocks *tml_driven_blocks_make(const tml_driven_sparse *p, tml_arena *arena)
{
    const klu_symbolic *form = p->lu->symbolic;
    int max = 0;
    for (int b = 0; form && b < form->nblocks; b++)
        max = form->R[b + 1] - form->R[b] > max ? form->R[b + 1] - form->R[b] : max;
    if (!form || max > MAX_BLOCK)
        return NULL;
    tml_driven_blocks *x = TML_NEW(arena, tml_driven_blocks);
    x->count = form->nblocks;
    x->list = TML_NEW_ARRAY(arena, tml_driven_block, x->count + 1);
    x->from = TML_NEW_ARRAY(arena, double, max *max + 1);
    x->to = TML_NEW_ARRAY(arena, double, max *max + 1);
    const int *entry = entries_of(p, arena);
    int *place = TML_NEW_ARRAY(arena, int, p->n + 1);
    for (int i = 0; i < p->n; i++)
        place[i] = -1;
    for (int b = 0; b < x->count; b++) {
        x->list[b].n = form->R[b + 1] - form->R[b];
        make_block(&x->list[b], p, form->R[b], entry, place, arena);
    }
    return x;
}

static void gather(const tml_driven_block *b, const double *B, double *to)
{
    for (int i = 0; i < b->n * b->n; i++)
        to[i] = b->entry[i] >= 0 ? B[b->entry[i]] : 0;
}

void tml_driven_blocks_sigma_min(tml_driven_blocks *x, const double *B, double *sigma)
{
    for (int i = 0; i < x->count; i++) {
        gather(&x->list[i], B, x->list[i].qr.A);
        tml_thin_qr_factor(&x->list[i].qr);
        sigma[i] = x->list[i].qr.sigma_min;
    }
}

double tml_driven_blocks_change_ratio(tml_driven_blocks *x, const double *from, const double *sigma_from,
                                      const double *to, const double *sigma_to, double enlarged)
{
    double max = 0;
    for (int i = 0; i < x->count; i++) {
        gather(&x->list[i], from, x->from);
        gather(&x->list[i], to, x->to);
        const double change = enlarged * tml_thin_qr_difference(&x->list[i].qr, x->from, x->to);
        if (change > UNCHANGED)
            max = fmax(max, change / (sigma_from[i] + sigma_to[i]));
    }
    return max;
}
