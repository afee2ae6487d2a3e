/* massless.h - massless bodies: motions without inertia that rigid joints leave free, determined by the balance of forces.
 *
 * Along directions P without inertia that the constraints leave free, M P = 0 and G P = 0, the equations of motion are
 * P' Q(t, q, v) = 0. Where dampers act they determine the velocity; elsewhere they determine the position, by one differentiation the
 * velocity, and by another the acceleration.
 */
#pragma once
#include "system/kernel/workspace.h"

typedef struct tml_massless tml_massless;

/* Whether a velocity has no inertia, so that no differential equation determines it. */
bool tml_massless_velocity(const tml_system *system, int velocity);
/* At a configuration q: NULL if rigid joints leave no motion without inertia free. independent: (rigid_row_count) rows
 * that are enforced, or NULL if only that question is asked. */
tml_massless *tml_massless_make(const tml_system *system, const bool *independent, double t, const double *q,
                                const double *unwrapped, tml_arena *arena);
/* Duration of the motion, s: the time scale where neither masses nor springs and dampers give one. */
void tml_massless_set_span(tml_massless *massless, double span);
/* Brings massless bodies into balance: their positions where nothing damps them, and their velocities. 0, or +1 if a
 * body can move without resistance. Bodies with inertia stay. */
int tml_massless_balance(tml_massless *massless, tml_workspace *work, double t, double *q, double *v);
/* The same during a motion: if the integrator advances the velocities of massless bodies (tml_massless_set_integrated),
 * those that weak dampers determine are kept. */
int tml_massless_project(tml_massless *massless, tml_workspace *work, double t, double *q, double *v);
/* At rest, where dampers exert no force: brings massless bodies where the springs alone are in balance. 0, or +1. */
int tml_massless_static_balance(tml_massless *massless, tml_workspace *work, double t, double *q);
/* Whether an integrator advances the velocities of massless bodies (a DAE), or takes them from the balance
 * (tml_massless_rates). */
void tml_massless_set_integrated(tml_massless *massless, bool integrated);
/* The ODE after elimination of positions and velocities of massless bodies by their balance: brings q and v into
 * balance as tml_massless_balance does; then a (nv), accelerations of bodies with inertia, without components along
 * massless motions, and lambda (row_count); work is evaluated there. 0, or +1. */
int tml_massless_rates(tml_massless *massless, tml_workspace *work, double t, double *q, double *v, double *a,
                       double *lambda);
/* Accelerations a (nv) of all bodies at a state in balance. 0, or +1. */
int tml_massless_solve(tml_massless *massless, tml_workspace *work, double t, const double *q, const double *v,
                       double *a);

/* A motion of one body without inertia. */
typedef struct {
    int body;
    bool rotates;    /* otherwise it translates */
    tml_vec3 axis;   /* unit: of rotation, in the body's axes; of translation, in ground axes */
    bool unresisted; /* neither a spring nor a damper acts along it */
} tml_massless_motion;

/* After a failure of the functions above: the motion without resistance, or the largest that is left free. */
tml_massless_motion tml_massless_find_motion(tml_massless *massless);

/* Stability of the undamped motions under their springs, at a state in balance. */
typedef struct {
    bool known, unstable; /* analysed; some motion has negative stiffness */
    double min_stiffness; /* the smallest stiffness relative to the largest of the same bodies; 1: no such motion */
    tml_massless_motion motion; /* the motion with that stiffness */
} tml_massless_stability;
tml_massless_stability tml_massless_find_stability(tml_massless *massless, tml_workspace *work, double t,
                                                   const double *q, const double *v);
/* Number of motions without inertia that rigid joints leave free. */
int tml_massless_count(const tml_massless *massless);
/* Whether a force f (nv) acts along one of them, at the state last evaluated. */
bool tml_massless_is_loaded(tml_massless *massless, const double *f);
