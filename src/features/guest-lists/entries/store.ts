import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { hasContact, type Person, type SubjectRows } from '#platform/db/fragments/subject-rows.ts'
import type { PartyGuest } from '#features/reservations/guest-facts/schema.ts'
import type { EntryOfNight, EntrySource, ExpectedEntry } from './schema.ts'
import type { TypedEntry } from './rules.ts'

const COLUMNS = [
  'n.id',
  'n.listId',
  'n.guestName',
  'n.guestCount',
  'n.guestPhone',
  'n.guestEmail',
  'n.entryCode',
  'n.note',
  'n.removedAt',
  'n.version',
] as const

const entries = (db: Db) =>
  db
    .selectFrom('guestListEntries as n')
    .select([...COLUMNS, 'n.createdAt'])
    .select(sql<EntrySource>`n.source`.as('source'))

export type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

/** Entries of lists in the order of names, removed ones included. */
export const listEntries = (db: Db, listIds: readonly string[]): Promise<EntryRow[]> =>
  listIds.length === 0
    ? Promise.resolve([])
    : entries(db).where('n.listId', 'in', listIds).orderBy('n.guestName').orderBy('n.id').execute()

export const findEntry = (db: Db, id: string): Promise<EntryRow | undefined> =>
  entries(db).where('n.id', '=', id).executeTakeFirst()

/** Locks an entry until the transaction ends, and reads it afterwards. */
export async function lockEntry(trx: Db, id: string): Promise<EntryRow | undefined> {
  await trx.selectFrom('guestListEntries').where('id', '=', id).select('id').forUpdate().execute()
  return findEntry(trx, id)
}

type TypedContact = {
  readonly phone: string | null
  readonly email: string | null
  readonly browser: string
  readonly key: string
}

/**
 * The entry under a phone number or an email address, of those that were not removed. `isOwn`: it was made in this browser, or
 * by this very form, whose answer may have been lost together with the cookie. That of the browser comes first.
 */
export const findEntryOfContact = (
  db: Db,
  listId: string,
  { phone, email, browser, key }: TypedContact,
): Promise<(EntryRow & { readonly isOwn: boolean }) | undefined> =>
  entries(db)
    .select(
      sql<boolean>`coalesce(n.guest_browser = ${browser} or n.idempotency_key = ${key}, false)`.as('isOwn'),
    )
    .orderBy('isOwn', 'desc')
    .where('n.listId', '=', listId)
    .where('n.removedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('n.guestPhone', '=', phone),
        eb(eb.fn('lower', ['n.guestEmail']), '=', email?.toLowerCase() ?? null),
      ]),
    )
    .executeTakeFirst()

export type NewEntry = TypedEntry & {
  readonly listId: string
  readonly source: EntrySource
  readonly guestPhone: string | null
  readonly guestEmail: string | null
  readonly consentedAt: Date | null
  /** Keyed hash of the browser that signed up, and the key of its form. Staff have neither. */
  readonly guestBrowser?: string
  readonly idempotencyKey?: string
}

export const insertEntries = async (db: Db, rows: readonly NewEntry[]): Promise<string[]> =>
  rows.length === 0
    ? []
    : (
        await db
          .insertInto('guestListEntries')
          .values([...rows])
          .returning('id')
          .execute()
      ).map(({ id }) => id)

type Values = Partial<
  TypedEntry & {
    readonly guestPhone: string | null
    readonly guestEmail: string | null
    readonly note: string
    readonly removedAt: Date | null
  }
>

export async function updateEntry(db: Db, id: string, values: Values): Promise<void> {
  await db.updateTable('guestListEntries').set(values).where('id', '=', id).execute()
}

type Expected = { readonly date: CalendarDate; readonly since: Date | null }

const expected = (db: Db) =>
  db
    .selectFrom('guestListEntries as n')
    .innerJoin('guestLists as l', 'l.id', 'n.listId')
    .innerJoin('events as e', 'e.id', 'l.eventId')
    .where('e.deletedAt', 'is', null)
    .select([...COLUMNS, 'l.name as listName', 'l.promoter', 'l.reducedCents', 'l.eventId'])
    .select(['e.title as eventTitle', 'e.price as eventPrice', 'e.date', 'e.startsAt', 'e.endsAt'])
    .select(sql<EntrySource>`n.source`.as('source'))
    .select('l.code as listCode')
    .select(sql<string | null>`to_char(l.until_time, 'HH24:MI')`.as('untilTime'))
    .select(sql<string>`to_char(e.start_time, 'HH24:MI')`.as('startTime'))
    .select(sql<string | null>`to_char(e.end_time, 'HH24:MI')`.as('endTime'))

/** The guest with a contact of the entry: the phone number decides, as for a booking. `p` is the row that a merge keeps. */
const GUEST_OF_ENTRY = sql`guest_contacts c join guests g on g.id = c.guest_id
  join guests p on p.id = coalesce(g.merged_into, g.id)
  where ((c.kind = 'phone' and c.value = phone_key(n.guest_phone)) or (c.kind = 'email' and c.value = email_key(n.guest_email)))`

