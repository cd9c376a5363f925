import type { Stripe } from 'stripe'
import { type Books, type EventEntry, type Persistence, newId } from './books.ts'
import type { FaultInjection } from './faults.ts'

/** The events the venue is subscribed to, and so the only ones it is sent. */
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

/** The webhook endpoint as the account has it. It is sent every event of this provider, whatever it is subscribed to. */
export type Subscription = { readonly url: string; readonly events: readonly string[] }

/** Where all that happens is written down before anybody is told. */
export type EmulatorState = {
  readonly books: Books
  readonly board: FaultInjection
  readonly publicUrl: () => string
  readonly webhook: () => Subscription
  now(): Date
  /** The moment as the provider writes it, in seconds. */
  stamp(): number
  publish<Type extends EventType>(type: Type, object: Subject<Type>): void
  /** Has what happened kept for good, and then told. Nothing is answered before. */
  commit(): Promise<void>
  /** The same where nothing may have happened: then only what others did is waited for. */
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
        // What it looked like at this moment: the object itself goes on living.
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
