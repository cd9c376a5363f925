import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { inject } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import type { HoldRequest } from '#features/holds/schema.ts'
import {
  type StripeEmulator,
  startStripeEmulator,
} from '#platform/payments-gateways/stripe-emulator/server.ts'
import { exitOf, spawnApp, waitFor } from '../support/server.ts'
import { type MailSink, openMailSink } from '../support/mail-sink.ts'
import { openProxy, type Proxy } from './proxy.ts'

export type App = {
  readonly port: number
  readonly origin: string
  readonly child: () => ChildProcess
  readonly output: () => string
  /** Starts the process and waits until it is ready. */
  readonly start: () => Promise<void>
  /** Kills the process with SIGKILL. */
  readonly kill: () => Promise<void>
  /** Stops the process with SIGTERM, as an update does. */
  readonly stop: () => Promise<void>
}

export type TwoApps = {
  readonly apps: readonly [App, App]
  readonly proxy: Proxy
  readonly provider: StripeEmulator
  readonly sink: MailSink
  readonly get: (path: string) => Promise<Response>
  /** Sends the request of a guest. Each guest has an address of their own by default. */
  readonly post: (path: string, body?: unknown, from?: string) => Promise<Response>
}

const someAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

type Options = {
  readonly databaseUrl: string
  readonly env?: Readonly<Record<string, string>>
  readonly sink?: MailSink
}

/** Two servers behind a proxy, with one database, one payment emulator and one mail server. */
export async function openTwoApps({ databaseUrl, env = {}, sink: given }: Options): Promise<TwoApps> {
  const ports = [await freePort(), await freePort()] as const
  const proxy = await openProxy(ports)
  const provider = await startStripeEmulator({
    publicUrl: `${proxy.origin}/test-payment`,
    webhookUrl: `${proxy.origin}/payments/webhook`,
    webhookSecret: 'whsec_lounge_test_payments',
  })
  const sink = given ?? (await openMailSink())
  const shared = {
    ORIGIN: proxy.origin,
    DATABASE_URL: databaseUrl,
    PAYMENT_PROVIDER: 'local',
    TEST_PAYMENTS_URL: provider.url,
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'warn',
    DATA_DIR: inject('dataDir'),
    ...env,
  }
  const apps = [makeApp(ports[0], shared), makeApp(ports[1], shared)] as const
  // One after the other: the first applies the migrations.
  await apps[0].start()
  await apps[1].start()
  return {
    apps,
    proxy,
    provider,
    sink,
    get: (path) => fetch(proxy.origin + path, { redirect: 'manual' }),
    post: (path, body, from = someAddress()) =>
      fetch(proxy.origin + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/json', 'X-Guest-Address': from },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}

function makeApp(port: number, env: Readonly<Record<string, string>>): App {
  let running: ReturnType<typeof spawnApp> | null = null
  const child = (): ChildProcess => {
    if (!running) throw new Error('the server was not started')
    return running.child
  }
  const origin = `http://127.0.0.1:${port}`
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child().kill(signal)
    await exitOf(child())
  }
  return {
    port,
    origin,
    child,
    output: () => running?.output() ?? '',
    async start() {
      running = spawnApp({ ...env, PORT: String(port) })
      await waitFor(() => isReady(origin) || child().exitCode !== null, 60_000)
      if (child().exitCode !== null) throw new Error(`a server did not start:\n${running.output()}`)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    (answered) => answered.status === 200,
    () => false,
  )

/** A guest who holds a table, opens its checkout and pays. Each acknowledgement is reported as it happens. */
export type Acknowledged = {
  readonly key: string
  held: string | null
  token: string | null
  sessionId: string | null
  paid: boolean
}

/** Books as the dialog does: a request without a response is retried with the same idempotency key. */
export async function bookAsGuest(
  at: Pick<TwoApps, 'post' | 'provider'>,
  ask: HoldRequest,
): Promise<Acknowledged> {
  const seen: Acknowledged = { key: ask.key, held: null, token: null, sessionId: null, paid: false }
  const from = someAddress()
  const held = await retryUntilResponse(() => at.post('/holds', ask, from))
  if (held === null) return seen
  const { hold } = held
  Object.assign(seen, { held: hold.reservationId, token: hold.token })
  const opened = await retryUntilResponse(() => at.post(`/holds/${hold.token}/checkout`, undefined, from))
  if (opened === null) return seen
  seen.sessionId = String(opened.url).split('/').at(-1) ?? null
  await at.provider.control.pay({ session: seen.sessionId ?? '', outcome: 'approve' })
  seen.paid = true
  return seen
}

const TRIES = 40

/** Retries until a complete response arrives. A refusal counts; a response that broke off does not. */
async function retryUntilResponse(ask: () => Promise<Response>) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // oxlint-disable no-await-in-loop -- one try after the other
    const answered = await ask().catch(() => null)
    // The response broke off.
    const told = await answered?.json().catch(() => null)
    if (answered && told && answered.status < 500) return answered.ok ? told : null
    await new Promise((resolve) => setTimeout(resolve, 100))
    // oxlint-enable no-await-in-loop
  }
  return null
}