/** Asked once for all entries: whether the book of guests changed at all. */
const hasBookChanged = (since: Date | null) => sql`(
  exists (select from guests where updated_at >= ${since} and version > 1)
  or exists (select from guest_contacts where created_at >= ${since}))`

/**
 * Entries of a night, removed ones included: all, or those that changed or had an arrival recorded since a moment, or whose
 * guest changed.
 */
export const listExpectedEntries = (db: Db, { date, since }: Expected): Promise<EntryOfNight[]> =>
  expected(db)
    .where('e.date', '=', date)
    .select(
      sql<PartyGuest | null>`(select json_build_object('id', p.id, 'tags', p.tags, 'allergies', p.allergies,
        'note', p.note, 'blockReason', p.block_reason) from ${GUEST_OF_ENTRY} order by c.kind desc limit 1)`.as(
        'guest',
      ),
    )
    .$if(since !== null, (q) =>
      q.where(
        sql<boolean>`(n.updated_at >= ${since} or l.updated_at >= ${since} or e.updated_at >= ${since}
          or n.id in (select entry_id from arrival_events where recorded_at >= ${since} and entry_id is not null)
          or n.id in (select entry_id from ledger_lines
            where created_at >= ${since} and cover_kind is not null and entry_id is not null)
          or (${hasBookChanged(since)} and exists (select from ${GUEST_OF_ENTRY}
            and ((g.updated_at >= ${since} and g.version > 1) or (p.updated_at >= ${since} and p.version > 1)
              or c.created_at >= ${since}))))`,
      ),
    )
    .execute()

/** Entries that are expected on a night, removed ones included, and those with these ids, whatever their night is now. */
export async function listPromotedEntries(
  db: Db,
  { date, ids }: { readonly date: CalendarDate; readonly ids: readonly string[] },
): Promise<PromotedEntry[]> {
  const { rows } = await sql<PromotedEntry>`
    select n.id, l.promoter, n.guest_count as "guestCount",
      e.date = ${date} and e.deleted_at is null and n.removed_at is null as "isListed"
    from guest_list_entries n join guest_lists l on l.id = n.list_id join events e on e.id = l.event_id
    where n.id = any(${[...ids]}) or n.list_id = any(array(
      select o.id from guest_lists o join events d on d.id = o.event_id
      where d.date = ${date} and d.deleted_at is null))`.execute(db)
  return rows
}

type PromotedEntry = {
  readonly id: string
  readonly promoter: string
  readonly guestCount: number
  /** Whether its guests stand on a list of the night. */
  readonly isListed: boolean
}

/** `isCalledOff`: the night does not take place, because its service is closed that day. */
export const findExpectedEntry = (
  db: Db,
  id: string,
): Promise<(ExpectedEntry & { readonly isCalledOff: boolean }) | undefined> =>
  expected(db)
    .where('n.id', '=', id)
    .select(sql<boolean>`night_for_guests(e) = 'called off'`.as('isCalledOff'))
    .executeTakeFirst()

export async function countExpectedEntries(db: Db, date: CalendarDate): Promise<number> {
  const { count } = await db
    .selectFrom('guestListEntries as n')
    .innerJoin('guestLists as l', 'l.id', 'n.listId')
    .innerJoin('events as e', 'e.id', 'l.eventId')
    .where('e.deletedAt', 'is', null)
    .where('e.date', '=', date)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Entries under a contact of a person, with their list and night. */
export const listEntriesOfPerson = (db: Db, person: Person) =>
  expected(db)
    .select('n.consentedAt')
    .where(hasContact(person, { email: 'n.guestEmail', phone: 'n.guestPhone' }))
    .orderBy('n.createdAt')
    .execute()

/** Makes devices read the entries of a person anew, whose facts in the book of guests are erased. */
export async function touchEntries(db: Db, person: Person): Promise<void> {
  await db
    .updateTable('guestListEntries as n')
    .set((eb) => ({ version: eb.ref('n.version') }))
    .where(hasContact(person, { email: 'n.guestEmail', phone: 'n.guestPhone' }))
    .execute()
}

/** Anonymises entries of nights that are over, and removed ones. Check-in needs the names of the others. */
export async function anonymiseEntries(
  db: Db,
  which: SubjectRows,
  { placeholder, now }: { readonly placeholder: { readonly name: string }; readonly now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('guestListEntries as n')
    .from('guestLists as l')
    .innerJoin('events as e', 'e.id', 'l.eventId')
    .set({
      guestName: placeholder.name,
      guestPhone: null,
      guestEmail: null,
      guestBrowser: null,
      idempotencyKey: null,
      note: '',
      anonymisedAt: now,
    })
    .whereRef('l.id', '=', 'n.listId')
    .where('n.anonymisedAt', 'is', null)
    .where((eb) => eb.or([eb('e.endsAt', '<', now), eb('n.removedAt', 'is not', null)]))
    .where((eb) =>
      'guestIds' in which
        ? hasContact(which, { email: 'n.guestEmail', phone: 'n.guestPhone' })
        : eb('e.endsAt', '<', which.before),
    )
    .returning('n.id')
    .execute()
  return rows.map(({ id }) => id)
}
