/* joint_rows.h - rows of joints: rigid, compliant by stiffness and damping of their own, or penalized. */
#pragma once
#include "system/compile/builder.h"

/* Translation x y z, then rotation x y z. A given half makes all its rows compliant. */
typedef struct {
    bool compliant[2];
    double k[6], c[6];
} tml_row_compliance;

/* As the element gives it; false with a message. */
bool tml_builder_compliance(tml_builder *b, const tml_element *e, tml_row_compliance *out);
/* Rows without a stiffness of their own get that of the treatment. */
void tml_builder_penalize_rows(const tml_builder *b, const tml_joint *joint, tml_row_compliance *compliance);
/* Values of the kind's own fields, in order; NAN: not given. */
bool tml_builder_joint_parameters(tml_builder *b, const tml_element *e, const tml_anchor anchors[2], double par[]);
/* Whether wheels have teeth, and no mere ratio. */
bool tml_element_has_teeth(const tml_element *e);
/* A row that holds a rate, or from the start on a position: rigid, in every treatment of the others. */
void tml_builder_rate_row(tml_builder *b, tml_joint *joint, tml_constraint row);
/* A row of a joint along terms, or where it is compliant in its direction (0 ... 5) a spring along the elastic ones. */
void tml_builder_joint_row(tml_builder *b, tml_joint *joint, tml_terms terms, tml_terms elastic, double target,
                           const char *name, const tml_row_compliance *compliance, int direction);
/* Rows of the rotation of what turns with its curve. */
void tml_builder_track(tml_builder *b, tml_joint *joint, const tml_frames *frames,
                       const tml_row_compliance *compliance);
