/* touching_places.h - whether what rolls, or touches with a round edge, still touches where it did. */
#pragma once
#include "system/kernel/workspace.h"

typedef struct {
    int measure;           /* gap */
    int joint, contact;    /* whose it is: of a joint, or of an interaction; -1 */
    double size;           /* of what touches */
    tml_vec3 place, speed; /* at the beginning of a step */
    bool known;
} tml_touching_place;

typedef struct {
    tml_touching_place *list;
    int count, jumped; /* jumped: which of them; -1: none */
    double t;
} tml_touching_places;

/* All gaps of a system that may go over to another place. */
tml_touching_places tml_touching_places_make(const tml_system *system, tml_arena *arena);
/* At the bodies as they are placed, where a step begins. */
void tml_touching_places_begin(tml_touching_places *x, const tml_workspace *work, double t);
/* The same where a step ends; true: one has jumped within it. */
bool tml_touching_places_advance(tml_touching_places *x, const tml_workspace *work, double t);
/* The error that says so. */
void tml_touching_places_report(const tml_touching_places *x, const tml_system *system, tml_log *log);
