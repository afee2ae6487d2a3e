/* properties.tsx - not there yet. */
export function Properties() {
    return <div />;
}
