/* sdf.h - what the readers of SDFormat, the format of Gazebo, have in common: models in models, and frames with names.
 *
 * Names. Each model is a scope: what lies in it has the name SCOPE::NAME in the scope around. In a scope, __model__ is the model itself; outside
 * all models there is the world.
 * Frames. Models, links, joints and <frame> are frames. Each is placed in the model that it lies in, by its pose from another frame on.
 */
#pragma once
#include "exchange/robot.h"
#include "exchange/xml.h"

typedef enum { TML_SDF_MODEL, TML_SDF_LINK, TML_SDF_JOINT, TML_SDF_FRAME } tml_sdf_kind;
enum { TML_SDF_WORLD = -1, TML_SDF_NONE = -2 }; /* frames */

typedef struct {
    tml_sdf_kind kind;
    const char *name; /* with its scopes, from the world on */
    tml_xml *x;
    tml_xml *include; /* of a model that was included: what this says goes before what the model says; NULL: none */
    int scope;        /* the model that it lies in; TML_SDF_WORLD */
    int link;         /* of the robot */
    bool is_static;   /* a model that does not move */
    int version;      /* of the file that it is in: 100*major + minor */
    tml_placement at; /* in its scope; for a model: of its own frame */
    enum { TML_SDF_NOT_PLACED, TML_SDF_BEING_PLACED, TML_SDF_PLACED } state;
} tml_sdf_frame;

typedef struct {
    tml_robot *robot;
    tml_sdf_frame *frames;
    int frame_count, frame_capacity;
    size_t prefix; /* of names that the robot gets shorter by: that of the only model */
} tml_sdf;

/* sdf_value.c: text of elements. False with a message. */
bool tml_sdf_numbers(tml_sdf *s, const tml_xml *x, double *numbers, int least, int most);
/* Of a child; as it was where there is none. */
bool tml_sdf_number(tml_sdf *s, tml_xml *of, const char *child, double *number);
bool tml_sdf_vector(tml_sdf *s, tml_xml *of, const char *child, tml_vec3 *vector);
/* A <pose>; NULL: none. */
bool tml_sdf_pose(tml_sdf *s, const tml_xml *x, tml_placement *at);
bool tml_sdf_is_true(const tml_xml *x);
/* Of a file: 100*major + minor. */
int tml_sdf_version(const tml_xml *root);
/* The text of a child; NULL: there is none, or it is empty. */
const char *tml_sdf_text(tml_xml *of, const char *child);
/* Says what is wrong with an element; false. */
bool tml_sdf_wrong(tml_sdf *s, const tml_xml *x, const char *why);

/* sdf_frame.c. TML_SDF_NONE: there is none of that name. */
int tml_sdf_find(const tml_sdf *s, int scope, const char *name);
/* Where a frame is in a scope around it. False with a message. */
bool tml_sdf_seen_from(tml_sdf *s, int frame, int scope, tml_placement *at);
/* The link that a frame is part of, as the robot counts them. -1 with a message, on behalf of an element. */
int tml_sdf_link_of(tml_sdf *s, int frame, const tml_xml *asking);
/* The frame that an attribute or text names, in a scope; false with a message. */
bool tml_sdf_named(tml_sdf *s, int scope, const char *name, const tml_xml *asking, int *frame);

/* sdf_include.c: the model of an <include>; NULL with a message. */
tml_xml *tml_sdf_included(tml_sdf *s, tml_xml *include, int *version);
/* A path from the folder of the file that names it; the first file is named by the caller, who knows where it is. */
const char *tml_sdf_path(const tml_sdf *s, const tml_xml *include, const char *uri);
/* sdf_link.c, sdf_joint.c: what a link and a joint hold, once all frames have names. */
bool tml_sdf_read_link(tml_sdf *s, int frame);
bool tml_sdf_read_joint(tml_sdf *s, int frame);
/* Once all joints are read: wheels of gearboxes, and joints that follow others. */
bool tml_sdf_couple_joint(tml_sdf *s, int frame);
