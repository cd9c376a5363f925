import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type * as z from 'zod'
import { STAFF_ROUTES } from '#web/admin/api/staff-routes.ts'
import { issueFormToken } from '../../src/forms/form-token.ts'
import { askFor, type Night } from '../booking/booking-fixtures.ts'
import { FORMS, GOOD, PAGES } from '../web/forms.ts'
import { asPairs, mutated, hostileText } from './payloads.ts'
import type { ProbedApp } from './probed-server.ts'
import type { Probe } from './raw-request.ts'
import { valuesOf } from './schemas.ts'
import { OTHER_HEADERS, QUERIES, QUERY_VALUES } from './malformed.ts'

/** Values of a valid request: existing rows, issued tokens, a night on sale. */
export type Known = {
  readonly ids: readonly string[]
  readonly tokens: readonly string[]
  readonly slugs: readonly string[]
  readonly night: Night
  readonly sessionId: string
  readonly formToken: (form: string) => string
}

export type ProbeRequest = Probe & { readonly as: 'anonymous' | 'owner' }

export async function whatIsKnown(at: ProbedApp, night: Night): Promise<Known> {
  const { paying, confirmed, dinner } = at.guests
  const minuteAgo = new Date(Date.now() - 60_000)
  const { rows } = await at.database.pool.query<{ slug: string }>(
    'select slug from events union all select slug from menu_items order by 1 limit 40',
  )
  return {
    night,
    ids: await at.ids(),
    slugs: rows.map(({ slug }) => slug),
    sessionId: paying.sessionId,
    tokens: [
      paying.token,
      at.tokens.sign('guest', confirmed.id),
      at.tokens.sign('guest', dinner.id),
      at.tokens.sign('stop', confirmed.id),
      at.tokens.sign('hold', dinner.id),
      at.tokens.sign('invitation', randomUUID()),
    ],
    formToken: (form) => issueFormToken({ tokens: at.tokens, now: minuteAgo }, form),
  }
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Most requests declare their true content type. */
const typed = (headers: Readonly<Record<string, string>>): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(headers) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        {},
        { 'Content-Type': 'text/plain' },
        { 'Content-Type': 'multipart/form-data; boundary=x' },
        { 'Content-Type': 'application/json; charset=utf-16' },
        { 'Content-Type': 'multipart/form-data' },
      ),
    },
  )

const inPath = (valid: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: valid.map(encodeURIComponent) },
    { weight: 2, arbitrary: hostileText.map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom('%E0%A4%A', '%', '%00', '..', '%2F', '.', '%ff', 'a%0d%0ab') },
  )

// A lone surrogate cannot be encoded in a URL.
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 3000) || 'x'

function fillPath(path: string, { ids, tokens, slugs }: Known): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    if (part === ':slug') return inPath(fc.constantFrom(...slugs))
    if (part === ':token') return inPath(fc.constantFrom(...tokens))
    if (part === ':id') return inPath(fc.constantFrom(...ids))
    if (part === ':date') return inPath(fc.constantFrom('2026-12-24', '2027-02-30'))
    return part.startsWith(':') ? inPath(fc.constantFrom('restaurant', 'nightclub')) : fc.constant(part)
  })
  return fc.tuple(...parts).map((it) => it.join('/') || '/')
}

const someQuery = (names: readonly string[], { ids, tokens, sessionId }: Known): fc.Arbitrary<string> => {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...QUERY_VALUES) },
    { weight: 2, arbitrary: fc.constantFrom(...ids, ...tokens, sessionId) },
    { weight: 3, arbitrary: hostileText },
  )
  const pair = fc.tuple(fc.constantFrom(...names, 'index'), value)
  return fc
    .array(pair, { maxLength: 4 })
    .map((pairs) => pairs.map(([name, it]) => `${name}=${encoded(it)}`).join('&'))
}

const asPath = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

/** Reads of every public page, also by the router's data requests. */
function publicReads(known: Known): fc.Arbitrary<ProbeRequest> {
  return fc.oneof(
    ...QUERIES.map(([path, names]) =>
      fc
        .tuple(
          fillPath(path, known),
          someQuery(names, known),
          fc.constantFrom('', '', '', '.data'),
          fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
        )
        .map(([filled, query, data, method]): ProbeRequest => ({
          as: 'anonymous',
          method,
          path: asPath(filled + data, query),
          headers: { Accept: '*/*' },
        })),
    ),
  )
}

const PLAIN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/cookie-consent': { choice: 'all', back: '/menu' },
  '/my-reservation/:token': { intent: 'move', date: '2027-01-16', time: '18:00' },
  '/my-reservation/:token/change': {
    intent: 'change',
    guests: '2',
    packages: 'chosen',
    package: 'screen_display',
    version: '1',
    due: '0',
    surplus: '0',
    night: '2027-01-15',
  },
  '/my-reservation/:token/details': { phone: '(972) 555-0142', requests: 'Window' },
  '/stop-reminders/:token': {},
  '/list-entry/:token': {},
  '/find-my-booking': { contact: 'amara@example.com' },
  '/waiting/:token': { intent: 'leave' },
  '/payment-cancelled': { token: '', reservation_id: '' },
  '/holds/:token/release': {},
  '/holds/:token/checkout': {},
  '/text-messages/webhook': { MessageStatus: 'delivered', From: '+19725550142', Body: 'STOP' },
  '/passes/v1/log': { logs: 'A pass could not be used.' },
  '/passes/v1/devices/:device/registrations/:passType/:serial': { pushToken: 'a1' },
  '/payments/webhook': { id: 'evt_1', type: 'checkout.session.completed' },
}

