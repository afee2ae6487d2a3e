/* numbers.h - what the equations of a planar mechanism are made of: its shape, as whole numbers, and its numbers, which differ from variant to
 * variant.
 *
 * Variants have the same equations if their shapes are the same, and the same of their numbers are 0, 1 or -1: those are folded into the equations.
 */
#pragma once
#include "dynamics/formulation.h"

/* Where the numbers of each thing begin. */
typedef struct {
    int *link, *body, *measure, *term, *row, *law, *expression, *input, *coordinate;
    int size;
} tml_number_places;

typedef struct {
    long long *shape; /* (shape_count), and behind it what each number is folded to */
    int shape_count;
    double *numbers; /* (count) */
    int count;
    tml_number_places at;
} tml_plane_numbers;

/* Of one link: near, far, angle, F; then pose and subspace of a joint that is no hinge. */
enum { TML_LINK_NEAR, TML_LINK_FAR = 2, TML_LINK_ANGLE = 4, TML_LINK_SIGN, TML_LINK_FRAME, TML_LINK_POSE = 8 };
enum { TML_LINK_SUBSPACE = TML_LINK_POSE + 3, TML_LINK_NUMBERS = TML_LINK_SUBSPACE + 9 };
enum { TML_BODY_MASS, TML_BODY_INERTIA, TML_BODY_WEIGHT, TML_BODY_NUMBERS = 4 };
enum { TML_MEASURE_P1, TML_MEASURE_P2 = 2, TML_MEASURE_A1 = 4, TML_MEASURE_A2 = 6, TML_MEASURE_OFFSET = 8 };
enum { TML_ROW_TARGET, TML_ROW_SCALE };
enum { TML_LAW_K, TML_LAW_REST, TML_LAW_C, TML_LAW_PRELOAD, TML_LAW_FACTOR, TML_LAW_BELT };

/* Whether equations in relative coordinates are of a kind that can be written out (plane_equations.h). */
bool tml_plane_numbers_fit(const tml_equations *e);
/* Whether a narrow feature of the motion (expression/narrow_features.h) reads an input. */
bool tml_plane_numbers_feature_reads(const tml_system *system, int input);
/* Memory for those of equations that fit. */
tml_plane_numbers *tml_plane_numbers_make(const tml_equations *e, tml_arena *arena);
/* Reads them; false: there are more or fewer than when the memory was made. */
bool tml_plane_numbers_read(tml_plane_numbers *n, const tml_equations *e);
bool tml_plane_numbers_same_equations(const tml_plane_numbers *a, const tml_plane_numbers *b);
