/* cvode.h - multistep methods by CVODE: Adams without a Jacobian, BDF with one. */
#pragma once
#include "integrate/integrator.h"

tml_status tml_cvode_run(const tml_problem *problem, bool stiff, tml_statistics *statistics, tml_log *log);
