import { canChange, changeText, momentText, partyText, whenText } from '#features/dining/dinners/rules.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import type { ReminderPart } from '#features/reminders/parts/schema.ts'
import { isExpected } from '#features/reminders/rules.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { canCancel, cancelUntil, tableFact, tableNumbersOf } from '#features/reservations/rules.ts'
import { findReservation } from '#features/reservations/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { nightText, timeText, formatClock, formatStartDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens; readonly origin: string }

/** A dinner or a night as a reminder email is about it, with its guest. */
export type DuePart = {
  readonly email: string
  readonly guestName: string
  readonly startsAt: Date
  readonly content: Omit<ReminderPart, 'isConfirmed'>
}

type Asked = { readonly id: string; readonly type: 'dining' | 'nightlife'; readonly venue: Venue }

/** Facts and links of a reservation for its reminder; null where it is cancelled or has begun. */
export const findDuePart = (deps: Deps, { id, type, venue }: Asked): Promise<DuePart | null> =>
  (type === 'dining' ? findDinnerPart : findNightPart)(deps, id, venue)

async function findDinnerPart(deps: Deps, id: string, venue: Venue): Promise<DuePart | null> {
  const dinner = await findDinner(deps, id)
  if (!dinner || !isExpected(dinner)) return null
  if (dinner.startsAt <= deps.now) return null
  const link = guestLink(deps, id)
  const facts = { ...dinner, cancelHours: venue.diningCancelHours }
  return {
    email: dinner.guestEmail,
    guestName: dinner.guestName,
    startsAt: dinner.startsAt,
    content: {
      kind: 'dinner',
      title: 'your dinner',
      when: whenText(dinner),
      facts: [
        ['Date', formatStartDate(dinner.date, dinner.time)],
        ['Time', formatClock(dinner.time)],
        ['Party size', partyText(dinner.guestCount)],
        ['Entry code', dinner.entryCode],
      ],
      guestLink: link,
      changeLink: canChange(facts, deps.now) === 'yes' ? `${link}?move=1#change` : null,
      changeText: changeText(dinner, venue, deps.now),
    },
  }
}

async function findNightPart(deps: Deps, id: string, venue: Venue): Promise<DuePart | null> {
  const night = await findReservation(deps, id)
  if (!night || night.status !== 'confirmed' || night.startsAt <= deps.now) return null
  const link = guestLink(deps, id)
  const facts = { ...night, noticeHours: venue.changeNoticeHours }
  const isChangeable = canCancel(facts, deps.now) === 'yes'
  return {
    email: night.guestEmail,
    guestName: night.guestName,
    startsAt: night.startsAt,
    content: {
      kind: 'night',
      title: night.event.title,
      when: nightText(night.event),
      facts: [
        ['Event', night.event.title],
        ['Date', formatStartDate(night.event.date, night.event.startTime)],
        ['Time', timeText(night.event)],
        tableFact(tableNumbersOf(night.table), night.table.zone),
        ['Party size', partyText(night.guestCount)],
        ['Entry code', night.entryCode],
      ],
      guestLink: link,
      changeLink: isChangeable ? `${link}/change` : null,
      changeText: isChangeable
        ? `You can change or cancel with the links above until ${momentText(cancelUntil(facts))}.`
        : null,
    },
  }
}
