import { recordActivity } from '#features/audit-log/service.ts'
import { settleRefunded } from '#features/payments/refunds/service.ts'
import {
  isCorrectable,
  methodLabel,
  openCents,
  payableCents,
  recordedText,
} from '#features/payments/ledger/rules.ts'
import type { MoneyState, VenueMethod } from '#features/payments/ledger/schema.ts'
import {
  findLine,
  findMoney,
  insertLine,
  type LineRow,
  listLines,
} from '#features/payments/ledger/service.ts'
import { dueAtVenue, isHeld } from '#features/reservations/rules.ts'
import { lockReservation } from '#features/reservations/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { StaffAction } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { formatUsd } from '#lib/money.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type ActionRefusal } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { UNDO_OVER, undoUntil } from '#lib/undo-window.ts'
import { type Db, retryDeadlocks } from '#platform/db/db.ts'
import type {
  AllowanceForm,
  CorrectionForm,
  PaymentUndoForm,
  VenueRefundForm,
  VenuePaymentForm,
} from './schema.ts'

type WriteResult = Result<null, ActionRefusal>

type LockedMoney = {
  readonly trx: Db
  readonly money: MoneyState & { readonly guestName: string }
  readonly reservation: NonNullable<Awaited<ReturnType<typeof lockReservation>>>
}

/**
 * Runs a money change with the reservation locked: the amounts that it checks cannot change before it commits. Each
 * change looks up its idempotency key under that lock, so that a form sent twice writes one ledger line.
 */
async function withMoney(
  { db, actor }: ActorDeps,
  { id, needs }: { readonly id: string; readonly needs: StaffAction },
  work: (locked: LockedMoney) => Promise<WriteResult>,
): Promise<WriteResult> {
  if (!may(actor.role, needs)) return no(NOT_ALLOWED)
  return retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const reservation = await lockReservation(trx, id)
      const money = await findMoney(trx, id)
      if (!reservation || !money) return no(NOT_FOUND)
      return work({ trx, reservation, money })
    }),
  )
}

type AuditNote = { readonly action: string; readonly after: Readonly<Record<string, string | number>> }

const record = (
  { trx, money, reservation }: LockedMoney,
  actor: Actor,
  { action, after }: AuditNote,
): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: 'reservation',
    entityId: reservation.id,
    before: { guestName: money.guestName },
    after: { guestName: money.guestName, ...after },
  })

type Payment = { readonly amount: number; readonly method: VenueMethod; readonly note: string }

/**
 * Writes the ledger line of a payment at the venue, in the caller's transaction, which holds the reservation's row
 * lock. `key` is the idempotency key: false where this payment was written before.
 */
export const writeVenuePayment = (
  trx: Db,
  reservationId: string,
  { key, now, actor, amount, method, note }: Payment & { key: string; now: Date; actor: Actor },
): Promise<boolean> =>
  insertLine(trx, {
    sourceKey: `venue:${key}`,
    kind: 'payment',
    method,
    amountCents: amount,
    reservationId,
    movedAt: now,
    actorId: actor.id,
    actorName: actor.name,
    reason: note || null,
  })

/**
 * Records a payment at the venue, in whole or in part, never more than is payable. Refused while a checkout is open, or
 * the guest could pay the same amount twice.
 */
export const recordVenuePayment = (
  deps: ActorDeps,
  id: string,
  form: VenuePaymentForm,
): Promise<WriteResult> =>
  withMoney(deps, { id, needs: 'payments.take' }, async (locked) => {
    const { trx, money, reservation } = locked
    const line = await findLine(trx, `venue:${form.key}`)
    if (line) return sentAgain(line, form)
    if (reservation.deletedAt) return no(NOT_FOUND)
    if (reservation.status === 'cancelled') return no(CANCELLED)
    if (reservation.paymentStatus === 'pending') return no(PAYING)
    if (isHeld(reservation)) return no(HELD)
    const most = payableCents(money)
    if (form.amount > most)
      return no(
        refused(most === 0 ? 'Nothing is due for this reservation.' : `Only ${formatUsd(most)} is due.`),
      )
    await writeVenuePayment(trx, id, { ...form, now: deps.now, actor: deps.actor })
    const { amount, method, note } = form
    await record(locked, deps.actor, {
      action: 'took a payment for',
      after: { paidCents: amount, method, ...(note ? { note } : {}) },
    })
    return ok(null)
  })

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
    await record(locked, actor, {
      action: 'took back a payment of',
      after: { wasCents: line.amountCents, ...(line.method ? { wasMethod: line.method } : {}) },
    })
    return ok(null)
  })

