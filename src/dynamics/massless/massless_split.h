/* massless_split.h - balance C w + K x = -b of massless motions, split into what dampers and what springs determine. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    double *S;          /* n x (2 n + 2) by rows: [C | K | b1 | b2], eliminated */
    double *T, *right;  /* (n x n) by columns, (n) */
    double *relaxation; /* (n) relaxation time of damped rows: C/K, s */
    int *order, *pivot; /* (n) */
    int n, damped;      /* of the last elimination */
} tml_massless_split;

tml_massless_split tml_massless_split_make(int largest, tml_arena *arena);
/* C, K (n x n) by rows, b1 = P'Q, b2 = (P'Q)'. Dampers with relaxation times below `at_once` seconds are neglected. */
void tml_massless_eliminate(tml_massless_split *split, int n, const double *C, const double *K, const double *b1,
                            const double *b2, double at_once);
/* Changes w (n) of velocities: damped rows by C and b1 (those with relaxation times below `kept` seconds are left
 * unchanged), the others by K and b2. Then displacements x (n) along undamped directions that bring the springs into
 * balance. False: some motion has no resistance. */
bool tml_massless_velocities(tml_massless_split *split, double kept, double *w);
bool tml_massless_positions(tml_massless_split *split, double *x);

enum { TML_MASSLESS_SMALL = 64 }; /* largest number of motions of a group whose stability is analysed */
/* Stability of the undamped motions. */
typedef struct {
    bool unstable;                     /* some motion has negative stiffness */
    double min_stiffness;              /* smallest stiffness relative to the largest; 1: no such motion */
    double motion[TML_MASSLESS_SMALL]; /* (n) the least stable one */
} tml_massless_springs;
/* Instead of tml_massless_positions: a descent step towards a stable balance. False: too many motions. */
bool tml_massless_descend(tml_massless_split *split, double *x, tml_massless_springs *springs);
