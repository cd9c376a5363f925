import { Icon, type IconName, LineArt } from '../icon.tsx'

/** Icons of the staff area. They are kept out of the bundle that guests download. */
const PATHS = {
  table: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM9.500 3.500h5M9.500 20.500h5M3.500 9.500v5M20.500 9.500v5',
  window: 'M3.500 5h17v14h-17zM3.500 9.500h17M6.500 7.250h.010M9 7.250h.010',
  email: 'M3.500 6h17v12.500h-17zM3.500 7l8.500 6.500L20.500 7',
  card: 'M3 6h18v12.500H3zM3 10.500h18M6.500 15h4',
  bin: 'M4.500 6.500h15M9.500 6.500V4h5v2.500M6.500 6.500l1 13.500h9l1-13.500M10.500 10.500v6M13.500 10.500v6',
  book: 'M5.500 4h13v16h-13zM9 4v16M12 8.500h3.500M12 12h3.500M3.500 8h2M3.500 12h2M3.500 16h2',
  run_sheet: 'M5 4h14v16H5zM8 8.500l1 1 2-2M13 8.500h3.500M8 13l1 1 2-2M13 13h3.500M8 17h8.500',
  check_in: 'M4 8.500V4h4.500M15.500 4H20v4.500M20 15.500V20h-4.500M8.500 20H4v-4.500M7.500 12h9',
  floor: 'M3.500 4.500h17v15h-17zM7 8h3.500v3H7zM7 14h3.500v2.500H7zM16 9a2 2 0 1 0 .01 0M14 16.500h3.500',
  speech: 'M4 5h16v11h-9l-4 3.500V16H4zM8 9h8M8 12h5',
  levers: 'M4 7h8M16 7h4M14 5v4M4 17h3M11 17h9M9 15v4',
} as const

export type AdminIconName = IconName | keyof typeof PATHS

const isStaffOnly = (name: AdminIconName): name is keyof typeof PATHS => name in PATHS

export const AdminIcon = ({ name }: { name: AdminIconName }) =>
  isStaffOnly(name) ? <LineArt path={PATHS[name]} className="size-5" /> : <Icon name={name} />
