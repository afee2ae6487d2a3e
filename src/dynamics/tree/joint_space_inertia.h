/* joint_space_inertia.h - joint-space inertia matrix of a spanning tree, dense: V (velocities of bodies by joint velocities), M, C.
 *
 * M = V' M_b V = L L' with M_b any block-diagonal inertia of the bodies. Where M alone is singular (massless bodies) M + mu C'C replaces
 * it: the same accelerations, multipliers larger by mu C u'.
 */
#pragma once
#include "dynamics/tree/relative.h"

typedef struct tml_joint_space_inertia tml_joint_space_inertia;

struct tml_joint_space_inertia {
    double *V;   /* (nb x n x nv) ground axes */
    double *M;   /* (nv x nv), then L */
    double *C;   /* (rows x nv) */
    double *B;   /* (n x n) inertia of one body, ground axes */
    double *f;   /* (n) */
    double *MV;  /* (n x nv) */
    double *row; /* (nv) */
    double mu;   /* 0: none */
    bool augmented;
    void *own;
    /* The two functions that depend on the mass distribution of a body: its inertia in ground axes about its centre of
     * mass; its applied forces without gyroscopic ones, minus the inertia forces of the acceleration A (tree->A at it,
     * with all C). */
    void (*body)(tml_relative *j, int body, double *B);
    void (*force)(tml_relative *j, int body, const double *A, double *f);
};

tml_joint_space_inertia *tml_joint_space_inertia_make(tml_relative *j);
int tml_joint_space_inertia_factor(tml_relative *j, double *z);
void tml_joint_space_inertia_forward_pass(tml_relative *j, const double *z, bool with_c, double *u);
void tml_joint_space_inertia_correct_multipliers(tml_relative *j);
