import type { Db } from '#platform/db/db.ts'
import { whereSubject, type SubjectRows } from '#platform/db/subject-rows.ts'
import type { Application, ApplicationRequest } from './schema.ts'

/** Null where the idempotency key is stored already, because the form was submitted twice. */
export async function insertApplication(
  db: Db,
  application: ApplicationRequest,
  formKey: string,
): Promise<string | null> {
  const row = await db
    .insertInto('performerApplications')
    .values({ ...application, formKey })
    .onConflict((conflict) => conflict.column('formKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'performanceType',
  'experience',
  'availability',
  'socialMedia',
  'additionalInfo',
  'createdAt',
] as const

export const findStoredApplication = (db: Db, id: string): Promise<Application | undefined> =>
  db
    .selectFrom('performerApplications')
    .where('id', '=', id)
    .where('anonymisedAt', 'is', null)
    .select(COLUMNS)
    .executeTakeFirst()

export const listApplicationsByEmail = (db: Db, email: string) =>
  db
    .selectFrom('performerApplications')
    .where(whereSubject({ email }))
    .where('anonymisedAt', 'is', null)
    .select([...COLUMNS, 'status', 'notes'])
    .orderBy('createdAt')
    .execute()

type Placeholder = Pick<ApplicationRequest, 'name' | 'email' | 'phone' | 'experience' | 'availability'>

/** Anonymises applications; kind of performance and outcome stay for statistics. */
export async function anonymiseApplicationRows(
  db: Db,
  subject: SubjectRows,
  { placeholder, now }: { readonly placeholder: Placeholder; readonly now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('performerApplications')
    .set({
      ...placeholder,
      socialMedia: null,
      additionalInfo: null,
      notes: '',
      formKey: null,
      anonymisedAt: now,
    })
    .where('anonymisedAt', 'is', null)
    .where(whereSubject(subject))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
