/* error_estimate.h - global error of motions, estimated from runs at other tolerances. */
#pragma once
#include "base/arena.h"
#include "base/text.h"
#include "result/table.h"

enum { TML_ERROR_RUNS = 2 };

/* For every table "dynamics" of `results`: adds a table "dynamics.error" after it with the same rows and channels, and
 * facts. `others` are the results of the same model, its tolerances divided by tml_error_refinement[i]. False: out of
 * memory. */
extern const double tml_error_refinement[TML_ERROR_RUNS];
bool tml_error_add(tml_results *results, const tml_results *const others[TML_ERROR_RUNS], tml_log *log);
