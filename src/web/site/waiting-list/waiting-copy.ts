import { waitingFormPath } from '#features/dining/rules.ts'
import { diningPath } from '#features/dining/ui/dining-path.ts'
import {
  calledOffText,
  isOfferOpen,
  movedText,
  nightFormPath,
  OFFER_ENDED_TEXT,
  placeText,
  QUIET_HOURS_TEXT,
  tableText,
  titleOf,
  untilText,
  whenText,
} from '#features/waiting-list/rules.ts'
import type { WaitingEntry, WaitingStatus } from '#features/waiting-list/schema.ts'
import { isToldAtAnyHour } from '#features/emails/text-messages/rules.ts'
import { coverText } from '#features/events/rules.ts'
import { offeredTermsText } from '#features/reservations/rules.ts'
import { minimumSpendAmount } from '#features/reservations/minimum-spend/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { wallClock } from '#lib/venue-time.ts'

/** State of an entry as its guest sees it. */
export type ShownState = WaitingStatus | 'paying' | 'over'

function stateOf(entry: WaitingEntry, now: Date): ShownState {
  if (entry.status === 'offered') {
    if (!isOfferOpen(entry, now)) return 'lapsed'
    return entry.offer?.isPaying ? 'paying' : 'offered'
  }
  return entry.status === 'waiting' && entry.endsAt <= now ? 'over' : entry.status
}

const AGAIN: ReadonlySet<ShownState> = new Set(['declined', 'lapsed', 'left'])

/** Whether the guest of an entry that has ended is offered another way to a table. */
export const isOverForGuest = (entry: WaitingEntry, now: Date): boolean => AGAIN.has(stateOf(entry, now))

type Facts = {
  readonly entry: WaitingEntry
  /** The party can book a table now, without waiting. */
  readonly canBook: boolean
  readonly place: number | null
  readonly noticeHours: number
  readonly now: Date
}

/** The page of one entry: title and text of its state, and the facts that it shows. */
export function describeWaiting({ entry, canBook, place, noticeHours, now }: Facts) {
  const state = stateOf(entry, now)
  const { offer, night } = entry
  const isPaid = night !== null && (offer?.totalCents ?? 0) > 0
  return {
    state,
    /** Another one means that the page has changed. */
    version: [state, place, offer?.reservationId].join(' '),
    eventTitle: titleOf(entry),
    when: whenText(entry),
    guestName: entry.guestName,
    party: countText(entry.guestCount, 'guest'),
    zone: entry.night ? (entry.zone ?? 'Any zone') : null,
    place: place === null ? null : placeText(place, entry),
    offer:
      offer && (state === 'offered' || state === 'paying')
        ? {
            table: tableText(offer),
            until: offer.heldUntil === null ? null : untilText(offer.heldUntil, now),
            price: isPaid ? formatUsd(offer.totalCents) : null,
            msLeft:
              offer.heldUntil === null || state === 'paying'
                ? null
                : offer.heldUntil.getTime() - now.getTime(),
            cover: night && coverText(night.price, entry.guestCount),
            terms: night && isPaid ? offeredTermsText({ ...night, noticeHours }, now) : null,
            minimumSpend: minimumSpendAmount(offer.minimumSpendCents),
          }
        : null,
    /** Other ways to a table; null where the guest has or needs none. */
    again: AGAIN.has(state) ? { book: canBook ? bookLink(entry) : null, join: joinPath(entry) } : null,
    ...copyOf(entry, state, now),
  }
}

export type ShownWaiting = ReturnType<typeof describeWaiting>

function joinPath({ night, dinnerAt, guestCount }: WaitingEntry): string {
  if (night) return nightFormPath(night.slug)
  return dinnerAt
    ? waitingFormPath({ ...wallClock(dinnerAt), guests: guestCount })
    : '/reservations?service=dining'
}

/** Link to the chart of the night, or to the dinner times of the day. */
const bookLink = ({ night, businessDate: date, guestCount: guests }: WaitingEntry) =>
  night
    ? {
        href: `/events/${night.slug}?${new URLSearchParams({ view: 'reserve', guests: String(guests) })}`,
        label: 'Reserve a table now',
      }
    : { href: diningPath({ date, guests }), label: 'See the free dinner times' }

function copyOf(entry: WaitingEntry, state: ShownState, now: Date) {
  const { title, text } = COPY[state]
  if (state === 'called_off') return { title, text: `${calledOffText(entry)} ${text}` }
  if (state !== 'waiting') return { title, text }
  const moved = entry.movedFrom === null ? '' : `${movedText(entry)} You keep your place. `
  // Of this very night, a table is offered at any hour once the morning is over.
  const quiet = isToldAtAnyHour(entry.businessDate, now) ? '' : ` ${QUIET_HOURS_TEXT}`
  return { title, text: `${moved}${text}${quiet}` }
}

const COPY: Readonly<Record<ShownState, { readonly title: string; readonly text: string }>> = {
  waiting: {
    title: 'You are on the waiting list',
    text: 'We email you as soon as a table for your party is free. Save the address of this page: it shows your place.',
  },
  offered: {
    title: 'A table is free for you',
    text: 'It is held for you until the time below, and no longer.',
  },
  paying: {
    title: 'Finish your payment',
    text: 'Your payment was started, and nothing was charged yet. Continue to the payment page to keep the table.',
  },
  accepted: {
    title: 'The table is yours',
    text: 'We sent the details by email. We look forward to seeing you.',
  },
  declined: { title: 'You declined the table', text: OFFER_ENDED_TEXT },
  lapsed: { title: 'Your offer has ended', text: OFFER_ENDED_TEXT },
  left: { title: 'You left the waiting list', text: 'We will not email you about it any more.' },
  removed: {
    title: 'You are no longer on the list',
    text: 'Our team took your party off the list. Please call us if you did not expect that.',
  },
  called_off: {
    title: 'Your waiting list has ended',
    text: 'You were not charged. We hope to see you another time.',
  },
  over: {
    title: 'This waiting list is over',
    text: 'No table became free for your party. We hope to see you another time.',
  },
}
