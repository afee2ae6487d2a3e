/* poses.h - a table that is a motion of several coordinates through poses. */
#pragma once
#include "expression/tabulated.h"
#include "model/motion_numbers.h"

/* Reads the list of poses: a curve for each of their coordinates. `ends`: the word that the table gives, or NULL. False with messages. */
bool tml_poses_read(tml_resolved *r, const tml_node *list, const tml_node *ends, const char *what,
                    const tml_curve_options *options, tml_data_table *made);
