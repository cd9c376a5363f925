import * as z from 'zod/mini'
import type { PartyFacts } from '#features/reservation-management/merge/schema.ts'
import { RESERVATION_GUEST } from '#features/reservation-management/staff-bookings/schema.ts'
import { descriptorsOf } from '#lib/forms/form.ts'
import { shapesOf, version } from '#lib/forms/shapes.ts'
import { type Cents, parseUsd } from '#lib/money.ts'

/** Descriptors of the fields about the part of a party that gets a reservation of its own. */
export const SPLIT_GUEST_FIELDS = descriptorsOf(RESERVATION_GUEST)

const paid = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const cents = text.trim() === '' ? 0 : parseUsd(text)
    if (cents !== null && cents >= 0) return cents
    context.issues.push({ code: 'custom', input: text, message: 'Please enter an amount such as 24.50' })
    return z.NEVER
  }),
)

/** `key` is the idempotency key: a form sent twice splits once. */
export const splitForm = z.strictObject({
  ...shapesOf(RESERVATION_GUEST),
  version,
  key: z.uuid(),
  /** The tables and the price lines that go along. */
  tableIds: z.array(z.uuid()).check(z.maxLength(9)),
  lineIds: z.array(z.uuid()).check(z.maxLength(20)),
  /** The part of the money received that goes along. */
  paid,
  isEmailed: z.boolean(),
})
export type SplitForm = z.output<typeof splitForm>
type Typed = z.input<typeof splitForm>
export type SplitInput = { readonly [Field in keyof Typed]: NonNullable<Typed[Field]> }

/** A reservation, with all that a split divides. Refunds and what staff keep stay with it. */
export type SplitSource = PartyFacts & {
  readonly type: 'dining' | 'nightlife'
  readonly tables: readonly { readonly id: string; readonly tableNumber: number }[]
  readonly lines: readonly { readonly id: string; readonly label: string; readonly amountCents: Cents }[]
  readonly allowanceCents: Cents
  /** The money that can go along. */
  readonly movableCents: Cents
  /** Why it cannot be split now. */
  readonly problem: string | null
}
