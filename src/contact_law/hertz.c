/* hertz.c - F = k d^1.5 without loss; from moduli k = 4/3 E sqrt(R), 1/E = sum (1 - nu^2)/E_i, 1/R = 1/R_1 + 1/R_2 (a bore: -1/R). */
#include "model/contact.h"

const tml_contact_law_class tml_contact_law_hertz = {
    .name = "hertz",
    .doc = "elastic, stiffness d^1.5: from the moduli and radii of both surfaces, or given",
    .text = "stiffness*depth^1.5",
    .needs = "stiffness",
    .takes = "modulus poisson",
};
