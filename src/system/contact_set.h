/* contact_set.h - contacts among many surfaces: too many pairs for a gap of each, so that those which are near are found while the motion goes on.
 *
 * Any member of the first list may touch any of the second on another body that no joint connects with its own. Only runs that step over contacts
 * take them (dynamics/near_contacts.h).
 */
#pragma once
#include "contact/profile.h"
#include "contact/touch.h"

typedef struct {
    int body;
    const tml_profile *profile;     /* in the plane */
    const tml_contact_solid *solid; /* in space */
    bool first, second;             /* of which lists */
} tml_contact_member;

typedef struct tml_contact_set {
    const char *name;
    tml_place place;
    double restitution;
    double friction, static_friction;
    tml_contact_member *members;
    int member_count;
    const int (*joined)[2]; /* (joined_count) bodies, the lower first, sorted: these do not touch */
    int joined_count;
} tml_contact_set;
