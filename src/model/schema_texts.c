/* schema_texts.c - parts of the schema that no descriptor gives: values that are lists or maps, and the contents of sections. */
#include "model/schema_texts.h"

/* Definitions that no descriptor gives, written as in the schema. */
const char *const tml_schema_definitions[][2] = {
    {"number",
     "{\"type\": [\"number\", \"string\"], \"description\": \"a number, with or without a unit, or an expression\"}"},
    {"numbers", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 1}"},
    {"text", "{\"type\": \"string\"}"},
    {"names", "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}"},
    {"pair", "{\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"minItems\": 2, \"maxItems\": 2, "
             "\"description\": \"[first, second]: bodies, or points as body.P, or joints\"}"},
    {"bodies",
     "{\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"minItems\": 2, "
     "\"description\": \"[first, second]: bodies, or points as body.P; or more: the first with each of the others\"}"},
    {"one_or_pair", "{\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": \"#/$defs/pair\"}]}"},
    {"vector",
     "{\"type\": [\"array\", \"string\"], \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 2, \"maxItems\": 3, "
     "\"description\": \"[x, y] in the plane, [x, y, z] in space; or an expression of points, as 0.5*(A + B)\"}"},
    {"places",
     "{\"type\": \"array\", \"items\": {\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": \"#/$defs/vector\"}]}}"},
    {"direction",
     "{\"anyOf\": [{\"enum\": [\"x\", \"y\", \"z\", \"-x\", \"-y\", \"-z\"]}, {\"$ref\": \"#/$defs/vector\"}]}"},
    {"moments", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 3, \"maxItems\": 6}"},
    {"diagonal", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 3, \"maxItems\": 6}"},
    {"matrix", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/diagonal\"}, \"minItems\": 3, \"maxItems\": 6}"},
    {"gravity", "{\"anyOf\": [{\"enum\": [\"none\", 0]}, {\"$ref\": \"#/$defs/vector\"}]}"},
    {"point_map", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/vector\"}}"},
    {"drawing_points", "{\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"$ref\": \"#/$defs/vector\"}, "
                       "{\"$ref\": \"#/$defs/repeated_point\"}]}}"},
    {"repeated_point", "{\"type\": \"object\", \"properties\": {\"repeat\": {\"$ref\": \"#/$defs/repeat\"}, \"index\": "
                       "{\"type\": \"string\"}, \"at\": {\"$ref\": \"#/$defs/vector\"}}, \"required\": [\"repeat\", "
                       "\"at\"], \"additionalProperties\": false}"},
    {"repeat", "{\"type\": \"integer\", \"minimum\": 1}"},
    {"body_points",
     "{\"anyOf\": [{\"$ref\": \"#/$defs/point_map\"}, {\"$ref\": \"#/$defs/names\"}, {\"type\": \"null\"}]}"},
    {"part_parameters", "{\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, "
                        "{\"type\": \"null\"}]}}"},
    {"number_map", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/number\"}}"},
    {"driver",
     "{\"type\": \"object\", \"properties\": {\"on\": {\"type\": \"boolean\"}}, \"additionalProperties\": {\"type\": "
     "[\"number\", \"string\", \"null\"]}, "
     "\"minProperties\": 1, \"description\": \"one channel and its value; null only for pieces of an expression "
     "that YAML cuts at its commas\"}"},
    {"table",
     "{\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": "
     "{\"$ref\": \"#/$defs/number\"}, \"minItems\": 2, \"maxItems\": 2}}, {\"$ref\": \"#/$defs/table_options\"}]}"},
    {"events",
     "{\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"$ref\": "
     "\"#/$defs/event\"}]}}"},
    {"event_list", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/events\"}}"},
    {"switch", "{\"enum\": [\"on\", \"off\", true, false]}"},
    {"action_list", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/action\"}}"},
    {"impulse", "{\"type\": \"object\", \"properties\": {\"at\": {\"type\": \"string\"}, \"value\": {\"$ref\": "
                "\"#/$defs/vector\"}}, \"required\": [\"at\", \"value\"], \"additionalProperties\": false}"},
    {"speeds",
     "{\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"$ref\": "
     "\"#/$defs/sweep\"}]}}"},
    {"variations",
     "{\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"$ref\": "
     "\"#/$defs/numbers\"}]}, \"minProperties\": 1}"},
    {"answer_map",
     "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/number\"}, \"minProperties\": 1}"},
    {"limit_range", "{\"type\": \"array\", \"items\": {\"type\": [\"number\", \"string\", \"null\"]}, \"minItems\": 2, "
                    "\"maxItems\": 2}"},
    {"stabilization", "{\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{\"const\": \"auto\"}, "
                      "{\"$ref\": \"#/$defs/stabilization_options\"}]}, \"minProperties\": 1, \"maxProperties\": 1}"},
    {"orientation", "{\"anyOf\": [{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/number\"}, \"minItems\": 4, "
                    "\"maxItems\": 4}, {\"$ref\": \"#/$defs/axis_angle\"}, {\"$ref\": \"#/$defs/euler\"}, {\"$ref\": "
                    "\"#/$defs/frame\"}]}"},
};
const size_t tml_schema_definitions_count = sizeof tml_schema_definitions / sizeof *tml_schema_definitions;

/* The contents of each section. */
const char *const tml_schema_sections[][2] = {
    {"trammel", "{\"const\": 1}"},
    {"display", "{\"$ref\": \"#/$defs/display\"}"},
    {"output", "{\"$ref\": \"#/$defs/output_file\"}"},
    {"gravity", "{\"$ref\": \"#/$defs/gravity\"}"},
    {"parameters", "{\"$ref\": \"#/$defs/number_map\"}"},
    {"points", "{\"$ref\": \"#/$defs/drawing_points\"}"},
    {"bodies", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/body\"}}"},
    {"joints", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/joint\"}}"},
    {"forces", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/force\"}}"},
    {"drivers", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/driver\"}}"},
    {"states", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/state\"}}"},
    {"outputs", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/output\"}}"},
    {"initial", "{\"$ref\": \"#/$defs/number_map\"}"},
    {"tables", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/table\"}}"},
    {"parts", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/part\"}}"},
    {"use", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/use\"}}"},
    {"include", "{\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": \"#/$defs/names\"}]}"},
    {"defaults", "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"object\"}}"},
    {"sketch", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/sketch\"}}"},
    {"background", "{\"$ref\": \"#/$defs/background\"}"},
    {"groups", "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/group\"}}"},
    {"analyses", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/analysis\"}}"},
    {"studies", "{\"anyOf\": [{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/study\"}}, {\"$ref\": "
                "\"#/$defs/study_map\"}]}"},
};
const size_t tml_schema_sections_count = sizeof tml_schema_sections / sizeof *tml_schema_sections;
