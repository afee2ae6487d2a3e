/* cvode.h - multistep methods by CVODE: Adams without Jacobian, BDF with. */
#pragma once
#include "integrate/integrator.h"

tml_status tml_cvode_run(const tml_problem *problem, bool stiff, tml_statistics *statistics, tml_log *log);
