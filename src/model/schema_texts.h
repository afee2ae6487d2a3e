/* schema_texts.h - parts of the schema that no descriptor gives, as name and JSON. */
#pragma once
#include <stddef.h>

extern const char *const tml_schema_definitions[][2];
extern const size_t tml_schema_definitions_count;
extern const char *const tml_schema_sections[][2]; /* what each section contains */
extern const size_t tml_schema_sections_count;
