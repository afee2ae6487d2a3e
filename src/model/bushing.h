/* bushing.h - a bushing as written: matrices, free deflection, preload and axes.
 *
 *   f = preload - K (s - offset) - C s'
 */
#pragma once
#include "model/model.h"

typedef struct {
    double K[36], C[36]; /* symmetric, positive semidefinite */
    double offset[6], preload[6];
    tml_mat3 axes; /* of the mount, in the axes of either body */
} tml_mount;

/* A matrix of STIFFNESS_MATRIX or DAMPING_MATRIX; six numbers of DEFLECTION or WRENCH. False with a message. */
bool tml_element_matrix(tml_resolved *r, const tml_element *e, const tml_field *field, double matrix[36]);
bool tml_element_six(tml_resolved *r, const tml_element *e, const tml_field *field, double values[6]);
/* All of them. */
bool tml_element_mount(tml_resolved *r, const tml_element *e, tml_mount *mount);
