import * as z from 'zod/mini'
import { VENUE_METHODS, type VenueMethod } from '#features/payments/ledger/schema.ts'
import type { CoverItem } from '#features/payments/cover/schema.ts'
import { type Cents, parseUsd } from '#lib/money.ts'

const guests = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{0,3}$/, 'Enter a number of guests, or leave it empty.')),
  z.transform(Number),
)

const each = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const cents = text.trim() === '' ? 0 : parseUsd(text)
    if (cents !== null && cents >= 0) return cents
    context.issues.push({ code: 'custom', input: text, message: 'Enter an amount in dollars, such as 25.' })
    return z.NEVER
  }),
)

/** The cover as it should have been recorded. No guest at all takes the record back without another one. */
export const coverCorrectionForm = z.strictObject({
  /** Idempotency keys: ids of the act that takes back, and of the one that records anew. */
  key: z.uuid(),
  insteadKey: z.uuid(),
  full: guests,
  reduced: guests,
  guest_list: guests,
  comp: guests,
  fullEach: each,
  reducedEach: each,
  method: z.nullable(z.enum(VENUE_METHODS)),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, 'Say why, in a few words.'),
      z.maxLength(500, 'Keep the reason under 500 characters.'),
    ),
})
export type CoverCorrectionForm = z.output<typeof coverCorrectionForm>

/** Cover that one tap recorded on a night. */
export type NightCover = {
  readonly id: string
  readonly at: string
  readonly actorName: string | null
  /** Null for walk-ins. */
  readonly guestName: string | null
  readonly method: VenueMethod | null
  readonly amountCents: Cents
  readonly items: readonly CoverItem[]
  /** Why it was recorded anew; null for cover as it was taken. */
  readonly reason: string | null
  /** It was taken back, at the entrance or by a correction. */
  readonly isTakenBack: boolean
}
