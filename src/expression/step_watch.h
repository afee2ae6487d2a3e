/* step_watch.h - whether a step has passed over a narrow feature of functions of the motion, such as a force that acts in a narrow band of positions.
 *
 * The stages of a step tell where the coordinates have been, and so does its dense output. Between two such points the path is taken to be a cubic;
 * functions are enclosed over pieces of it. Where an enclosure leaves what the stages saw the piece is divided, until it is clear or a value is found that
 * no stage has seen: then the step is to be taken again, up to there.
 */
#pragma once
#include "base/pieces.h"
#include "expression/narrow_features.h"

typedef struct tml_step_watch tml_step_watch;

/* input_count: how many inputs the expressions are numbered by. NULL: there are no features. */
tml_step_watch *tml_step_watch_make(tml_arena *arena, const tml_narrow_feature *features, int count, int input_count);
/* A stage at time t has evaluated the functions with these inputs. */
void tml_step_watch_note(tml_step_watch *watch, double t, const double *inputs);
/* Dense output of the step that ends at `end` gives these inputs at time t, where no stage has evaluated the functions. Returns whether the path through
 * all points of the step that were given before leads through these inputs too. */
bool tml_step_watch_pass(tml_step_watch *watch, double t, double end, const double *inputs);
/* A step from t, where the state was evaluated, is tried: what was noted later counts no more. */
void tml_step_watch_begin(tml_step_watch *watch, double t);
/* After its stages: 1, the step is good; otherwise which part of it ends before something that they have not seen. */
double tml_step_watch_part(tml_step_watch *watch, double end);
/* What the search in the steps to come depends on. */
void tml_step_watch_pieces(tml_step_watch *watch, tml_pieces *pieces);
/* In how many steps an enclosure was too wide to tell, and nothing was found by samples; how many of these a step took at most. */
long tml_step_watch_unproven(const tml_step_watch *watch, int *samples);