type Recorded = NonNullable<Awaited<ReturnType<typeof findLine>>>

/**
 * Answer to a form whose key was written before: a success where it says the same. Staff who had no answer and then typed
 * another amount are told that the first one stands.
 */
function sentAgain(
  { kind, method, amountCents, allowanceCents }: Recorded,
  sent: { readonly amount: number; readonly method?: VenueMethod; readonly kind?: AllowanceForm['kind'] },
): WriteResult {
  const cents = Math.abs(amountCents + allowanceCents)
  const isSame = cents === sent.amount && method === (sent.method ?? null) && (sent.kind ?? kind) === kind
  return isSame ? ok(null) : no(refused(recordedText(cents)))
}

const CANCELLED = refused('This reservation is cancelled. Confirm it again before you take money for it.')
const HELD = refused(
  'This table is only held, and is let go when its time is up. Confirm the reservation first.',
)
const PAYING = refused(
  'The guest is on the payment page right now. Wait until the payment is done, or set the reservation to confirmed first.',
)

/**
 * Corrects a payment at the venue, a comp or a discount. The ledger is append-only, so one line reverses the wrong one,
 * and a corrected payment gets a second line. Refused where more was refunded than would remain received.
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
    await record(locked, deps.actor, {
      action: isPayment ? 'corrected a payment of' : `took back a ${wrong.kind} of`,
      after: {
        wasCents: wrong.amountCents + wrong.allowanceCents,
        ...(wrong.method ? { wasMethod: wrong.method } : {}),
        isCents: instead?.amount ?? 0,
        ...(instead ? { isMethod: instead.method } : {}),
        reason: form.reason,
      },
    })
    return ok(null)
  })

/** Answer to a correction of a line that was corrected before: the same correction sent twice is written once. */
const correctedAgain = (line: Recorded | undefined, { instead }: CorrectionForm): WriteResult =>
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

/**
 * Records a refund at the venue, in cash or by card, never more than is left of the money received. Resolves the
 * payment issues of a cancelled reservation once nothing remains to be refunded.
 */
export const refundAtVenue = (deps: ActorDeps, id: string, form: VenueRefundForm): Promise<WriteResult> =>
  withMoney(deps, { id, needs: 'payments.edit' }, async (locked) => {
    const { trx, money } = locked
    const { key, amount, method, reason } = form
    const line = await findLine(trx, `given-back:${key}`)
    if (line) return sentAgain(line, { amount, method })
    const left = openCents(money)
    if (amount > left)
      return no(
        refused(
          left <= 0
            ? 'Nothing is left of what was received.'
            : `Only ${formatUsd(left)} is left of what was received.`,
        ),
      )
    await insertLine(trx, {
      sourceKey: `given-back:${key}`,
      kind: 'refund',
      method,
      amountCents: -amount,
      reservationId: id,
      movedAt: deps.now,
      actorId: deps.actor.id,
      actorName: deps.actor.name,
      reason,
    })
    await record(locked, deps.actor, { action: 'refunded', after: { refundedCents: amount, method, reason } })
    const resolution = `${formatUsd(amount)} given back ${methodLabel(method)}: ${reason}`
    await settleRefunded(trx, id, { by: deps.actor.id, now: deps.now, resolution })
    return ok(null)
  })

/** Grants a comp or a discount, never more than is due. The ledger line carries an allowance; no money moves. */
export const grantAllowance = (deps: ActorDeps, id: string, form: AllowanceForm): Promise<WriteResult> =>
  withMoney(deps, { id, needs: 'payments.edit' }, async (locked) => {
    const { trx, money, reservation } = locked
    const { key, kind, amount, reason } = form
    const line = (await findLine(trx, `comp:${key}`)) ?? (await findLine(trx, `discount:${key}`))
    if (line) return sentAgain(line, { amount, kind })
    if (isHeld(reservation)) return no(HELD)
    const due = dueAtVenue({ ...money, status: reservation.status })
    if (amount > due)
      return no(
        refused(
          due === 0
            ? 'Nothing is due for this reservation. Give money back instead.'
            : `Only ${formatUsd(due)} is due.`,
        ),
      )
    await insertLine(trx, {
      sourceKey: `${kind}:${key}`,
      kind,
      allowanceCents: amount,
      reservationId: id,
      movedAt: deps.now,
      actorId: deps.actor.id,
      actorName: deps.actor.name,
      reason,
    })
    await record(locked, deps.actor, {
      action: kind === 'comp' ? 'comped' : 'discounted',
      after: { amountCents: amount, reason },
    })
    return ok(null)
  })
