/* kkt.h - sparse KKT matrices: solutions, and the signs of the curvature along the constraints.
 *
 *   H = [ a A + mu   s G' ]      A (n x n) of symmetric pattern, G (m x n) with independent rows
 *       [    s G      0   ]
 *
 * With Z a basis of the null space of G, H has m negative eigenvalues and those of Z' (a A + mu) Z (Haynsworth, Gould).
 */
#pragma once
#include "linalg/ldl.h"
#include "linalg/sparse_lu.h"

typedef struct {
    int n, m;
    tml_pattern A;
    double *A_value;               /* (A.entries) to be filled */
    int *transposed;               /* (A.entries) where the entry of A' stands */
    const int *G_start, *G_column; /* (m + 1), (entries) of rows */
    double *G_value;               /* (entries) to be filled; rows of about unit length */
    int *A_at, *diagonal, *G_at;   /* where entries, and (n) diagonal ones, stand in H; G_at: of G, then of G' */
    tml_pattern H;
    double *H_value;
    double scale; /* s of the last factors */
    bool symmetric;
    tml_arena *arena;
    tml_ldl *ldl;
    tml_lu *lu; /* where A is not symmetric; NULL until then */
    double *b;  /* (n + m) */
} tml_kkt;

/* group (n): coordinates of one group, from 0 to groups - 1, are eliminated together, constraints with one of theirs. */
tml_kkt *tml_kkt_make(tml_pattern A, int m, const int *G_start, const int *G_column, const int *group, int groups,
                      tml_arena *arena);
/* Factors H; symmetric: with (A + A')/2. False: singular. Gives up in its arena without memory. */
bool tml_kkt_factor(tml_kkt *k, double a, double mu, double scale, bool symmetric);
/* Negative eigenvalues of Z' (a A + mu) Z, as last factored with its symmetric part; -1: unknown, rows of G are dependent. */
int tml_kkt_negative(const tml_kkt *k);
/* (a A + mu) x + s G' y = f, s G x = c. c NULL: zero. y may be NULL; x may be f. */
void tml_kkt_solve(tml_kkt *k, const double *f, const double *c, double *x, double *y);
