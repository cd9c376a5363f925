import { SYSTEM_ACTOR } from '#features/audit-log/schema.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { businessDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { endCredits } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Keeps the credits that were not used in time (job), and returns their number. */
export const endUnusedCredits = ({ db, now }: Deps): Promise<number> =>
  inTransaction(db, async (trx) => {
    const ended = await endCredits(trx, businessDate(now), now)
    for (const { id, creditCents, keptCents } of ended)
      // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
      await recordActivity(trx, {
        actor: SYSTEM_ACTOR,
        action: 'ended the credit of',
        entity: 'reservation',
        entityId: id,
        before: { creditCents },
        after: { creditCents: 0, keptCents },
      })
    return ended.length
  })
