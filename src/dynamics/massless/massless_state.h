/* massless_state.h - the workspace of massless bodies: what their balance and its diagnosis share. */
#pragma once
#include "dynamics/massless/massless.h"
#include "dynamics/massless/massless_kkt.h"
#include "dynamics/massless/massless_split.h"

/* How dampers with short relaxation times are treated; times relative to the time constant of the system. */
typedef struct {
    double at_once; /* faster dampers are neglected: the springs are in static balance */
    double kept;    /* faster dampers leave the velocities unchanged */
} tml_damping_limits;

extern const tml_damping_limits tml_damping_at_start;

struct tml_massless {
    const tml_system *system;
    tml_massless_space *space;
    tml_massless_kkt *kkt; /* NULL: no rows */
    tml_massless_split split;
    double time_constant;              /* time constant of the system: sqrt(m/k), c/k or m/c, s; 0: none */
    double max_stiffness, max_damping; /* largest entries of K and C, rotations as lengths, N/m, N s/m */
    double *C, *K;                     /* of N, by rows */
    double *Cr, *Kr;                   /* of one group, reduced to P, by rows */
    double *b, *br[2];                 /* (count), of one group, reduced: P'Q, (P'Q)' */
    double *Qdot;                      /* (nv) Q' */
    const double *v;                   /* at velocities v */
    double *a;                         /* (nv) and accelerations a */
    double *lambda;                    /* (row_count) */
    double *y;                         /* of one group */
    double *displacement;              /* (count) displacements along N */
    double *dv;                        /* (count) changes of velocities along N */
    double *step, *later, *base;       /* (nv) */
    double *later_q, *later_v;         /* (nq), (nv) */
    double *gradient;                  /* (inputs) */
    double span;                       /* duration of the motion, s; 0: unknown */
    bool integrated;                   /* an integrator advances the velocities of massless bodies */
    int failed;                        /* group that could not be solved */
};

/* 1, or the size of the mechanism for a rotation: what makes a velocity one of a length. */
static inline double tml_massless_unit(const tml_system *s, int velocity)
{
    return velocity % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
}

/* Q, Q', C and K at a state. False: not finite. */
bool tml_massless_differentiate(tml_massless *x, tml_workspace *work, double t, const double *q, const double *v);
/* out (free x free) = B' block B, of a group */
void tml_massless_reduce(const tml_massless_group *g, const double *block, double *out);
/* out (free) = B' N' f */
void tml_massless_reduce_force(const tml_massless *x, const tml_massless_group *g, const double *f, double *out);
/* to (count) += B y */
void tml_massless_expand(const tml_massless_group *g, const double *y, double *to);
/* Descent step of one group to a stable balance, and the stability of its springs. False: the group is too large. */
bool tml_massless_descend_group(tml_massless *x, const tml_workspace *work, const tml_massless_group *g,
                                tml_damping_limits r, tml_massless_springs *springs);
