import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Person } from '#platform/db/fragments/subject-rows.ts'

/** The digits of an email address are no phone number. */
const phoneKey = (contact: string) => sql`phone_key(${contact.includes('@') ? null : contact}::text)`

/** Ids of the guests with a phone number or email address, merged ones included: all rows of the same person. */
async function listGuestIdsByContact(db: Db, contact: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with known as (
      select guest_id from guest_contacts where (kind = 'email' and value = email_key(${contact}))
        or (kind = 'phone' and value = ${phoneKey(contact)})
    ), kept as (
      select coalesce(g.merged_into, g.id) as id from known join guests g on g.id = known.guest_id
    )
    select g.id from guests g where g.id in (select id from kept) or g.merged_into in (select id from kept)
    order by g.id for update of g`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * A person by one of their contacts, with all contacts and rows of the book. Only the book says which contacts belong together:
 * a reservation may name an address or a phone number that another guest has.
 */
export async function findPerson(db: Db, contact: string): Promise<Person> {
  const guestIds = await listGuestIdsByContact(db, contact)
  const { rows } = await sql<{ kind: string; value: string }>`
    select kind, value from guest_contacts where guest_id = any(${guestIds}::uuid[])
    union select 'email', email_key(${contact}) where email_key(${contact}) is not null
    union select 'phone', ${phoneKey(contact)} where ${phoneKey(contact)} is not null
    order by 1, 2`.execute(db)
  const valuesOf = (kind: string) => rows.filter((it) => it.kind === kind).map(({ value }) => value)
  return { guestIds, emails: valuesOf('email'), phones: valuesOf('phone') }
}

/** Gives contacts back to a guest who still has a reservation, so that the next request by any of them finds it. */
export async function keepContacts(db: Db, { guestIds, emails, phones }: Person): Promise<void> {
  await sql`
    insert into guest_contacts (kind, value, guest_id)
    select c.kind, c.value, g.guest_id from (
      select 'email' as kind, unnest(${[...emails]}::text[]) as value
      union all select 'phone', unnest(${[...phones]}::text[])
    ) c cross join (
      select guest_id from reservations where guest_id = any(${[...guestIds]}::uuid[]) order by created_at desc limit 1
    ) g
    on conflict do nothing`.execute(db)
}

/**
 * Clears everything that staff wrote about guests, and deletes those without a reservation. Contacts that no reservation has go.
 */
export async function eraseGuestRows(
  db: Db,
  ids: readonly string[],
  { placeholder }: { readonly placeholder: { readonly name: string } },
): Promise<void> {
  if (ids.length === 0) return
  const erased = sql`any(${[...ids]}::uuid[])`
  await sql`delete from guest_merges where guest_id = ${erased} or merged_id = ${erased}`.execute(db)
  await sql`
    delete from guest_contacts c where c.guest_id = ${erased} and not exists (
      select from reservations r where r.guest_id = c.guest_id
        and c.value in (phone_key(r.guest_phone), email_key(r.guest_email))
    )`.execute(db)
  await sql`
    update guests g set note = '', allergies = '', tags = '{}', block_reason = null, blocked_at = null, blocked_by = null,
      edited_by = null, name = coalesce((select r.guest_name from reservations r where r.guest_id = g.id
        order by r.created_at desc limit 1), ${placeholder.name})
    where g.id = ${erased}`.execute(db)
  await deleteUnused(db, sql`g.id = ${erased}`)
}

/** Deletes guests without reservations that no other guest refers to: first those that were merged into another one. */
async function deleteUnused(db: Db, which: ReturnType<typeof sql>): Promise<string[]> {
  const unused = sql`${which} and not exists (select from reservations r where r.guest_id = g.id)`
  const merged = await sql<{ id: string }>`
    delete from guests g where g.merged_into is not null and ${unused} returning g.id`.execute(db)
  const kept = await sql<{ id: string }>`
    delete from guests g where ${unused} and not exists (select from guests o where o.merged_into = g.id)
    returning g.id`.execute(db)
  return [...merged.rows, ...kept.rows].map(({ id }) => id)
}

/**
 * Deletes guests without reservations: at once where staff wrote nothing about them, the others once they were not changed
 * since a moment. Reservations are anonymised by age and leave their guests then.
 */
export const deleteUnusedGuests = (
  db: Db,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<string[]> =>
  deleteUnused(
    db,
    sql`(g.updated_at < ${before} or (g.note = '' and g.allergies = '' and g.tags = '{}' and g.block_reason is null
      and g.updated_at < ${now}::timestamptz - interval '1 day'))`,
  )

export const listGuestFacts = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('guests as g')
    .where('g.id', 'in', [...ids])
    .select(['g.name', 'g.note', 'g.allergies', 'g.tags', 'g.blockReason', 'g.blockedAt', 'g.createdAt'])
    .select(
      sql<
        string[]
      >`array(select c.value from guest_contacts c where c.guest_id = g.id order by c.kind, c.value)`.as(
        'contacts',
      ),
    )
    .orderBy('g.createdAt')
    .execute()
