import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Stripe } from 'stripe'
import { PaymentRefused, PaymentUnavailable } from './port.ts'

/*
 * A guest waits for these calls. One that is lost is tried a second time by the client, half a second later and with the
 * same idempotency key: 1.5 s + 0.5 s + 1.5 s. The client counts its 1.5 s anew with each byte that arrives, and a call of
 * ours may be two of the provider's; the deadline over it all is what holds in every case.
 */
export const ANSWER_WITHIN_MS = 1500
export const RETRIES = 1
const GIVE_UP_AFTER_MS = 3900

/**
 * Connections are kept for the next call. One that does not come about is given up here: the client's own time-out
 * starts only once it stands, and what is sent minutes later would surprise everybody.
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

export async function attempt<Value>(work: () => Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new PaymentUnavailable('The provider did not answer in time.')),
    GIVE_UP_AFTER_MS,
  )
  try {
    return await Promise.race([work(), late.promise])
  } catch (error) {
    throw inOurWords(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Everything a list has. The deadline is that of each page: a long list that keeps coming is no silence. */
export async function readAll<Item>(list: Stripe.ApiListPromise<Item>): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a page is asked for by the last of the page before it
    const next = await attempt(() => list.next())
    if (next.done) return items
    items.push(next.value)
  }
}

/*
 * A key used again with other wishes is no refusal: something was made under it, and we do not know what. Too many requests
 * at once mean "later", not "no".
 */
const REFUSALS = [
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripeCardError,
  Stripe.errors.StripeAuthenticationError,
  Stripe.errors.StripePermissionError,
]

function inOurWords(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  // The provider repeats a mistyped address in its message, and ours ends in the log.
  const said = error.param === 'customer_email' ? 'The e-mail address was not accepted.' : error.message
  const message = [error.type, error.code, error.requestId, said].filter(Boolean).join(' | ')
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

/** The answer to a repeated key is the first one, word by word; what it tells may long have changed. */
export const isReplay = ({ lastResponse }: Stripe.Response<object>): boolean =>
  lastResponse.headers['idempotent-replayed'] === 'true'
