import { SYSTEM_ACTOR } from '#features/audit-log/schema.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { cancelReservation } from '#features/reservations/service.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { lockOverdue } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Guests are not written to about a dinner of longer ago, such as after an upgrade. */
const TOLD_WITHIN_HOURS = 24

/**
 * Ends the requests of large parties that staff did not answer before their time was over, and tells their guests. Such a request never
 * became a booking, as a hold that expired: it counts neither as a cancellation nor as a no-show of its guest. Returns the number.
 */
export const endUnanswered = ({ db, now }: Deps): Promise<number> =>
  inTransaction(db, async (trx) => {
    const overdue = await lockOverdue(trx, now)
    for (const { id, guestEmail, endsAt } of overdue) {
      // oxlint-disable no-await-in-loop -- one transaction is one connection
      await cancelReservation(trx, id, 'hold_expired')
      await recordActivity(trx, {
        actor: SYSTEM_ACTOR,
        action: 'ended the unanswered request of',
        entity: 'reservation',
        entityId: id,
        before: { status: 'pending' },
        after: { status: 'cancelled' },
      })
      if (guestEmail !== '' && endsAt > addHours(now, -TOLD_WITHIN_HOURS))
        await enqueueEmail(trx, id, { kind: 'dinner_cancelled', dedupeKey: 'unanswered' })
      // oxlint-enable no-await-in-loop
    }
    return overdue.length
  })
