/* analyse.tsx - not there yet. */
export function Analyse() {
    return <div />;
}
