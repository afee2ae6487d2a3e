/* trial.h - a mechanism with some of its constraints left out or changed: can it be closed, can it move as requested?
 *
 * A part is what a user can name and remove: a joint, a driver, an entry of `initial`. Its rows are those of the
 * assembly.
 */
#pragma once
#include "linalg/minimum_norm.h"
#include "system/kernel/workspace.h"

typedef enum { TML_PART_JOINT, TML_PART_DRIVER, TML_PART_INITIAL } tml_part_kind;

typedef struct {
    tml_part_kind kind;
    int index; /* joint, drive or start of the system */
} tml_part;

typedef struct {
    tml_system system; /* a copy, whose measures and initial values may be changed */
    tml_workspace *work;
    tml_arena *arena;
    double t, tolerance;
    bool with_starts;                             /* `initial` counts */
    int joint_rows;                               /* of joints and drivers; then those of `initial` */
    int rows;                                     /* in total, of positions and velocities */
    bool *on;                                     /* (rows) active in a trial */
    bool *scope;                                  /* (rows) may be active: the others belong to unrelated mechanisms */
    double *shift;                                /* (rows) added to the targets of positions */
    const double *guess, *velocities, *unwrapped; /* where a trial starts: (nq), (nv), (measure_count) */
    double *q, *v;                                /* where the last one ended */
    double *r;                                    /* (rows) residuals there, of active rows; angles times the size */
    double cost, budget;                          /* floating-point operations, roughly */
    bool stopped;                                 /* cancelled: nothing closes or moves any more */
    /* the linear problem of the active rows and their columns */
    tml_row_matrix A;
    double *full, *right, *x, *step;
    int *column, *touched;
} tml_trial;

tml_trial *tml_trial_make(const tml_system *system, double t, double tolerance, int joint_rows, bool with_starts,
                          const double *guess, const double *velocities, const double *unwrapped, tml_arena *arena);
/* Whether the active rows can be closed by Newton's method from the guess, or from a nearby one; the positions are
 * then in q. */
bool tml_trial_closes(tml_trial *trial);
bool tml_trial_closes_as_guessed(tml_trial *trial);
/* Residuals of the active rows, at q and (rates) v; the largest. */
double tml_trial_residual(tml_trial *trial, const double *q, bool rates);
/* Whether the active rows allow velocities as requested at q; they are then in v. */
bool tml_trial_moves(tml_trial *trial);
/* Degrees of freedom that the rows of joints leave at q: of the bodies in active rows. */
int tml_trial_mobility(tml_trial *trial);
/* Whether it closes from the guess, and moves: as in a run. */
bool tml_trial_works(tml_trial *trial);

/* Rank of the active rows at q, and (may be NULL) which of them are independent of those before; their matrix stays in
 * A. */
int tml_trial_rank(tml_trial *trial, const double *q, bool *independent);

/* Activates or deactivates the rows of a part; all rows. */
void tml_trial_put(tml_trial *trial, tml_part part, bool on);
void tml_trial_put_all(tml_trial *trial, bool on);
/* Its budget is spent, or it was stopped. */
bool tml_trial_exhausted(const tml_trial *trial);
