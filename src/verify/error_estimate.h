/* error_estimate.h - the global error of motions, estimated from runs at other tolerances. */
#pragma once
#include "base/arena.h"
#include "base/text.h"
#include "result/table.h"

enum { TML_ERROR_RUNS = 2 };

/* Of every table "dynamics" of `results`: a table "dynamics.error" behind it with the same rows and channels, and facts. `others` are the
 * results of the same model, its tolerances divided by tml_error_refinement[i]. False: no memory. */
extern const double tml_error_refinement[TML_ERROR_RUNS];
bool tml_error_add(tml_results *results, const tml_results *const others[TML_ERROR_RUNS], tml_log *log);
