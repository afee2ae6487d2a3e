/* joining.ts - in space: the kind of joint by which a new link is joined, or held to the ground. In the plane that is a pin. */
import { holdsPoint, pinName } from "../state/description";
import { texts } from "../texts/texts";
import { valuesOf, type ToolOption } from "./options";
import { products, spatial, type Product } from "./products";

function kinds(): Product[] {
  const holding = products.value.filter(({ section, kind, fields }) => section === "joints" && holdsPoint(kind, true) && fields === ""); // prettier-ignore
  return holding.sort((a, b) => Number(b.kind === pinName()) - Number(a.kind === pinName()));
}

export function joiningOptions(label: string): ToolOption[] | undefined {
  const choices = spatial.value ? kinds().map(({ title }) => title) : [];
  return choices.length > 1
    ? [{ key: "joint", label, value: choices[0]!, choices, about: texts.space.joining }]
    : undefined;
}

/* What is chosen for a tool. */
export function joiningKind(tool: string): string {
  const title = valuesOf(tool, joiningOptions("") ?? [])["joint"];
  return (spatial.value && kinds().find((one) => one.title === title)?.id) || pinName();
}
