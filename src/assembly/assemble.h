/* assemble.h - positions and speeds that satisfy joints, drivers and `initial`, near a guess. */
#pragma once
#include "system/kernel/workspace.h"

enum { TML_CHANGES_SHOWN = 8 };
#define TML_RELAXED_TEXT                                                                                               \
    "no position near the drawing closes all joints; method: implicit, springs in the joints, has pulled the bodies "  \
    "together from there, on whichever branch that leads to"

/* One thing that assembly has changed, in words: "coupler by 3.2 mm", "A.speed = -24 rad/s, not given". */
typedef struct {
    const char *text;
    tml_place place; /* of the joint or body */
    double weight;   /* the largest comes first */
    int order;
} tml_change;

typedef struct {
    tml_change *list;
    int count;
} tml_changes;

typedef struct tml_singular tml_singular;

typedef struct {
    bool pulls;                /* in: springs in the joints pull the bodies together before Newton's steps */
    double position, velocity; /* largest residuals, m or rad, per s */
    int iterations;
    int rank;                      /* of the rigid rows */
    bool *independent, *shared;    /* (rigid_row_count) rows that stand; rows whose reactions are not unique */
    int free_count;                /* freedoms: nv - rank */
    tml_singular *singular;        /* the start is a singular configuration of the joints; NULL: it is not */
    bool pulled;                   /* Newton's steps did not close it: springs in the joints pulled it together first */
    tml_changes moved;             /* bodies that are not where they were drawn */
    tml_changes chosen;            /* coordinates and velocities that nothing names and nothing settles */
    struct tml_massless *massless; /* motions without inertia that are left free, brought into balance; NULL: none */
    bool unbalanced;               /* they could not be: something can move without resistance */
    double *
        unwrapped; /* (measure_count) in: where angles in space are counted from, out: the angles found; NULL: from zero */
} tml_assembly;

/* What must be satisfied: all rows, those of compliant joints and `initial` too; or only the rigid rows (a later analysis). */
typedef enum { TML_CLOSE_ALL, TML_CLOSE_RIGID } tml_closing;
#define TML_START_TOLERANCE 1e-12 /* of the size of the mechanism, unless an analysis asks for another */

/* From the guess in q, v to a closed state. TML_STOPPED: it is no longer wanted. TML_FAILED with messages when it cannot be closed or only on another branch. */
tml_status tml_assemble(const tml_system *system, tml_closing what, double t, double tolerance, double *q, double *v,
                        tml_assembly *report, tml_arena *arena, tml_log *log);
/* Only the rank of the rigid rows at a state as it is. */
void tml_assembly_rank(const tml_system *system, double t, const double *q, const double *v, tml_assembly *report,
                       tml_arena *arena);
/* The first TML_CHANGES_SHOWN of them in one text, and how many more there are. */
const char *tml_changes_text(const tml_changes *changes, const char *between, tml_arena *arena);
/* "joint A, row x" / "driver along", in the arena. */
const char *tml_row_name(const tml_system *system, int row, tml_arena *arena);
