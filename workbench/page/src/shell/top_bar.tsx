/* top_bar.tsx - not there yet. */
export function TopBar() {
    return <div />;
}
