import type { Db } from '#platform/db/db.ts'
import { whereSubject, type SubjectRows } from '#platform/db/subject-rows.ts'
import type { Inquiry, InquiryRequest } from './schema.ts'

/** Null where the idempotency key is stored already, because the form was submitted twice. */
export async function insertInquiry(
  db: Db,
  inquiry: InquiryRequest,
  formKey: string,
): Promise<string | null> {
  const row = await db
    .insertInto('inquiries')
    .values({ ...inquiry, formKey })
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
  'eventType',
  'guestCount',
  'selectedDate',
  'budget',
  'duration',
  'catering',
  'specialRequirements',
  'eventDetails',
  'createdAt',
] as const

export const findStoredInquiry = (db: Db, id: string): Promise<Inquiry | undefined> =>
  db
    .selectFrom('inquiries')
    .where('id', '=', id)
    .where('anonymisedAt', 'is', null)
    .select(COLUMNS)
    .executeTakeFirst()

export const listInquiriesByEmail = (db: Db, email: string) =>
  db
    .selectFrom('inquiries')
    .where(whereSubject({ email }))
    .where('anonymisedAt', 'is', null)
    .select([...COLUMNS, 'status', 'notes'])
    .orderBy('createdAt')
    .execute()

type Placeholder = { readonly name: string; readonly email: string; readonly phone: string }

/** Anonymises inquiries; type of event and outcome stay for statistics. */
export async function anonymiseInquiryRows(
  db: Db,
  subject: SubjectRows,
  { placeholder, now }: { readonly placeholder: Placeholder; readonly now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('inquiries')
    .set({
      ...placeholder,
      specialRequirements: null,
      eventDetails: '',
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
