/* certificate.h - error bounds of a motion, evaluated at the steps of the integrator as well as at output rows. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    double opening, opening_time;   /* m: the largest of any compliant joint, and when */
    double rotation, rotation_time; /* rad: the same for rotations that the joint constrains */
    int opening_joint, rotation_joint;
} tml_opening_extremes;

/* Samples of one state of the motion. */
typedef struct {
    double t, work; /* W there */
    double position, velocity, kinetic, potential;
    tml_opening_extremes opened;
    double rotated; /* rad: the largest rotation held by a force law in space, and which law */
    int rotated_law;
} tml_certificate_sample;

typedef struct {
    bool begun, has_compliant;      /* some joints are compliant */
    double position, velocity;      /* largest residuals of rigid joints */
    double start, energy;           /* T + V at the start; the largest |T + V - W - start| */
    double kinetic, low, high;      /* largest T; range of V */
    double t, work, work_variation; /* the last step, W there; total variation of W */
    double row_t, row_work;         /* the last row */
    tml_opening_extremes opened;
    bool has_pending; /* the end of the last step does not count yet: an event may stop the motion before it */
    tml_certificate_sample pending;
    bool rotates;                 /* some force law holds a rotation in space */
    double rotated, rotated_time; /* rad: the largest of these, and when */
    int rotated_law;
} tml_certificate;

/* Samples the end of a step, at which the equations were just evaluated; work_done: W there. It counts as soon as the
 * next step is sampled, or the motion ends. */
void tml_certificate_take(tml_certificate *c, const tml_equations *e, double t, double work_done);
/* Samples an output row. The first state is the start. */
void tml_certificate_take_row(tml_certificate *c, const tml_equations *e, double t, double work_done);
/* The motion is interrupted at time t: a step beyond it does not count. */
void tml_certificate_interrupt(tml_certificate *c, double t);
/* The motion has ended at time t. */
void tml_certificate_end(tml_certificate *c, double t);
/* Evaluates what a certificate needs at a state: no accelerations. measured: bodies are placed and measured there
 * already. */
void tml_certificate_place(tml_equations *e, double t, const double *q, const double *v, bool measured);
/* The energy exchanged: the larger of T + range of V, and of the total variation of work. It does not depend on output
 * times. */
double tml_certificate_scale(const tml_certificate *c);
/* The largest opening over the rows of a table, if the channel exists and no fact gives it yet. */
void tml_certificate_openings(tml_table *table);
/* Warns if a force law reached half a revolution. */
void tml_certificate_warn(const tml_certificate *c, const tml_task *task);
/* Adds residuals, energy and openings as facts. */
void tml_certificate_facts(const tml_certificate *c, const tml_system *system, tml_table *table);
