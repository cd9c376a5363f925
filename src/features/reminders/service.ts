import { findDinner } from '#features/dining/dinners/service.ts'
import type { EmailKindOf } from '#features/emails/rules.ts'
import type { RenderedEmail } from '#features/emails/service.ts'
import { findRemindedToo, wasLeftToOther } from '#features/reminders/evening/service.ts'
import { findDuePart } from '#features/reminders/parts/service.ts'
import { findEveningNote } from '#features/reservations/evening/service.ts'
import { findReservation } from '#features/reservations/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { countOne, type Limit } from '#platform/security/rate-limit.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { dueSpan, nearDay, normalizeEmail, type Reminder, type ReminderHours, reminderKey } from './rules.ts'
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

export type DueEmail = {
  readonly kind: EmailKindOf<'reminder'>
  /** The date that the guest is reminded of, and which reminder it is. */
  readonly dedupeKey: string
}

type DueReminders = {
  readonly emails: readonly ({ readonly id: string } & DueEmail)[]
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

/**
 * Renders the reminder email of a dinner or a night, and of the other one of the evening. Checks everything again at the time of
 * sending: null where the reservation is cancelled or has begun, another reminder was about it as well, the guest stopped
 * reminders, or staff switched them off.
 */
export async function writeReminderMail(
  deps: Deps & { readonly origin: string },
  id: string,
  { kind, dedupeKey }: DueEmail,
): Promise<RenderedEmail | null> {
  const venue = await loadVenue(deps)
  if (!venue.remindersEnabled || (await wasLeftToOther(deps.db, 'email', { id, dedupeKey }))) return null
  const own = await findDuePart(deps, {
    id,
    type: kind === 'dinner_reminder' ? 'dining' : 'nightlife',
    venue,
  })
  if (!own?.email || (await hasStoppedReminders(deps, own.email))) return null
  const other = await findRemindedToo(deps, 'email', { id, dedupeKey })
  const too = other && (await findDuePart(deps, { ...other, venue }))
  const due = [{ ...own, id }, ...(too ? [{ ...too, id: other.id }] : [])].toSorted(
    (a, b) => a.startsAt.getTime() - b.startsAt.getTime(),
  )
  const stopLink = stopLinkOf(deps, id, own.email)
  const { reminderMail } = await import('./emails.tsx')
  return {
    ...(await reminderMail({
      parts: await Promise.all(
        due.map(async (part) => ({
          ...part.content,
          isConfirmed: (await findConfirmation(deps.db, part.id)) !== null,
        })),
      ),
      guestName: own.guestName,
      venue,
      stopLink,
      day: nearDay(due[0]?.startsAt ?? own.startsAt, deps.now),
      evening: await findEveningNote(deps, id),
    })),
    to: own.email,
    replyTo: venue.email,
    headers: stopHeaders(stopLink),
    ...(too ? { alsoAbout: other.id } : {}),
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

/**
 * The signature of a link covers its reservation and not its address, because the links of older emails stay valid. A limit for
 * each reservation keeps one link from storing any number of addresses.
 */
const OPT_OUTS: Limit = { times: 10, withinS: 24 * 60 * 60 }

/** Stops or resumes the reminders of a guest, for all reservations with the same email address. */
export async function setReminderOptOut(
  deps: Deps,
  link: StopLink,
  isStopped: boolean,
): Promise<Result<null, 'no_address' | 'too_often'>> {
  const hash = await hashOfLink(deps, link)
  if (hash === null) return no('no_address')
  if (!(await countOne(deps.db, `reminder opt-out ${link.reservationId}`, OPT_OUTS)).ok)
    return no('too_often')
  await (isStopped ? insertOptOut(deps.db, hash, deps.now) : deleteOptOut(deps.db, hash))
  return ok(null)
}
