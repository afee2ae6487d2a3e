/* mjcf.h - what the readers of MJCF, the format of MuJoCo, have in common: settings, classes of defaults, frames. */
#pragma once
#include "exchange/robot.h"
#include "exchange/xml.h"

/* A class of defaults: attributes that elements have where they do not give them. What it lacks comes from its parent. */
typedef struct {
    const char *name;
    tml_xml *x;
    int parent; /* -1: none */
} tml_mjcf_class;

typedef struct {
    const char *name;
    int link;
    tml_placement at;
} tml_mjcf_site;

typedef enum { TML_MJCF_NEVER, TML_MJCF_AUTO, TML_MJCF_ALWAYS } tml_mjcf_from_geoms;

typedef struct {
    tml_robot *robot;
    double radian; /* of one unit of angle */
    char sequence[4];
    bool limits_by_range; /* autolimits */
    tml_mjcf_from_geoms from_geoms;
    double groups[2];  /* of geoms that make inertia */
    double total_mass; /* 0: as given */
    tml_xml *root;
    tml_mjcf_class *classes;
    int class_count, class_capacity;
    tml_mjcf_site *sites;
    int site_count, site_capacity;
    bool reads_sites; /* equalities name them */
    int unnamed;
    int told; /* the link whose mass of meshes was told last */
} tml_mjcf;

/* An element, and the class of its defaults. */
typedef struct {
    tml_xml *x;
    int class; /* -1: none */
} tml_mjcf_element;

/* Where elements of a body are read. */
typedef struct {
    int link;
    int class;
    bool counts;         /* geoms make the inertia */
    tml_placement frame; /* in the frame of the link */
} tml_mjcf_scope;

/* mjcf_default.c: False with a message. */
bool tml_mjcf_read_defaults(tml_mjcf *m, tml_xml *root);
int tml_mjcf_find_class(const tml_mjcf *m, const char *name);
/* With the class that it names, else `class`. False with a message: there is none of that name. */
bool tml_mjcf_element_of(tml_mjcf *m, tml_xml *x, int class, tml_mjcf_element *e);
/* The attribute of the element or of its class; NULL: neither has it. */
const char *tml_mjcf_get(const tml_mjcf *m, const tml_mjcf_element *e, const char *attribute);
bool tml_mjcf_is(const tml_mjcf *m, const tml_mjcf_element *e, const char *attribute, const char *value);
bool tml_mjcf_numbers(tml_mjcf *m, const tml_mjcf_element *e, const char *attribute, double *numbers, int least,
                      int most);

/* mjcf_frame.c: pos with quat, axisangle, euler, xyaxes or zaxis. False with a message. */
bool tml_mjcf_placement(tml_mjcf *m, const tml_mjcf_element *e, tml_placement *at);
/* mjcf_geom.c: mass and drawing of a geom. */
bool tml_mjcf_read_geom(tml_mjcf *m, tml_xml *x, const tml_mjcf_scope *scope);
/* mjcf_joint.c: the joint of a link, which is placed from another one. */
bool tml_mjcf_read_joint(tml_mjcf *m, tml_xml *x, int class, tml_robot_joint *joint);
/* mjcf_equality.c: all of them. */
bool tml_mjcf_read_equalities(tml_mjcf *m, tml_xml *root);
