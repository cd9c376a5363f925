import { FLOOR_HEIGHT, FLOOR_WIDTH, type VenueTable } from '#features/floor-plan/chart/schema.ts'
import type { Zone } from '#features/venue/schema.ts'

/** Gradients and patterns shared by the SVG drawings of the floor. */
export const SvgDefs = () => (
  <defs>
    <radialGradient id="floor-room" cx="50%" cy="40%" r="75%">
      <stop offset="0" className="[stop-color:var(--color-bark)]" />
      <stop offset="0.55" className="[stop-color:var(--color-ember)]" />
      <stop offset="1" className="[stop-color:var(--color-night)]" />
    </radialGradient>
    <radialGradient id="floor-glow">
      <stop offset="0.45" className="[stop-color:var(--color-brass)]" stopOpacity="0.34" />
      <stop offset="1" className="[stop-color:var(--color-brass)]" stopOpacity="0" />
    </radialGradient>
    <radialGradient id="floor-spot">
      <stop offset="0" className="[stop-color:var(--color-brass)]" stopOpacity="0.3" />
      <stop offset="1" className="[stop-color:var(--color-night)]" stopOpacity="0.5" />
    </radialGradient>
    <linearGradient id="floor-stage" x2="0" y2="1">
      <stop offset="0" className="[stop-color:var(--color-cocoa)]" />
      <stop offset="1" className="[stop-color:var(--color-clay)] forced-colors:[stop-color:Canvas]" />
    </linearGradient>
    <linearGradient id="floor-green" x2="1" y2="1">
      <stop offset="0" className="[stop-color:var(--color-teal)]" />
      <stop offset="1" className="[stop-color:var(--color-teal)]" stopOpacity="0.5" />
    </linearGradient>
    <linearGradient id="floor-red" x2="1" y2="1">
      <stop offset="0" className="[stop-color:var(--color-burgundy)]" />
      <stop offset="1" className="[stop-color:var(--color-burgundy)]" stopOpacity="0.65" />
    </linearGradient>
    <pattern
      id="floor-hatch"
      width="7"
      height="7"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path d="M0 0V7" className="stroke-clay stroke-[3]" />
    </pattern>
    <pattern id="floor-tiles" width="34" height="30" patternUnits="userSpaceOnUse">
      <rect width="34" height="30" className="fill-cocoa" />
      <path d="M17 2l13 13-13 13L4 15z" className="fill-terracotta/35 stroke-brass-deep/40" />
      <path d="M17 9l6 6-6 6-6-6z" className="fill-teal/60" />
    </pattern>
  </defs>
)

export const Room = () => (
  <>
    <rect width={FLOOR_WIDTH} height={FLOOR_HEIGHT} rx="18" fill="url(#floor-room)" />
    <rect
      x="3"
      y="3"
      width={FLOOR_WIDTH - 6}
      height={FLOOR_HEIGHT - 6}
      rx="16"
      className="fill-transparent stroke-brass-deep stroke-2"
    />
    <rect
      x="8"
      y="8"
      width={FLOOR_WIDTH - 16}
      height={FLOOR_HEIGHT - 16}
      rx="12"
      className="fill-transparent stroke-brass-deep/35"
    />
  </>
)

const CARPET: Record<Zone, string> = {
  'Left Green Vip': 'fill-teal/14 stroke-teal/50',
  'Right Red Vip': 'fill-burgundy/25 stroke-burgundy',
  'Floor Seating': 'fill-transparent',
}
const ZONE_INK: Record<Zone, string> = {
  'Left Green Vip': 'fill-teal-light',
  'Right Red Vip': 'fill-rose',
  'Floor Seating': 'fill-sand',
}
const MARGIN = 12
const SIGN = 17

/** Zone background behind its tables, with the zone's name towards the middle of the room. */
export function ZoneBackground({ zone, tables }: { zone: Zone; tables: readonly VenueTable[] }) {
  const left = Math.min(...tables.map((it) => it.positionX)) - MARGIN
  const right = Math.max(...tables.map((it) => it.positionX + it.width)) + MARGIN
  const top = Math.min(...tables.map((it) => it.positionY)) - MARGIN
  const bottom = Math.max(...tables.map((it) => it.positionY + it.height)) + MARGIN
  const sign = `text-[14px] font-semibold tracking-[0.22em] uppercase [text-anchor:middle] ${ZONE_INK[zone]}`
  if (zone === 'Floor Seating') {
    return (
      <text x={(left + right) / 2} y={bottom + SIGN} className={sign}>
        {zone}
      </text>
    )
  }
  const isLeft = left + right < FLOOR_WIDTH
  const place = `translate(${isLeft ? right + SIGN : left - SIGN} ${(top + bottom) / 2}) rotate(${isLeft ? 90 : -90})`
  return (
    <>
      <rect x={left} y={top} width={right - left} height={bottom - top} rx="14" className={CARPET[zone]} />
      <text transform={place} y="5" className={sign}>
        {zone}
      </text>
    </>
  )
}
