/* massless.h - bodies without mass that only springs and dampers hold: what the balance of their forces asks of them.
 *
 * Along directions without inertia, P' M = 0, the equations of motion are P' Q(t, q, v) = 0. Where dampers act they say how fast the
 * body moves; where none act they say where it is, differentiated how fast it moves, and differentiated again how it accelerates.
 */
#pragma once
#include "system/work.h"

typedef struct tml_massless tml_massless;

/* Some body lacks mass or inertia and nothing is rigid: M v' = Q cannot be solved for v'. */
bool tml_massless_needed(const tml_system *system);
/* Whether a speed has no inertia of its own, so that it does not follow from a differential equation. */
bool tml_massless_speed(const tml_system *system, int speed);
tml_massless *tml_massless_make(const tml_system *system, tml_arena *arena);
/* Brings massless bodies into balance: their places where nothing damps them, and their speeds. 0, or +1 when a body can move
 * without resistance. */
int tml_massless_settle(tml_massless *massless, tml_work *work, double t, double *q, double *v);
/* The same along a motion that has been followed: speeds that weak dampers decide stay as they are. */
int tml_massless_project(tml_massless *massless, tml_work *work, double t, double *q, double *v);
/* Accelerations a[nv] of all bodies at a state in balance. 0, or +1. */
int tml_massless_solve(tml_massless *massless, tml_work *work, double t, const double *q, const double *v, double *a);
