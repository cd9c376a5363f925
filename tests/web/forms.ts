import { createSignedTokens, loadSigningKey, type SignedTokens } from '#platform/security/signed-tokens.ts'
import { issueFormToken } from '../../src/forms/form-token.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

export type Form = 'plan-event' | 'perform' | 'private-event' | 'table-request'
export const FORMS = ['plan-event', 'perform', 'private-event', 'table-request'] as const

const inAYear = `${new Date().getUTCFullYear() + 1}-06-05`
const person = { name: 'Ada Obi', email: 'ada@example.com', phone: '(972) 555-0100' }
/** Each form, filled in as by a guest. */
export const GOOD: Record<Form, Record<string, string>> = {
  'plan-event': {
    ...person,
    eventType: 'wedding',
    guestCount: '120',
    selectedDate: inAYear,
    budget: '50000+',
    duration: 'full-day',
    catering: '',
    specialRequirements: '',
    eventDetails: 'Two hundred lanterns.',
  },
  perform: {
    ...person,
    performanceType: 'Saxophonists',
    experience: 'Ten years of it.',
    availability: 'Fridays',
    socialMedia: 'instagram.com/ada',
    additionalInfo: '',
  },
  'private-event': {
    ...person,
    eventType: 'birthday',
    budget: '',
    guestCount: '',
    selectedDate: '',
    eventDetails: 'Do you have a piano?',
  },
  'table-request': { ...person, partySize: '15', tablePreference: 'booth', eventId: '', note: '' },
}
/** The page of each form, and the fields of its last step. */
export const PAGES: Record<Form, { path: string; last: Record<string, string>; thanks: string }> = {
  'plan-event': {
    path: '/plan-event?step=4',
    last: { from: '4', intent: 'send' },
    thanks: '/thank-you?for=private-event',
  },
  perform: {
    path: '/perform?step=3',
    last: { from: '3', intent: 'send' },
    thanks: '/thank-you?for=performer',
  },
  'private-event': {
    path: '/reservations?service=private',
    last: {},
    thanks: '/thank-you?for=private-event',
  },
  'table-request': { path: '/reservations?service=nightlife', last: {}, thanks: '/thank-you?for=table' },
}

export type FormApp = {
  readonly database: TestDatabase
  readonly app: RunningApp
  /** A form token issued so many seconds ago. */
  readonly openedBefore: (form: Form, seconds?: number) => string
  readonly post: (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string>,
  ) => Promise<Response>
}

/** The built server, and the key that signs its form tokens. */
export async function startFormApp(): Promise<FormApp> {
  const database = await cloneDatabase(TODAY_TEMPLATE)
  const app = await startApp({
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'error', TRUST_PROXY: 'true' },
  })
  const tokens: SignedTokens = createSignedTokens(await loadSigningKey(database.db))
  return {
    database,
    app,
    openedBefore: (form, seconds = 60) =>
      issueFormToken({ tokens, now: new Date(Date.now() - seconds * 1000) }, form),
    post: (path, fields, headers) =>
      app.get(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  }
}

/** The text of HTML that React rendered. */
export const unescape = (html: string): string =>
  html
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
