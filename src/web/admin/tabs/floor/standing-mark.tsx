import type { TableStanding } from '#features/reservation-management/floor/schema.ts'

/** Outline and fill of a table in each state. Shape and sign differ as well, so that nothing rests on color alone. */
export const STANDING_LOOKS: Readonly<Record<TableStanding, string>> = {
  free: 'fill-bark stroke-brass stroke-[2.5]',
  expected: 'fill-night stroke-sand stroke-[2.5] [stroke-dasharray:7_5]',
  held: 'fill-night stroke-dune stroke-2 [stroke-dasharray:2_5]',
  arrived: 'fill-night stroke-teal-light stroke-[5]',
  seated: 'fill-teal stroke-teal-light stroke-[2.5]',
  due_out: 'fill-burgundy stroke-rose stroke-[5]',
  out: 'fill-night stroke-teal-light stroke-[2.5] [stroke-dasharray:7_5]',
  no_show: 'fill-night stroke-rose stroke-[2.5] [stroke-dasharray:7_5]',
  blocked: 'fill-clay stroke-dune stroke-2',
  off_sale: 'fill-transparent stroke-dune stroke-[1.5] [stroke-dasharray:4_6]',
}

/** Signs in a box of 24 by 24: plus, clock, coin, arrow, check, exclamation, arrow back, cross, padlock, dash. */
const SIGNS: Readonly<Record<TableStanding, string>> = {
  free: 'M12 8v8M8 12h8',
  expected: 'M12 7.500v5l3.500 2',
  held: 'M9 8.500h6M9 12h6M9 15.500h6',
  arrived: 'M7 12h9M13 8.500l3.500 3.500-3.500 3.500',
  seated: 'm7.500 12.500 3 3 6-7',
  due_out: 'M12 6.500v7M12 17v.5',
  out: 'M17 12H8M11 8.500 7.500 12l3.500 3.500',
  no_show: 'm8.500 8.500 7 7M15.500 8.500l-7 7',
  blocked: 'M8 11.500h8v5.500h-8zM9.500 11.500v-2a2.500 2.500 0 0 1 5 0v2',
  off_sale: 'M8 12h8',
}

const INKS: Readonly<Record<TableStanding, string>> = {
  free: 'stroke-brass',
  expected: 'stroke-sand',
  held: 'stroke-sand',
  arrived: 'stroke-teal-light',
  seated: 'stroke-cream',
  due_out: 'stroke-cream',
  out: 'stroke-teal-light',
  no_show: 'stroke-rose',
  blocked: 'stroke-cream',
  off_sale: 'stroke-dune',
}

/** Sign of a state, in a box of 24 by 24. */
export const StandingSign = ({ standing }: { standing: TableStanding }) => (
  <path
    d={SIGNS[standing]}
    className={`fill-transparent stroke-2 [stroke-linecap:round] [stroke-linejoin:round] ${INKS[standing]}`}
  />
)

/** Sign with its outline, for lists and the legend. */
export const StandingMark = ({ standing }: { standing: TableStanding }) => (
  <svg viewBox="0 0 24 24" className="size-7 shrink-0" aria-hidden="true">
    {standing === 'blocked' || standing === 'due_out' ? (
      <rect x="2" y="2" width="20" height="20" rx="4" className={MARK_LOOKS[standing]} />
    ) : (
      <circle cx="12" cy="12" r="10" className={MARK_LOOKS[standing]} />
    )}
    <StandingSign standing={standing} />
  </svg>
)

const MARK_LOOKS: Readonly<Record<TableStanding, string>> = {
  free: 'fill-bark stroke-brass stroke-[1.5]',
  expected: 'fill-night stroke-sand stroke-[1.5] [stroke-dasharray:3_2]',
  held: 'fill-night stroke-dune [stroke-dasharray:1_2]',
  arrived: 'fill-night stroke-teal-light stroke-2',
  seated: 'fill-teal stroke-teal-light stroke-[1.5]',
  due_out: 'fill-burgundy stroke-rose stroke-2',
  out: 'fill-night stroke-teal-light stroke-2 [stroke-dasharray:3_2]',
  no_show: 'fill-night stroke-rose stroke-[1.5] [stroke-dasharray:3_2]',
  blocked: 'fill-clay stroke-dune',
  off_sale: 'fill-transparent stroke-dune [stroke-dasharray:2_3]',
}
