import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Reason of the money that is kept once a credit has ended. */
const ENDED = 'A credit that was not used in time'

export type EndedCredit = { readonly id: string; readonly creditCents: number; readonly keptCents: number }

/** Keeps the credits whose last day is over, of reservations that are over themselves. Each ends once. */
export async function endCredits(db: Db, today: CalendarDate, now: Date): Promise<EndedCredit[]> {
  const { rows } = await sql<EndedCredit>`
    update reservations r set kept_cents = r.kept_cents + r.credit_cents, credit_cents = 0,
      kept_reason = left(concat_ws(' / ', r.kept_reason, ${ENDED}::text), 500)
    from (
      select id, credit_cents from reservations
      where credit_cents > 0 and credit_until < ${today} and ends_at <= ${now} order by id limit 100 for update
    ) ended
    where r.id = ended.id
    returning r.id, ended.credit_cents as "creditCents", r.kept_cents as "keptCents"`.execute(db)
  return rows
}
