import { sql } from 'kysely'
import type { GuestIdentity } from '#features/holds/schema.ts'
import type { Zone } from '#features/venue/schema.ts'
import type { Line, WaitingParty } from '#features/waiting-list/schema.ts'
import { addMinutes, type CalendarDate, momentOf } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }

export type NewEntry = Pick<
  WaitingParty,
  'guestName' | 'guestEmail' | 'guestPhone' | 'guestCount' | 'zone'
> & {
  readonly joiner: GuestIdentity | null
  readonly line: Line
  readonly businessDate: CalendarDate
  readonly consentedAt: Date
  readonly idempotencyKey: string
}

const dinnerAtOf = (line: Line): Date | null =>
  line.kind === 'dinner' ? momentOf(line.date, line.time) : null

export async function insertEntry(db: Db, { line, joiner, ...entry }: NewEntry): Promise<string> {
  const { id } = await db
    .insertInto('waitingEntries')
    .values({
      ...entry,
      joinerBrowser: joiner?.browser ?? null,
      joinerAddress: joiner?.address ?? null,
      joinerNetwork: joiner?.network ?? null,
      eventId: line.kind === 'night' ? line.eventId : null,
      dinnerAt: dinnerAtOf(line),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ofLine = (line: Line) =>
  line.kind === 'night'
    ? sql<boolean>`w.event_id = ${line.eventId}`
    : sql<boolean>`w.dinner_at = ${dinnerAtOf(line)}`

const isSameForm = ({ idempotencyKey }: { readonly idempotencyKey: string }) =>
  sql<boolean>`starts_with(w.idempotency_key, ${idempotencyKey})`

/** A form is sent again after a lost answer at once, or within minutes. */
const SENT_AGAIN_MINUTES = 5

type Typed = {
  readonly guestEmail: string
  readonly guestPhone: string
  readonly idempotencyKey: string
  readonly joiner: GuestIdentity | null
}

/**
 * Whether an entry was made in this browser. The first answer brings the cookie, and may be lost with it: then the same form
 * from the same address counts, for a few minutes. The form alone proves nothing, because the page of a night has one for all
 * guests and all day, so that its key says only what was typed.
 */
const isOwn = ({ now }: Deps, { joiner, ...it }: Typed) =>
  joiner === null
    ? sql<boolean>`false`
    : sql<boolean>`(w.joiner_browser is not distinct from ${joiner.browser} or ${isSameForm(it)}
        and w.joiner_address is not distinct from ${joiner.address} and w.consented_at > ${addMinutes(now, -SENT_AGAIN_MINUTES)})`

/**
 * The entry that this browser made by the same form, or the open entry of the same email address or phone number in a line.
 * A place that was left does not count as sent.
 */
export const findEntryOfContact = (deps: Deps, line: Line, it: Typed) =>
  deps.db
    .selectFrom('waitingEntries as w')
    .where(
      sql<boolean>`${ofLine(line)} and (${isSameForm(it)} and ${isOwn(deps, it)} and w.status in ('waiting', 'offered', 'accepted')
        or w.status in ('waiting', 'offered')
        and (lower(w.guest_email) = lower(${it.guestEmail}) or phone_key(w.guest_phone) = phone_key(${it.guestPhone})))`,
    )
    .select(['w.id', isOwn(deps, it).as('isOwn')])
    .orderBy('isOwn', 'desc')
    .orderBy(isSameForm(it), 'desc')
    .executeTakeFirst()

/** The open entry of a line that was made in a browser, the newest first. */
export const findEntryOfBrowser = (
  db: Db,
  line: Line,
  browser: string,
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('waitingEntries as w')
    .where(sql<boolean>`${ofLine(line)} and w.status in ('waiting', 'offered')`)
    .where('w.joinerBrowser', '=', browser)
    .select('w.id')
    .orderBy('w.createdAt', 'desc')
    .executeTakeFirst()

/** Places in lines that one visitor, address or network has: in a line, and in all. */
export async function countOfJoiner(
  { db, now }: { readonly db: Db; readonly now: Date },
  line: Line,
  { browser, address, network }: GuestIdentity,
) {
  const { rows } = await sql<
    Record<'browserLine' | 'browserAll' | 'addressLine' | 'addressAll' | 'networkAll', number>
  >`
    select count(*) filter (where joiner_browser = ${browser} and ${ofLine(line)})::int as "browserLine",
      count(*) filter (where joiner_browser = ${browser})::int as "browserAll",
      count(*) filter (where joiner_address = ${address} and ${ofLine(line)})::int as "addressLine",
      count(*) filter (where joiner_address = ${address})::int as "addressAll",
      count(*) filter (where joiner_network = ${network})::int as "networkAll"
    from waiting_entries w left join events e on e.id = w.event_id
    where w.status in ('waiting', 'offered') and coalesce(e.over_at, w.dinner_at) > ${now}
      and (joiner_browser = ${browser} or joiner_address = ${address} or joiner_network = ${network})`.execute(
    db,
  )
  return rows[0] ?? { browserLine: 0, browserAll: 0, addressLine: 0, addressAll: 0, networkAll: 0 }
}

/** Seats of the largest table that is sold for nights, in a zone or in all. */
export async function findLargestTable(db: Db, zone: Zone | null): Promise<number> {
  const row = await db
    .selectFrom('venueTables')
    .where('isAvailable', '=', true)
    .where('deletedAt', 'is', null)
    .$if(zone !== null, (q) => q.where('location', '=', zone ?? 'Floor Seating'))
    .select(sql<number | null>`max(max_guests)`.as('seats'))
    .executeTakeFirst()
  return row?.seats ?? 0
}
