/* motion_profile.h - moves within limits of speed, acceleration and jerk, as the model file has them. */
#pragma once
#include "expression/speed_profile.h"
#include "model/motion_numbers.h"

typedef enum { TML_TRAPEZOID, TML_S_CURVE } tml_profile_kind;
#define TML_PROFILE_WORDS "trapezoid s_curve"

/* The limits of a move by `rise` in a map: speed, acceleration, deceleration, jerk, over. A way of zero needs `over`. False with a message. */
bool tml_speed_limits_read(tml_motion_numbers *m, const tml_node *map, tml_profile_kind kind, double rise,
                           tml_speed_limits *limits);
/* A limit in the map of a law that has none; NULL: none. */
const tml_node *tml_speed_limits_find(const tml_node *map);
/* A table that is one move: {from:, to:, speed:, acceleration:, deceleration:, jerk:, over:, start:}. `units`: of plain numbers for time and the
 * value; NULL: none. False with messages. */
bool tml_profile_read(tml_resolved *r, const tml_node *map, tml_profile_kind kind, const char *what,
                      const tml_curve_options *options, const tml_unit *units, tml_tabulated *made);
