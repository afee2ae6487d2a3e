/* lane_steps.h - motions of several variants of a planar mechanism at once, one in each lane of vectors: explicit Runge-Kutta with equations that are
 * written out (dynamics/written_out/).
 *
 * Each lane has its own time, step and error control, by the rules of runge_kutta.c and projection.c; a lane that is done takes another motion while
 * the others go on. So what a lane finds depends on its own motion alone.
 */
#pragma once
#include "dynamics/written_out/plane_equations.h"
#include "integrate/integrator.h"
#include "integrate/runge_kutta.h"

/* A motion from t0 to t1: y = (q, u, W), as tml_problem. */
typedef struct {
    const tml_plane_numbers *numbers;
    const tml_problem *problem;
    tml_runge_kutta_start first;
    double projection; /* tolerance of the projection (tml_stabilization) */
} tml_lane_motion;

typedef enum {
    TML_LANE_FREE,
    TML_LANE_BUSY,
    TML_LANE_DONE,
    TML_LANE_GAVE_UP /* it needs more care than lanes take: near singular configurations, at the limit of rounding */
} tml_lane_state;

typedef struct tml_lane_steps tml_lane_steps;

tml_lane_steps *tml_lane_steps_make(const tml_plane_equations *equations, tml_arena *arena);
void tml_lane_steps_load(tml_lane_steps *s, int lane, const tml_lane_motion *motion);
/* Tries one step in every busy lane. */
void tml_lane_steps_try(tml_lane_steps *s);
tml_lane_state tml_lane_steps_state(const tml_lane_steps *s, int lane);
/* The state at the end of a motion that is done, and how many steps it took; the lane is free, whether done or given up. */
void tml_lane_steps_take(tml_lane_steps *s, int lane, double *y, tml_statistics *statistics);
