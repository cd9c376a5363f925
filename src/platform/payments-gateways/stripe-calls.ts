import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Stripe } from 'stripe'
import { PaymentKeyRefused, PaymentRefused, PaymentUnavailable } from './types.ts'

/*
 * Timeout of one attempt while a guest waits. The client retries once after half a second with the same idempotency
 * key: 1.5 s + 0.5 s + 1.5 s. It restarts its timeout with each received byte, and one call of ours can take two
 * requests; the overall deadline covers both cases.
 */
export const ANSWER_WITHIN_MS = 1500
export const RETRIES = 1
const GIVE_UP_AFTER_MS = 3900

/**
 * HTTP agent with keep-alive. It also limits the time to connect, because the client's timeout only starts once the
 * connection is open.
 */
export function openAgent(secure: boolean): HttpAgent {
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) => {
    const socket = connect(options, done)
    const timer = setTimeout(
      () => socket?.destroy(new Error('The provider could not be reached in time.')),
      ANSWER_WITHIN_MS,
    )
    socket?.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    return socket
  }
  return agent
}

export async function attempt<Value>(
  work: () => Promise<Value>,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new PaymentUnavailable('The provider did not answer in time.')),
    giveUpAfterMs,
  )
  try {
    return await Promise.race([work(), late.promise])
  } catch (error) {
    throw inOurWords(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Reads all pages of a list. The deadline is per page: a long list is no unresponsive server. */
export async function readAll<Item>(
  list: Stripe.ApiListPromise<Item>,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the last id of the previous one
    const next = await attempt(() => list.next(), giveUpAfterMs)
    if (next.done) return items
    items.push(next.value)
  }
}

/*
 * Errors by which the provider refuses. An idempotency key reused with other parameters is none: something was created
 * under it, with unknown result. Its cause is a refusal, because it concerns this payment alone. A rate limit means "later",
 * not "no".
 */
const REFUSALS = [Stripe.errors.StripeInvalidRequestError, Stripe.errors.StripeCardError]
const KEY_REFUSALS = [Stripe.errors.StripeAuthenticationError, Stripe.errors.StripePermissionError]

function inOurWords(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  // Stripe repeats a mistyped address in its message, which is logged.
  const said = error.param === 'customer_email' ? 'The email address was not accepted.' : error.message
  const message = [error.type, error.code, error.requestId, said].filter(Boolean).join(' | ')
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return new PaymentUnavailable(message, { cause: new PaymentRefused(message) })
  if (KEY_REFUSALS.some((kind) => error instanceof kind)) return new PaymentKeyRefused(message)
  return REFUSALS.some((kind) => error instanceof kind)
    ? new PaymentRefused(message)
    : new PaymentUnavailable(message)
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

export async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A replayed response is the first one verbatim; the state in it may be outdated. */
export const isReplay = ({ lastResponse }: Stripe.Response<object>): boolean =>
  lastResponse.headers['idempotent-replayed'] === 'true'
