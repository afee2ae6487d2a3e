/* output_facts.h - what is said of each output over a run: extrema with their times, mean, rms, integral, final value. */
#pragma once
#include "analysis/analysis.h"
#include "integrate/along.h"

/* Makes `along` (output_count) ready for a run; whether anything between rows is wanted of an output. */
bool tml_outputs_begin(const tml_system *system, tml_along *along);
/* The channels that outputs read. */
typedef struct {
    tml_channel_selection of;
    bool state; /* they are positions and velocities: nothing is solved for them */
    int rows;   /* of multipliers only those of rows before this one are among them */
} tml_outputs_read;

/* Those of elements; NULL: outputs read others as well, such as energies. */
const tml_outputs_read *tml_outputs_find_read(const tml_task *task);
/* Whether nothing need be integrated or searched for along a motion: of a study that reads rows, and in them no energies. */
bool tml_outputs_idle(const tml_task *task, const tml_outputs_read *read);
/* Outputs in a row of channels, and in it only what they read. */
void tml_outputs_fill(const tml_instant *instant, const tml_outputs_read *read, double *row);
/* Values (output_count) of the outputs in a row of channels. */
void tml_outputs_of_row(const tml_system *system, const double *row, double *values);
/* The unit of an integral over time: m/s gives m, 1/s none, N gives N*s. */
void tml_unit_integrated(const char *unit, char *text, size_t size);
/* Facts of every output; how: where the numbers come from. */
void tml_output_facts(const tml_system *system, const tml_along *along, const char *how, tml_table *table);
/* The values of the outputs in the only row of a table, of an analysis at one instant, as facts. */
void tml_output_values(const tml_system *system, tml_table *table);
