/* origin.h - what a run was made from and how, kept with its results. */
#pragma once
#include "model/model.h"
#include "result/table.h"
#include "trammel/run.h"

/* False without memory. */
bool tml_run_keep_origin(const tml_model *model, const tml_run_options *options, tml_results *results);
