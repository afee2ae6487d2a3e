/* runge_kutta.h - explicit Runge-Kutta: adaptive pairs, or the classical fourth-order rule with a fixed step. */
#pragma once
#include "integrate/integrator.h"

tml_status tml_runge_kutta_run(const tml_problem *problem, bool fixed, tml_statistics *statistics, tml_log *log);
