/* state_table.h - state matrices and frequency response as tables beside that of the modes. */
#pragma once
#include "analysis/modes/ports.h"

/* Frequencies from `from` to `to`, `count` of them in geometric progression, Hz; count 0: none. */
typedef struct {
    double from, to;
    int count;
} tml_sweep;

/* From the field `frequencies`. False with a message. */
bool tml_sweep_read(tml_task *task, const tml_ports *ports, tml_sweep *sweep);
/* modes.A, B, C, D, and modes.response if there is a sweep. */
tml_status tml_state_tables(tml_task *task, const tml_ports *ports, tml_linear *l, const tml_sweep *sweep,
                            bool undamped, bool shown);
