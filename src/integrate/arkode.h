/* arkode.h - explicit Runge-Kutta by ARKODE: adaptive, or the classical fourth-order rule with a fixed step. */
#pragma once
#include "integrate/integrator.h"

tml_status tml_arkode_run(const tml_problem *problem, bool fixed, tml_statistics *statistics, tml_log *log);
