/* row_motion.h - the motion of the bodies as a row of a table tells it, ground axes.
 *
 *   v_P = v + omega x r      a_P = a + alpha x r + omega x (omega x r)      r = P - c, c: centre of mass
 *
 * Poses come from the workspace, which is set to those of the row.
 */
#pragma once
#include "analysis/analysis.h"
#include "base/names.h"
#include "system/system.h"

typedef struct {
    tml_vec3 centre, v, omega, a, alpha;
    tml_mat3 R;
} tml_body_motion;

/* First columns of a body: x, vx, omega(x), ax, alpha(x). */
typedef struct {
    long position, velocity, angular_velocity, acceleration, angular_acceleration;
} tml_body_columns;

typedef struct {
    const tml_table *table;
    const tml_system *system;
    tml_workspace *work;
    tml_names columns;       /* of the table */
    long time;               /* its column; -1: none */
    tml_body_columns *where; /* (nb) */
    tml_body_motion *bodies; /* (nb) at the row */
    double *q, *v;           /* (nq) of the row; (nv) zeros */
} tml_row_motion;

/* The analysis that made the table, or the last one of a model that has fewer; -1: the model has none. */
int tml_row_motion_analysis(const tml_model *model, const tml_table *table);
/* False: the table does not tell the motion. */
bool tml_row_motion_find(tml_row_motion *motion, const tml_table *table, const tml_system *system, tml_arena *arena);
long tml_row_motion_column(const tml_row_motion *motion, const char *element, const char *what); /* -1: none */
void tml_row_motion_take(tml_row_motion *motion, const double *row);
