/* conflict.h - a minimal set of joints, drivers and initial values that contradict each other, and an edit that cures
 * it. */
#pragma once
#include "base/status.h"
#include "diagnosis/trial.h"

typedef struct {
    tml_part *parts; /* (count) in the order of the file; inconsistent together, consistent without any one of them */
    int count;
    bool fewest;   /* no fewer parts contradict each other there */
    bool rates;    /* their velocities contradict each other */
    int motions;   /* drivers and initial values among them */
    bool possible; /* positions: there is no contradiction, only the guess does not lead to a solution */
    int mobility;  /* degrees of freedom that all joints of these bodies leave; -1: unknown */
} tml_conflict;

/* The contradiction where `failed` has its widest gap, in positions or (rates) in velocities at the trial's q; count
 * 0: not found within bounds. Restricts the trial to the parts connected there. */
tml_conflict tml_conflict_find(tml_trial *trial, const double *failed, bool rates);
/* "joints O, A and D and driver a", in the arena. */
const char *tml_conflict_names(const tml_system *system, const tml_conflict *conflict, tml_arena *arena);
/* One body's pose from which the mechanism closes, tried; NULL: none. */
const char *tml_conflict_guess(tml_trial *trial, int *body);
/* One edit of the model with which everything works, tried: "remove joint D"; NULL: none was found. *part: what it
 * changes. */
const char *tml_conflict_cure(tml_trial *trial, const tml_conflict *conflict, tml_part *part);
/* One edit of a joint among `set` that keeps the rank of all rows, and so the degrees of freedom, with fewer rows;
 * NULL. */
const char *tml_redundancy_cure(tml_trial *trial, const tml_conflict *set, int rank);
tml_place tml_part_place(const tml_system *system, tml_part part);
const char *tml_part_name(const tml_system *system, tml_part part);
