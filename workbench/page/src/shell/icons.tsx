/* icons.tsx - the drawings on buttons: lines of one width in a square of 20 units, in the colour of the text around them.
 *
 *   <Icon name="save" />          decorative; the button around it carries the name
 *
 * Others add theirs to SHAPES, in the same manner: strokes only, ends and corners round, about 2 units from the edge.
 */
const SHAPES = {
    new: "M11 2.5H5.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V7zM11 2.5V7h4.5M10 10v5M7.5 12.5h5",
    open: "M2.5 15.5v-11a1 1 0 0 1 1-1h4l2 2.5h6a1 1 0 0 1 1 1v1.5M2.5 15.5l2.2-6a1 1 0 0 1 1-.7h11a.8.8 0 0 1 .8 1.1l-1.9 5.5a1 1 0 0 1-1 .7H3a.5.5 0 0 1-.5-.6z",
    examples: "M3 3h5.5v5.5H3zM11.500 3H17v5.500h-5.500zM3 11.500h5.500V17H3zM11.500 11.500H17V17h-5.500z",
    save: "M3 4.500A1.500 1.500 0 0 1 4.500 3H13l4 4v8.500a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 3 15.500zM6 3v4h6V3M6 17v-5.500h8V17",
    share: "M10 12.500V2.500M6.500 6 10 2.500 13.500 6M5.500 9H4a.8.8 0 0 0-.8.8v6.400a.8.8 0 0 0 .8.8h12a.8.8 0 0 0 .8-.8V9.800A.8.8 0 0 0 16 9h-1.500",
    export: "M10 2.500v10M6.500 9.200 10 12.700l3.500-3.500M3.200 13.500v2.700a.8.8 0 0 0 .8.8h12a.8.8 0 0 0 .8-.8v-2.700",
    undo: "M7 3.500 3.500 7 7 10.500M3.500 7H12a4.500 4.500 0 0 1 0 9H8",
    redo: "M13 3.500 16.500 7 13 10.500M16.500 7H8a4.500 4.500 0 0 0 0 9h4",
    play: "M6 3.500 16 10 6 16.500z",
    pause: "M6.500 3.500v13M13.500 3.500v13",
    stop: "M4.500 4.500h11v11h-11z",
    light: "M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM10 1.800v1.700M10 16.500v1.700M1.800 10h1.700M16.500 10h1.700M4.200 4.200l1.200 1.200M14.600 14.600l1.200 1.200M4.200 15.800l1.200-1.200M14.600 5.400l1.200-1.200",
    dark: "M16.800 11.800A7 7 0 0 1 8.200 3.200 7 7 0 1 0 16.800 11.800z",
    system: "M3 4h14v9.500H3zM7 17h6M10 13.500V17",
    help: "M7.300 7.500a2.700 2.700 0 1 1 3.700 2.500c-.7.300-1 .8-1 1.500v.5M10 15v.1M10 1.800a8.200 8.200 0 1 0 0 16.400 8.200 8.200 0 0 0 0-16.400z",
    close: "M5 5l10 10M15 5 5 15",
    menu: "M3 5.500h14M3 10h14M3 14.500h14",
    more: "M4.500 10h.1M10 10h.1M15.500 10h.1",
    down: "M5 7.500l5 5 5-5",
    up: "M5 12.500l5-5 5 5",
    left: "M12.500 5l-5 5 5 5",
    right: "M7.500 5l5 5-5 5",
    search: "M8.500 3a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM12.500 12.500 17 17",
    drawing:
        "M3.500 15.500 7 6l8.500 1.500 1 8M3.500 15.500v.1M7 6v.1M15.500 7.500v.1M16.500 15.500v.1M2 17.500h4M14 17.500h4",
    text: "M4 4.500h12M4 8.200h8M4 11.800h12M4 15.500h6",
    properties: "M3 5.500h6M13 5.500h4M3 14.500h3M10 14.500h7M11 3.500v4M8 12.500v4",
    results: "M3 3v14h14M5.500 12.500 9 8l3 2.500L16.500 5",
    copy: "M7 7h9.500v9.500H7zM4.500 13H3.500V3.500H13v1",
    file: "M11.500 2.500H5.500a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-10zM11.500 2.500v4h4",
    check: "M4 10.500 8 14.500 16 5.500",
    warning: "M10 3 1.800 16.800h16.400zM10 8v4M10 14.300v.1",
    plus: "M10 4v12M4 10h12",
    trash: "M4 5.500h12M8 5.500v-2h4v2M5.500 5.500l.8 11.500h7.400l.8-11.500M8.300 8.500v5.500M11.700 8.500v5.500",
    gear: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10 2v2.500M10 15.500V18M2 10h2.500M15.500 10H18M4.300 4.300l1.800 1.800M13.900 13.900l1.800 1.800M4.300 15.700l1.800-1.800M13.900 6.100l1.800-1.800",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
    return (
        <svg class="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
            <path d={SHAPES[name]} />
        </svg>
    );
}
