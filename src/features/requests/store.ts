import { type RawBuilder, sql } from 'kysely'
import { containing } from '#lib/like.ts'
import { phoneSearches } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import {
  type RequestCounts,
  type RequestFilter,
  type RequestKind,
  REQUESTS_A_PAGE,
  type RequestStatus,
} from './schema.ts'

const TABLES = {
  inquiry: 'inquiries',
  table_request: 'tableRequests',
  application: 'performerApplications',
} as const satisfies Record<RequestKind, string>

export const tableOf = (kind: RequestKind) => TABLES[kind]

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
    const like = containing(search)
    const phones = phoneSearches(search).map(containing)
    conditions.push(sql`(t.name ilike ${like} or t.email ilike ${like} or t.phone ilike ${like}
      or regexp_replace(t.phone, '\\D', '', 'g') like any (${phones}::text[]))`)
  }
  return sql.join(conditions, sql` and `)
}

export async function listRows(db: Db, kind: RequestKind, filter: RequestFilter): Promise<RequestRow[]> {
  const status = filter.status ? sql`and t.status = ${filter.status}` : sql``
  const { rows } = await sql<RequestRow>`${rowsOf(kind)}
    where ${whereMatches(filter)} ${status}
    order by t.created_at desc, t.id desc
    limit ${REQUESTS_A_PAGE} offset ${(filter.page - 1) * REQUESTS_A_PAGE}`.execute(db)
  return rows
}

export async function countRows(db: Db, kind: RequestKind, filter: ListFilter): Promise<RequestCounts> {
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

export const listInquiryDetails = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('inquiries')
    .where('id', 'in', ids)
    .select(['id', 'eventType', 'guestCount', 'selectedDate', 'budget', 'duration', 'catering'])
    .select(['specialRequirements', 'eventDetails'])
    .execute()

export const listTableDetails = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('tableRequests as t')
    .leftJoin('events as e', 'e.id', 't.eventId')
    .where('t.id', 'in', ids)
    .select(['t.id', 't.partySize', 't.tablePreference', 't.note'])
    .select(['e.title as eventTitle', 'e.date as eventDate'])
    .execute()

export const listApplicationDetails = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('performerApplications')
    .where('id', 'in', ids)
    .select(['id', 'performanceType', 'experience', 'availability', 'socialMedia', 'additionalInfo'])
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
