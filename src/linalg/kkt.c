/* kkt.c - the KKT matrix: symmetric by LDL', which counts negative eigenvalues; otherwise by KLU. */
#include "linalg/kkt.h"
#include <math.h>
#include <string.h>

static void mark_all(const tml_kkt *k, tml_marks *marks)
{
    for (int i = 0; i < k->n + k->m; i++)
        tml_mark(marks, i, i);
    for (int j = 0; j < k->n; j++)
        for (int e = k->A.column[j]; e < k->A.column[j + 1]; e++)
            tml_mark(marks, k->A.row[e], j);
    for (int i = 0; i < k->m; i++)
        for (int e = k->G_start[i]; e < k->G_start[i + 1]; e++) {
            tml_mark(marks, k->n + i, k->G_column[e]);
            tml_mark(marks, k->G_column[e], k->n + i);
        }
}

static void find_positions(tml_kkt *k)
{
    const int entries = k->G_start[k->m];
    for (int j = 0; j < k->n; j++) {
        k->diagonal[j] = tml_pattern_find(&k->H, j, j);
        for (int e = k->A.column[j]; e < k->A.column[j + 1]; e++) {
            k->transposed[e] = tml_pattern_find(&k->A, j, k->A.row[e]);
            k->A_at[e] = tml_pattern_find(&k->H, k->A.row[e], j);
        }
    }
    for (int i = 0; i < k->m; i++)
        for (int e = k->G_start[i]; e < k->G_start[i + 1]; e++) {
            k->G_at[e] = tml_pattern_find(&k->H, k->n + i, k->G_column[e]);
            k->G_at[entries + e] = tml_pattern_find(&k->H, k->G_column[e], k->n + i);
        }
}

/* Constraints are eliminated with the first of their coordinates: the rest is then coupled by A alone. */
static const int *group_rows(const tml_kkt *k, const int *group)
{
    int *all = TML_NEW_ARRAY(k->arena, int, k->n + k->m + 1);
    memcpy(all, group, (size_t)k->n * sizeof(int));
    for (int i = 0; i < k->m; i++)
        all[k->n + i] = -1;
    return all;
}

tml_kkt *tml_kkt_make(tml_pattern A, int m, const int *G_start, const int *G_column, const int *group, int groups,
                      tml_arena *arena)
{
    tml_kkt *k = TML_NEW(arena, tml_kkt);
    *k = (tml_kkt){.n = A.n, .m = m, .A = A, .G_start = G_start, .G_column = G_column, .arena = arena};
    k->A_value = TML_NEW_ARRAY(arena, double, A.entries + 1);
    k->G_value = TML_NEW_ARRAY(arena, double, G_start[m] + 1);
    k->transposed = TML_NEW_ARRAY(arena, int, A.entries + 1);
    k->A_at = TML_NEW_ARRAY(arena, int, A.entries + 1);
    k->diagonal = TML_NEW_ARRAY(arena, int, A.n + 1);
    k->G_at = TML_NEW_ARRAY(arena, int, 2 * G_start[m] + 1);
    k->b = TML_NEW_ARRAY(arena, double, A.n + m + 1);
    tml_marks marks = {.arena = arena};
    mark_all(k, &marks);
    k->H = tml_pattern_make(&marks, A.n + m);
    k->H_value = TML_NEW_ARRAY(arena, double, k->H.entries + 1);
    find_positions(k);
    k->ldl = tml_ldl_make(k->H, group_rows(k, group), groups, arena);
    return k;
}

static void fill(tml_kkt *k, double a, double mu, double scale)
{
    const int entries = k->G_start[k->m];
    double *H = k->H_value;
    memset(H, 0, (size_t)k->H.entries * sizeof(double));
    for (int e = 0; a != 0 && e < k->A.entries; e++)
        H[k->A_at[e]] = a * (k->symmetric ? 0.5 * (k->A_value[e] + k->A_value[k->transposed[e]]) : k->A_value[e]);
    for (int j = 0; j < k->n; j++)
        H[k->diagonal[j]] += mu;
    for (int e = 0; e < entries; e++)
        H[k->G_at[e]] = H[k->G_at[entries + e]] = scale * k->G_value[e];
}

bool tml_kkt_factor(tml_kkt *k, double a, double mu, double scale, bool symmetric)
{
    k->scale = scale;
    k->symmetric = symmetric;
    fill(k, a, mu, scale);
    if (symmetric) {
        tml_ldl_factor(k->ldl, k->H_value);
        return tml_ldl_zero(k->ldl) == 0;
    }
    if (!k->lu)
        k->lu = tml_lu_make(k->H, k->arena);
    memcpy(k->lu->value, k->H_value, (size_t)k->H.entries * sizeof(double));
    const double quality = tml_lu_factor(k->lu, true);
    if (quality < 0)
        tml_arena_give_up(k->arena);
    return quality > 0;
}

int tml_kkt_negative(const tml_kkt *k)
{
    const int all = tml_ldl_negative(k->ldl);
    return all >= k->m && tml_ldl_zero(k->ldl) == 0 ? all - k->m : -1;
}

void tml_kkt_solve(tml_kkt *k, const double *f, const double *c, double *x, double *y)
{
    double *b = k->b;
    memcpy(b, f, (size_t)k->n * sizeof(double));
    for (int i = 0; i < k->m; i++)
        b[k->n + i] = c ? c[i] : 0;
    if (k->symmetric)
        tml_ldl_solve(k->ldl, b);
    else
        tml_lu_solve(k->lu, b);
    memcpy(x, b, (size_t)k->n * sizeof(double));
    for (int i = 0; y && i < k->m; i++)
        y[i] = b[k->n + i];
}
