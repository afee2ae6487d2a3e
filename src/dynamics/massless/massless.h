/* massless.h - motions without inertia that rigid joints leave free: what the balance of forces asks of them.
 *
 * Along directions P that have no inertia and that constraints leave free, M P = 0 and G P = 0, the equations of motion are
 * P' Q(t, q, v) = 0. Where dampers act they say how fast the body moves; where none act they say where it is, differentiated how fast
 * it moves, and differentiated again how it accelerates.
 */
#pragma once
#include "system/kernel/workspace.h"

typedef struct tml_massless tml_massless;

/* Whether a velocity has no inertia of its own, so that it does not follow from a differential equation. */
bool tml_massless_velocity(const tml_system *system, int speed);
/* At a configuration q: NULL where rigid joints leave nothing without inertia free. independent: (rigid_row_count) rows that stand, or
 * NULL, where only that question is asked. */
tml_massless *tml_massless_make(const tml_system *system, const bool *independent, double t, const double *q,
                                const double *unwrapped, tml_arena *arena);
/* How long the motion lasts, s: what counts as soon where neither masses nor springs and dampers say it. */
void tml_massless_set_span(tml_massless *massless, double span);
/* Brings massless bodies into balance: their places where nothing damps them, and their velocities. 0, or +1 when a body can move
 * without resistance. Bodies that have inertia stay. */
int tml_massless_settle(tml_massless *massless, tml_workspace *work, double t, double *q, double *v);
/* The same along a motion: where the integrator follows the velocities of massless bodies (tml_massless_follow), those that weak dampers
 * decide stay as they are. */
int tml_massless_project(tml_massless *massless, tml_workspace *work, double t, double *q, double *v);
/* At rest, where dampers give nothing: brings massless bodies where springs alone are in balance. 0, or +1. */
int tml_massless_rest(tml_massless *massless, tml_workspace *work, double t, double *q);
/* Whether an integrator follows the velocities of massless bodies themselves (a DAE), or has them from the balance (tml_massless_rates). */
void tml_massless_follow(tml_massless *massless, bool followed);
/* The differential equation of what is left where positions and velocities of massless bodies are eliminated by their balance: brings q
 * and v into balance as tml_massless_settle does; then a (nv), accelerations of what has inertia, no part of it along motions without,
 * and lambda (row_count), both of which the work is evaluated for. 0, or +1. */
int tml_massless_rates(tml_massless *massless, tml_workspace *work, double t, double *q, double *v, double *a,
                       double *lambda);
/* Accelerations a[nv] of all bodies at a state in balance. 0, or +1. */
int tml_massless_solve(tml_massless *massless, tml_workspace *work, double t, const double *q, const double *v,
                       double *a);

/* A motion of one body without inertia. */
typedef struct {
    int body;
    bool rotates;  /* else it slides */
    tml_vec3 axis; /* unit: of rotation, in the body's axes; of sliding, ground axes */
    bool loose;    /* neither a spring nor a damper acts along it */
} tml_massless_motion;

/* After a failure of the functions above: the motion that has no resistance, or the largest that is left free. */
tml_massless_motion tml_massless_find_motion(tml_massless *massless);

/* How springs hold the motions that nothing damps, at a state in balance. */
typedef struct {
    bool known, drives;         /* looked at; along some motion they drive the body away */
    double least;               /* the smallest stiffness of any, by the largest of the same bodies; 1: there is none */
    tml_massless_motion motion; /* the one of which that is true */
} tml_massless_hold;
tml_massless_hold tml_massless_find_hold(tml_massless *massless, tml_workspace *work, double t, const double *q,
                                         const double *v);
/* How many motions without inertia rigid joints leave free. */
int tml_massless_count(const tml_massless *massless);
/* Whether a force f (nv) acts along one of them, at what was last evaluated. */
bool tml_massless_feels(tml_massless *massless, const double *f);
