/* contact_solver.h - velocities after a step with contacts and friction: complementarity in velocities and impulses.
 *
 *   v = v_free + X P,  u = J v       0 <= P_n  perpendicular to  u_n + e u_n^- >= 0
 *   |P_t| <= mu P_n,  and where the slip u_t is not zero  P_t = -mu P_n u_t/|u_t|      (a cone, not a pyramid)
 * Joints obey, if X = M^-1 (J' + G' L) with G X = 0. Gauss-Seidel over the contacts (each solved alone, exactly), then Newton's method for all
 * that are closed: sweeps find which ones stick and slide, Newton's method the rest of the digits. With many contacts sweeps by conjugate gradients, and
 * what they leave in clusters, by pivoting. What is left of the conditions is the residual, a velocity: the certificate of the solution.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

/* Rows up to which Newton's method is tried first: more are left to the sweeps. */
enum { TML_FEW_CONTACT_ROWS = 400 };

/* One contact: its normal and up to two tangents, rows first ... first + size - 1; or friction alone, with a given limit. */
typedef struct {
    int first, size;
    double friction; /* mu */
    double bounce;   /* e u_n^-: wanted is u_n >= -bounce */
    double limit;    /* the most of |P| where all rows are tangents; < 0: the first row is a normal */
    double P[3];
    double W[3][3], rho;  /* of the solver: J X of its rows; the most that its tangents answer with */
    double inverse[3][3]; /* of W; its first number is NAN where there is none */
} tml_contact_block;

/* A row of J: on up to two bodies, n numbers each at these places of v. */
typedef struct {
    int at[2]; /* -1: none */
    double J[12];
    double offset; /* speed of a belt: u = J v + offset */
    double MJ[12]; /* of X on the same bodies, where X is no more */
    double *X;     /* (nv) or NULL */
} tml_contact_row;

typedef struct {
    int nv, n; /* velocities of all bodies, of one */
    tml_contact_block *contacts;
    tml_contact_row *rows;
    int contact_count, row_count;
    int contact_capacity, row_capacity;
    int row_high;               /* rows ever used: these have memory for X */
    long sweeps, newton_steps;  /* of the last solution */
    double residual;            /* m/s */
    tml_arena *arena, *scratch; /* scratch: of Newton's method */
} tml_contact_solver;

tml_contact_solver *tml_contact_solver_make(int nv, int n, tml_arena *arena);
/* From the impulses in the contacts, v = v_free + X P for these; v and P become the solution. True: the residual is below the
 * tolerance (m/s). */
bool tml_contact_solver_solve(tml_contact_solver *s, double tolerance, double *v);
/* u = J v + offset of a row. */
double tml_contact_speed(const tml_contact_solver *s, int row, const double *v);
/* v += X p of a row. */
void tml_contact_push(const tml_contact_solver *s, int row, double p, double *v);
