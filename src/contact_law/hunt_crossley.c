/* hunt_crossley.c - F = k d^n (1 + a d'), Hunt and Crossley 1975: for small approach speeds v the restitution is 1 - 2/3 a v. */
#include "model/contact.h"

const tml_contact_law_class tml_contact_law_hunt_crossley = {
    .name = "hunt_crossley",
    .doc = "stiffness d^n (1 + damping d'), d the depth: the restitution is about 1 - 2/3 damping v",
    .text = "max(stiffness*depth^exponent*(1 + damping*speed), 0)",
    .needs = "stiffness",
    .takes = "damping exponent modulus poisson",
};
