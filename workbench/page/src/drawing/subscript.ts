/* subscript.ts - names as indices, where Unicode has the signs: I₁₃, v₂. */
const DIGITS = "₀₁₂₃₄₅₆₇₈₉";

/* Digits lowered; a comma between numbers stays. */
export function subscript(text: string): string {
  return [...text].map((one) => (one >= "0" && one <= "9" ? DIGITS[Number(one)] : one)).join("");
}
