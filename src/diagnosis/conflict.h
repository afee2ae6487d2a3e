/* conflict.h - the smallest set of joints, drivers and start values that contradict each other, and an edit that cures it. */
#pragma once
#include "base/status.h"
#include "diagnosis/trial.h"

typedef struct {
    tml_part *parts; /* (count) as they are written; together they cannot be, without any one of them they can */
    int count;
    bool fewest;   /* no fewer parts contradict each other there */
    bool rates;    /* it is their speeds that contradict each other */
    int motions;   /* drivers and start values among them */
    bool possible; /* positions: nothing contradicts itself, only the guess does not lead there */
    int mobility;  /* degrees of freedom that all joints of these bodies leave; -1: not known */
} tml_conflict;

/* What contradicts itself where `failed` has its widest gap, in positions or (rates) in speeds at the trial's q; count 0: it was not found
 * within bounds. What the trial tries is then bound to what hangs together there. */
tml_conflict tml_conflict_find(tml_trial *trial, const double *failed, bool rates);
/* "joints O, A and D and driver a", in the arena. */
const char *tml_conflict_names(const tml_system *system, const tml_conflict *conflict, tml_arena *arena);
/* One body's pose that makes the guess lead to a closed mechanism, tried; NULL: none. */
const char *tml_conflict_guess(tml_trial *trial, int *body);
/* One edit of the model with which everything works, tried: "remove joint D"; NULL: none was found. *part: what it changes. */
const char *tml_conflict_cure(tml_trial *trial, const tml_conflict *conflict, tml_part *part);
/* One edit of a joint among `set` with which the rank of all rows, and so the degrees of freedom, stays as it is, with fewer rows; NULL. */
const char *tml_redundancy_cure(tml_trial *trial, const tml_conflict *set, int rank);
tml_place tml_part_place(const tml_system *system, tml_part part);
const char *tml_part_name(const tml_system *system, tml_part part);
