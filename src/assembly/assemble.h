/* assemble.h - assembly: positions and velocities that satisfy joints, drivers and `initial`, close to a guess. */
#pragma once
#include "system/kernel/workspace.h"

enum { TML_CHANGES_SHOWN = 8 };
#define TML_RELAXED_TEXT                                                                                               \
    "no position near the drawing closes all joints; method: implicit (springs in the joints) has pulled the bodies "  \
    "together from there, on whichever branch that leads to"

/* One change made by assembly, as text: "coupler by 3.2 mm", "A.speed = -24 rad/s, not given". */
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
    bool relax_first;          /* in: penalty relaxation (springs in the joints) before Newton's method */
    double position, velocity; /* largest residuals, m or rad, per s */
    int iterations;
    int rank;                       /* of the rigid rows */
    bool *independent, *non_unique; /* (rigid_row_count) independent rows; rows whose reactions are not unique */
    int free_count;                 /* degrees of freedom: nv - rank */
    int position_count;             /* of positions: more than these where rows are nonholonomic */
    tml_singular *singular;         /* the start is a singular configuration of the joints; NULL: it is regular */
    bool relaxed;                   /* Newton's method did not close it: penalty relaxation was used first */
    tml_changes moved;              /* bodies that are not where they were drawn */
    tml_changes chosen;             /* coordinates and velocities that nothing gives and nothing determines */
    struct tml_massless *massless;  /* massless motions that remain free, in equilibrium; NULL: none */
    bool unbalanced;                /* no equilibrium was found: something can move without resistance */
    double *
        unwrapped; /* (measure_count) in: where angles in space are unwrapped from, out: the angles found; NULL: from zero */
} tml_assembly;

/* What must be satisfied: all rows, including those of compliant joints and `initial`; or only the rigid rows (a later
 * analysis), with those of its own `initial` or without. */
typedef enum { TML_CLOSE_ALL, TML_CLOSE_RIGID, TML_CLOSE_RIGID_AND_INITIAL } tml_closing;
#define TML_START_TOLERANCE 1e-12 /* of the size of the mechanism, unless an analysis asks for another */

/* From the guess in q, v to a closed state. TML_STOPPED: cancelled. TML_FAILED with messages if it cannot be closed,
 * or only on another branch. */
tml_status tml_assemble(const tml_system *system, tml_closing what, double t, double tolerance, double *q, double *v,
                        tml_assembly *report, tml_arena *arena, tml_log *log);
/* Only the rank of the rigid rows at a given state. */
void tml_assembly_rank(const tml_system *system, double t, const double *q, const double *v, tml_assembly *report,
                       tml_arena *arena);
/* The first TML_CHANGES_SHOWN of them as one text, and how many more there are. */
const char *tml_changes_text(const tml_changes *changes, const char *between, tml_arena *arena);
/* "joint A, row x" / "driver along", in the arena. */
const char *tml_row_name(const tml_system *system, int row, tml_arena *arena);
