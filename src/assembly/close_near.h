/* close_near.h - positions near a guess that close all rigid rows: Newton's method alone, without the question why it does not close. */
#pragma once
#include "assembly/assemble.h"

/* q and report->unwrapped become those of closed rows; ranks are filled in any case. False: it does not close nearby, and q is as before. */
bool tml_close_near(const tml_system *system, double t, double *q, const double *v, tml_assembly *report,
                    tml_arena *arena);
