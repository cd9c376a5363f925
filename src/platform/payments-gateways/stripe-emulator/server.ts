import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { explainListening } from '#platform/network/listen-error.ts'
import { createLog, type Log } from '#platform/observability/log.ts'
import { WEBHOOK_EVENTS } from '../stripe-events.ts'
import { type Answer, newId, openLedgerFile } from './ledger.ts'
import { answerControl, type Control, createControl } from './control.ts'
import { readCall } from './api.ts'
import { fillTransactions } from './balance/transactions.ts'
import { createEmulatorState, type EmulatorState } from './state.ts'
import { createFaultInjection } from './fault-injection.ts'
import { answerPage } from './page-handler.ts'
import { ApiError } from './api-error.ts'
import { parseForm } from './requests.ts'
import { applyDue } from './sessions.ts'
import { createWebhookSender } from './webhooks.ts'

/** Public, since there is no money behind it. */
export const LOCAL_SECRET_KEY = 'sk_test_local_no_real_money'
const API_VERSION = '2026-10-28.endive'

export type StripeEmulatorOptions = {
  readonly port?: number
  readonly host?: string
  /**
   * URL of the payment page as guests reach it, such as `https://venue.example/test-payment`. A proxy in front
   * forwards only `/test-payment/…`, with the path unchanged.
   */
  readonly publicUrl: string
  readonly webhookUrl: string
  readonly webhookSecret: string
  /** Events that the list of webhook endpoints shows; defaults to all that the product needs. */
  readonly webhookEvents?: readonly string[]
  readonly secretKey?: string
  /** Ledger file; without it the ledger is in memory. */
  readonly file?: string
  readonly clock?: () => Date
  readonly log?: Log
}

export type StripeEmulator = {
  readonly url: string
  readonly port: number
  readonly control: Control
  /** Changes the addresses, for a venue that knows its own only after it has started. */
  pointAt(addresses: Partial<Pick<StripeEmulatorOptions, 'publicUrl' | 'webhookUrl' | 'webhookEvents'>>): void
  close(): Promise<void>
}

type Provider = { readonly state: EmulatorState; readonly control: Control; readonly secretKey: string }

const DUE_EVERY_MS = 100

/** Starts the Stripe emulator: Stripe's API without real money. */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const { host = '127.0.0.1', log = createLog('silent'), clock = () => new Date() } = options
  let { publicUrl, webhookUrl, webhookEvents = WEBHOOK_EVENTS } = options
  const persistence = openLedgerFile(options.file ?? null)
  fillTransactions(persistence.ledger)
  const webhookSender = createWebhookSender({
    persistence,
    url: () => webhookUrl,
    secret: options.webhookSecret,
    log,
  })
  const faultInjection = createFaultInjection()
  const state = createEmulatorState({
    persistence,
    faultInjection,
    clock,
    publicUrl: () => publicUrl,
    webhook: () => ({ url: webhookUrl, events: webhookEvents }),
    sendWebhook: (entry) => webhookSender.send(entry),
  })
  const control = createControl(state, webhookSender)
  const provider: Provider = { state, control, secretKey: options.secretKey ?? LOCAL_SECRET_KEY }

  const server = createServer((request, response) => {
    serve(provider, request, response).catch((error: unknown) => {
      log.error({ event: 'stripe_emulator.failed', err: error }, 'a request to the Stripe emulator failed')
      if (response.headersSent) response.destroy()
      else send(response, errorReply(new ApiError(500, { message: 'Internal error', type: 'api_error' })))
    })
  })
  const port = await listen(server, options.port ?? 0, host)
  const due = setInterval(() => {
    if (!applyDue(state)) return
    state
      .commit()
      .catch((error: unknown) =>
        log.error({ event: 'stripe_emulator.save_failed', err: error }, 'the ledger was not saved'),
      )
  }, DUE_EVERY_MS)

  return {
    url: `http://${host}:${port}`,
    port,
    control,
    pointAt(addresses) {
      publicUrl = addresses.publicUrl ?? publicUrl
      webhookUrl = addresses.webhookUrl ?? webhookUrl
      webhookEvents = addresses.webhookEvents ?? webhookEvents
    },
    async close() {
      clearInterval(due)
      await webhookSender.close()
      await closeServer(server)
      await persistence.save()
    },
  }
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const setting = 'TEST_PAYMENTS_LISTEN'
    server.once('error', (error) =>
      reject(explainListening(error, { port, host, portSetting: setting, hostSetting: setting })),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

type Request = {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
  header(name: string): string | undefined
}
type Reply = { readonly status: number; readonly headers: Record<string, string>; readonly body: string }

async function serve(provider: Provider, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  // The path is used verbatim: URL parsing would resolve `..` and could lead from the guest's page to the control
  // interface.
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2)
  const request: Request = {
    method: incoming.method ?? 'GET',
    path,
    query,
    body: await readBody(incoming),
    header: (name) => incoming.headers[name]?.toString(),
  }
  const reply = await answer(provider, request).catch((error: unknown) => {
    if (error instanceof ApiError) return errorReply(error)
    throw error
  })
  if (reply === 'hang') return
  if (reply === 'cut') response.destroy()
  else send(response, reply)
}

