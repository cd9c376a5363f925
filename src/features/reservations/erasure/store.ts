import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/fragments/subject-rows.ts'

export type Erasing = {
  readonly placeholder: { readonly name: string; readonly email: string }
  readonly now: Date
}

/** The reservations of a person, or from before a moment, whose guest can be anonymised now. */
const isDue = (which: SubjectRows, now: Date) => (eb: ExpressionBuilder<DB, 'reservations'>) =>
  eb.and([
    eb('anonymisedAt', 'is', null),
    eb.or([
      eb('endsAt', '<', now),
      eb('deletedAt', 'is not', null),
      eb('status', 'in', ['cancelled', 'completed']),
    ]),
    eb('paymentStatus', '<>', 'pending'),
    eb.not(
      eb.exists(
        eb
          .selectFrom('guestChanges as c')
          .select('c.id')
          .whereRef('c.reservationId', '=', 'reservations.id')
          .where('c.status', '=', 'open'),
      ),
    ),
    'guestIds' in which
      ? eb.or([
          sql<boolean>`lower(guest_email) = any(${[...which.emails]}::text[])`,
          sql<boolean>`guest_id = any(${[...which.guestIds]}::uuid[])`,
        ])
      : eb('endsAt', '<', which.before),
  ])

export async function writeAnonymised(
  db: Db,
  which: SubjectRows,
  { placeholder, now }: Erasing,
): Promise<string[]> {
  const rows = await db
    .updateTable('reservations')
    .set({
      guestName: placeholder.name,
      guestEmail: placeholder.email,
      guestPhone: null,
      specialRequests: null,
      staffNote: '',
      tags: [],
      paymentNote: null,
      keptReason: null,
      holdKey: null,
      holderBrowser: null,
      holderAddress: null,
      holderNetwork: null,
      anonymisedAt: now,
    })
    .where(isDue(which, now))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Texts = { readonly staffNote: string; readonly specialRequests: string | null }
type Merged = Texts & { readonly id: string; readonly mergedIntoId: string | null }

/** Texts of merged reservations that are to be anonymised, before they are. */
export const listMergedTexts = (db: Db, which: SubjectRows, now: Date): Promise<Merged[]> =>
  db
    .selectFrom('reservations')
    .where(isDue(which, now))
    .where('mergedIntoId', 'is not', null)
    .where((eb) => eb.or([eb('staffNote', '<>', ''), eb('specialRequests', 'is not', null)]))
    .select(['id', 'mergedIntoId', 'staffNote', 'specialRequests'])
    .execute()

/** Locks and reads the reservation that stays, and others that were merged into it: one after the other may have the text. */
export const listCopies = (
  db: Db,
  { id, mergedIntoId }: Pick<Merged, 'id' | 'mergedIntoId'>,
): Promise<(Texts & { readonly id: string })[]> =>
  db
    .selectFrom('reservations')
    .where((eb) => eb.or([eb('id', '=', mergedIntoId), eb('mergedIntoId', '=', mergedIntoId)]))
    .where('id', '<>', id)
    .select(['id', 'staffNote', 'specialRequests'])
    .orderBy('id')
    .forUpdate()
    .execute()

export async function writeTexts(db: Db, id: string, texts: Texts): Promise<void> {
  await db.updateTable('reservations').set(texts).where('id', '=', id).execute()
}
