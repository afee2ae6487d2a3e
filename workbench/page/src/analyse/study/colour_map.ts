/* colour_map.ts - a number as a colour, from dark blue over green to yellow: equal steps of the number look like equal steps of colour.
 *
 * The same colours as those of `trammel plot` (src/plot/colour_map.c): lightness rises all the way, so that readers who confuse red and
 * green see the same order.
 */
const COLOURS = [
  0x291959, 0x312f7b, 0x344796, 0x305ba1, 0x2b6ba6, 0x2779a7, 0x2186a4, 0x1e92a0, 0x2b9e9a, 0x40aa92, 0x57b489,
  0x71bf7f, 0x8bc774, 0xa5ce69, 0xbfd55e, 0xdddd5b, 0xfde35e,
];

/* part: 0 to 1. */
export function mapColour(part: number): string {
  const at = Math.min(Math.max(part, 0), 1) * (COLOURS.length - 1);
  const step = Math.min(Math.floor(at), COLOURS.length - 2);
  const mixed = [16, 8, 0].map((shift) => {
    const [from, to] = [(COLOURS[step]! >> shift) & 0xff, (COLOURS[step + 1]! >> shift) & 0xff];
    return Math.round(from + (at - step) * (to - from));
  });
  return `rgb(${mixed.join(" ")})`;
}

/* Where a number stands between the least and the greatest; in the middle where these are the same. */
export function partOf(value: number, [low, high]: [number, number]): number {
  return high > low ? (value - low) / (high - low) : 0.5;
}
