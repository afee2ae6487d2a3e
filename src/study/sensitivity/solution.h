/* solution.h - a solution of the equations of an analysis, as the implicit function theorem needs it.
 *
 *   R(x, p) = 0,      dx/dp = -R_x^-1 R_p,      y = y(x, p), a row of the analysis's table
 *
 *   kinematics, inverse   phi(t, q) = 0                                              (solution_driven.c)
 *   static                phi(q) = 0, Q + G' lambda = 0                              (solution_rest.c)
 *   steady                phi(q) = 0, V'(Q - M a + G' lambda) = 0                    (solution_steady.c)
 *
 * x are positions only: velocities, accelerations and multipliers follow from them by linear equations, which belong to y.
 */
#pragma once
#include "analysis/analysis.h"

typedef struct tml_solution tml_solution;

typedef struct {
    /* Of a task whose system is compiled; the ranks of its rows are those of the report. NULL: *why says what is in the way. */
    tml_solution *(*make)(tml_task *task, const tml_assembly *report, const char **why);
    /* Where the analysis was in a row of its table, or, of a motion, at a time from that row to the next. */
    bool (*take)(tml_solution *x, const tml_table *table, size_t row, double t);
    /* Beside that of another, displaced by factor d (n). */
    void (*place)(tml_solution *x, const tml_solution *other, const double *d, double factor);
    bool (*residual)(tml_solution *x, double *r); /* (residuals) there; false: it is not finite */
    /* Newton's matrix where it is. False: it is singular. */
    bool (*factor)(tml_solution *x);
    /* d (n) = -R_x^-1 r. False: there is no such solution nearby. */
    bool (*solve)(tml_solution *x, const double *r, double *d);
    bool (*fill)(tml_solution *x, double *row);             /* (columns of the table) there */
    void (*leave)(const tml_solution *x, tml_state *state); /* the state in which the analysis leaves it */
    /* Displacements (n) that its equations leave open, one after the other; NULL behind the last. Not wanted of others (NULL). */
    const double *(*loose)(const tml_solution *x, int index);
    /* There is no derivative where it is larger than so many sizes of the mechanism for a change of the parameter by its own value, and Newton's
     * matrix is singular (NULL: never known). What is there then, for the user. */
    double unbounded;
    bool (*is_singular)(const tml_solution *x);
    const char *singular;
} tml_solution_class;

struct tml_solution {
    const tml_solution_class *class;
    tml_task *task;
    int n, residuals; /* displacements, as lengths: angles times the size of the mechanism */
    int gaps;         /* of the residuals the first: of joints and drivers, as lengths */
};

extern const tml_solution_class tml_solution_kinematics, tml_solution_inverse, tml_solution_rest, tml_solution_steady;
/* NULL: the analysis solves no such equations. */
const tml_solution_class *tml_solution_class_of(tml_task *task);
