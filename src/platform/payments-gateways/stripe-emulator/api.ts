import type { z } from 'zod'
import type { Stripe } from 'stripe'
import type { EmulatorState } from './state.ts'
import { createRefund, findDispute, findIntent, findRefund } from './refunds.ts'
import { ApiError } from './api-error.ts'
import { listPayouts, listTransactions } from './balance/lists.ts'
import { isWithin, paginate } from './balance/pagination.ts'
import {
  type DisputeList,
  disputeList,
  nothing,
  type parseForm,
  payoutList,
  readParams,
  refundCreate,
  type RefundList,
  refundList,
  sessionCreate,
  sessionExpire,
  type SessionList,
  sessionList,
  sessionRetrieve,
  transactionList,
  type WebhookEndpointList,
  webhookEndpointList,
} from './requests.ts'
import { createSession, expireSession, findSession, showSession } from './sessions.ts'

type Form = ReturnType<typeof parseForm>

/** A parsed request; calling it executes it. */
export type Call = () => object

type Route = {
  readonly method: string
  readonly pattern: RegExp
  read(state: EmulatorState, id: string, form: Form): Call
}

const route = <Params>(
  [method, pattern]: readonly [string, RegExp],
  schema: z.ZodType<Params>,
  serve: (state: EmulatorState, params: Params, id: string) => object,
): Route => ({
  method,
  pattern,
  read(state, id, form) {
    const params = readParams(schema, form)
    return () => serve(state, params, id)
  },
})

const ROUTES: readonly Route[] = [
  route(['POST', /^\/v1\/checkout\/sessions$/], sessionCreate, (state, params) =>
    showSession(state, createSession(state, params), params.expand),
  ),
  route(['GET', /^\/v1\/checkout\/sessions$/], sessionList, listSessions),
  route(['GET', /^\/v1\/checkout\/sessions\/(\w+)$/], sessionRetrieve, (state, { expand }, id) =>
    showSession(state, findSession(state, id), expand),
  ),
  route(['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/], sessionExpire, (state, { expand }, id) => {
    const entry = findSession(state, id)
    expireSession(state, entry)
    return showSession(state, entry, expand)
  }),
  route(['POST', /^\/v1\/refunds$/], refundCreate, createRefund),
  route(['GET', /^\/v1\/refunds$/], refundList, listRefunds),
  route(['GET', /^\/v1\/refunds\/(\w+)$/], nothing, (state, _params, id) => findRefund(state, id)),
  route(['GET', /^\/v1\/payment_intents\/(\w+)$/], nothing, (state, _params, id) => findIntent(state, id)),
  route(['GET', /^\/v1\/disputes$/], disputeList, listDisputes),
  route(['GET', /^\/v1\/disputes\/(\w+)$/], nothing, (state, _params, id) => findDispute(state, id)),
  route(['GET', /^\/v1\/balance_transactions$/], transactionList, listTransactions),
  route(['GET', /^\/v1\/payouts$/], payoutList, listPayouts),
  route(['GET', /^\/v1\/webhook_endpoints$/], webhookEndpointList, listWebhookEndpoints),
]

/** Parses a request, or refuses it before anything was changed. */
export function readCall(state: EmulatorState, request: { method: string; path: string; form: Form }): Call {
  for (const candidate of ROUTES) {
    const match = candidate.method === request.method ? candidate.pattern.exec(request.path) : null
    if (match) return candidate.read(state, match[1] ?? '', request.form)
  }
  throw new ApiError(404, { message: `Unrecognized request URL (${request.method}: ${request.path}).` })
}

function listSessions(state: EmulatorState, params: SessionList): Stripe.ApiList<Stripe.Checkout.Session> {
  const expand = params.expand?.map((name) => name.replace(/^data\./, ''))
  const found = [...state.ledger.sessions.values()]
    .toReversed()
    .filter(
      ({ session: { created, status, payment_intent } }) =>
        isWithin(created, params.created) &&
        (params.status === undefined || status === params.status) &&
        (params.payment_intent === undefined || payment_intent === params.payment_intent),
    )
  const page = paginate(found, params, '/v1/checkout/sessions')
  return { ...page, data: page.data.map((entry) => showSession(state, entry, expand)) }
}

function listRefunds(state: EmulatorState, params: RefundList): Stripe.ApiList<Stripe.Refund> {
  const found = [...state.ledger.refunds.values()]
    .toReversed()
    .filter(
      ({ created, payment_intent }) =>
        isWithin(created, params.created) &&
        (params.payment_intent === undefined || payment_intent === params.payment_intent),
    )
  return paginate(found, params, '/v1/refunds')
}

function listDisputes(state: EmulatorState, params: DisputeList): Stripe.ApiList<Stripe.Dispute> {
  const found = [...state.ledger.disputes.values()]
    .toReversed()
    .filter(({ created }) => isWithin(created, params.created))
  return paginate(found, params, '/v1/disputes')
}

/** The list has one endpoint: the venue's. */
function listWebhookEndpoints(
  state: EmulatorState,
  params: WebhookEndpointList,
): Stripe.ApiList<Stripe.WebhookEndpoint> {
  const { url, events } = state.webhook()
  const endpoint: Stripe.WebhookEndpoint = {
    id: 'we_local',
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: state.stamp(),
    description: null,
    enabled_events: [...events],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
  return paginate([endpoint], params, '/v1/webhook_endpoints')
}
