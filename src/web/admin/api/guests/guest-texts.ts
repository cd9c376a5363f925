import { enqueueText, recordConsent } from '#features/emails/text-messages/service.ts'
import type { TextKind, TextSubject } from '#features/emails/text-messages/rules.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { addSeconds } from '#lib/venue-time.ts'
import { inTransaction } from '#platform/db/db.ts'
import type { StaffContext } from '../route.ts'

type Agreed = {
  readonly subject: TextSubject
  readonly id: string
  /** Text that brings the code; null where an email does. */
  readonly code: { readonly kind: TextKind; readonly dedupeKey?: string } | null
}

/** Records a consent that a guest told staff, and sends the code to a guest without email once staff cannot undo any more. */
export const recordToldConsent = (deps: StaffContext, { subject, id, code }: Agreed): Promise<void> =>
  inTransaction(deps.db, async (db) => {
    await recordConsent({ db, now: deps.now }, { subject, id, source: 'staff' })
    const notBefore = addSeconds(deps.now, UNDO_MS / 1000)
    if (code) await enqueueText(db, id, { ...code, notBefore })
  })
