import { callUsText } from '#features/reservations/rules.ts'
import { countText } from '#lib/text/count.ts'
import type { Cents } from '#lib/money.ts'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { HoldLimit, HoldRefusal, HoldState } from './schema.ts'

type Choice = { readonly birthdayPackage: boolean; readonly screenDisplay: boolean }

/**
 * Limits on the tables held at once. Addresses are shared (hotels, mobile carriers), so a guest is counted by browser,
 * email and phone, and an address is allowed more. A /48 may hold a quarter of a night's free tables. Each `…Lapses` is
 * [free, step, most]: `free` expired holds of the last 24 hours have no effect, the next one causes a wait of 5
 * minutes, which doubles with every further `step` expired holds, up to `most` minutes. Applied by the SQL function
 * `hold_limit`.
 */
export const HOLD_LIMITS = {
  guestNight: 2,
  guestAll: 4,
  addressNight: 8,
  addressAll: 12,
  networkAll: 24,
  browserLapses: [2, 1, 360],
  addressLapses: [8, 4, 120],
  networkLapses: [16, 8, 120],
} as const

/** Keys of the ticked packages, as in the price list. */
export const chosenPackages = ({ birthdayPackage, screenDisplay }: Choice): PackageKey[] => [
  ...(birthdayPackage ? (['birthday_shoutout'] as const) : []),
  ...(screenDisplay ? (['screen_display'] as const) : []),
]

/**
 * Total of a table with the chosen packages, for display. The charged total is computed by the hold statement in the
 * database, which rejects a hold (`price_changed`) if the guest was shown another one.
 */
export function quote(
  tableCents: Cents,
  packages: readonly { readonly key: PackageKey; readonly priceCents: Cents }[],
  choice: Choice,
): Cents {
  const chosen = new Set(chosenPackages(choice))
  return packages.reduce((sum, it) => sum + (chosen.has(it.key) ? it.priceCents : 0), tableCents)
}

type HoldFacts = {
  readonly status: 'pending' | 'confirmed' | 'cancelled' | 'completed'
  readonly paymentStatus: 'none' | 'pending' | 'paid' | 'failed' | 'refunded' | 'partly_refunded'
  readonly heldUntil: Date | null
}

/**
 * State of a hold as its guest sees it. An expired hold is `ended` at once, although its table stays occupied until no
 * payment can arrive any more (see `releaseHold`).
 */
export function holdState({ status, paymentStatus, heldUntil }: HoldFacts, now: Date): HoldState {
  if (status === 'confirmed' || status === 'completed') return 'confirmed'
  if (status === 'cancelled' || heldUntil === null || heldUntil <= now) return 'ended'
  return paymentStatus === 'pending' ? 'paying' : 'held'
}

/** Decides whether a repeated request resumes the existing hold (idempotency key) or must start a new one. */
export function resumeStatusOf(
  facts: HoldFacts,
  now: Date,
): 'same_hold' | 'already_confirmed' | 'hold_ended' {
  const state = holdState(facts, now)
  if (state === 'confirmed') return 'already_confirmed'
  return state === 'ended' ? 'hold_ended' : 'same_hold'
}

type RefusalFacts = {
  readonly maxGuests?: number | null
  readonly waitMinutes?: number | null
  /** The venue's phone number, formatted for display. */
  readonly phone?: string | null
}

/** `Try again in 12 minutes or call us at (972) 555-0142.` */
function tryAgainText(waitMinutes: number | null, phone: string | null): string {
  const call = phone === null ? 'call us' : `call us at ${phone}`
  return waitMinutes === null
    ? `Try again later or ${call}.`
    : `Try again in ${countText(waitMinutes, 'minute')} or ${call}.`
}

const tooManyText = (maxGuests: number): string =>
  `This table can accommodate maximum ${countText(maxGuests, 'guest')}`

