/* dense_modes.h - how a linearized mechanism moves when it is left alone: dq = Re(x e^(s t)), one mode for each s with Im s >= 0. */
#pragma once
#include "linearize/state_space.h"

typedef struct {
    double re, im;    /* s, 1/s; zero where rigid */
    bool rigid;       /* nothing drives it back: a place that is as good as this one */
    double *x, *x_im; /* (nv) displacements of all bodies, of any size */
} tml_mode;

typedef struct {
    int count;
    tml_mode *list; /* by rising |s| */
    bool symmetric; /* K and M alone: real shapes */
    bool complete;  /* all there are */
} tml_modes;

/* By LAPACK, all of them; `space` was made without inputs. False: it failed. */
bool tml_modes_dense(const tml_linear *l, const tml_state_space *space, tml_arena *arena, tml_modes *out);
/* By rising |s|, rigid ones first. */
void tml_modes_sort(tml_modes *modes);
