import { type RawBuilder, sql } from 'kysely'

/** The rows of one person, or everybody's from before a moment. */
export type SubjectRows = { readonly email: string } | { readonly before: Date }

/** Which rows of a table with an `email` and a `created_at` those are. */
export const whereSubject = (which: SubjectRows): RawBuilder<boolean> =>
  'email' in which
    ? sql<boolean>`lower(email) = ${which.email.toLowerCase()}`
    : sql<boolean>`created_at < ${which.before}`
