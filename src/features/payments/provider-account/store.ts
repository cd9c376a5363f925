import { type Insertable, sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'
import type { BalanceTransaction, PaymentGateway, Payout } from '#platform/payments-gateways/types.ts'
import type { LedgerSide, ProviderSide } from './rules.ts'

type Provider = PaymentGateway['kind']

export async function findReading(db: Db, provider: Provider) {
  const row = await db
    .selectFrom('providerReadings')
    .where('provider', '=', provider)
    .selectAll()
    .executeTakeFirst()
  return row ?? null
}

/** The reading of the provider that was asked last: test payments and real ones have an account each. */
export async function findLatestReading(db: Db) {
  const row = await db
    .selectFrom('providerReadings')
    .selectAll()
    .orderBy(sql`greatest(read_at, failing_since)`, 'desc')
    .executeTakeFirst()
  return row ?? null
}

export async function saveReading(
  db: Db,
  { provider, ...changes }: Insertable<DB['providerReadings']>,
): Promise<void> {
  await db
    .insertInto('providerReadings')
    .values({ provider, ...changes })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(changes))
    .execute()
}

/** When the first checkout was opened; null before there is one. */
export async function findFirstCheckout(db: Db, provider: Provider): Promise<Date | null> {
  const { first } = await db
    .selectFrom('checkouts')
    .where('provider', '=', provider)
    .select(({ fn }) => fn.min<Date | null>('createdAt').as('first'))
    .executeTakeFirstOrThrow()
  return first
}

const INSERTED = 500

/** Stores movements; those that are known stay as they are. */
export async function insertTransactions(
  db: Db,
  provider: Provider,
  transactions: readonly BalanceTransaction[],
): Promise<void> {
  const rows = transactions.map(({ transactionId, ...it }) => ({ ...it, id: transactionId, provider }))
  for (let at = 0; at < rows.length; at += INSERTED)
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    await db
      .insertInto('providerTransactions')
      .values(rows.slice(at, at + INSERTED))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}

/** Stores a payout as it is now. Returns whether its movements are still to be listed. */
export async function upsertPayout(
  db: Db,
  provider: Provider,
  { payoutId, isItemized, ...payout }: Payout,
): Promise<boolean> {
  const { itemizedAt } = await db
    .insertInto('providerPayouts')
    .values({ ...payout, id: payoutId, provider })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        amountCents: payout.amountCents,
        state: payout.state,
        failure: payout.failure,
        arrivesOn: payout.arrivesOn,
      }),
    )
    .returning('itemizedAt')
    .executeTakeFirstOrThrow()
  return isItemized && itemizedAt === null
}

export async function insertPayoutItems(
  db: Db,
  payoutId: string,
  transactions: readonly BalanceTransaction[],
): Promise<void> {
  if (transactions.length === 0) return
  await db
    .insertInto('providerPayoutItems')
    .values(transactions.map(({ transactionId }) => ({ transactionId, payoutId })))
    .onConflict((conflict) => conflict.column('transactionId').doNothing())
    .execute()
}

export const markItemized = (db: Db, id: string, now: Date) =>
  db.updateTable('providerPayouts').set({ itemizedAt: now }).where('id', '=', id).execute()

