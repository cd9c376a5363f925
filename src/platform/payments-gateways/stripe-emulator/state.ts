import type { Stripe } from 'stripe'
import { type Ledger, type EventEntry, type Persistence, newId } from './ledger.ts'
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
  readonly ledger: Ledger
  readonly faultInjection: FaultInjection
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

type EmulatorStateOptions = {
  readonly persistence: Persistence
  readonly faultInjection: FaultInjection
  readonly clock: () => Date
  readonly publicUrl: () => string
  readonly webhook: () => Subscription
  readonly sendWebhook: (entry: EventEntry) => void
}

export function createEmulatorState({
  persistence,
  faultInjection,
  clock,
  publicUrl,
  webhook,
  sendWebhook,
}: EmulatorStateOptions): EmulatorState {
  const stamp = (): number => Math.floor(clock().getTime() / 1000)
  let undelivered: EventEntry[] = []
  const commit = async (): Promise<void> => {
    const fresh = undelivered
    undelivered = []
    await persistence.save()
    fresh.forEach(sendWebhook)
  }
  return {
    ledger: persistence.ledger,
    faultInjection,
    publicUrl,
    webhook,
    now: clock,
    stamp,
    publish(type, object) {
      const { deliver, order, delayMs } = faultInjection.faults.webhooks
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
      persistence.ledger.events.set(entry.id, entry)
      undelivered.push(entry)
    },
    commit,
    commitIf: (happened) => (happened ? commit() : persistence.saved()),
  }
}

const COPIES = { lost: 1, once: 1, twice: 2, 'five-times': 5 } as const
