import * as z from 'zod/mini'
import { ZONES } from '#features/venue/schema.ts'
import { version } from '#lib/forms/shapes.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH, type VenueTable } from '#features/floor-plan/chart/schema.ts'
import type { TableDetails } from '#features/floor-plan/table-details/schema.ts'
import { isPrice, parseUsd } from '#lib/money.ts'

export const TABLE_SHAPES = ['round', 'square', 'booth'] as const

/** Table as staff edit it. */
export type StaffTable = VenueTable & TableDetails & { readonly version: number }

const MAX_CENTS = 10_000_000

function priceProblem(text: string, cents: number | null): string {
  if (text.trim() === '') return 'Enter the price of the table. For a table that costs nothing, enter 0.'
  if (cents !== null && !isPrice(cents))
    return 'The price of a table is $0.50 or more, or 0 for a table that costs nothing.'
  return 'Enter the price of the table as an amount such as 250, at most $100,000.'
}

const price = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const cents = parseUsd(text)
    if (cents !== null && cents <= MAX_CENTS && isPrice(cents)) return cents
    context.issues.push({ code: 'custom', input: text, message: priceProblem(text, cents) })
    return z.NEVER
  }),
)

const whole = (least: number, most: number) => {
  const message = `Please enter a whole number from ${least} to ${most}`
  return z.pipe(
    z.string(),
    z.transform((text, context) => {
      const number = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Number.NaN
      if (number >= least && number <= most) return number
      context.issues.push({ code: 'custom', input: text, message: message })
      return z.NEVER
    }),
  )
}

const MAX_INCLUDED = 200

const included = z.pipe(
  z.string().check(z.trim(), z.maxLength(MAX_INCLUDED, `Please enter at most ${MAX_INCLUDED} characters`)),
  z.transform((text) => (text === '' ? null : text)),
)

/** An empty field is no minimum spend. */
const minimumSpend = z.pipe(
  z.string(),
  z.transform((text, context) => {
    if (text.trim() === '') return null
    const cents = parseUsd(text)
    if (cents !== null && cents > 0 && cents <= MAX_CENTS && isPrice(cents)) return cents
    const message = 'Enter the minimum spend as an amount such as 500, or leave it empty for none.'
    context.issues.push({ code: 'custom', input: text, message })
    return z.NEVER
  }),
)

/** Table form as submitted: numbers arrive as typed text. */
const fields = z.strictObject({
  tableNumber: whole(1, 999),
  maxGuests: whole(1, 50),
  location: z.enum(ZONES),
  reservationPrice: price,
  isAvailable: z.boolean(),
  shape: z.enum(TABLE_SHAPES),
  positionX: whole(0, FLOOR_WIDTH),
  positionY: whole(0, FLOOR_HEIGHT),
  width: whole(20, 400),
  height: whole(20, 400),
  rotation: whole(0, 359),
  // A staff page opened before an upgrade omits these fields, which leaves them as they are.
  included: z.optional(included),
  minimumSpend: z.optional(minimumSpend),
  imageId: z.optional(z.nullable(z.uuid())),
})
export type TableForm = z.output<typeof fields>

/** Ids of the parties that keep a table which is taken out of use: staff saw them and agreed. */
const agreedParties = z.optional(z.array(z.uuid()).check(z.maxLength(2000)))

const fitsAcross = ({ positionX, width }: TableForm): boolean => positionX + width <= FLOOR_WIDTH
const fitsDown = ({ positionY, height }: TableForm): boolean => positionY + height <= FLOOR_HEIGHT
const ACROSS = {
  path: ['positionX'],
  error: `The table must be inside the room, which is ${FLOOR_WIDTH} wide`,
}
const DOWN = {
  path: ['positionY'],
  error: `The table must be inside the room, which is ${FLOOR_HEIGHT} deep`,
}

export const tableForm = fields.check(z.refine(fitsAcross, ACROSS), z.refine(fitsDown, DOWN))
export const tableEdit = z
  .extend(fields, { version, agreedParties })
  .check(z.refine(fitsAcross, ACROSS), z.refine(fitsDown, DOWN))
