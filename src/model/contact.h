/* contact.h - a contact as written: pairs of surfaces, and the law of the force between them.
 *
 * Rigid: the gap never closes further than to zero, and an impact returns `restitution` of the approach speed. Compliant: a law of the
 * depth of penetration and its rate (src/contact_law).
 */
#pragma once
#include "model/body_surface.h"

typedef struct tml_contact_law_class {
    const char *name, *doc;
    /* Pressing force, of depth, speed (at which it grows), approach (speed at which this contact began) and the fields of a contact. */
    const char *text;
    const char *needs; /* fields that must be given, separated by blanks; `stiffness` may follow from `modulus` */
    const char *takes; /* further ones */
} tml_contact_law_class;

extern const tml_contact_law_class *const tml_contact_law_classes[];
extern const int tml_contact_law_class_count;

typedef struct {
    const tml_body_surface *first, *second;
    const char *name; /* of the place; NULL: the names of the surfaces tell it */
} tml_surface_pair;

enum { TML_MAX_CONTACT_FIELDS = 16 };
/* Laws of impact, of contacts and stops. */
#define TML_IMPACT_LAWS "newton poisson"

typedef struct {
    const tml_contact_law_class *law;      /* NULL: rigid */
    double values[TML_MAX_CONTACT_FIELDS]; /* of the fields of the class that are numbers */
    bool given[TML_MAX_CONTACT_FIELDS];
    double modulus;  /* of both surfaces together, 1/sum of (1 - nu^2)/E; 0: not given */
    double pressure; /* modulus/(pi face_width), Pa/m; 0: the pressure is not reported */
    bool poisson;    /* restitution is of impulses, not of speeds */
    bool rubs;       /* it has friction: */
    double coefficient, static_coefficient, stribeck, exponent, viscous, speed; /* stribeck 0: none */
    tml_surface_pair *pairs;
    int pair_count;
} tml_contact_form;

/* Reads and checks it; false with messages. */
bool tml_element_contact(tml_resolved *r, const tml_element *force, tml_contact_form *form);
/* All but its pairs. */
bool tml_element_contact_law(tml_resolved *r, const tml_element *force, tml_contact_form *form);
/* The value of a field; 0: not given. */
double tml_contact_value(const tml_element *force, const tml_contact_form *form, const char *field);
bool tml_contact_has(const tml_element *force, const tml_contact_form *form, const char *field);
/* The i-th law by name, for the choices of the field `law`; NULL behind the last. */
const char *tml_contact_law_name(int i);
