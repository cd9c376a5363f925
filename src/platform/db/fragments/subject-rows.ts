import { type RawBuilder, sql } from 'kysely'

/** A person as the book of guests knows them: rows of the book, and their contacts, normalised by `phone_key` and `email_key`. */
export type Person = {
  readonly guestIds: readonly string[]
  readonly emails: readonly string[]
  readonly phones: readonly string[]
}

/** The rows of one person, or everybody's from before a moment. */
export type SubjectRows = Person | { readonly before: Date }

/** Whether a row has a contact of a person. The columns are names from the code. */
export const hasContact = (
  { emails, phones }: Person,
  columns: { readonly email: string; readonly phone: string },
): RawBuilder<boolean> =>
  sql<boolean>`(lower(${sql.ref(columns.email)}) = any(${[...emails]}::text[])
    or phone_key(${sql.ref(columns.phone)}) = any(${[...phones]}::text[]))`

/** Which rows of a table with an `email`, a `phone` and a `created_at` those are. */
export const whereSubject = (which: SubjectRows): RawBuilder<boolean> =>
  'guestIds' in which
    ? hasContact(which, { email: 'email', phone: 'phone' })
    : sql<boolean>`created_at < ${which.before}`
