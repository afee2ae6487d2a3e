/* drawing.tsx - not there yet. */
export function Drawing() {
    return <div />;
}
