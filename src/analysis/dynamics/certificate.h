/* certificate.h - bounds on a motion, taken at the integrator's own steps as well as at the rows of output. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    double opening, opening_time;   /* m: the largest of a compliant joint, and when */
    double rotation, rotation_time; /* rad: the same about the axes that the joint holds */
    int opening_joint, rotation_joint;
} tml_opened;

/* One state of the motion. */
typedef struct {
    double t, work; /* W there */
    double position, velocity, kinetic, potential;
    tml_opened opened;
    double rotated; /* rad: the largest rotation that a law holds in space, and which */
    int rotated_law;
} tml_certified;

typedef struct {
    bool begun, complies;      /* some joints are compliant */
    double position, velocity; /* largest residuals of rigid joints */
    double start, energy;      /* T + V at the start; the largest |T + V - W - start| */
    double kinetic, low, high; /* largest T; range of V */
    double t, work, turnover;  /* the last step, W there; sum of |changes of W| from step to step */
    double row_t, row_work;    /* the last row */
    tml_opened opened;
    bool waits; /* the end of the last step is not yet taken in: an event may stop the motion before it */
    tml_certified waiting;
    bool rotates;                 /* some law holds a rotation in space */
    double rotated, rotated_time; /* rad: the largest of these, and when */
    int rotated_law;
} tml_certificate;

/* Takes in the end of a step, which the equations were just evaluated at; work_done: W there. It counts when the next one comes, or at the
 * end. */
void tml_certificate_take(tml_certificate *c, const tml_equations *e, double t, double work_done);
/* Takes in a row of output. The first state of all is the start. */
void tml_certificate_take_row(tml_certificate *c, const tml_equations *e, double t, double work_done);
/* The motion has ended at time t. */
void tml_certificate_end(tml_certificate *c, double t);
/* Evaluates what a certificate needs at a state: no accelerations. measured: bodies are placed and measured there already. */
void tml_certificate_place(tml_equations *e, double t, const double *q, const double *v, bool measured);
/* The energy that was exchanged: the larger of T + swing of V, and of the turnover of work. It does not depend on output times. */
double tml_certificate_scale(const tml_certificate *c);
/* The largest opening over the rows of a table, where the channel exists and no fact tells it yet. */
void tml_certificate_openings(tml_table *table);
/* A warning where a law came to half a turn. */
void tml_certificate_warn(const tml_certificate *c, const tml_task *task);
/* Residuals, energy, openings as facts. */
void tml_certificate_facts(const tml_certificate *c, const tml_system *system, tml_table *table);
