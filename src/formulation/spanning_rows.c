/* spanning_rows.c - rows of the held constraints over the joints they pull on: Z = G L^-T, row by row towards the ground. */
#include "formulation/spanning_limb.h"
#include <string.h>

/* Limbs between the bodies of a row and the ground, children first; `marks` (count) is all zero before and after. Even where a row's
 * forces balance, what its bodies' joints give way to goes on to the ground. */
static int path_of(const tml_spanning *t, const tml_constraint *row, int *marks, int *list)
{
    const tml_system *s = t->system;
    int count = 0;
    for (int k = row->first_block; k < row->first_block + row->block_count; k++)
        for (int body = s->blocks[k].body; body; body = t->limbs[t->of_body[body]].parent) {
            const int limb = t->of_body[body];
            if (marks[limb])
                break;
            marks[limb] = 1;
            list[count++] = limb;
        }
    for (int a = 1; a < count; a++) {
        const int x = list[a];
        int b = a;
        for (; b > 0 && list[b - 1] < x; b--)
            list[b] = list[b - 1];
        list[b] = x;
    }
    for (int a = 0; a < count; a++)
        marks[list[a]] = 0;
    return count;
}

void tml_spanning_pattern(const tml_spanning *t, tml_arena *arena, int **start, int **column, int **limb_start,
                          int **limb)
{
    const tml_system *s = t->system;
    const int rows = s->row_count;
    int *marks = TML_NEW_ARRAY(arena, int, t->count + 1), *list = TML_NEW_ARRAY(arena, int, t->count + 1);
    *start = TML_NEW_ARRAY(arena, int, rows + 1);
    *limb_start = TML_NEW_ARRAY(arena, int, rows + 1);
    for (int pass = 0; pass < 2; pass++) {
        int entries = 0, limbs = 0;
        for (int i = 0; i < rows; i++) {
            const int count = path_of(t, &s->rows[i], marks, list);
            for (int a = 0; a < count; a++) {
                if (pass)
                    (*limb)[limbs] = list[a];
                limbs++;
                for (int k = 0; k < t->limbs[list[a]].freedoms; k++, entries++)
                    if (pass)
                        (*column)[entries] = t->limbs[list[a]].at + k;
            }
            (*start)[i + 1] = entries;
            (*limb_start)[i + 1] = limbs;
        }
        if (!pass) {
            *column = TML_NEW_ARRAY(arena, int, entries + 1);
            *limb = TML_NEW_ARRAY(arena, int, limbs + 1);
        }
    }
}

static inline void rows_all(tml_spanning *t, const tml_work *work, const int *limb_start, const int *limb, double *Z,
                            const int n)
{
    const tml_system *s = t->system;
    for (int i = 0; i < s->row_count; i++) {
        for (int a = limb_start[i]; a < limb_start[i + 1]; a++)
            memset(t->limbs[limb[a]].F, 0, (size_t)n * sizeof(double));
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const tml_limb *l = &t->limbs[t->of_body[s->blocks[k].body]];
            add_force(work, l, work->G + (size_t)k * (size_t)n, l->F, n);
        }
        for (int a = limb_start[i]; a < limb_start[i + 1]; a++) {
            tml_limb *l = &t->limbs[limb[a]];
            absorb(l, l->F, Z, n);
            Z += l->freedoms;
            if (l->parent)
                hand_on(l->d, l->F, t->limbs[t->of_body[l->parent]].F, n);
        }
    }
}

void tml_spanning_rows(tml_spanning *tree, const tml_work *work, const int *limb_start, const int *limb, double *Z)
{
    if (tree->n == 3)
        rows_all(tree, work, limb_start, limb, Z, 3);
    else
        rows_all(tree, work, limb_start, limb, Z, 6);
}
