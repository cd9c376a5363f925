import type { Database } from '#platform/db/db.ts'
import type { StripeEmulator } from '#platform/payments-gateways/stripe-emulator/server.ts'
import { headOf, type MailSink } from '../support/mail-sink.ts'
import { readReservations, wrongIn } from './acknowledged.ts'
import type { GuestLoad } from './guest-load.ts'

export type Afterwards = {
  readonly load: GuestLoad
  readonly provider: StripeEmulator
  readonly sink: MailSink
  readonly database: Database
}

/** Sends every webhook again that was not accepted. The provider does so for days; the test does it at once. */
export const repeatWebhooks = ({ provider }: Afterwards): Promise<unknown> => provider.control.deliver()

/** Violations after the load has ended: lost or duplicated rows, and unfinished jobs. */
export async function wrongAfter(at: Afterwards): Promise<string[]> {
  const book = await readReservations(at.database.pool)
  const kept = at.load.acknowledged.filter((it) => !at.load.cancelled.has(it.key))
  const notCancelled = [...at.load.cancelled].filter(
    (key) => book.find((it) => it.key === key)?.status !== 'cancelled',
  )
  return [
    ...wrongIn(kept, book),
    ...notCancelled.map((key) => `${key} was cancelled and is not`),
    ...(await wrongInQueue(at.database)),
    ...(await wrongInMoney(at)),
    ...(await wrongInEmails(at)),
  ]
}

type Open = {
  readonly due: number
  readonly failed: number
  readonly unsent: number
  readonly refunds: number
}

/**
 * Jobs that are still due soon, without recurring ones, and jobs that failed for good. Confirmation emails of cancelled
 * reservations do not count.
 */
async function wrongInQueue({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<Open>(
    `select
       (select count(*)::int from graphile_worker.jobs where run_at <= now() + interval '20 seconds'
          and attempts < max_attempts and key is distinct from task_identifier) as due,
       (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as failed,
       (select count(*)::int from email_queue m left join reservations r on r.id = m.reservation_id
          where m.sent_at is null and not (m.kind = 'confirmation' and r.status = 'cancelled')) as unsent,
       (select count(*)::int from refunds where status in ('requested', 'pending')) as refunds`,
  )
  return Object.entries(rows[0] ?? { queue: -1 }).flatMap(([name, count]) =>
    count === 0 ? [] : [`${name}: ${count}`],
  )
}

/** Each cancelled guest is refunded in full, once, and no other guest is refunded; the ledger agrees. */
async function wrongInMoney({ load, provider, database }: Afterwards): Promise<string[]> {
  const { sessions, refunds } = await provider.control.readLedger()
  const { rows } = await database.pool.query<{ id: string; cents: number }>(
    'select reservation_id as id, sum(amount_cents)::int as cents from ledger_lines group by 1',
  )
  const ledger = new Map(rows.map(({ id, cents }) => [id, cents]))
  return load.acknowledged.flatMap(({ key, held, paid }) => {
    const session = sessions.find((it) => it.client_reference_id === held && it.payment_status === 'paid')
    if (!paid || !held || !session) return []
    const total = session.amount_total ?? 0
    const back = refunds.filter((it) => it.payment_intent === session.payment_intent)
    const backCents = back.reduce((sum, it) => sum + it.amount, 0)
    const expected = load.cancelled.has(key) ? total : 0
    return [
      ...(backCents === expected ? [] : [`${key}: ${backCents} of ${total} went back`]),
      ...(ledger.get(held) === total - expected ? [] : [`${key}: the ledger says ${ledger.get(held)}`]),
    ]
  })
}

/** Each email arrives at least once, and twice only where its sending was under way when the database stopped. */
async function wrongInEmails({ sink, database }: Afterwards): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from email_queue where sent_at is not null',
  )
  const came = sink.taken.map(({ raw }) => (headOf(raw).get('Message-ID') ?? '').slice(1).split('@')[0])
  return rows.flatMap(({ id }) => {
    const times = came.filter((it) => it === id).length
    return times === 1 || times === 2 ? [] : [`the email ${id} came ${times} times`]
  })
}

const MUST_NOT = [
  'process.unhandled_rejection',
  'process.unhandled_socket_error',
  'process.uncaught_exception',
]

/** Log lines that an outage must not cause: stack traces, text that is not JSON, unhandled errors. */
export function wrongInLog(output: string): string[] {
  // Lines of the startup banner begin with two spaces.
  return (
    output
      .split('\n')
      .filter((line) => line !== '' && !/^ {2}(\S|$)/.test(line))
      // The payment emulator shares a processor with the load and may time out, which is not a database error.
      .filter((line) => !line.includes('"type":"PaymentUnavailable"'))
      .filter(
        (line) =>
          !line.startsWith('{') || /\\n\s+at /.test(line) || MUST_NOT.some((event) => line.includes(event)),
      )
  )
}

export const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Infinity
