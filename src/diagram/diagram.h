/* diagram.h - quantities that are drawn to teach kinematics and energy, found from the rows of a table.
 *
 * A section is a group of columns: it counts and names them once and fills them row by row. All need the motion of the bodies alone, which is in
 * the table.
 */
#pragma once
#include "analysis/kinematics/transmission.h"
#include "analysis/row_motion.h"

typedef struct {
    int first, second; /* bodies, the first below the second */
    int joint;         /* a hinge or a slider of both, whose centre is always the same; -1: none */
} tml_pole;

/* Two joints of one body. */
typedef struct {
    int body, from, to;
} tml_joint_pair;

typedef struct {
    tml_arena arena;
    const tml_table *table;
    const tml_system *system;
    tml_row_motion row;
    tml_joint_pair *pairs; /* (pair_count) */
    tml_pole *poles;       /* (pole_count) */
    tml_ratios *ratios;    /* transmission angles; NULL: none */
    long *powers;          /* (power_count) columns of drivers and actuators */
    int pair_count, pole_count, power_count;
    long potential, work_done;           /* columns; -1: none */
    bool only_driven;                    /* nothing but drivers and actuators does work */
    double last_time, last_power, input; /* of the integral */
} tml_diagram;

typedef struct {
    size_t (*count)(tml_diagram *d);                                /* of columns, at most; finds what they are of */
    tml_column *(*name)(tml_diagram *d, tml_column *columns);       /* returns the place behind its last one */
    double *(*fill)(tml_diagram *d, const double *row, double *to); /* the same */
} tml_diagram_section;

extern const tml_diagram_section tml_diagram_joints, tml_diagram_poles, tml_diagram_transmission, tml_diagram_screws,
    tml_diagram_energy;

bool tml_diagram_has_place(const tml_joint *joint);                       /* it connects two bodies at a point */
tml_vec3 tml_diagram_place(const tml_diagram *d, const tml_joint *joint); /* of its point on the second body */
tml_vec3 tml_diagram_velocity(const tml_body_motion *m, tml_vec3 at);     /* of the body's point that is there */
