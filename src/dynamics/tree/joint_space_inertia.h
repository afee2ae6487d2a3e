/* joint_space_inertia.h - inertia of a spanning tree as dense matrices: V (bodies' speeds by joint speeds), M, C.
 *
 * M = V' M_b V = L L' with M_b any block-diagonal inertia of the bodies. Where M alone is not definite (massless bodies) M + mu C'C
 * stands for it: the same accelerations, multipliers larger by mu C u'.
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
    /* A body's inertia on ground axes about its centre of mass, its forces without gyroscopic ones, less what the acceleration
     * A (tree->A at it, all parts c) needs: the two things that depend on how it is made of mass. */
    void (*body)(tml_relative *j, int body, double *B);
    void (*force)(tml_relative *j, int body, const double *A, double *f);
};

tml_joint_space_inertia *tml_joint_space_inertia_make(tml_relative *j);
int tml_joint_space_inertia_factor(tml_relative *j, double *z);
void tml_joint_space_inertia_forward_pass(tml_relative *j, const double *z, bool with_c, double *u);
void tml_joint_space_inertia_finish(tml_relative *j);
