/* top_bar.tsx - the name of the model and what can be done with it as a whole. */
export function TopBar() {
    return <header class="top-bar" />;
}
