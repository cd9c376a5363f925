import type { Db } from '#platform/db/db.ts'
import { whereSubject, type SubjectRows } from '#platform/db/subject-rows.ts'
import type { StoredTableRequest, TableRequest } from './schema.ts'

/** Null where the idempotency key is stored already, because the form was submitted twice. */
export async function insertRequest(db: Db, request: TableRequest, formKey: string): Promise<string | null> {
  const row = await db
    .insertInto('tableRequests')
    .values({ ...request, formKey })
    .onConflict((conflict) => conflict.column('formKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const COLUMNS = [
  'id',
  'eventId',
  'name',
  'email',
  'phone',
  'partySize',
  'tablePreference',
  'note',
  'createdAt',
] as const

export const findStoredRequest = (db: Db, id: string): Promise<StoredTableRequest | undefined> =>
  db
    .selectFrom('tableRequests')
    .where('id', '=', id)
    .where('anonymisedAt', 'is', null)
    .select(COLUMNS)
    .executeTakeFirst()

export const listRequestsByEmail = (db: Db, email: string) =>
  db
    .selectFrom('tableRequests')
    .where(whereSubject({ email }))
    .where('anonymisedAt', 'is', null)
    .select([...COLUMNS, 'status', 'notes'])
    .orderBy('createdAt')
    .execute()

type Placeholder = { readonly name: string; readonly email: string; readonly phone: string }

/** Anonymises table requests; party size and event stay for statistics. */
export async function anonymiseRequestRows(
  db: Db,
  subject: SubjectRows,
  { placeholder, now }: { readonly placeholder: Placeholder; readonly now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('tableRequests')
    .set({ ...placeholder, note: null, notes: '', formKey: null, anonymisedAt: now })
    .where('anonymisedAt', 'is', null)
    .where(whereSubject(subject))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
