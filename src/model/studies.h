/* studies.h - the section `studies`: what is done with many variants of the model. A list, or a map from kinds to their fields. */
#pragma once
#include "model/check.h"

void tml_studies_read(const tml_checker *c, tml_model *model, const tml_node *node);
