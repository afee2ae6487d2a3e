/* inventing.h - a random mechanism under construction: bodies with poses and points, joints. */
#pragma once
#include "support/invent.h"
#include "support/mechanics.h"

enum { MAX_PARTS = 16, MAX_PLACES = 120, MAX_LINKS = 40, MAX_LINES = 16 };

typedef struct {
    char name[12];
    tml_vec3 at; /* on the ground */
} invent_place;

typedef struct {
    char name[12];
    tml_vec3 x; /* of its frame */
    tml_mat3 R;
    double angle; /* plane */
    int places[MAX_PLACES], place_count;
    bool massless;
    bool still; /* welded to the ground */
} invent_part;

/* What a kind of joint leaves free: the displacement of its second point against the first, and turning. */
typedef struct {
    const char *name;
    int freedoms2, freedoms3; /* -1: not in this space */
    enum { SHIFT_NONE, SHIFT_ALONG, SHIFT_ACROSS, SHIFT_ANY, SHIFT_THREAD } shift;
    enum { TURN_LOCKED, TURN_AXIS, TURN_SQUARE, TURN_ANY } turn; /* SQUARE: two axes stay square */
    const char *coordinates2, *coordinates3;                     /* their names, a blank between */
} invent_kind;

typedef struct {
    const invent_kind *kind; /* NULL: between joints */
    char name[12];
    int first, second;
    bool knows_angle, knows_slide; /* the coordinates `angle`, `displacement` as it stands: */
    double angle, slide;
    bool in_tree;
    tml_text line;
} invent_link;

typedef struct {
    dice d;
    invent_wish wish;
    bool space, flat, drawn; /* flat: a plane mechanism in space */
    invent_part parts[MAX_PARTS];
    int part_count; /* [0]: the ground */
    invent_place places[MAX_PLACES];
    int place_count;
    invent_link links[MAX_LINKS];
    int link_count;
    int coordinates, loops;
    tml_text forces, drivers;
    int force_count, driver_count;
} inventing;

bool chance(inventing *m, double part);
tml_vec3 invent_direction(inventing *m);
tml_vec3 invent_point(inventing *m, double size);
/* A place on the ground; a place made part of a body. */
int invent_new_place(inventing *m, tml_vec3 at);
void invent_add_place(inventing *m, int part, int place);
tml_vec3 invent_in_body(const inventing *m, int part, tml_vec3 direction);
void invent_turn(inventing *m, int part, tml_vec3 axis, double angle, int from);

void invent_tree(inventing *m, int bodies);
void invent_loops(inventing *m, int loops);
void invent_forces(inventing *m);
/* The n-th coordinate of a joint; false: it has not so many. */
bool invent_coordinate(const inventing *m, const invent_link *l, int n, char name[24], bool *only);
