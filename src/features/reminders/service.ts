import { canChange, changeText, momentText, partyText, whenText } from '#features/dining/dinners/rules.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { findEveningNote } from '#features/reservations/evening/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { canCancel, cancelUntil, tableFact, tableNumbersOf } from '#features/reservations/rules.ts'
import { findReservation } from '#features/reservations/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { nightText, timeText, formatClock, formatStartDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { ReminderMail } from './emails.tsx'
import {
  dueSpan,
  isExpected,
  nearDay,
  normalizeEmail,
  type Reminder,
  type ReminderHours,
  reminderKey,
} from './rules.ts'
import {
  deleteOptOut,
  findConfirmation,
  hasOptedOut,
  insertOptOut,
  listDueReminders,
  listDueTexts,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }

const AT_A_TIME = 500

type DueReminders = {
  readonly emails: readonly {
    readonly id: string
    readonly kind: 'dinner_reminder' | 'night_reminder'
    /** The date that the guest is reminded of, and which reminder it is. */
    readonly dedupeKey: string
  }[]
  /** Reservations whose guests agreed to texts. */
  readonly texts: readonly { readonly id: string; readonly dedupeKey: string }[]
}

/** Reservations that need a reminder now; none while staff have reminders off. */
export async function findDueReminders(deps: Deps): Promise<DueReminders> {
  const venue = await loadVenue(deps)
  if (!venue.remindersEnabled) return { emails: [], texts: [] }
  const [last, first] = [await findDue(deps, 'last', venue), await findDue(deps, 'first', venue)]
  return { emails: [...last.emails, ...first.emails], texts: [...last.texts, ...first.texts] }
}

async function findDue({ db, now }: Deps, reminder: Reminder, venue: ReminderHours): Promise<DueReminders> {
  const span = dueSpan(now, reminder, venue)
  if (!span) return { emails: [], texts: [] }
  const due = { ...span, reminder, limit: AT_A_TIME }
  const emails = await listDueReminders(db, due)
  const texts = await listDueTexts(db, due)
  const keyOf = (date: string): string => reminderKey(date, reminder)
  return {
    emails: emails.map(({ id, reservationType, businessDate }) => ({
      id,
      dedupeKey: keyOf(businessDate),
      kind: reservationType === 'dining' ? ('dinner_reminder' as const) : ('night_reminder' as const),
    })),
    texts: texts.map(({ id, businessDate }) => ({ id, dedupeKey: keyOf(businessDate) })),
  }
}

/** Keyed hash under which a stop is stored: it outlives the reservation without storing the email address. */
const hashOf = (tokens: SignedTokens, email: string): string =>
  tokens.fingerprint(`reminders ${normalizeEmail(email)}`)

/** Whether the guest with an email address stopped reminders. */
export const hasStoppedReminders = (
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  email: string,
): Promise<boolean> => hasOptedOut(db, hashOf(tokens, email))

type DueReminder = {
  readonly email: string
  readonly content: Omit<ReminderMail, 'venue' | 'stopLink' | 'day' | 'evening' | 'isConfirmed'>
  readonly startsAt: Date
}

/**
 * Renders the reminder email of a dinner or a night. Checks everything again at the time of sending: null where the
 * reservation is cancelled or has begun, the guest stopped reminders, or staff switched them off.
 */
export async function writeReminderMail(
  deps: Deps & { readonly origin: string },
  id: string,
  kind: 'dinner_reminder' | 'night_reminder',
): Promise<MailContent | null> {
  const venue = await loadVenue(deps)
  if (!venue.remindersEnabled) return null
  const reminded = await (kind === 'dinner_reminder' ? dinnerReminder : nightReminder)(deps, id, venue)
  if (!reminded?.email || (await hasStoppedReminders(deps, reminded.email))) return null
  const stopLink = stopLinkOf(deps, id, reminded.email)
  const { reminderMail } = await import('./emails.tsx')
  return {
    ...(await reminderMail({
      ...reminded.content,
      venue,
      stopLink,
      day: nearDay(reminded.startsAt, deps.now),
      evening: await findEveningNote(deps, id),
      isConfirmed: (await findConfirmation(deps.db, id)) !== null,
    })),
    to: reminded.email,
    replyTo: venue.email,
    headers: stopHeaders(stopLink),
  }
}

/**
 * Link that stops the emails a guest did not ask for. It names the address that is written to by its keyed hash, because the
 * reservation may have another one by the time it is opened.
 */
export const stopLinkOf = (
  { tokens, origin }: Pick<LinkDeps, 'tokens' | 'origin'>,
  id: string,
  email: string,
): string => `${origin}/stop-reminders/${tokens.sign('stop', id)}?to=${hashOf(tokens, email)}`

/** Headers with which email programs offer to unsubscribe. */
export const stopHeaders = (stopLink: string) => ({
  'List-Unsubscribe': `<${stopLink}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

export { findConfirmation, insertConfirmation } from './store.ts'

type LinkDeps = Deps & { readonly origin: string }

async function dinnerReminder(deps: LinkDeps, id: string, venue: Venue): Promise<DueReminder | null> {
  const dinner = await findDinner(deps, id)
  if (!dinner || !isExpected(dinner)) return null
  if (dinner.startsAt <= deps.now) return null
  const link = guestLink(deps, id)
  const facts = { ...dinner, cancelHours: venue.diningCancelHours }
  return {
    email: dinner.guestEmail,
    startsAt: dinner.startsAt,
    content: {
      kind: 'dinner',
      guestName: dinner.guestName,
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

async function nightReminder(deps: LinkDeps, id: string, venue: Venue): Promise<DueReminder | null> {
  const night = await findReservation(deps, id)
  if (!night || night.status !== 'confirmed' || night.startsAt <= deps.now) return null
  const link = guestLink(deps, id)
  const facts = { ...night, noticeHours: venue.changeNoticeHours }
  const isChangeable = canCancel(facts, deps.now) === 'yes'
  return {
    email: night.guestEmail,
    startsAt: night.startsAt,
    content: {
      kind: 'night',
      guestName: night.guestName,
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

/** Address that a link stops the reminders of. */
export type StopLink = {
  readonly reservationId: string
  /** Keyed hash of the address that was written to; null in links of older emails, which mean the present address. */
  readonly to: string | null
}

/** Keyed hash of the address that a link is about; null where there is none. */
async function hashOfLink(deps: Deps, { reservationId, to }: StopLink): Promise<string | null> {
  if (to !== null) return to
  const booked = (await findDinner(deps, reservationId)) ?? (await findReservation(deps, reservationId))
  const email = booked?.guestEmail ?? ''
  return email === '' || email.endsWith('.invalid') ? null : hashOf(deps.tokens, email)
}

/** State of the guest's reminders; null where the link names no address. */
export async function readReminderOptOut(deps: Deps, link: StopLink): Promise<'stopped' | 'reminded' | null> {
  const hash = await hashOfLink(deps, link)
  if (hash === null) return null
  return (await hasOptedOut(deps.db, hash)) ? 'stopped' : 'reminded'
}

/** Stops or resumes the reminders of a guest, for all reservations with the same email address. */
export async function setReminderOptOut(deps: Deps, link: StopLink, isStopped: boolean): Promise<boolean> {
  const hash = await hashOfLink(deps, link)
  if (hash === null) return false
  await (isStopped ? insertOptOut(deps.db, hash, deps.now) : deleteOptOut(deps.db, hash))
  return true
}
