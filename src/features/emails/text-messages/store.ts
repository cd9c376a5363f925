import { sql } from 'kysely'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import {
  type DeliveryReport,
  isLinkText,
  LINK_TEXTS,
  maxTextsADay,
  type TextKind,
  TEXTS,
  type TextSubject,
} from './rules.ts'

const COLUMNS = {
  reservation: 'reservationId',
  waiting: 'waitingEntryId',
  list_entry: 'listEntryId',
} as const satisfies Record<TextSubject, string>

export type Consent = { readonly source: 'guest' | 'staff'; readonly consentedAt: Date }

/** Stores a consent; one that was stored before stays as it is. */
export async function insertConsent(
  db: Db,
  subject: TextSubject,
  { id, ...consent }: Consent & { readonly id: string },
): Promise<void> {
  await db
    .insertInto('textConsents')
    .values({ [COLUMNS[subject]]: id, ...consent })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The consent to texts. That of a place in line holds for the table that was offered to it, at the same number. */
export async function findConsent(db: Db, subject: TextSubject, id: string): Promise<Consent | null> {
  const own = await db
    .selectFrom('textConsents')
    .where(COLUMNS[subject], '=', id)
    .select(['source', 'consentedAt'])
    .$narrowType<Consent>()
    .executeTakeFirst()
  if (own || subject !== 'reservation') return own ?? null
  const offered = await db
    .selectFrom('reservations as r')
    .innerJoin('waitingEntries as w', 'w.id', 'r.waitingEntryId')
    .innerJoin('textConsents as c', 'c.waitingEntryId', 'w.id')
    .where('r.id', '=', id)
    .where(sql<boolean>`phone_key(r.guest_phone) = phone_key(w.guest_phone)`)
    .select(['c.source', 'c.consentedAt'])
    .$narrowType<Consent>()
    .executeTakeFirst()
  return offered ?? null
}

/** Ends the consent to texts about rows, and deletes what is stored of the texts about them. */
export async function deleteTexts(db: Db, subjectIds: readonly string[]): Promise<void> {
  await db.deleteFrom('textMessages').where('subjectId', 'in', subjectIds).execute()
  await db
    .deleteFrom('textConsents')
    .where((eb) => eb.or(Object.values(COLUMNS).map((column) => eb(column, 'in', subjectIds))))
    .execute()
}

export type NewText = { readonly subjectId: string; readonly kind: TextKind; readonly dedupeKey: string }

/** Returns the id of the new row; null for a text that was queued before. */
export async function insertText(db: Db, { subjectId, kind, dedupeKey }: NewText): Promise<string | null> {
  const row = await db
    .insertInto('textMessages')
    .values({ [COLUMNS[TEXTS[kind]]]: subjectId, kind, dedupeKey })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const findText = (db: Db, id: string) =>
  db
    .selectFrom('textMessages')
    .where('id', '=', id)
    .select(['id', 'subjectId', 'reservationId', 'kind', 'dedupeKey', 'status'])
    .executeTakeFirst()

type OfNumber = { readonly phoneHash: string; readonly kind: TextKind; readonly now: Date }

/** Texts that a number can still get today, of the kinds that share a limit with this one. */
export async function countTextsLeft(db: Db, { phoneHash, kind, now }: OfNumber): Promise<number> {
  const { count } = await db
    .selectFrom('textMessages')
    .where('phoneHash', '=', phoneHash)
    .where('sendingAt', '>', addHours(now, -24))
    .where('kind', isLinkText(kind) ? 'in' : 'not in', LINK_TEXTS)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return Math.max(0, maxTextsADay(kind) - count)
}

type Claim = OfNumber & { readonly id: string; readonly alsoAbout: string | null }

/**
 * Marks a queued text as sending, unless its number had all texts of a day. Texts to one number queue at a lock, so that two
 * of them do not both become the last.
 */
export const claimText = (db: Db, { id, alsoAbout, ...of }: Claim): Promise<'claimed' | 'limit' | 'taken'> =>
  inTransaction(db, async (trx) => {
    const { phoneHash, now } = of
    await sql`select pg_advisory_xact_lock(hashtextextended(${`text ${phoneHash}`}, 0))`.execute(trx)
    if ((await countTextsLeft(trx, of)) === 0) return 'limit'
    const { numUpdatedRows } = await trx
      .updateTable('textMessages')
      .set({ status: 'sending', sendingAt: now, phoneHash, alsoAbout })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .executeTakeFirst()
    return numUpdatedRows === 1n ? 'claimed' : 'taken'
  })

/** Queues a text again that the provider did certainly not accept. */
export async function releaseText(db: Db, id: string): Promise<void> {
  await db
    .updateTable('textMessages')
    .set({ status: 'queued', sendingAt: null, phoneHash: null, alsoAbout: null })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute()
}

type Outcome =
  | { readonly status: 'sent'; readonly providerId: string | null; readonly sentAt: Date }
  | { readonly status: 'failed' | 'suppressed'; readonly reason: string }

/** Stores the outcome of an attempt. A report of the provider may have been first, and stays. */
export async function writeOutcome(db: Db, id: string, outcome: Outcome): Promise<void> {
  await db
    .updateTable('textMessages')
    .set(outcome)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending'])
    .execute()
}

/** Stores the provider's report of a text; false for an unknown text. A delivered one stays delivered. */
export async function writeReport(
  db: Db,
  id: string,
  { at, ...report }: DeliveryReport & { readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('textMessages')
    .set({ ...report, reportedAt: at })
    .where('id', '=', id)
    .where('status', '<>', 'delivered')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertOptOut(db: Db, phoneHash: string, at: Date): Promise<void> {
  await db
    .insertInto('textOptOuts')
    .values({ phoneHash, optedOutAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteOptOut(db: Db, phoneHash: string): Promise<void> {
  await db.deleteFrom('textOptOuts').where('phoneHash', '=', phoneHash).execute()
}

/** Time of the STOP of a number; null where its owner takes texts. */
export async function findOptOut(db: Db, phoneHash: string): Promise<Date | null> {
  const row = await db
    .selectFrom('textOptOuts')
    .where('phoneHash', '=', phoneHash)
    .select('optedOutAt')
    .executeTakeFirst()
  return row?.optedOutAt ?? null
}
