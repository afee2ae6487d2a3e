/* ida.h - differential-algebraic equations by IDA, sparse. */
#pragma once
#include "integrate/integrator.h"

tml_status tml_ida_run(const tml_problem *problem, tml_statistics *statistics, tml_log *log);
