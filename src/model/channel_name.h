/* channel_name.h - names of positions and speeds as expressions use them, known from the descriptors alone:
 *
 * crank.x crank.vx crank.angle crank.omega   hand.P.x hand.P.vx   O.angle O.speed   spring.length spring.rate
 */
#pragma once
#include "model/channel.h"
#include "model/model.h"

/* The channel of a body (`point`: of a point of it) that expressions know by this last part of a name; NULL: none. */
const tml_channel *tml_body_channel(const char *part, bool space, bool point);

/* What a name refers to in the text of a use; *is_rotation: whether it is an angle or an angular velocity. */
tml_channel_sort tml_channel_find(const tml_resolved *r, const char *name, const tml_use *use, bool *is_rotation);
/* The name of a channel, of a parameter, of a state or of time closest to a misspelt one in a text of a use, or NULL. */
const char *tml_channel_nearest(const tml_resolved *r, const char *name, const tml_use *use, tml_arena *arena);
/* The channel among `names` that other programs call `name`: O.speed for O.omega, O.angle for O; NULL: none. */
const char *tml_channel_other_word(const tml_names *names, const char *name);
/* A channel of the results that expressions cannot use: it follows from the equations of motion. */
bool tml_channel_is_result(const tml_model *model, const char *name, const tml_use *use);
/* One of the whole, as an energy, which forces cannot use either. */
bool tml_channel_is_whole(const tml_model *model, const char *name);
void tml_channel_refuse_whole(tml_log *log, const char *what, const char *name, tml_place place);
/* A state, or the value of a ready piece such as a controller, that a text of a use names. */
bool tml_name_is_state(const tml_model *model, const char *name, const tml_use *use);
/* Whether an unknown name may belong to an element that could not be read, so that it is no error of its own. */
bool tml_name_is_doubtful(const tml_model *model, const char *name);

/* Messages about names: an unknown one; a speed where a position is needed; a result in an expression. */
void tml_channel_refuse(const tml_resolved *r, const char *what, const char *name, tml_place place, tml_arena *arena);
/* The speed whose rate an acceleration is, by its name: O.speed of O.acceleration; NULL: it is no name of one. */
const char *tml_channel_speed_of(const char *name, tml_arena *arena);
void tml_channel_refuse_result(tml_log *log, const char *what, const char *name, tml_place place);

/* Looks every name of every varying expression up (forces, drivers, states, start values, outputs, events and what they do): for a file that is wrong already, since
 * otherwise compiling does it. What was reported before is not reported again. */
void tml_names_check(tml_resolved *r);
