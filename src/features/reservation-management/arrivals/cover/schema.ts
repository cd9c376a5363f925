import * as z from 'zod/mini'
import { VENUE_METHODS } from '#features/payments/ledger/schema.ts'
import { type CoverTaken, MAX_COVER_GUESTS } from '#features/payments/cover/schema.ts'
import { COVER_KINDS, type CoverKind } from '#features/payments/ledger/schema.ts'
import type { FirstArrival } from '#features/reservation-management/arrivals/schema.ts'
import type { Cents } from '#lib/money.ts'

/** Facts that decide what a party owes at the entrance. */
export type PartyCover = {
  /** Price of the night as guests read it, such as `$25`. */
  readonly price: string
  /** Guests who enter free: the holders of a reservation, 0 for a guest list. */
  readonly freeGuests: number
  /** Terms of a guest list: the price for each, null for nothing, and until when. Null for a reservation. */
  readonly list: { readonly reducedCents: Cents | null; readonly until: string | null } | null
  readonly taken: readonly CoverTaken[]
}

/** Guests of a party at a moment. Those who did not come yet are judged by the moment, the others by their arrival. */
export type CoverGuests = {
  readonly guests: number
  readonly at: Date
  readonly arrivals: readonly FirstArrival[]
}

/** Cover of guests of one kind that is still to be recorded at the entrance. */
export type CoverOwed = {
  readonly kind: Exclude<CoverKind, 'comp'>
  /** Null where the price of the night does not name one amount. */
  readonly eachCents: Cents | null
  /** Guests whose cover was not recorded yet. */
  readonly guests: number
}

/** A night at which cover is taken, for walk-ins. */
export type CoverNight = { readonly title: string; readonly price: string }

/** Prices that staff choose from; null where there is none. */
export type CoverPrices = { readonly fullCents: Cents | null; readonly reducedCents: Cents | null }

const MOST_EACH_CENTS = 100_000
const guestsText = `Record cover for 1 to ${MAX_COVER_GUESTS} guests at a time.`
const priceText = 'Cover is at least $0.50 and at most $1,000 a guest.'

const item = z.strictObject({
  kind: z.enum(COVER_KINDS),
  guests: z.int(guestsText).check(z.minimum(1, guestsText), z.maximum(MAX_COVER_GUESTS, guestsText)),
  eachCents: z.int(priceText).check(z.minimum(0, priceText), z.maximum(MOST_EACH_CENTS, priceText)),
})

const common = { id: z.uuid(), at: z.iso.datetime() }
const anyAct = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('cover'),
    /** Both are left out for walk-ins, who are counted in by the same act. */
    reservationId: z.optional(z.uuid()),
    entryId: z.optional(z.uuid()),
    /** The night of the list on the device. */
    night: z.iso.date(),
    method: z.nullable(z.enum(VENUE_METHODS)),
    items: z.array(item).check(z.minLength(1, guestsText), z.maxLength(COVER_KINDS.length)),
  }),
  z.strictObject({ ...common, kind: z.literal('cover_undone'), undoesId: z.uuid() }),
])
/** Cover that staff took, or its reversal, with the id and the time that the device gave it. */
export type CoverAct = z.output<typeof anyAct>
export type CoverTakenAct = Extract<CoverAct, { kind: 'cover' }>

const MAX_ACTS = 50

/** Acts in the order of their recording. `sentAt` is the device's clock, which corrects their times. */
export const coverForm = z.strictObject({
  sentAt: z.iso.datetime(),
  deviceName: z
    .string()
    .check(z.trim(), z.maxLength(60, 'Please keep the name of the device under 60 characters.')),
  acts: z
    .array(anyAct)
    .check(z.minLength(1), z.maxLength(MAX_ACTS, `Send at most ${MAX_ACTS} acts at a time.`)),
})
export type CoverForm = z.output<typeof coverForm>
