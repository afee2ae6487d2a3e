/* motion_pieces.h - what the future of a motion depends on, beside the system: its state, and what events, contacts and friction remember. */
#pragma once
#include "analysis/dynamics/event_run.h"
#include "base/pieces.h"

/* All of it, in an order that is the same for each motion of one system. */
void tml_workspace_pieces(const tml_workspace *work, tml_pieces *pieces);
void tml_motion_pieces(tml_motion_state *m, tml_pieces *pieces);
void tml_event_run_pieces(tml_event_run *r, tml_pieces *pieces);
/* After these were copied back: what was computed from others is no longer valid. */
void tml_motion_pieces_changed(tml_motion_state *m);
