import { type RawBuilder, sql } from 'kysely'
import type { Application, ApplicationRequest } from '#features/requests/performer-applications/schema.ts'
import type { Inquiry, InquiryRequest } from '#features/requests/inquiries/schema.ts'
import type { StoredTableRequest, TableRequest } from '#features/requests/table-requests/schema.ts'
import { likeContaining } from '#lib/text/like.ts'
import { phoneSearches } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import { type Person, type SubjectRows, whereSubject } from '#platform/db/fragments/subject-rows.ts'
import { ANONYMISED_DETAILS } from './rules.ts'
import {
  type RequestCounts,
  type RequestFilter,
  type RequestKind,
  REQUEST_STATUSES,
  type RequestSort,
  type RequestStatus,
} from './schema.ts'

const TABLES = {
  inquiry: 'inquiries',
  table_request: 'tableRequests',
  application: 'performerApplications',
} as const satisfies Record<RequestKind, string>

export const tableOf = (kind: RequestKind) => TABLES[kind]

/** Submitted form of each kind. */
type Forms = {
  readonly inquiry: InquiryRequest
  readonly table_request: TableRequest
  readonly application: ApplicationRequest
}

/** Stored request of each kind, as guests submitted it. */
type Submissions = {
  readonly inquiry: Inquiry
  readonly table_request: StoredTableRequest
  readonly application: Application
}

const CONTACT = ['id', 'name', 'email', 'phone', 'createdAt'] as const

const DETAILS = {
  inquiry: [
    'eventType',
    'guestCount',
    'selectedDate',
    'budget',
    'duration',
    'catering',
    'specialRequirements',
    'eventDetails',
  ],
  table_request: ['eventId', 'partySize', 'tablePreference', 'note'],
  application: ['performanceType', 'experience', 'availability', 'socialMedia', 'additionalInfo'],
} as const satisfies { readonly [Kind in RequestKind]: readonly (keyof Submissions[Kind])[] }

type Details<Kind extends RequestKind> = Omit<Submissions[Kind], Exclude<(typeof CONTACT)[number], 'id'>>

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/**
 * Null where the idempotency key is stored already, because the form was submitted twice. The conflict names no column,
 * because the former column `form_key` is unique, too.
 */
export async function insertSubmission<Kind extends RequestKind>(
  db: Db,
  kind: Kind,
  { form, idempotencyKey }: { readonly form: Forms[Kind]; readonly idempotencyKey: string },
): Promise<string | null> {
  const values = Object.entries({ ...form, idempotencyKey }).filter(([, value]) => value !== undefined)
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(TABLES[kind])} (${columns(values.map(([name]) => name))})
    values (${sql.join(values.map(([, value]) => value))})
    on conflict do nothing returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Undefined if there is no such request, or it is anonymised. */
export async function findSubmission<Kind extends RequestKind>(
  db: Db,
  kind: Kind,
  id: string,
): Promise<Submissions[Kind] | undefined> {
  const { rows } = await sql<Submissions[Kind]>`
    select ${columns([...CONTACT, ...DETAILS[kind]])} from ${sql.table(TABLES[kind])}
    where id = ${id} and anonymised_at is null`.execute(db)
  return rows[0]
}

export async function listSubmissionsOf<Kind extends RequestKind>(db: Db, kind: Kind, person: Person) {
  const { rows } = await sql<Submissions[Kind] & Pick<RequestRow, 'status' | 'notes'>>`
    select ${columns([...CONTACT, ...DETAILS[kind], 'status', 'notes'])} from ${sql.table(TABLES[kind])}
    where anonymised_at is null and ${whereSubject(person)} order by created_at`.execute(db)
  return rows
}

type Placeholder = { readonly name: string; readonly email: string; readonly phone: string }

type Anonymisation = {
  readonly subject: SubjectRows
  readonly placeholder: Placeholder
  readonly now: Date
}

