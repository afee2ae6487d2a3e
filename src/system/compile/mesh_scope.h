/* mesh_scope.h - wheels with teeth while they are compiled. */
#pragma once
#include "system/compile/joint_rows.h"

enum { TML_MAX_MESH_NUMBERS = 16 };

/* What texts of a mesh may name. */
struct tml_mesh_scope {
    tml_builder *b;
    const tml_element *e;
    const tml_mesh_form *form;
    const tml_joint *joint;
    int law;         /* that pushes apart */
    tml_term *terms; /* (measures_count) */
    double numbers[TML_MAX_MESH_NUMBERS];
    double period, load; /* one tooth, m; of placed teeth what pushes apart over the tangential force */
};

/* Where a field gives the teeth of both wheels, [20, 50]; false with a message. */
bool tml_mesh_read_teeth(tml_builder *b, const tml_element *e, double teeth[2]);
/* Row and force of teeth that are placed on a carrier; false with a message. */
bool tml_mesh_place(struct tml_mesh_scope *m, tml_joint *joint, tml_terms *row, tml_terms *apart);
