/* lankarani.c - F = k d^n (1 + 3/4 (1 - e^2) d'/v), v the speed d' at which this contact began: Lankarani and Nikravesh 1990. */
#include "model/contact.h"

const tml_contact_law_class tml_contact_law_lankarani = {
    .name = "lankarani",
    .doc = "stiffness d^n (1 + 3/4 (1 - restitution^2) d'/v), v the speed at which the contact began",
    .text = "max(stiffness*depth^exponent*(1 + 0.75*(1 - restitution^2)*speed/approach), 0)",
    .needs = "stiffness restitution",
    .takes = "exponent modulus poisson",
};
