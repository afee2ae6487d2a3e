/* text_pane.tsx - not there yet. */
export function TextPane() {
    return <div />;
}