/** Every form of the public site, as a document post and as a script's request. */
function publicForms(known: Known): fc.Arbitrary<ProbeRequest> {
  const post = (
    path: string,
    fields: fc.Arbitrary<Readonly<Record<string, unknown>>>,
    query: readonly string[] = [],
  ): fc.Arbitrary<ProbeRequest> =>
    fc
      .tuple(fillPath(path, known), mutated(fields), typed(FORM), someQuery(query, known))
      .map(([filled, sent, headers, asked]) => ({
        as: 'anonymous',
        method: 'POST',
        path: asPath(filled, asked),
        headers,
        body: asPairs(sent).toString(),
      }))
  const sealed = (form: string, fields: Readonly<Record<string, string>>) =>
    fc.constant(form).map((name) => ({ ...fields, formToken: known.formToken(name), topic: '' }))
  const dinner = {
    guests: '2',
    date: '2027-01-16',
    time: '18:00',
    name: 'Amara Okafor',
    email: 'amara@example.com',
    phone: '(972) 555-0142',
    requests: '',
  }
  return fc.oneof(
    ...FORMS.map((form) => post(`/requests/${form}`, sealed(form, GOOD[form]))),
    ...FORMS.map((form) => post(PAGES[form].path, sealed(form, { ...GOOD[form], ...PAGES[form].last }))),
    post('/requests/dining', sealed('dining', dinner)),
    post('/reservations?service=dining', sealed('dining', dinner)),
    post(`/events/${known.night.event.slug}`, nightForm(known)),
    post(
      '/my-reservation/:token',
      fc.constantFrom(...known.night.tables).map((table) => keepFields(known, table)),
    ),
    post(
      '/my-reservation/:token',
      fc.constantFrom<Readonly<Record<string, string>>>(
        { intent: 'coming' },
        { intent: 'give_up' },
        { intent: 'feedback', rating: '4', comment: 'Good' },
      ),
    ),
    ...Object.entries(PLAIN).map(([path, fields]) =>
      post(path, fc.constant(fields), path.startsWith('/payment-') ? ['token', 'reservation_id'] : []),
    ),
    holds(known),
  )
}

/** The form by which a dinner guest keeps a table for the night. */
const keepFields = ({ night }: Known, table: { readonly id: string }) => ({
  intent: 'keep',
  eventId: night.event.id,
  tableId: table.id,
  key: '0198c0de-0000-7000-8000-000000000009',
  shownCents: '35000',
})

const someAsk = ({ night }: Known): fc.Arbitrary<ReturnType<typeof askFor>> =>
  fc.constantFrom(...night.tables).map((table) => askFor(night, { table }))

const nightForm = (known: Known): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  someAsk(known).map(
    ({ shownTotalCents, eventId: _event, birthdayPackage: _b, screenDisplay: _s, guestCount, ...ask }) => ({
      ...ask,
      guestCount: String(guestCount),
      shownTableCents: String(shownTotalCents),
      shownBirthdayCents: '5000',
      shownScreenCents: '5000',
    }),
  )

const holds = (known: Known): fc.Arbitrary<ProbeRequest> =>
  fc.tuple(mutated(someAsk(known)), typed(JSON_TYPE)).map(([sent, headers]) => ({
    as: 'anonymous',
    method: 'POST',
    path: '/holds',
    headers,
    body: JSON.stringify(sent),
  }))

const STAFF_QUERY = [
  'q',
  'from',
  'until',
  'who',
  'thing',
  'entity',
  'after',
  'status',
  'assignee',
  'page',
  'event',
  'service',
  'date',
  'sort',
]

/** Every route of the staff area, with values that fit its schema. */
function staffRequests(known: Known): fc.Arbitrary<ProbeRequest> {
  const isRecord = (it: unknown): it is Readonly<Record<string, unknown>> =>
    typeof it === 'object' && it !== null
  return fc.oneof(
    ...STAFF_ROUTES.map((route) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every shape of zod is one of its core
      const shape = route.body as z.core.$ZodType | null
      const fields = shape
        ? valuesOf(shape, known.ids)
        : fc.constant({
            email: 'a@b.example',
            password: 'x',
            code: '123456',
            name: 'A',
            next: 'a new one',
            again: 'a new one',
          })
      return fc
        .tuple(
          fillPath(route.path, known),
          someQuery(STAFF_QUERY, known),
          mutated(fields.map((it) => (isRecord(it) ? it : { it }))),
          typed(JSON_TYPE),
        )
        .map(([path, query, sent, headers]): ProbeRequest => ({
          as: 'owner',
          method: route.method,
          path: asPath(path, query),
          headers: route.method === 'GET' ? {} : headers,
          body: route.method === 'GET' ? null : JSON.stringify(sent),
        }))
    }),
  )
}

/** Any of the requests above with an unusual header or another method. */
const bent = (it: fc.Arbitrary<ProbeRequest>): fc.Arbitrary<ProbeRequest> =>
  fc
    .tuple(
      it,
      fc.constantFrom(...OTHER_HEADERS),
      fc.constantFrom(null, null, 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'PROPFIND'),
    )
    .map(([asked, headers, method]) => ({
      ...asked,
      method: method ?? asked.method,
      headers: { ...asked.headers, ...headers },
    }))

/** Requests that guests, staff and programs could send, valid and almost valid. */
export function probes(known: Known): fc.Arbitrary<ProbeRequest> {
  const valid = fc.oneof(
    { weight: 4, arbitrary: publicReads(known) },
    { weight: 3, arbitrary: publicForms(known) },
    { weight: 5, arbitrary: staffRequests(known) },
  )
  return fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: bent(valid) })
}
