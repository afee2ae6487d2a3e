/* krylov.h - eigenvalues of largest magnitude of a large matrix given by products, with multiplicity: block Krylov method with
 * Rayleigh-Ritz projection and locking.
 *
 * The basis V, orthonormal in the caller's inner product M, consists of vectors and their images; Ritz values are the eigenvalues of
 * V' M A V. It starts with a block of random vectors and adds more: an eigenvalue is found as often as there are random vectors, and when
 * the basis spans the range of A, none is missing. Locked vectors are deflated: A acts on their complement.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

/* y = A x; non-zero: failure. */
typedef int tml_product(void *context, const double *x, double *y);
/* y = M x of the inner product x' M y: symmetric positive semidefinite. */
typedef void tml_weigh(void *context, const double *x, double *y);

/* Projects x back to the space of eigenvectors, from which rounding has removed it. */
typedef void tml_purge(void *context, double *x);

typedef struct {
    tml_product *product;
    tml_weigh *weigh;
    tml_purge *purge;
    void *context;
    int n;
    int max_size;   /* maximum size of the basis */
    int dimension;  /* dimension of the space, including locked vectors */
    bool symmetric; /* M A is symmetric */
    double noise;   /* relative rounding error of products; 0: negligible */
} tml_krylov_task;

typedef struct {
    int count;       /* eigenvalues, both of a pair; largest first */
    double *re, *im; /* (count) */
    double *x;       /* (n x count) by columns; of a pair the real part, then the imaginary part */
    bool complete;   /* all nonzero ones, with multiplicity */
} tml_krylov_pairs;

typedef struct tml_krylov tml_krylov;

tml_krylov *tml_krylov_make(const tml_krylov_task *task, tml_arena *arena);
/* Deflates a direction: before any call that finds eigenvalues. */
void tml_krylov_lock(tml_krylov *k, const double *x);
/* Adds a vector, an approximation of an eigenvector, to the basis. False: a product failed. */
bool tml_krylov_add_vector(tml_krylov *k, const double *x);
/* Adds `count` random vectors to the basis. */
bool tml_krylov_add_random(tml_krylov *k, int count);
/* The `wanted` largest Ritz values, the basis grown until they have converged; one more if a pair requires it, fewer if
 * there are no more. False: no convergence, or a product failed. Memory from `arena`. */
bool tml_krylov_find(tml_krylov *k, int wanted, tml_arena *arena, tml_krylov_pairs *out);
/* Adds to an eigenvector its component along the locked vectors, which are eigenvectors of the eigenvalue `locked`,
 * different from that of x. x_im NULL: real. False: a product failed. */
bool tml_krylov_unlock(tml_krylov *k, double locked, double re, double im, double *x, double *x_im);
/* Lower estimates of the `wanted` largest magnitudes from a small basis, descending; returns their number. */
int tml_krylov_estimate(tml_krylov *k, int wanted, tml_arena *arena, double *sizes);
int tml_krylov_products(const tml_krylov *k);
