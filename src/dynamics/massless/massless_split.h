/* massless_split.h - the balance C w + K x = -b of motions without inertia, split into what dampers and what springs decide. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    double *S;          /* n x (2 n + 2) by rows: [C | K | b1 | b2], eliminated */
    double *T, *right;  /* (n x n) by columns, (n) */
    double *relaxation; /* (n) of damped rows: C/K, s */
    int *order, *pivot; /* (n) */
    int n, damped;      /* of what was last eliminated */
} tml_massless_split;

tml_massless_split tml_massless_split_make(int largest, tml_arena *arena);
/* C, K (n x n) by rows, b1 = P'Q, b2 = (P'Q)'. Dampers that let springs relax within `at_once` seconds do not count. */
void tml_massless_eliminate(tml_massless_split *split, int n, const double *C, const double *K, const double *b1,
                            const double *b2, double at_once);
/* Changes w (n) of velocities: damped rows by C and b1 (those that relax within `kept` seconds stay as they are), the others by K and
 * b2. Then displacements x (n) along what nothing damps, which put the springs in balance. False: something can move without
 * resistance. */
bool tml_massless_velocities(tml_massless_split *split, double kept, double *w);
bool tml_massless_positions(tml_massless_split *split, double *x);

enum { TML_MASSLESS_SMALL = 64 }; /* motions of a group whose springs are looked at one by one */
/* How springs hold what nothing damps. */
typedef struct {
    bool drives;                       /* along some motion they drive away from the balance */
    double least;                      /* smallest stiffness of any motion, by the largest; 1: there is none */
    double motion[TML_MASSLESS_SMALL]; /* (n) along which they hold least, or drive away most */
} tml_massless_springs;
/* Instead of tml_massless_positions: a displacement towards a balance that is stable. False: too many motions. */
bool tml_massless_downhill(tml_massless_split *split, double *x, tml_massless_springs *springs);
