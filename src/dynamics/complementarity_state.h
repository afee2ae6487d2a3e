/* complementarity_state.h - what the files that solve one problem of complementarity share. */
#pragma once
#include "dynamics/complementarity.h"
#include "linalg/lapack.h"
#include <math.h>

typedef struct {
    tml_complementarity *p;
    double *rho;       /* (n) force per acceleration: the inverse diagonal of R at the accelerations */
    double *F;         /* (n) residual, as forces */
    double *J;         /* (n x n) by columns */
    double *LU;        /* (n x n) */
    double *load;      /* (n) gradient of a limit by x */
    double *by_r;      /* (m) the same by r */
    double *kept;      /* (n) forces of a solution */
    double *step;      /* (n) */
    lapack_int *pivot; /* (n) */
    double *pivoting;  /* (tml_pivoting_work) */
    double scale;      /* the largest force */
    bool nearest;      /* where forces are not unique, a step goes to the nearest, not to the smallest */
    bool
        accepts_slip; /* friction may begin to slide although its own limit at rest would hold it: rest has no solution */
} tml_complementarity_solver;

/* Its arrays, in the work of a problem. */
static inline tml_complementarity_solver tml_complementarity_solver_of(tml_complementarity *p)
{
    const int n = p->n;
    double *w = p->work;
    tml_complementarity_solver s = {
        .p = p, .rho = w, .F = w + n, .load = w + 2 * n, .kept = w + 3 * n, .step = w + 4 * n};
    s.J = w + 5 * n, s.LU = s.J + n * n, s.by_r = s.LU + n * n;
    s.pivot = (lapack_int *)(s.by_r + p->m);
    s.pivoting = s.by_r + p->m + n;
    return s;
}

static inline double tml_complementarity_entry(const tml_complementarity *p, int result, int force)
{
    return p->R[force * p->m + result];
}

/* Of a contact or stop, or of friction that does not slip yet: the mode is to be found. */
static inline bool tml_condition_is_undecided(const tml_condition *i)
{
    return i->kind == TML_CONDITION_UNILATERAL || (i->kind == TML_CONDITION_FRICTION && !i->slips);
}

/* What slips already, and a law, need none. */
static inline bool tml_condition_has_acceleration(const tml_condition *i)
{
    return i->kind != TML_CONDITION_LAW && i->acceleration >= 0;
}

/* r of the forces x. */
void tml_complementarity_results(tml_complementarity *p);
/* A limit, and its gradient by x, into load. */
double tml_complementarity_limit(tml_complementarity_solver *s, const tml_condition *i, tml_limit_kind kind);
/* The limit of what holds against slip, for a force of this sense. */
static inline double tml_complementarity_holding(tml_complementarity_solver *s, tml_condition *i, double force)
{
    i->against = force;
    return tml_complementarity_limit(s, i, TML_LIMIT_HOLDING);
}
/* Which limit tells sticking from sliding, of friction in its present mode. */
static inline tml_limit_kind tml_complementarity_threshold(const tml_complementarity_solver *s, const tml_condition *i)
{
    return s->accepts_slip && i->mode == TML_SLIDES ? TML_LIMIT_SLIDING : TML_LIMIT_HOLDING;
}
/* The guess that all is held, without forces. */
void tml_complementarity_guess_held(tml_complementarity *p);
/* r, F and J in the present modes. */
void tml_complementarity_equations(tml_complementarity_solver *s);

/* Newton's method; the modes follow the iterates, unless they are held. The sign of the determinant at the solution, 0 where it is singular; -2: there is none. */
int tml_complementarity_iterate(tml_complementarity_solver *s, bool hold);
/* Whether the modes are those that the inequalities permit, up to rounding. */
bool tml_complementarity_modes_hold(tml_complementarity_solver *s);
/* Keeps the modes and forces of a solution; takes those kept. */
void tml_complementarity_keep(tml_complementarity_solver *s);
void tml_complementarity_restore(tml_complementarity_solver *s);

/* ---- all combinations of modes (complementarity_combinations.c) ---- */

enum { TML_MAX_COMBINATIONS = 20000 }; /* more are not tried */
double tml_complementarity_combinations(const tml_complementarity *p);
/* Looks for solutions; `found`: for others than the one that is kept. */
tml_complementarity_outcome tml_complementarity_try_all(tml_complementarity_solver *s, bool found);

/* ---- by pivoting (complementarity_pivoting.c) ---- */

/* What the modes are told from, where forces are not unique. */
typedef enum { TML_BY_ACCELERATIONS, TML_BY_FORCES } tml_modes_told;

int tml_pivoting_work(int n);
/* Forces and modes by complementary pivoting, from forces x at which limits are linearized. False: it finds none. */
bool tml_complementarity_pivoting(tml_complementarity_solver *s, tml_modes_told by);

/* Forces and modes of contacts without friction, whose matrix is symmetric (complementarity_nonnegative.c). False: there is friction, or rounding is in the way. */
bool tml_complementarity_nonnegative(tml_complementarity_solver *s);

static inline double tml_condition_length(const double *v, int size)
{
    double sum = 0;
    for (int a = 0; a < size; a++)
        sum = hypot(sum, v[a]);
    return sum;
}