/** Anonymises requests and returns their ids. Details that identify no person stay for statistics. */
export async function anonymiseSubmissions(
  db: Db,
  kind: RequestKind,
  { subject, placeholder, now }: Anonymisation,
): Promise<string[]> {
  const values = {
    ...placeholder,
    ...ANONYMISED_DETAILS[kind],
    notes: '',
    idempotencyKey: null,
    anonymisedAt: now,
  }
  const assignments = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(TABLES[kind])} set ${sql.join(assignments)}
    where anonymised_at is null and ${whereSubject(subject)} returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export type RequestRow = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly status: RequestStatus
  readonly assignee: string | null
  readonly assigneeName: string | null
  readonly notes: string
  readonly createdAt: Date
  readonly isAnonymised: boolean
  readonly version: number
}

const rowsOf = (kind: RequestKind) => sql`
  select t.id, t.name, t.email, t.phone, t.status, t.assignee, s.name as "assigneeName", t.notes,
    t.created_at as "createdAt", t.anonymised_at is not null as "isAnonymised", t.version
  from ${sql.table(TABLES[kind])} t left join staff_users s on s.id = t.assignee
`

type ListFilter = Pick<RequestFilter, 'assignee' | 'search'>

function whereMatches({ assignee, search }: ListFilter): RawBuilder<unknown> {
  const conditions = [sql`t.deleted_at is null`]
  if (assignee === 'unassigned') conditions.push(sql`t.assignee is null`)
  else if (assignee) conditions.push(sql`t.assignee = ${assignee}`)
  if (search) {
    const like = likeContaining(search)
    const phones = phoneSearches(search).map(likeContaining)
    conditions.push(sql`(t.name ilike ${like} or t.email ilike ${like} or t.phone ilike ${like}
      or regexp_replace(t.phone, '\\D', '', 'g') like any (${phones}::text[]))`)
  }
  return sql.join(conditions, sql` and `)
}

/** The status is sorted in the order of the work: new ones first. */
const ORDERS: Readonly<Record<RequestSort, RawBuilder<unknown>>> = {
  newest: sql`t.created_at desc, t.id desc`,
  oldest: sql`t.created_at, t.id`,
  name: sql`lower(t.name) collate "C", t.created_at desc, t.id desc`,
  status: sql`array_position(${[...REQUEST_STATUSES]}::text[], t.status::text), t.created_at desc, t.id desc`,
}

type Extent = {
  readonly filter: Omit<RequestFilter, 'page'>
  readonly limit: number
  readonly offset: number
}

export async function listRows(
  db: Db,
  kind: RequestKind,
  { filter, limit, offset }: Extent,
): Promise<RequestRow[]> {
  const status = filter.status ? sql`and t.status = ${filter.status}` : sql``
  const { rows } = await sql<RequestRow>`${rowsOf(kind)}
    where ${whereMatches(filter)} ${status}
    order by ${ORDERS[filter.sort]}
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Number of requests of a kind by status. */
export async function countRequests(db: Db, kind: RequestKind, filter: ListFilter): Promise<RequestCounts> {
  const { rows } = await sql<{ status: RequestStatus; count: number }>`
    select t.status, count(*) as count from ${sql.table(TABLES[kind])} t where ${whereMatches(filter)} group by t.status
  `.execute(db)
  const counts = { new: 0, in_touch: 0, offered: 0, won: 0, lost: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}

export async function findRow(db: Db, kind: RequestKind, id: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`${rowsOf(kind)} where t.id = ${id} and t.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

export async function listDetails<Kind extends RequestKind>(
  db: Db,
  kind: Kind,
  ids: readonly string[],
): Promise<Details<Kind>[]> {
  const { rows } = await sql<Details<Kind>>`
    select ${columns(['id', ...DETAILS[kind]])} from ${sql.table(TABLES[kind])}
    where id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

export const listTableDetails = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('tableRequests as t')
    .leftJoin('events as e', 'e.id', 't.eventId')
    .where('t.id', 'in', ids)
    .select(['t.id', 't.partySize', 't.tablePreference', 't.note'])
    .select(['e.title as eventTitle', 'e.date as eventDate'])
    .execute()

/** Active staff accounts with their roles. */
export const listStaffWithAccess = (db: Db) =>
  db
    .selectFrom('staffUsers')
    .where('banned', '=', false)
    .select(['id', 'name', 'email', 'role'])
    .orderBy('name')
    .execute()

export const findStaffRole = (db: Db, id: string) =>
  db.selectFrom('staffUsers').where('id', '=', id).select(['name', 'role']).executeTakeFirst()
