/* speed_profile.h - moves from rest to rest within limits of speed, acceleration and jerk: trapezoids and S-curves of the speed. */
#pragma once
#include "expression/motion.h"

typedef struct {
    double speed;                      /* above zero; INFINITY: none */
    double acceleration, deceleration; /* above zero; INFINITY: none */
    double jerk;                       /* above zero; INFINITY: none, the speed is a trapezoid */
    double over;                       /* how long it takes; 0: as short as the limits allow */
} tml_speed_limits;

enum { TML_PROFILE_PIECES = 7 };

/* The least time for a way (> 0) within the limits, one of acceleration and jerk finite; the speed reached in *peak. */
double tml_speed_profile_least(const tml_speed_limits *limits, double way, double *peak);
/* The least acceleration and deceleration, the same, with which the way takes `over` without a limit of jerk, the speed limited; NAN: none. */
double tml_speed_profile_acceleration(double way, double over, double speed);
/* The pieces of a move from the value `from` by `rise`, not zero, that begins at x; `over` is not below the least time. Their number. */
int tml_speed_profile(const tml_speed_limits *limits, double x, double from, double rise,
                      tml_motion_piece pieces[TML_PROFILE_PIECES]);
