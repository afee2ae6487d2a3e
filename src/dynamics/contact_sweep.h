/* contact_sweep.h - contacts one after the other, each solved alone against the present impulses of the others: what the solver is made of. */
#pragma once
#include "dynamics/contact_solver.h"
#include <math.h>

/* Number of normals: 1, or 0 of friction alone. */
static inline int tml_contact_normals(const tml_contact_block *c)
{
    return c->limit < 0 ? 1 : 0;
}

static inline double tml_contact_most_friction(const tml_contact_block *c)
{
    return c->limit < 0 ? c->friction * c->P[0] : c->limit;
}

/* Of up to three components, none of which is large or small enough to overflow when squared. */
static inline double tml_contact_length(const double *p, int n)
{
    return n == 1 ? fabs(p[0])
                  : sqrt((n > 0 ? p[0] * p[0] : 0) + (n > 1 ? p[1] * p[1] : 0) + (n > 2 ? p[2] * p[2] : 0));
}

/* J_i X_k of two rows. */
double tml_contact_coupling(const tml_contact_solver *s, int i, int k);
/* W and rho of a contact. */
void tml_contact_find_local(const tml_contact_solver *s, tml_contact_block *c);
/* One sweep, from the first contact to the last or back; the largest residual of a contact just before it was solved. */
double tml_contact_sweep(tml_contact_solver *s, bool back, double *v);
/* What contact i leaves at velocities v. */
double tml_contact_residual(const tml_contact_solver *s, int i, const double *v);
/* The largest of all. */
double tml_contact_largest_residual(const tml_contact_solver *s, const double *v);
/* Sum of the squares of these residuals. */
double tml_contact_merit(const tml_contact_solver *s, const double *v);
