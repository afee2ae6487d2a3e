/* examples.h - the examples in the descriptors of all joints and forces. */
#pragma once

/* Calls `see` for each, with the name of the kind and the text of the model. */
void each_example(void (*see)(const char *kind, const char *text));
