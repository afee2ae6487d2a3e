/* placement.h - a frame in another one: rotation and origin. */
#pragma once
#include "geometry/vector.h"

typedef struct {
    tml_mat3 R;
    tml_vec3 p;
} tml_placement;

tml_placement tml_placement_of(tml_vec3 p, tml_vec3 roll_pitch_yaw); /* rotations about fixed x, y, z */
tml_placement tml_placement_times(const tml_placement *a, const tml_placement *b);
tml_placement tml_placement_inverse(const tml_placement *a);
tml_vec3 tml_placed(const tml_placement *a, tml_vec3 point);
