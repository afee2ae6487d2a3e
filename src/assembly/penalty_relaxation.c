/* penalty_relaxation.c - assembly by penalty relaxation: springs in the joints pull the bodies together, inertia
 * damps.
 *
 * W q' = -A' r, r = 0 when closed, by implicit steps (W/h + A'A) d = -A' r whose time step h grows while the spring
 * energy r'r/2 decreases and shrinks otherwise (Levenberg-Marquardt).
 */
#include "assembly/closure.h"
#include "linalg/cholesky.h"
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 2000 };

/* Inertia of a displacement, rotations times the size of the mechanism; bounded below. */
static double inertia_of(const tml_system *s, int j, double mean)
{
    const tml_mass *m = &s->masses[1 + j / s->nvb];
    const int k = j % s->nvb, lin = s->space ? 3 : 2, turn = s->space ? k - 3 : 2;
    const double own = k < lin ? m->mass : m->inertia.m[turn][turn] / (s->size * s->size);
    return fmax(own, 1e-2 * mean);
}

/* (W/h + A'A) d = -A' r, one implicit step of the motion W d' = -A' r over a time h; in c->step. */
static bool relaxation_step(tml_closure *c, const double *W, double inverse_h, double *N)
{
    const size_t n = (size_t)c->s->nv;
    memset(N, 0, n * n * sizeof(double));
    memset(c->step, 0, n * sizeof(double));
    for (int i = 0; i < c->rows; i++)
        for (int k = c->A.start[i]; k < c->A.start[i + 1]; k++) {
            c->step[c->A.column[k]] -= c->A.value[k] * c->r[i];
            for (int m = c->A.start[i]; m < c->A.start[i + 1]; m++)
                N[(size_t)c->A.column[k] * n + (size_t)c->A.column[m]] += c->A.value[k] * c->A.value[m];
        }
    for (size_t j = 0; j < n; j++)
        N[j * n + j] += inverse_h * W[j];
    if (!tml_cholesky(N, c->s->nv, 0))
        return false;
    tml_cholesky_solve(N, c->s->nv, c->step);
    for (int j = 0; j < c->s->nv; j++)
        c->step[j] /= j % c->s->nvb < (c->s->space ? 3 : 2) ? 1 : c->s->size;
    return true;
}

static double spring_energy(const tml_closure *c)
{
    double sum = 0;
    for (int i = 0; i < c->rows; i++)
        sum += 0.5 * c->r[i] * c->r[i];
    return sum;
}

tml_penalty_relaxation *tml_penalty_relaxation_make(const tml_system *s, tml_arena *arena)
{
    const size_t n = (size_t)s->nv;
    tml_penalty_relaxation *p = TML_NEW(arena, tml_penalty_relaxation);
    p->W = TML_NEW_ARRAY(arena, double, n + 1);
    p->N = TML_NEW_ARRAY(arena, double, n *n + 1);
    double mean = 0;
    for (int i = 1; i < s->nb; i++)
        mean += s->masses[i].mass / (s->nb - 1);
    mean = mean > 0 ? mean : 1;
    for (size_t j = 0; j < n; j++)
        p->W[j] = inertia_of(s, (int)j, mean) / mean;
    return p;
}

void tml_closure_relax(tml_closure *c, double *q, tml_penalty_relaxation *p)
{
    tml_closure_residual(c, q, true);
    double energy = spring_energy(c), inverse_h = 10;
    for (int i = 0; i < MAX_STEPS && energy > 0.5 * c->tolerance * c->tolerance; i++) {
        c->stopped = tml_arena_is_cancelled(c->arena);
        if (c->stopped || !relaxation_step(c, p->W, inverse_h, p->N))
            return;
        tml_closure_displace(c, q, 1, c->trial);
        tml_closure_residual(c, c->trial, false);
        const double after = spring_energy(c);
        c->iterations++;
        if (after < energy) {
            const bool resting = after > (1 - 1e-10) * energy;
            memcpy(q, c->trial, (size_t)c->s->nq * sizeof(double));
            energy = after;
            inverse_h *= 0.3;
            tml_closure_residual(c, q, true);
            tml_workspace_accept_angles(c->w);
            if (resting)
                return;
        } else if ((inverse_h *= 5) > 1e12) {
            return;
        } else {
            tml_closure_residual(c, q, true);
        }
    }
}
