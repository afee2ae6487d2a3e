/* start_report.h - what assembly has changed of a drawing, and what it has chosen where the model leaves it open. */
#pragma once
#include "assembly/start_values.h"

typedef struct {
    bool drawn_open; /* joints of the drawing are open: changes are reported by body, else by coordinate */
    tml_changes moved, chosen;
    int max_chosen;
    tml_arena *arena;
} tml_start_report;

/* Whether joints are open at the last evaluation of the closure. */
bool tml_start_report_open(const tml_closure *c);
/* Bodies that are not where they were drawn, in poses `drawn` (nq). */
void tml_start_report_moves(tml_start_report *r, const tml_closure *c, const double *drawn, const double *q);
/* Joint coordinates that are neither given nor determined by what is, and have changed; drawn: (measure_count) values. */
void tml_start_report_coordinates(tml_start_report *r, tml_closure *c, const double *drawn, const double *q);
/* Velocities that are neither given, nor determined by what is, nor zero; those of bodies that could not be kept. */
void tml_start_report_rates(tml_start_report *r, tml_closure *c, const double *q, const double *v);
