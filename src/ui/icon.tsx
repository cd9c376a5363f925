/** Paths of the line icons; no icon library in the bundle. Decorative: a text stands beside each. */
const PATHS = {
  home: 'M3 11.5 12 4l9 7.500M5.500 9.800V20h13V9.800M10 20v-5.500h4V20',
  menu: 'M7 3v8m-3-8v5a3 3 0 0 0 6 0V3M7 11v10M17 3c-2 0-3.500 2.500-3.500 6s1.500 4 3.500 4m0-10v18',
  calendar: 'M4 6.500h16V20H4zM4 10.500h16M8 3.500v4M16 3.500v4',
  gallery: 'M4 5h16v14H4zM4 15.500l4.500-4.500 4 4 3-3 4.500 4.500M15.500 9a1 1 0 1 0 0-.010',
  events:
    'm12 3.500 2.500 5.300 5.800.700-4.300 4 1.150 5.700L12 16.400 6.850 19.200 8 13.500 3.700 9.500l5.800-.700z',
  phone:
    'M6 3.500h3.500l1.500 4-2 1.500a12 12 0 0 0 6 6l1.500-2 4 1.500V18a2.500 2.500 0 0 1-2.500 2.500C10.500 20 4 13.500 3.500 6A2.500 2.500 0 0 1 6 3.500z',
  drawer: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  left: 'm14.500 5.500-6.500 6.500 6.500 6.500',
  right: 'm9.500 5.500 6.500 6.500-6.500 6.500',
  clock: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7.500V12l3 2',
  pin: 'M12 21s7-6.200 7-11.500A7 7 0 0 0 5 9.500C5 14.800 12 21 12 21zM12 7a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  play: 'M8 5.500v13l10.500-6.500z',
  pause: 'M8.500 5.500v13M15.500 5.500v13',
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500 20.500 20.500',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  list: 'M9 6h12M9 12h12M9 18h12M4 6h.010M4 12h.010M4 18h.010',
  mic: 'M12 3.500a3 3 0 0 0-3 3V11a3 3 0 0 0 6 0V6.500a3 3 0 0 0-3-3zM5.500 11a6.500 6.500 0 0 0 13 0M12 17.500V21',
  ticket: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v12',
  people:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-3.600 2.900-5.500 6.500-5.500s6.500 1.900 6.500 5.500M16 4.800a3.500 3.500 0 0 1 0 6.400M18 15c2.200.700 3.500 2.400 3.500 5',
  check: 'm4.500 12.500 5 5 10-11',
  arrow: 'M4 12h16m-6-6 6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v7h14v-7',
  glass: 'M5 4h14l-7 8zM12 12v8M8 20h8',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name, className = 'size-5' }: { name: IconName; className?: string }) => (
  <LineArt path={PATHS[name]} className={className} />
)

export const LineArt = ({ path, className }: { path: string; className: string }) => (
  <svg
    viewBox="0 0 24 24"
    className={`shrink-0 ${className}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)