const MAX_BODY_BYTES = 1_000_000

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_BODY_BYTES) throw new ApiError(413, { message: 'Request body is too large.' })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function answer(provider: Provider, request: Request): Promise<Reply | 'hang' | 'cut'> {
  if (request.path.startsWith('/v1/')) {
    requireKey(provider, request)
    return answerApi(provider.state, request)
  }
  if (request.path.startsWith('/control/')) {
    // A page in a browser can reach this machine, but it cannot send this header across origins.
    requireKey(provider, request)
    return jsonReply(
      200,
      await answerControl(provider.control, `${request.method} ${request.path}`, request.body),
    )
  }
  return answerPage(provider.state, request)
}

function requireKey({ secretKey }: Provider, request: Request): void {
  if (request.header('authorization') === `Bearer ${secretKey}`) return
  throw new ApiError(401, { message: 'Invalid API Key provided.' })
}

async function answerApi(state: EmulatorState, request: Request): Promise<Reply | 'hang' | 'cut'> {
  const version = request.header('stripe-version')
  if (version !== undefined && version !== API_VERSION)
    throw new ApiError(400, { message: `Invalid Stripe API version: ${version}` })
  const fault = state.faultInjection.nextFault(`${request.method} ${request.path}`)
  if (fault === 'hang') return 'hang'
  if (fault === '500') throw new ApiError(500, { message: 'An unknown error occurred', type: 'api_error' })
  if (fault === 'refuse') throw new ApiError(400, { message: 'This account cannot take payments just now.' })
  const happened = applyDue(state)
  try {
    const reply = answerCall(state, request)
    await state.commitIf(happened || request.method === 'POST')
    return fault === 'lost-answer' ? 'cut' : reply
  } catch (error) {
    await state.commitIf(happened)
    throw error
  }
}

/**
 * Executes a request once per idempotency key. A repeated key replays the response; with other parameters it is
 * refused.
 */
function answerCall(state: EmulatorState, request: Request): Reply {
  const key = request.method === 'POST' ? request.header('idempotency-key') : undefined
  const form = parseForm(request.method === 'GET' ? request.query : request.body)
  const fingerprint = JSON.stringify([request.path, form])
  const known = key === undefined ? undefined : state.ledger.answers.get(key)
  if (known && known.request !== fingerprint)
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  if (known)
    return jsonReply(known.status, known.body, {
      'Idempotency-Key': known.id,
      'Idempotent-Replayed': 'true',
      'Original-Request': known.requestId,
    })
  const call = readCall(state, { method: request.method, path: request.path, form })
  const { status, body } = perform(call)
  const requestId = newId('req')
  if (key === undefined) return jsonReply(status, body, { 'Request-Id': requestId })
  // A snapshot, because the objects keep changing.
  const stored: Answer = { id: key, request: fingerprint, status, body: structuredClone(body), requestId }
  state.ledger.answers.set(key, stored)
  return jsonReply(status, body, { 'Request-Id': requestId, 'Idempotency-Key': key })
}

function perform(call: () => object): { status: number; body: object } {
  try {
    return { status: 200, body: call() }
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: { error: error.details } }
    throw error
  }
}

const errorReply = (error: ApiError): Reply => jsonReply(error.status, { error: error.details })

const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Stripe-Version': API_VERSION,
    'Request-Id': newId('req'),
    ...headers,
  },
  body: JSON.stringify(body, null, 2),
})

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
