/* krylov.h - eigenvalues of largest size of a large matrix that is known by its products only, multiple ones as often as they are.
 *
 * A basis V, orthonormal in an inner product of the caller's, of vectors and their images; eigenvalues are those of V' M A V. It begins
 * with a block of random vectors and takes in further ones: an eigenvalue shows as many times as there are random vectors, and where
 * the basis holds all that A can reach, nothing is missing. What is locked is left out: A is taken on its complement.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

/* y = A x; non-zero: it cannot be had. */
typedef int tml_product(void *context, const double *x, double *y);
/* y = M x, of the inner product x' M y: symmetric, positive semidefinite. */
typedef void tml_weigh(void *context, const double *x, double *y);

/* x, off where eigenvectors are by rounding, is put back there. */
typedef void tml_purge(void *context, double *x);

typedef struct {
    tml_product *product;
    tml_weigh *weigh;
    tml_purge *purge;
    void *context;
    int n;
    int most;       /* vectors that the basis may have */
    int reach;      /* so many independent ones there are at most, locked ones too */
    bool symmetric; /* M A is */
    double noise;   /* of images, as a part of them: what rounding of A leaves; 0: nothing to speak of */
} tml_krylov_task;

typedef struct {
    int count;       /* eigenvalues, of a pair both; the largest first */
    double *re, *im; /* (count) */
    double *x;       /* (n x count) by columns; of a pair the real part, then the imaginary one */
    bool complete;   /* all that are not zero, as often as they are */
} tml_krylov_pairs;

typedef struct tml_krylov tml_krylov;

tml_krylov *tml_krylov_make(const tml_krylov_task *task, tml_arena *arena);
/* Leaves a direction out: before anything is found. */
void tml_krylov_lock(tml_krylov *k, const double *x);
/* A vector that is thought to be near what is looked for joins the basis. False when a product fails. */
bool tml_krylov_seed(tml_krylov *k, const double *x);
/* `count` more random vectors join the basis. */
bool tml_krylov_refresh(tml_krylov *k, int count);
/* The largest `wanted` eigenvalues that the basis shows, the basis grown until they have converged; more where pairs ask for it, fewer
 * where there are no more. False when they do not converge or a product fails. Memory from `arena`. */
bool tml_krylov_find(tml_krylov *k, int wanted, tml_arena *arena, tml_krylov_pairs *out);
/* An eigenvector of A, as found, with its part along what is locked: those are eigenvectors to the eigenvalue `locked`, which is not
 * that of x. x_im NULL: real. False when a product fails. */
bool tml_krylov_unlock(tml_krylov *k, double locked, double re, double im, double *x, double *x_im);
/* Sizes of the largest `wanted` eigenvalues as a small basis shows them, falling, too small rather than too large: how many. */
int tml_krylov_guess(tml_krylov *k, int wanted, tml_arena *arena, double *sizes);
int tml_krylov_products(const tml_krylov *k);
