/* surface_solid.h - what a surface of a body in space is for contact: a solid in body axes, from the centre of mass. */
#pragma once
#include "contact/solid.h"
#include "model/body_surface.h"

/* NULL: the surface has no solid (a curve of the plane, a mesh without volume). */
const tml_contact_solid *tml_surface_solid(const tml_body_surface *surface, tml_vec3 com, tml_arena *arena);
