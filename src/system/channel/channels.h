/* channels.h - everything that is reported: names and units of all channels of a system, and their values at an
 * instant. */
#pragma once
#include "model/channel.h"
#include "system/kernel/workspace.h"

/* One instant, evaluated: all measures, accelerations, multipliers. */
typedef struct {
    const tml_workspace *work;
    double t;
    const double *q;      /* (nq) */
    const double *a;      /* (nv) accelerations */
    const double *lambda; /* (rigid_row_count) */
    double work_done;     /* by all non-conservative forces, since the start */
    double energy_start;
    double friction_loss, impact_loss; /* since the start */
    bool single;                       /* no motion: there is no start to compare with */
    double position, velocity;         /* largest residuals */
} tml_instant;

/* All channels, t first; in the arena. */
tml_column *tml_channels(const tml_system *system, tml_arena *arena, size_t *count);
size_t tml_channels_count(const tml_system *system);
/* Of what their names are made of: systems of one model in which it is the same have the same channels. */
uint64_t tml_channels_digest(const tml_system *system);
/* Their values, in the same order. */
void tml_channels_fill(const tml_instant *instant, double *row);
/* Only those of the elements that have one of some columns: the others of the row stay as they are. */
typedef struct {
    struct tml_channel_part *parts;
    int count;
    size_t end; /* behind the columns of all elements */
} tml_channel_selection;
tml_channel_selection tml_channels_select(const tml_system *system, const size_t *columns, int count, tml_arena *arena);
/* Only multipliers of rows before this one are among them. */
int tml_channels_rows(const tml_system *system, tml_channel_selection selection);
/* Outputs of the user, from a row in which the channels that they read are filled. */
void tml_channels_fill_outputs(const tml_workspace *work, double *row);
/* A result, from a row of channels just filled. */
double tml_result_value(const tml_workspace *work, const tml_result_input *result, const double *row);
void tml_channels_fill_selected(const tml_instant *instant, tml_channel_selection selection, double *row);
/* q (nq): the positions of the bodies in such a row. */
void tml_channels_positions(const tml_system *system, const double *row, double *q);
/* What joint j exerts on its second body at the joint point, ground axes: fx fy fz tx ty tz. */
/* Of a joint of one row, rigid or compliant. */
double tml_row_multiplier(const tml_instant *instant, const tml_joint *joint);
/* Tangential, radial and normal tooth force; returns values. */
const double *tml_tooth_forces(const tml_instant *instant, const tml_joint *joint, double values[3]);
void tml_joint_reaction(const tml_instant *instant, int joint, double wrench[6]);
/* Where two rolling surfaces touch, ground axes. */
tml_vec3 tml_rolling_point(const tml_workspace *work, const tml_joint *joint);
/* Power of a force law along one term. */
double tml_law_power(const tml_workspace *work, int law);
/* Friction along its slip, or its size where that has several directions; power of all friction of a joint. */
double tml_joint_friction_value(const tml_workspace *work, const tml_joint_friction *friction);
double tml_joint_friction_power(const tml_workspace *work, const tml_joint *joint);
/* Power of all friction, in joints and contacts: never above zero. */
double tml_friction_power(const tml_workspace *work);
/* Of a contact: contact_channels.c. */
double tml_contact_channel(const tml_instant *at, const tml_force *force, const tml_force_channel *channel);
/* Where two bodies touch, and what acts there on the second one, ground axes (TML_CONTACT_VALUES); force: of each law, or its impulse. */
void tml_contact_pair_wrench(const tml_workspace *work, const tml_contact_pair *pair, const double *force,
                             double *values);
/* What a force exerts along its first measure: its law there, and its friction (force_along.c). */
double tml_force_along(const tml_workspace *work, const tml_force *force);
/* Whether the friction of a force lets nothing slip (sticking.c). */
bool tml_force_sticks(const tml_instant *at, const tml_force *force);
/* Whether they touch, and slip nowhere (sticking.c). */
bool tml_contact_pair_sticks(const tml_instant *at, const tml_contact_pair *pair);
/* Whether a force reports a channel: slip and friction are of contacts that have friction. */
bool tml_contact_reports(const tml_system *system, const tml_force *force, const tml_force_channel *channel);
/* The i-th channel of a joint with clearance beside those of every joint, NULL behind the last; its value. */
const tml_channel *tml_clearance_channel(const tml_system *system, const tml_joint *joint, int i);
double tml_clearance_value(const tml_instant *at, const tml_joint *joint, const tml_channel *channel);
/* Whether a joint has friction that may stick, and whether all of that does (sticking.c); at no instant (NULL) it does not. */
bool tml_joint_can_stick(const tml_system *system, const tml_joint *joint);
bool tml_joint_sticks(const tml_instant *at, const tml_joint *joint);
double tml_instant_energy(const tml_instant *instant);
