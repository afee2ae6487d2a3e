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
    double lead, rub;    /* of a worm with friction (tml_tooth) */
    double stiffness, damping, backlash, rest; /* along the pitch line; rest: of the row as drawn */
    double restitution;                        /* of flanks that do not yield */
    double forward, back;                      /* friction over the tangential force, by the way power flows */
    int friction;                              /* interaction; -1: none */
};

/* Where a field gives the teeth of both wheels, [20, 50]; false with a message. */
bool tml_mesh_read_teeth(tml_builder *b, const tml_element *e, double teeth[2]);
/* What acts along the pitch line, apart, about the first wheel by the way along the pitch line, and of a worm around it without the torque. */
typedef struct {
    tml_terms row, apart, around;
    tml_term turn;
} tml_mesh_terms;
/* Those of teeth that are placed on a carrier; false with a message. */
bool tml_mesh_place(struct tml_mesh_scope *m, tml_joint *joint, tml_mesh_terms *out);
/* Teeth that yield, in place of a row. */
void tml_mesh_spring(struct tml_mesh_scope *m, tml_joint *joint, tml_terms row);
/* Teeth with backlash that do not yield, in place of a row. */
void tml_mesh_flanks(struct tml_mesh_scope *m, tml_joint *joint, tml_terms row);
/* What they take. */
void tml_mesh_loss(struct tml_mesh_scope *m, tml_term turn, const tml_terms *around);
