/* inputs.h - the files that a model names. */
#pragma once
#include "model/model.h"

/* A file that the model names, as it names it and as seen from here; true ends the visit. */
typedef bool tml_input_visit(void *context, const char *name, const char *path);
/* Files other than its own: included ones, those of tables, those of mass properties. True: the visit was ended. */
bool tml_model_visit_inputs(const tml_model *model, tml_input_visit *visit, void *context);
