import type { Stripe } from 'stripe'
import { type Books, type EventEntry, type Persistence, newId } from './ledger.ts'
import type { FaultInjection } from './fault-injection.ts'

/** Event types of the webhook subscription; no others are sent. */
export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired'
  | 'charge.refunded'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'

type Subject<Type extends EventType> = Extract<Stripe.Event, { type: Type }>['data']['object']

/** The account's webhook endpoint. It receives all events of the emulator, whatever `events` lists. */
export type Subscription = { readonly url: string; readonly events: readonly string[] }

/** State of the emulator: changes are saved to the ledger before a response or webhook is sent. */
export type EmulatorState = {
  readonly books: Books
  readonly board: FaultInjection
  readonly publicUrl: () => string
  readonly webhook: () => Subscription
  now(): Date
  /** Current time as a Unix timestamp in seconds. */
  stamp(): number
  publish<Type extends EventType>(type: Type, object: Subject<Type>): void
  /** Saves all changes, then sends their webhooks. Responses are sent only after it. */
  commit(): Promise<void>
  /** Commits if something changed. Otherwise only waits for saves in progress. */
  commitIf(happened: boolean): Promise<void>
}

type EmulatorTools = {
  readonly persistence: Persistence
  readonly board: FaultInjection
  readonly clock: () => Date
  readonly publicUrl: () => string
  readonly webhook: () => Subscription
  readonly tell: (entry: EventEntry) => void
}

export function createEmulatorState({
  persistence,
  board,
  clock,
  publicUrl,
  webhook,
  tell,
}: EmulatorTools): EmulatorState {
  const stamp = (): number => Math.floor(clock().getTime() / 1000)
  let undelivered: EventEntry[] = []
  const commit = async (): Promise<void> => {
    const fresh = undelivered
    undelivered = []
    await persistence.save()
    fresh.forEach(tell)
  }
  return {
    books: persistence.books,
    board,
    publicUrl,
    webhook,
    now: clock,
    stamp,
    publish(type, object) {
      const { deliver, order, delayMs } = board.faults.webhooks
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: stamp(),
        // A snapshot, because the object keeps changing.
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      }
      const entry: EventEntry = {
        id: event.id,
        event,
        copies: COPIES[deliver],
        order,
        delayMs,
        delivery: deliver === 'lost' ? 'held' : 'waiting',
        attempts: 0,
      }
      persistence.books.events.set(entry.id, entry)
      undelivered.push(entry)
    },
    commit,
    commitIf: (happened) => (happened ? commit() : persistence.saved()),
  }
}

const COPIES = { lost: 1, once: 1, twice: 2, 'five-times': 5 } as const
