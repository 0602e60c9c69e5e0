/** SVG paths of line icons on a 24 × 24 grid. */
const paths = {
  browse: 'M4 6h16M4 12h16M4 18h10',
  review: 'M9 11l3 3 8-8M20 12v7a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9',
  propose: 'M12 20h8M4 20l1-4L16 5l3 3L8 19l-4 1z',
  wanted: 'M12 20C5 15 3 12 3 9a4.500 4.500 0 0 1 9-1 4.500 4.500 0 0 1 9 1c0 3-2 6-9 11z',
  changes: 'M4 7h12M4 12h8M4 17h6M17 11v6l3-2M17 17l-3-2',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  insight: 'M5 20V11M12 20V4M19 20v-6',
  groups: 'M12 4l8 4-8 4-8-4 8-4zM4 12l8 4 8-4M4 16l8 4 8-4',
  guidance: 'M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5',
  licences: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  operate: 'M3 13h4l3-7 4 13 3-8 1 2h3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  moon: 'M20 14a8 8 0 0 1-10-10 8 8 0 1 0 10 10z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12.5L19 4.5M16 7.5l2.5 2.5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20c1-4 4-5 7-5s6 1 7 5',
  keyboard: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  up: 'M6 15l6-6 6 6',
  sort: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12l5 5 9-10',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  cards: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  tree: 'M5 4v14h5M5 10h5M13 8h7v4h-7zM13 16h7v4h-7z',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  warning: 'M12 4L2.5 20h19zM12 10v4M12 17.5h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  offline:
    'M3 9a14 14 0 0 1 4-2.5M21 9a14 14 0 0 0-9-3.5M7 13a8 8 0 0 1 3-1.5M17 13a8 8 0 0 0-2-1.200M12 18h.01M4 4l16 16',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  plus: 'M12 5v14M5 12h14',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  baselines: 'M12 3v5M12 16v5M5 12h14M5 12v4M19 12v4M8 3h8M3 20h4M17 20h4M10 21h4',
  pose: 'M12 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5 9l7 1 7-1M12 10v5M12 15l-4 7M12 15l4 7',
  layers: 'M9 4h11v11H9zM4 9v11h11M9 9h.01M12 12h.01M15 9h.01M18 12h.01M12 6h.01M18 6h.01',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v3M14 20h3M20 20h.01',
  remix: 'M4 7h3c5 0 5 10 10 10h3M4 17h3c2 0 3-1.500 4-3M13 10c1-1.500 2-3 4-3h3M18 4l3 3-3 3M18 14l3 3-3 3',
  flow: 'M3 8c3-4 6 4 9 0s6 4 9 0M3 16c3-4 6 4 9 0s6 4 9 0',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
} as const;

export type IconName = keyof typeof paths;

/** An icon hidden from screen readers. A button that shows only an icon needs its own `aria-label`. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