/** Title and text for a guest who exceeds a limit on holds. */
function limitCopy(reason: HoldLimit, later: string): { readonly title: string; readonly text: string } {
  switch (reason) {
    case 'too_many_holds':
      return {
        title: 'Two Tables at a Time',
        text: 'You already hold two tables for this night. Pay for one or let it go, and you can take another. For a larger party, please call us.',
      }
    case 'too_many_for_contact':
      return {
        title: 'Two Tables at a Time',
        text: 'Two tables are already held for this night under this email or phone number. Pay for one or let it go, and you can take another. For a larger party, please call us.',
      }
    case 'too_many_nights':
      return {
        title: 'Several Tables Held',
        text: `You already hold ${HOLD_LIMITS.guestAll} tables on different nights. Pay for one or let it go, and you can take another.`,
      }
    case 'network_busy':
      return {
        title: 'Many Tables Held Near You',
        text: `Many tables are being held from your network right now. ${later}`,
      }
    case 'must_wait':
      return { title: 'Please Wait', text: `Several of your holds ended without a payment. ${later}` }
    case 'network_must_wait':
      return {
        title: 'Please Wait',
        text: `Many holds from your network ended without a payment. ${later}`,
      }
  }
}

const TABLE_TAKEN = {
  title: 'Table Unavailable',
  text: 'This table is no longer available. Please select another table.',
}

const PRICE_CHANGED = {
  title: 'Price Changed',
  text: 'The price changed after you opened this page. You were not charged. Please check the new total.',
}

const PAYMENT_UNDER_WAY = {
  title: 'Payment Under Way',
  text: 'Your bank is still working on your payment. We hold the table for you until it is done, and email you then. Please do not pay a second time.',
}

/** Title and text that a refusal is shown with. */
export function refusalCopy(
  reason: HoldRefusal,
  { maxGuests = null, waitMinutes = null, phone = null }: RefusalFacts = {},
): { readonly title: string; readonly text: string } {
  const later = tryAgainText(waitMinutes, phone)
  switch (reason) {
    case 'unknown_event':
      return { title: 'Event not found', text: 'This event does not exist or was taken down.' }
    case 'event_over':
      return { title: 'Event Over', text: 'This event has ended and no longer takes reservations.' }
    case 'sold_out':
      return {
        title: 'Event Sold Out',
        text: 'This event is sold out and no longer accepting reservations.',
      }
    case 'not_for_sale':
      return {
        title: 'No Tables for Sale',
        text: 'Tables for this event are not sold online. Please use the ticket link or send us a request.',
      }
    case 'unknown_table':
      return {
        title: 'Table not found',
        text: 'This table does not exist. Please select another table.',
      }
    case 'table_unavailable':
      return {
        title: 'Table Unavailable',
        text: 'This table is not available for nights. Please select another table.',
      }
    case 'too_many_guests':
      return { title: 'Too Many Guests', text: tooManyText(maxGuests ?? 0) }
    case 'price_changed':
      return PRICE_CHANGED
    case 'table_taken':
      return TABLE_TAKEN
    case 'guest_blocked':
      return { title: 'Please Call Us', text: callUsText(phone) }
    case 'event_closed':
      return {
        title: 'Not on Sale',
        text: 'We are closed that night, so tables for this event are not on sale.',
      }
    case 'too_many_holds':
    case 'too_many_for_contact':
    case 'too_many_nights':
    case 'network_busy':
    case 'must_wait':
    case 'network_must_wait':
      return limitCopy(reason, later)
    case 'already_confirmed':
      return { title: 'Already Yours', text: 'You already paid for this table. It is yours.' }
    case 'payment_processing':
      return PAYMENT_UNDER_WAY
    case 'hold_ended':
      return { title: 'Hold Ended', text: 'Your hold on this table has ended. Please try again.' }
  }
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** `14:59`: the time left on a hold, rounded up, so that `00:00` appears only once the hold has ended. */
export function countdownText(msLeft: number): string {
  const seconds = Math.max(0, Math.ceil(msLeft / 1000))
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
}

const ANNOUNCED_MINUTES = [1, 5] as const
const MINUTE_MS = 60_000

/** `5 minutes left`: text announced to screen readers as a hold passes five minutes and one minute; null otherwise. */
export function countdownAnnouncement(msBefore: number, msLeft: number): string | null {
  const passed = ANNOUNCED_MINUTES.find((it) => msLeft <= it * MINUTE_MS && it * MINUTE_MS < msBefore)
  if (!passed || msLeft <= 0) return null
  return `${countText(passed, 'minute')} left`
}
