/* ports.h - inputs and outputs of a linearized mechanism by name.
 *
 * An input is the magnitude of a force (`drive`; `push.fx` if it has several components): a unit of it is a unit of
 * what the force reports. Or it is a driver: the second derivative of what it prescribes. An output is any channel but
 * time, residuals, and energies that depend on the past (work).
 */
#pragma once
#include "analysis/analysis.h"
#include "linearize/state_space.h"

typedef struct {
    int input_count, output_count;
    tml_linear_input *inputs;
    const char **input_names, **input_units;
    int *released; /* (released_count) rows of drivers that are inputs */
    int released_count;
    int *outputs; /* columns of the channels */
    bool *kinks;  /* (output_count) it has no derivative at the state of the linearization: NAN in C and D */
    const tml_column *channels;
    size_t channel_count;
} tml_ports;

/* From the fields `inputs` and `outputs`. False with messages if a name is unknown. */
bool tml_ports_find(tml_task *task, tml_ports *ports);

/* C (outputs x states) and D (outputs x inputs) column-major, at the state of l: q (nq) of the bodies. */
void tml_ports_derivatives(const tml_ports *ports, tml_linear *l, const tml_state_space *space, const double *q,
                           bool undamped, double *C, double *D);
