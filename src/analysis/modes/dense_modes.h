/* dense_modes.h - free motions of a linearized mechanism: dq = Re(x e^(s t)), one mode for each s with Im s >= 0. */
#pragma once
#include "linearize/state_space.h"

typedef struct {
    double re, im;    /* s, 1/s; zero for a rigid-body mode */
    bool rigid;       /* no restoring force: a neighbouring equilibrium */
    double *x, *x_im; /* (nv) displacements of all bodies, of any amplitude */
} tml_mode;

typedef struct {
    int count;
    tml_mode *list; /* by increasing |s| */
    bool symmetric; /* K and M alone: real shapes */
    bool complete;  /* all there are */
} tml_modes;

/* By LAPACK, all of them; `space` was made without inputs. False: it failed. */
bool tml_modes_dense(const tml_linear *l, const tml_state_space *space, tml_arena *arena, tml_modes *out);
/* By increasing |s|, rigid-body modes first. */
void tml_modes_sort(tml_modes *modes);
