import type { VenueTable } from '#features/floor-plan/chart/schema.ts'

/** Half of a table's width and height: shapes are drawn about their middle. */
export type Half = { readonly x: number; readonly y: number }
export type Chair = { readonly x: number; readonly y: number; readonly turn: number }

const CHAIR_GAP = 3
const MOST_CHAIRS = 14

type Seats = Pick<VenueTable, 'maxGuests' | 'width' | 'height'>

/** Places chairs in a ring. Four of them stand on the diagonals, where neighbouring tables leave room. */
export function chairsInRing({ maxGuests, width, height }: Seats): Chair[] {
  const count = Math.min(maxGuests, MOST_CHAIRS)
  const start = count === 4 ? Math.PI / 4 : 0
  return Array.from({ length: count }, (_, seat) => {
    const angle = start + (seat * 2 * Math.PI) / count
    return {
      x: round(Math.cos(angle) * (width / 2 + CHAIR_GAP)),
      y: round(Math.sin(angle) * (height / 2 + CHAIR_GAP)),
      turn: Math.round((angle * 180) / Math.PI) + 90,
    }
  })
}

export function chairsAlongSides({ maxGuests, width, height }: Seats): Chair[] {
  const count = Math.min(maxGuests, MOST_CHAIRS)
  return Array.from({ length: count }, (_, seat) => {
    const side = seat % 4
    const onSide = Math.ceil((count - side) / 4)
    const along = (Math.floor(seat / 4) + 1) / (onSide + 1) - 0.5
    const turn = side * 90
    if (side % 2 === 0) {
      const y = (side === 0 ? -1 : 1) * (height / 2 + CHAIR_GAP)
      return { x: round(along * width), y: round(y), turn }
    }
    const x = (side === 1 ? 1 : -1) * (width / 2 + CHAIR_GAP)
    return { x: round(x), y: round(along * height), turn }
  })
}

const BACK = 22
const ARM = 17

/** SVG path of a U-shaped banquette, open to the right, centred on 0, 0. */
export function banquettePath({ x, y }: Half): string {
  const arm = `a8 8 0 0 0 8-8v-${ARM - 16}a8 8 0 0 0-8-8`
  return [
    `M${x - 8} ${-y}H${24 - x}Q${-x} ${-y} ${-x} ${24 - y}V${y - 24}Q${-x} ${y} ${24 - x} ${y}H${x - 8}`,
    `${arm}H${BACK + 10 - x}q-10 0-10-10V${ARM + 10 - y}q0-10 10-10H${x - 8}${arm}z`,
  ].join('')
}

export function seamPath({ x, y }: Half): string {
  const back = [-0.36, 0, 0.36].map((share) => `M${3 - x} ${round(share * y)}H${BACK - x - 2}`)
  const arms = [0, 0.5].map((share) => {
    const at = round(share * x)
    return `M${at} ${3 - y}V${ARM - y - 2}M${at} ${y - 3}V${y - ARM + 2}`
  })
  return [...back, ...arms].join('')
}

/** Table inside a banquette that is open to the right. */
export const boothTable = ({ x, y }: Half) => ({
  x: BACK + 5 - x,
  y: ARM + 4 - y,
  width: x * 2 - BACK - 7,
  height: y * 2 - (ARM + 4) * 2,
})

const round = (value: number): number => Math.round(value * 10) / 10
