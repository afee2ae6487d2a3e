/* clearance.h - the clearance of a joint as written: its sizes, and the contact that takes the place of the joint.
 *
 *   clearance: 0.2 mm                                                          rigid, without restitution and friction
 *   clearance: {gap: 0.5 mm, radius: 9.5 mm, law: lankarani, stiffness: 6.61e10, restitution: 0.9, friction: 0.1}
 *
 * The first body has the bearing or the guide, the second the journal or the block. Keys beside the sizes are those of a contact
 * (force/contact.c). The gap is the play on each side of the centre, of a pin R_bearing - R_journal. Rows of the joint that
 * no size frees stay rigid.
 */
#pragma once
#include "model/contact.h"

typedef struct tml_clearance {
    tml_clearance_sizes sizes;
    tml_element as_contact; /* with the fields of a contact */
    tml_contact_form law;   /* without pairs */
} tml_clearance;

/* Reads and checks it; false with messages, or without one where the joint has none. */
bool tml_element_clearance(tml_resolved *r, const tml_element *joint, tml_clearance *clearance);
bool tml_element_has_clearance(const tml_element *joint);
/* Whether play frees a row of the joint. */
bool tml_clearance_frees(const tml_clearance *clearance, const tml_play_row *row);
