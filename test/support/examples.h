/* examples.h - the examples of every kind of joint and force, which its file gives. */
#pragma once

/* Calls `see` for each, with the name of its kind and the text of a model. */
void each_example(void (*see)(const char *kind, const char *text));
