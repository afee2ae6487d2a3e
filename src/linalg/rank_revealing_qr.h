/* rank_revealing_qr.h - the directions that the rows of a matrix span, and those they leave free, both orthonormal (LAPACK).
 *
 * A (m x n), its rows brought to length 1 by D and put in an order P:   A' D^-1 P = [Y Z] [R; 0]
 * Y (n x rank) spans the rows, Z (n x (n - rank)) what is free: A Z = 0.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int m, n, rank;
    double *rows;   /* (n x m) by columns: in, the rows of A one after the other; out, R */
    double *basis;  /* (n x n) by columns: Y, then Z */
    double *length; /* (m) D */
    double *unit;   /* (m) what y counts in where it is not unique, 1 each unless set */
    int *order;     /* (m) P: rows in the order taken, from 0 */
    double *tau;    /* (m) */
    double *work;   /* (m + n) */
    double *wide;   /* (m x m) */
} tml_rank_qr;

tml_rank_qr tml_rank_qr_make(int m, int n, tml_arena *arena);
/* Factors what f->rows holds. Rows shrunk to `least` of their length depend on those before them; no more than `most` are
 * taken. False when there is no memory; rows that are no numbers make a basis that is none, of rank 0. */
bool tml_rank_qr_factor(tml_rank_qr *f, int most, double least);
/* Z: the n - rank free directions, by columns. */
const double *tml_rank_qr_null_space(const tml_rank_qr *f);
/* x (n): the shortest with A x = b (m). */
void tml_rank_qr_solve(const tml_rank_qr *f, const double *b, double *x);
/* y (m): of those that make |A' y - b| smallest, the one with the shortest y / unit. b (n); where it is not finite, y is not. False when
 * there is no memory. */
bool tml_rank_qr_solve_transpose(const tml_rank_qr *f, const double *b, double *y);
/* y (m) with A' y = 0: the k-th of m - rank independent ones, of which the largest |D y| is 1. */
void tml_rank_qr_dependence(const tml_rank_qr *f, int k, double *y);
