/* describe.h - pieces of the description of everything that this version knows (describe.c). */
#pragma once
#include "base/json_writer.h"
#include "model/descriptor.h"

void tml_describe_fields(tml_json_writer *p, const char *key, const tml_field *fields, size_t count);
/* How new ones of a kind are written: at least one way, also where none is declared. */
void tml_describe_templates(tml_json_writer *p, const tml_template *templates, size_t count, const char *kind);
void tml_describe_joints(tml_json_writer *p);
void tml_describe_forces(tml_json_writer *p);
/* Functions and names of expressions, and units. */
void tml_describe_words(tml_json_writer *p);
void tml_describe_channels(tml_json_writer *p);
