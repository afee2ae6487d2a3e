/* path_tension.h - what is reported of belts and cables: length and tensions. */
#pragma once
#include "system/channel/channels.h"
#include "system/path.h"

/* What is reported of one: `length`, then `tension` of one section or `tension1`, `tension2` of several, then `wrap1` of each wheel, then in space `fleet`. */
int tml_path_channel_count(const tml_path *path);
tml_column tml_path_channel(const tml_path *path, int i, tml_arena *arena);
double tml_path_value(const tml_instant *at, const tml_joint *joint, int i);

double tml_path_length(const tml_workspace *work, const tml_path *path);
/* Whether it lies on a place between two spans; by which angle. */
bool tml_path_is_wheel(const tml_path *path, int place);
double tml_path_wrap(const tml_workspace *work, const tml_path *path, int place);
/* In space: the largest angle by which a span leaves the plane of a wheel. */
double tml_path_fleet(const tml_workspace *work, const tml_path *path);
/* Of one of its sections, at an instant. */
double tml_path_tension(const tml_instant *at, const tml_joint *joint, int section);
