/* motion_facts.h - how long the motions of tables take, and how fast they are, for `check`. */
#pragma once
#include "base/text.h"
#include "model/model.h"

/* A line for each motion by segments, within limits or through poses; nothing if there is none. */
void tml_motion_facts(tml_text *text, const tml_resolved *r);
