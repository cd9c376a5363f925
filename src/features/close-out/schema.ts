import * as z from 'zod/mini'
import type { LineKind, MoneyMethod } from '#features/payments/ledger/schema.ts'
import type { CheckInDevice } from '#features/reservation-management/check-in/devices/schema.ts'
import type { AccountFigures } from '#features/payments/provider-account/schema.ts'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import { type Cents, parseUsd } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Comparison, NightReport } from './figures/schema.ts'

/**
 * Outcomes of a party without a recorded arrival. `no_show`: it never came. `excused`: it is cancelled and not counted as a
 * no-show. `came`: it was here, and its arrival was not recorded.
 */
export const OUTCOMES = ['no_show', 'excused', 'came'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A party that was expected, and has no recorded arrival. */
export type UndecidedParty = Pick<
  ReservationEntry,
  'id' | 'type' | 'status' | 'guestName' | 'guestCount' | 'startsAt' | 'tableNumbers'
> & {
  /** Its guests came to dinner and kept their table for this night. */
  readonly hasStayedOn: boolean
  /** Money of the party that is still here: it is kept or refunded. */
  readonly leftCents: Cents
  /** The part of it that can be refunded online. */
  readonly onlineCents: Cents
}

/** A party that came and still has to pay at the venue. */
export type UnpaidParty = Pick<ReservationEntry, 'id' | 'guestName' | 'tableNumbers'> & {
  readonly dueCents: Cents
}

/** A party whose cover is not as it should be. */
export type CoverNote = Pick<ReservationEntry, 'id' | 'guestName'> & {
  /** `$125 (5 of 6 pay $25)`, or `Taken twice? Cover recorded for 6 of 4` */
  readonly text: string
  /** Its guest list; null for a reservation. */
  readonly list: { readonly id: string; readonly name: string } | null
}

const reason = z.string().check(z.trim(), z.maxLength(500, 'Please keep the reason under 500 characters.'))
const MAX_DECISIONS = 2000

export const closeForm = z.strictObject({
  decisions: z
    .array(
      z.strictObject({
        reservationId: z.uuid(),
        outcome: z.enum(OUTCOMES),
        /** Whether its money is refunded. Otherwise it is kept. */
        isRefunded: z.boolean(),
      }),
    )
    .check(z.maxLength(MAX_DECISIONS, `Decide about at most ${MAX_DECISIONS} parties at a time.`)),
  /** Needed while a device has acts that are not sent. */
  reason,
  /** Needed while a device is silent: staff have looked at it, or it was switched off. */
  hasNothingLeft: z.optional(z.boolean()),
})
export type CloseForm = z.output<typeof closeForm>
export type Decision = CloseForm['decisions'][number]

const MAX_CASH_CENTS = 100_000_000

export const lockForm = z.strictObject({
  counted: z.pipe(
    z.string(),
    z.transform((text, context): Cents => {
      const cents = text.trim() === '' ? null : parseUsd(text)
      if (cents !== null && cents <= MAX_CASH_CENTS) return cents
      context.issues.push({
        code: 'custom',
        input: text,
        message: 'Please enter the cash that you counted, such as 1250.00, or 0.',
      })
      return z.NEVER
    }),
  ),
  note: z.string().check(z.trim(), z.maxLength(500, 'Please keep the note under 500 characters.')),
})
export type LockForm = z.output<typeof lockForm>

export type Closing = {
  readonly at: string
  readonly actorName: string
  readonly reason: string
}

export type NightLock = {
  readonly at: string
  readonly actorName: string
  readonly cashExpectedCents: Cents
  readonly cashCountedCents: Cents
  readonly note: string
}

/** A ledger line that was written after the night was locked. */
export type LaterLine = {
  readonly id: string
  readonly kind: LineKind | 'cover' | 'cover_reversed'
  readonly method: MoneyMethod | null
  readonly amountCents: Cents
  readonly allowanceCents: Cents
  readonly movedAt: string
  readonly guestName: string | null
  readonly actorName: string | null
  readonly reason: string | null
  /** Money for the night. Otherwise it is cash for another night that moved on its date. */
  readonly isForNight: boolean
  /** Cash that moved on the date, for whatever night: it is in the drawer that was counted. */
  readonly isInDrawer: boolean
}

/** A party that came on a night from which it, or the event of its guest list, was moved: a device had an older list. */
export type MovedParty = {
  readonly id: string
  /** The night on which it came. */
  readonly night: CalendarDate
  readonly guestName: string
  /** The night for which it is expected now. */
  readonly date: CalendarDate
  /** Its guest list; null for a reservation. */
  readonly list: { readonly id: string; readonly name: string } | null
}
export type MovedGuests = MovedParty & { readonly guests: number }

/** The close-out of a night, as managers see it. */
export type CloseOut = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  readonly closing: Closing | null
  readonly lock: NightLock | null
  /** Reason why the night cannot be closed now; null where it can. */
  readonly problem: string | null
  /** End of the last event of the night that is not over yet; null once all are. */
  readonly runsUntil: string | null
  readonly undecided: readonly UndecidedParty[]
  /** Names of the parties that two devices may have admitted both. */
  readonly doubles: readonly string[]
  /** Parties whose guests came, although they had been moved to another night. */
  readonly movedGuests: readonly MovedGuests[]
  /** Parties whose guests came, and who still have to pay at the venue. */
  readonly unpaid: readonly UnpaidParty[]
  /** Parties whose guests came in without cover: it was put off, or not recorded. */
  readonly uncovered: readonly CoverNote[]
  /** Parties whose cover is recorded for more guests than they have: two devices may have taken it. */
  readonly overcovered: readonly CoverNote[]
  /** Parties at their tables that are counted inside. */
  readonly staying: number
  readonly devices: readonly CheckInDevice[]
  /** Acts of check-in that arrived after the night was closed. */
  readonly lateActs: number
  /** The locked figures of a locked night. */
  readonly report: NightReport
  readonly comparison: Comparison
  /** The account at the provider as it was read last: of a locked night beside what was locked. */
  readonly account: AccountFigures
  /** Only of a locked night. */
  readonly sinceLock: {
    readonly lines: readonly LaterLine[]
    /** Money for the night, whenever it moved. */
    readonly moneyCents: Cents
    /** Cash that moved on the date, for whatever night. */
    readonly drawerCents: Cents
    readonly came: number
  } | null
}