/** When the oldest payout was made that has not arrived, or that was returned since it was read. */
export async function findOldestUnfinished(db: Db, provider: Provider): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(p.created_at) as oldest from provider_payouts p
    where p.provider = ${provider} and (p.state = 'on_its_way' or (p.state = 'paid' and exists (
      select from provider_transactions t where t.source_id = p.id and t.kind = 'payout_failed')))`.execute(
    db,
  )
  return rows[0]?.oldest ?? null
}

/** Online lines of the ledger for a night by payment and group. A transfer between nights is no movement at the provider. */
export async function listLedgerSide(
  db: Db,
  night: CalendarDate,
  readUntil: Date | null,
): Promise<LedgerSide[]> {
  const { rows } = await sql<LedgerSide>`
    with lines as (
      select l.*, case when l.kind like 'payment%' then 'charges' when l.kind like 'refund%' then 'refunds'
        else 'disputes' end as side,
        (${readUntil}::timestamptz is null or l.moved_at > ${readUntil} or (l.refund_id is not null
          and (f.status in ('requested', 'pending') or f.updated_at > ${readUntil})
          and not exists (select from provider_transactions t where t.source_id = f.provider_refund_id
            and t.payment_intent_id = c.payment_intent_id))) as is_under_way
      from ledger_lines l join checkouts c on c.id = l.checkout_id left join refunds f on f.id = l.refund_id
      where l.night = ${night} and l.method = 'online' and l.kind <> 'transfer'
    )
    select side as "group", l.checkout_id as "checkoutId", l.reservation_id as "reservationId", r.entry_code as code,
      sum(l.amount_cents)::integer as "amountCents",
      coalesce(sum(l.amount_cents) filter (where is_under_way), 0)::integer as "underWayCents"
    from lines l join reservations r on r.id = l.reservation_id
    group by 1, 2, 3, 4 order by 4, 1`.execute(db)
  return rows
}

/**
 * Movements at the provider that belong to a night: to that of the ledger line of the same charge, refund or dispute, else to
 * that of the reservation. One of our payments that the database does not know belongs to the business date on which it moved.
 */
export async function listProviderSide(db: Db, night: CalendarDate): Promise<ProviderSide[]> {
  const { rows } = await sql<ProviderSide>`
    with payments as (
      select c.id, c.payment_intent_id from checkouts c
      where c.id in (select checkout_id from ledger_lines where night = ${night} and checkout_id is not null)
        or c.reservation_id in (select id from reservations where business_date = ${night})
    ), moved as (
      select t.id, p.id as checkout from payments p join provider_transactions t on t.payment_intent_id = p.payment_intent_id
      union
      select t.id, p.id from payments p join provider_transactions t on t.checkout_id = p.id
    ), placed as (
      select t.id, m.checkout, holder_of_checkout(m.checkout) as reservation_id, d.status as dispute, coalesce(
        (select l.night from ledger_lines l join refunds f on f.id = l.refund_id
          where f.provider_refund_id = t.source_id and (l.kind = 'refund') = (t.kind = 'refund')
          order by l.created_at desc limit 1),
        (select l.night from ledger_lines l where l.dispute_id = t.source_id order by l.created_at limit 1),
        (select l.night from ledger_lines l where l.checkout_id = m.checkout and l.kind = 'payment' and t.kind = 'charge'
          order by l.created_at limit 1),
        (select r.business_date from reservations r where r.id = holder_of_checkout(m.checkout))) as night
      from moved m join provider_transactions t on t.id = m.id left join disputes d on d.id = t.source_id
    ), unknown as (
      select t.id from provider_transactions t
      where t.created_at >= ${night}::date and t.created_at < ${night}::date + 2 and business_day_of(t.created_at) = ${night}
        and t.payment_intent_id is not null
        and exists (select from provider_transactions o
          where o.payment_intent_id = t.payment_intent_id and o.checkout_id is not null)
        and not exists (select from checkouts c where c.payment_intent_id = t.payment_intent_id)
        and not exists (select from checkouts c where c.id = t.checkout_id)
    ), listed as (
      select id, checkout, reservation_id, dispute from placed where night = ${night}
      union all
      select id, null, null, null from unknown
    )
    select t.id, t.kind, s.checkout as "checkoutId", t.payment_intent_id as "paymentIntentId",
      r.id as "reservationId", r.entry_code as code,
      t.amount_cents as "amountCents", t.fee_cents as "feeCents", t.net_cents as "netCents",
      t.available_on as "availableOn",
      t.kind in ('dispute', 'dispute_reversed') and coalesce(s.dispute, '') not in ('won', 'lost') as "isHeldBack",
      case when o.id is not null then json_build_object('payoutId', o.id, 'state', o.state, 'failure', o.failure,
        'arrivesOn', o.arrives_on, 'amountCents', o.amount_cents, 'again', (
          select json_build_object('state', n.state, 'failure', n.failure, 'arrivesOn', n.arrives_on)
          from provider_transactions b join provider_payout_items x on x.transaction_id = b.id
          join provider_payouts n on n.id = x.payout_id
          where b.source_id = o.id and b.kind = 'payout_failed' order by b.created_at limit 1)) end as payout
    from listed s join provider_transactions t on t.id = s.id
    left join reservations r on r.id = s.reservation_id
    left join provider_payout_items i on i.transaction_id = t.id left join provider_payouts o on o.id = i.payout_id
    where t.kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_reversed')
    order by t.created_at, t.id`.execute(db)
  return rows
}
