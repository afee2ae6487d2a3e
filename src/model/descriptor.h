/* descriptor.h - the keys of the model file that belong to no kind of joint, force or analysis. */
#pragma once
#include "model/force_class.h"

extern const tml_field tml_section_fields[]; /* the top of the file */
extern const size_t tml_section_fields_count;
extern const tml_field tml_display_fields[]; /* of display: the units of what is shown */
extern const size_t tml_display_fields_count;
extern const tml_field tml_output_file_fields[]; /* of output: what result files keep */
extern const size_t tml_output_file_fields_count;
extern const tml_field tml_part_fields[]; /* of a part, besides the sections that it may have */
extern const size_t tml_part_fields_count;
extern const tml_field tml_use_fields[];
extern const size_t tml_use_fields_count;
extern const tml_field tml_repeat_fields[]; /* every element may have these */
extern const size_t tml_repeat_fields_count;
extern const tml_field tml_body_fields[];
extern const size_t tml_body_fields_count;
extern const tml_field tml_axis_angle_fields[], tml_euler_fields[], tml_frame_fields[]; /* of an orientation */
extern const size_t tml_axis_angle_fields_count, tml_euler_fields_count, tml_frame_fields_count;
extern const tml_field tml_inertia_fields[]; /* of an inertia in a frame or about a point */
extern const size_t tml_inertia_fields_count;
extern const tml_field tml_analysis_common_fields[]; /* every analysis has these: set, assemble */
extern const size_t tml_analysis_common_fields_count;
extern const tml_field tml_table_fields[]; /* in long form */
extern const size_t tml_table_fields_count;
extern const tml_field tml_profile_fields[]; /* of a move within limits */
extern const size_t tml_profile_fields_count;
extern const tml_field tml_road_fields[]; /* of a random road */
extern const size_t tml_road_fields_count;
extern const tml_field tml_pose_fields[]; /* of a pose, besides its coordinates */
extern const size_t tml_pose_fields_count;
extern const tml_field tml_segment_fields[]; /* of a motion */
extern const size_t tml_segment_fields_count;
extern const tml_field tml_event_fields[];
extern const size_t tml_event_fields_count;
extern const tml_field tml_action_fields[]; /* of `do`, in the order in which they act */
extern const size_t tml_action_fields_count;
extern const tml_field tml_sweep_fields[];
extern const size_t tml_sweep_fields_count;
extern const tml_field tml_stiffness_fields[];
extern const size_t tml_stiffness_fields_count;
extern const tml_field tml_limit_fields[]; /* of the limits of a coordinate */
extern const size_t tml_limit_fields_count;
/* of offset and preload */
extern const tml_field tml_deflection_fields[], tml_wrench_fields[];
extern const size_t tml_deflection_fields_count, tml_wrench_fields_count;
extern const tml_field tml_friction_fields[]; /* of a joint */
extern const size_t tml_friction_fields_count;
/* Of the clearance of a joint: its sizes, then what a contact has; returns how many. */
enum { TML_MAX_CLEARANCE_FIELDS = 24 };
size_t tml_clearance_fields_find(tml_field fields[static TML_MAX_CLEARANCE_FIELDS]);
extern const tml_field tml_stabilization_fields[];
extern const size_t tml_stabilization_fields_count;

/* The common fields that a kind of joint takes; returns how many. */
enum { TML_MAX_COMMON_FIELDS = 16 };
size_t tml_joint_fields(const tml_joint_class *joint, tml_field fields[static TML_MAX_COMMON_FIELDS]);
size_t tml_force_fields(const tml_force_class *force, tml_field fields[static TML_MAX_COMMON_FIELDS]);
/* Whether a part may have a section. */
bool tml_section_in_part(const tml_field *section);
