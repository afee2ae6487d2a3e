#include "formulation/tangent.h"
struct tml_tangent {int x;};
tml_tangent *tml_tangent_make(const tml_system *system, tml_arena *arena){(void)system;return TML_NEW(arena,tml_tangent);}
int tml_tangent_ode(tml_tangent *tangent, tml_equations *e, double t, const double *q, const double *v, double *J){(void)tangent,(void)e,(void)t,(void)q,(void)v,(void)J;return -1;}
