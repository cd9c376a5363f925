import { randomInt } from 'node:crypto'
import { freePort } from '../../scripts/free-port.ts'
import {
  type StripeEmulator,
  startStripeEmulator,
} from '#platform/payments-gateways/stripe-emulator/server.ts'
import { createSignedTokens, loadSigningKey, type SignedTokens } from '#platform/security/signed-tokens.ts'
import type { HoldRequest } from '#features/holds/schema.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { askFor, findNight, type Night } from './booking-fixtures.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { whenDone } from '../support/tidy-up.ts'

/** A guest with an open checkout. */
export type Paying = {
  readonly id: string
  readonly token: string
  readonly sessionId: string
  readonly totalCents: number
  /** The provider's return addresses, after paying and after leaving its page. */
  readonly successPath: string
  readonly cancelledPath: string
  /** The signed link to the guest's own page. */
  readonly link: string
}

export type AppWithPayments = {
  readonly app: RunningApp
  readonly database: TestDatabase
  readonly provider: StripeEmulator
  readonly tokens: SignedTokens
  /** Holds a table and opens its checkout, as the dialog does. Each guest has an address of their own. */
  readonly begin: (change?: Partial<HoldRequest> & { table?: Night['tables'][number] }) => Promise<Paying>
  /** Books, pays and waits for the confirmation. */
  readonly confirm: (change?: Partial<HoldRequest>) => Promise<Paying>
}

/** The built server with a payment provider that the test controls; its webhooks are delivered by the test only. */
export async function startAppWithPayments(
  env: Readonly<Record<string, string>> = {},
): Promise<AppWithPayments> {
  const database = await cloneDatabase(TODAY_TEMPLATE)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const provider = await startStripeEmulator({
    publicUrl: `${origin}/test-payment`,
    webhookUrl: `${origin}/payments/webhook`,
    webhookSecret: 'whsec_lounge_test_payments',
  })
  whenDone(() => provider.close())
  await provider.control.setFaults({ webhooks: { deliver: 'lost' } })
  const app = await startApp({
    env: {
      PORT: String(port),
      ORIGIN: origin,
      DATABASE_URL: database.url,
      PAYMENT_PROVIDER: 'local',
      TEST_PAYMENTS_URL: provider.url,
      TRUST_PROXY: 'true',
      // Test payments are open to the addresses that the guests of the tests have.
      OPEN_TEST_PAGES: 'true',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  const tokens = createSignedTokens(await loadSigningKey(database.db))
  const begin: AppWithPayments['begin'] = async (change) => {
    const ask = askFor(await findNight(database.db, new Date()), change)
    const { hold } = await post<Held>(`${origin}/holds`, ask)
    const { url } = await post<{ url: string }>(`${origin}/holds/${hold.token}/checkout`)
    return payingOf({ ...hold, sessionId: url.split('/').at(-1) ?? '' }, tokens)
  }
  return {
    app: { ...app, origin, get: (path, init) => fetch(origin + path, { redirect: 'manual', ...init }) },
    database,
    provider,
    tokens,
    begin,
    async confirm(change) {
      const paying = await begin(change)
      await provider.control.pay({ session: paying.sessionId, outcome: 'approve' })
      await fetch(origin + paying.successPath)
      return paying
    },
  }
}

type Held = { hold: { reservationId: string; token: string; totalCents: number } }

function payingOf(
  { reservationId: id, token, totalCents, sessionId }: Held['hold'] & { sessionId: string },
  tokens: SignedTokens,
): Paying {
  const back = `reservation_id=${id}&token=${token}`
  return {
    id,
    token,
    sessionId,
    totalCents,
    successPath: `/payment-success?session_id=${sessionId}&${back}`,
    cancelledPath: `/payment-cancelled?${back}`,
    link: `/my-reservation/${tokens.sign('guest', id)}`,
  }
}

async function post<Answer>(url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `203.0.${randomInt(256)}.${randomInt(256)}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test says what the server answers
  return (await response.json()) as Answer
}
