import { isCorrectable, openCents } from '#features/payments/ledger/rules.ts'
import { findLine, insertLine, type LineRow, listLines } from '#features/payments/ledger/service.ts'
import { settleRefunded } from '#features/payments/refunds/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { formatUsd } from '#lib/money.ts'
import { NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok } from '#lib/result.ts'
import { UNDO_OVER, undoUntil } from '#lib/undo-window.ts'
import type { Db } from '#platform/db/db.ts'
import { recordMoney, withMoney, type WriteResult } from '../locking/service.ts'
import type { CorrectionForm, PaymentUndoForm } from '../schema.ts'

/**
 * Takes back a payment that the same person recorded a moment ago, by the line that a correction writes. Who may take payments and
 * not correct them can do so within the undo window only.
 */
export const undoVenuePayment = (
  deps: ActorDeps,
  id: string,
  { key }: PaymentUndoForm,
): Promise<WriteResult> =>
  withMoney(deps, { id, needs: 'payments.take' }, async (locked) => {
    const { trx, money } = locked
    const { actor, now } = deps
    const line = (await listLines(trx, id)).find((it) => it.sourceKey === `venue:${key}`)
    if (!line) return no(NOT_FOUND)
    if (line.reversedById) return ok(null)
    if (line.actorId !== actor.id || undoUntil(line.movedAt) < now) return no(refused(UNDO_OVER))
    if (openCents(money) < line.amountCents) return no(MOVED_AWAY)
    const by = { reservationId: id, actorId: actor.id, actorName: actor.name, movedAt: now }
    await reverseLine(trx, line, { ...by, reason: 'Taken back at once' })
    await recordMoney(locked, actor, {
      action: 'took back a payment of',
      after: { wasCents: line.amountCents, ...(line.method ? { wasMethod: line.method } : {}) },
    })
    await settleRefunded(trx, id, { by: actor.id, now, resolution: 'The payment was taken back at once' })
    return ok(null)
  })

/**
 * Corrects a payment at the venue, a comp or a discount. The ledger is append-only, so one line reverses the wrong one,
 * and a corrected payment gets a second line. Refused where more was refunded than would remain received. The payment issue of a
 * cancelled reservation follows what is left.
 */
export const correctLine = (deps: ActorDeps, id: string, form: CorrectionForm): Promise<WriteResult> =>
  withMoney(deps, { id, needs: 'payments.edit' }, async (locked) => {
    const { trx, money } = locked
    const wrong = (await listLines(trx, id)).find((it) => it.id === form.lineId)
    if (!wrong) return no(NOT_FOUND)
    if (wrong.reversedById) return correctedAgain(await findLine(trx, `instead:${wrong.id}`), form)
    if (!isCorrectable(wrong)) return no(NOT_CORRECTABLE)
    const isPayment = wrong.kind === 'payment'
    const instead = isPayment ? form.instead : null
    const left = openCents(money) - wrong.amountCents + (instead?.amount ?? 0)
    if (left < 0 && money.refundedCents > 0)
      return no(
        refused(`${formatUsd(money.refundedCents)} was refunded already. Please enter at least that amount.`),
      )
    if (left < 0 || wrong.allowanceCents > money.allowanceCents) return no(MOVED_AWAY)
    const by = { actorId: deps.actor.id, actorName: deps.actor.name, movedAt: deps.now, reservationId: id }
    await reverseLine(trx, wrong, { ...by, reason: form.reason })
    if (instead)
      await insertLine(trx, {
        ...by,
        sourceKey: `instead:${wrong.id}`,
        kind: 'payment',
        method: instead.method,
        amountCents: instead.amount,
        reason: form.reason,
      })
    await recordMoney(locked, deps.actor, {
      action: isPayment ? 'corrected a payment of' : `took back a ${wrong.kind} of`,
      after: {
        wasCents: wrong.amountCents + wrong.allowanceCents,
        ...(wrong.method ? { wasMethod: wrong.method } : {}),
        isCents: instead?.amount ?? 0,
        ...(instead ? { isMethod: instead.method } : {}),
        reason: form.reason,
      },
    })
    const resolution = `The payment was corrected: ${form.reason}`
    await settleRefunded(trx, id, { by: deps.actor.id, now: deps.now, resolution })
    return ok(null)
  })

/** Answer to a correction of a line that was corrected before: the same correction sent twice is written once. */
const correctedAgain = (
  line: Awaited<ReturnType<typeof findLine>>,
  { instead }: CorrectionForm,
): WriteResult =>
  line?.amountCents === instead?.amount && line?.method === instead?.method ? ok(null) : no(CORRECTED)

type Reversal = {
  readonly reservationId: string
  readonly actorId: string
  readonly actorName: string
  readonly movedAt: Date
  readonly reason: string
}

/**
 * Writes the line that reverses another one. A unique constraint on `reverses_id` allows one reversal for each line.
 */
const reverseLine = (trx: Db, wrong: LineRow, by: Reversal): Promise<boolean> =>
  insertLine(trx, {
    ...by,
    sourceKey: `reverses:${wrong.id}`,
    kind: wrong.kind === 'payment' ? 'payment_reversed' : wrong.kind,
    method: wrong.method,
    amountCents: -wrong.amountCents,
    allowanceCents: -wrong.allowanceCents,
    reversesId: wrong.id,
  })

/** Reverses the payments at the venue of a reservation whose creation staff undo. The caller holds its row lock. */
export async function reverseVenuePayments(
  trx: Db,
  reservationId: string,
  { actor, now, reason }: { readonly actor: Actor; readonly now: Date; readonly reason: string },
): Promise<void> {
  const by = { reservationId, actorId: actor.id, actorName: actor.name, movedAt: now, reason }
  for (const line of await listLines(trx, reservationId))
    if (line.kind === 'payment' && isCorrectable(line))
      // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
      await reverseLine(trx, line, by)
}

const MOVED_AWAY = refused(
  'It was moved to another reservation when the party was merged or split. Record a refund at the venue there, and the right payment.',
)
const CORRECTED = refused('This line was corrected already. Close this and look again.')
const NOT_CORRECTABLE = refused(
  'Only a payment at the venue, a comp or a discount can be corrected. Refund an online payment instead.',
)
