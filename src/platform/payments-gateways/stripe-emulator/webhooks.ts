import { createHmac } from 'node:crypto'
import type { Log } from '#platform/observability/log.ts'
import type { EventEntry, Persistence } from './ledger.ts'

type Order = EventEntry['order']

export type WebhookSender = {
  /** Sends the webhook of an event, subject to fault injection. */
  send(entry: EventEntry): void
  /** Sends all undelivered events, including held ones, and waits for the attempts. */
  deliver(order: Order): Promise<void>
  close(): Promise<void>
}

type WebhookSenderOptions = {
  readonly persistence: Persistence
  readonly url: () => string
  readonly secret: string
  readonly log: Log
}

const ANSWER_WITHIN_MS = 10_000
const RETRY_AFTER_MS = [500, 1000, 2000, 5000, 15_000]
const RETRY_AT_LAST_MS = 60_000
const GIVE_UP_AFTER = 60

/**
 * Webhook signature. Its timestamp is the real time even if the emulator's clock was moved, because receivers compare
 * it with the real time.
 */
export function signPayload(payload: string, secret: string, sentAt: number = Date.now()): string {
  const stamp = Math.floor(sentAt / 1000)
  return `t=${stamp},v1=${createHmac('sha256', secret).update(`${stamp}.${payload}`).digest('hex')}`
}

type Timers = {
  readonly later: (delayMs: number, act: () => void) => void
  readonly clear: () => void
}

function createTimers(): Timers {
  const timers = new Set<NodeJS.Timeout>()
  return {
    later(delayMs, act) {
      if (delayMs === 0) {
        act()
        return
      }
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, delayMs)
      timers.add(timer)
    },
    clear: () => timers.forEach((timer) => clearTimeout(timer)),
  }
}

type Delivery = {
  readonly url: string
  readonly secret: string
  readonly event: EventEntry['event']
  readonly stopped: AbortSignal
}

/** Sends one webhook; returns whether it was accepted. */
async function post({ url, secret, event, stopped }: Delivery): Promise<boolean> {
  const payload = JSON.stringify(event, null, 2)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: payload,
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signPayload(payload, secret) },
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/**
 * Sends events one after another, with retries until they are accepted. Starts with those left over from before a
 * restart.
 */
export function createWebhookSender({ persistence, url, secret, log }: WebhookSenderOptions): WebhookSender {
  const closing = new AbortController()
  const { signal: stopped } = closing
  const { later, clear } = createTimers()
  let pending: Promise<void> = Promise.resolve()
  let batch: EventEntry[] = []

  const attempt = async (entry: EventEntry): Promise<void> => {
    if (stopped.aborted || entry.delivery !== 'waiting') return
    entry.attempts += 1
    const copies = Array.from({ length: entry.copies }, () =>
      post({ url: url(), secret, event: entry.event, stopped }),
    )
    const isAccepted = (await Promise.all(copies)).includes(true)
    if (stopped.aborted && !isAccepted) return
    if (isAccepted) entry.delivery = 'delivered'
    else if (entry.attempts >= GIVE_UP_AFTER) entry.delivery = 'given-up'
    else later(RETRY_AFTER_MS[entry.attempts - 1] ?? RETRY_AT_LAST_MS, () => queue(entry))
    await persistence.save()
  }

  const queue = (entry: EventEntry): void => {
    pending = pending
      .then(() => attempt(entry))
      .catch((error: unknown) =>
        log.error({ event: 'stripe_emulator.webhook_failed', err: error }, 'a webhook was not sent'),
      )
  }

  const queueReversed = (entry: EventEntry): void => {
    batch.push(entry)
    if (batch.length > 1) return
    // At least one turn of the event loop, so that simultaneous events are reordered together.
    later(Math.max(1, entry.delayMs), () => {
      const gathered = batch
      batch = []
      gathered.toReversed().forEach(queue)
    })
  }

  for (const entry of persistence.ledger.events.values()) if (entry.delivery === 'waiting') queue(entry)

  return {
    send(entry) {
      if (entry.delivery === 'held') return
      if (entry.order === 'reversed') queueReversed(entry)
      else later(entry.delayMs, () => queue(entry))
    },
    deliver(order) {
      const undelivered = [...persistence.ledger.events.values()].filter(
        ({ delivery }) => delivery !== 'delivered',
      )
      if (order === 'reversed') undelivered.reverse()
      for (const entry of undelivered) {
        entry.delivery = 'waiting'
        queue(entry)
      }
      return pending
    },
    async close() {
      closing.abort()
      clear()
      await pending
    },
  }
}
