import type { Db } from '#platform/db.ts'
import { EXCEPTION_KINDS, type PaymentException } from './schema.ts'
import {
  countOpenExceptions,
  openGiveBack,
  readGiveBackCents,
  reopenExceptions,
  resolveMatters,
  upsertException,
} from './store.ts'

const MAX_DETAIL = 1000

/** Puts a matter on the list that staff work through, in the transaction that noticed it. */
export const raiseException = (db: Db, it: PaymentException): Promise<void> =>
  upsertException(db, { ...it, detail: it.detail.slice(0, MAX_DETAIL) })

/** Lists money that was paid at the venue to be given back there: one open issue for each reservation. */
export const raiseGiveBack = (
  db: Db,
  it: { readonly reservationId: string; readonly amountCents: number; readonly detail: string },
): Promise<void> => openGiveBack(db, { ...it, detail: it.detail.slice(0, MAX_DETAIL) })

/** How much of a reservation is promised to be given back at the venue and was not yet, in cents. */
export const readPromisedAtVenue = (db: Db, reservationId: string): Promise<number> =>
  readGiveBackCents(db, reservationId)

/** Resolves the payment issues of a cancelled reservation that stands again, or whose money was decided on. Answers which. */
export const dropMatters = (
  db: Db,
  reservationId: string,
  {
    by,
    now,
    resolution = 'The reservation stands again',
  }: { readonly by: string; readonly now: Date; readonly resolution?: string },
): Promise<string[]> => resolveMatters(db, reservationId, { by, now, resolution })

/** Opens payment issues again that an act resolved which was undone. */
export const reopenMatters = (db: Db, ids: readonly string[]): Promise<void> => reopenExceptions(db, ids)

/** Resolves the payment issues of a cancelled reservation of which nothing is left, or only what is kept. */
export const dropSettledMatters = async (
  db: Db,
  reservationId: string,
  done: { readonly by: string; readonly now: Date; readonly resolution: string },
): Promise<void> => void (await resolveMatters(db, reservationId, { ...done, onlySettled: true }))

/** How many payment issues of each kind nobody has resolved, those without any included. */
export async function countOpenPaymentIssues({ db }: { readonly db: Db }): Promise<Record<string, number>> {
  const open = new Map((await countOpenExceptions(db)).map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(EXCEPTION_KINDS.map((kind) => [kind, open.get(kind) ?? 0]))
}
