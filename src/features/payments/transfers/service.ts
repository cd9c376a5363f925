import { insertLine } from '#features/payments/ledger/service.ts'
import type { Cents } from '#lib/money.ts'
import type { Db } from '#platform/db/db.ts'
import { type HeldMoney, partsOf } from './rules.ts'
import { listHeld, listMoved } from './store.ts'

export { isMoneyUnderWay } from './store.ts'

type Transfer = {
  readonly from: string
  readonly to: string
  readonly now: Date
  /** Null where no member of staff moves the money. */
  readonly actor: { readonly id: string | null; readonly name: string | null }
  readonly reason: string
  /** Names the act that moves the money, so that it moves once. */
  readonly key: string
}

/**
 * Moves all money and all comps of a reservation to another one, in the caller's transaction, which holds both locks. The
 * lines name the online payments, so that the provider can still refund them. Returns the amount.
 */
export async function transferAll(trx: Db, transfer: Transfer): Promise<Cents> {
  const held = await listHeld(trx, transfer.from)
  await writePairs(trx, transfer, held)
  return held.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** The same for a part of the money. Comps and discounts stay. */
export const transferPart = async (trx: Db, transfer: Transfer, cents: Cents): Promise<void> =>
  writePairs(trx, transfer, partsOf(await listHeld(trx, transfer.from), cents))

/** Moves back what an act moved, in the caller's transaction. Its lines stay: the ledger keeps both. */
export async function transferBack(
  trx: Db,
  { key, now, actor, reason }: Pick<Transfer, 'key' | 'now' | 'actor' | 'reason'>,
): Promise<void> {
  for (const { sourceKey, amountCents, allowanceCents, ...line } of await listMoved(trx, key))
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    await insertLine(trx, {
      ...line,
      sourceKey: `${sourceKey}:back`,
      kind: 'transfer',
      amountCents: -amountCents,
      allowanceCents: -allowanceCents,
      movedAt: now,
      actorId: actor.id,
      actorName: actor.name,
      reason,
    })
}

async function writePairs(
  trx: Db,
  { from, to, now, actor, reason, key }: Transfer,
  held: readonly HeldMoney[],
): Promise<void> {
  const by = { kind: 'transfer', movedAt: now, actorId: actor.id, actorName: actor.name, reason } as const
  for (const [index, { method, checkoutId, amountCents, allowanceCents }] of held.entries())
    for (const [reservationId, sign] of [
      [from, -1],
      [to, 1],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
      await insertLine(trx, {
        ...by,
        sourceKey: `transfer:${key}:${index}:${sign < 0 ? 'from' : 'to'}`,
        method,
        checkoutId,
        amountCents: sign * amountCents,
        allowanceCents: sign * allowanceCents,
        reservationId,
      })
    }
}
