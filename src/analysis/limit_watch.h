/* limit_watch.h - joint coordinates that are driven beyond their limits: where first, and how far. */
#pragma once
#include "analysis/analysis.h"

typedef struct tml_limit_watch tml_limit_watch;

/* NULL: no joint has limits. With `rigid` only rigid ones are watched: the force of a compliant one is known. */
tml_limit_watch *tml_limit_watch_make(const tml_system *system, bool rigid, tml_arena *arena);
/* The configuration that work holds; watch may be NULL. */
void tml_limit_watch_take(tml_limit_watch *watch, const tml_workspace *work);
void tml_limit_watch_report(const tml_limit_watch *watch, const tml_task *task);
