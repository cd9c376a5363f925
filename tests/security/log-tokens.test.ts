import { beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../support/server.ts'
import { type ProbedApp, startProbedApp } from './probed-server.ts'
import { sendRaw } from './raw-request.ts'

/* Tokens of reservations, holds and invitations are never logged, however their URL was written. */

let at: ProbedApp
beforeAll(async () => {
  at = await startProbedApp({ LOG_LEVEL: 'trace' })
})

const escapeAll = (text: string): string =>
  Array.from(text, (it) => `%${(it.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`).join('')
const escapeSome = (text: string): string =>
  Array.from(text, (it, i) => (i % 7 === 3 ? escapeAll(it) : it)).join('')

/** Spellings of one token that can be decoded again. */
const spellings = (token: string): Record<string, string> => ({
  plain: token,
  'one character more': `${token}A`,
  'one character before': `-${token}`,
  'one character less': token.slice(0, -1),
  'a full stop after': `${token}.`,
  'a bracket after': `${token})`,
  'three characters more': `${token}abc`,
  doubled: `${token}${token}`,
  'some percent-escapes': escapeSome(token),
  'all percent-escapes': escapeAll(token),
  'capital escapes': escapeAll(token).toUpperCase(),
  'escapes of escapes': escapeSome(token).replaceAll('%', '%25'),
  'with a NUL': `${token}%00`,
  'with a parameter of its own': `${token};a=b`,
  'in two parts': `${token.slice(0, 21)}.${token.slice(21)}`,
  'in two parts by another sign': `${token.slice(0, 21)}%26${token.slice(21)}`,
  'with a quote within': `${token.slice(0, 21)}'${token.slice(21)}`,
  'with a backslash within': `${token.slice(0, 21)}\\${token.slice(21)}`,
  'with a space within': `${token.slice(0, 21)}%20${token.slice(21)}`,
  'in two steps': `${token.slice(0, 21)}/${token.slice(21)}`,
  'with a data suffix': `${token}.data`,
  unreadable: `${token}%E0%A4%A`,
})

/** Long substrings of the token, raw and percent-decoded. Eleven characters are too few to be used. */
function pieces(text: string, token: string): string[] {
  const undone = (it: string): string =>
    it.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  const readings = [text, undone(text), undone(undone(text))]
  const parts = Array.from({ length: token.length - 11 }, (_, i) => token.slice(i, i + 12))
  return parts.filter((part) => readings.some((it) => it.includes(part)))
}

type Sent = { readonly headers?: Record<string, string>; readonly body?: string }

const ask = (method: string, path: string, { headers = {}, body }: Sent = {}) =>
  sendRaw(at.app.origin, { method, path, headers, body: body ?? null }).catch(() => undefined)

const settled = async (): Promise<string> => {
  const mark = `/mark-${Math.random().toString(36).slice(2)}`
  await ask('GET', mark)
  await waitFor(() => at.app.output().includes(mark))
  return at.app.output()
}

describe('a token in an address', () => {
  const PATHS = [
    (it: string) => `/my-reservation/${it}`,
    (it: string) => `/my-reservation/${it}/calendar.ics`,
    (it: string) => `/my-reservation/${it}/change?guests=2&review=1`,
    (it: string) => `/my-reservation/${it}/times?date=2027-01-01&guests=2`,
    (it: string) => `/my-reservation/${it}.data`,
    (it: string) => `/My-Reservation/${it}`,
    (it: string) => `/%6dy-reservation/${it}`,
    (it: string) => `//my-reservation//${it}`,
    (it: string) => `/my-reservation%2f${it}`,
    (it: string) => `/somewhere/my-reservation/${it}`,
    (it: string) => `/holds/${it}`,
    (it: string) => `/holds/${it}/checkout`,
    (it: string) => `/hold/${it}`,
    (it: string) => `/stop-reminders/${it}`,
    (it: string) => `/lists/${it}`,
    (it: string) => `/list-entry/${it}`,
    (it: string) => `/waiting/${it}`,
    (it: string) => `/shared-entry/${it}`,
    (it: string) => `/shared-entry/${it}/pass.pkpass`,
    (it: string) => `/my-reservation/${it}/pass.pkpass`,
    (it: string) => `/my-reservation/${it}/google-wallet`,
    (it: string) => `/shared-entry/${it}/google-wallet`,
    (it: string) => `/passes/v1/devices/${it}/registrations/pass.com.example.lounge`,
    (it: string) => `/admin/invitation/${it}`,
    (it: string) => `/admin/api/invitation/${it}`,
    (it: string) => `/payment-success?session_id=x&token=${it}`,
    (it: string) => `/payment-cancelled?token=${it}`,
    (it: string) => `/payment-success/token=${it}`,
    (it: string) => `/menu?back=/my-reservation/${it}`,
  ]

  test('is masked by where it stands, in every spelling', async () => {
    const token = at.guests.confirmed.link.split('/').at(-1) ?? ''
    const found: string[] = []
    let seen = at.app.output().length
    for (const spelled of Object.values(spellings(token)))
      for (const path of PATHS)
        for (const method of ['GET', 'POST']) {
          // oxlint-disable-next-line no-await-in-loop -- so that a line can be traced to what was asked
          await ask(method, path(spelled))
        }
    const text = (await settled()).slice(seen)
    seen = text.length
    const lines = text.split('\n').filter((line) => pieces(line, token).length > 0)
    found.push(...lines)
    expect(found.slice(0, 20)).toEqual([])
    expect(text).toContain('/my-reservation/[token]')
    expect(text).toContain('/my-reservation/[token]/calendar.ics')
  })

  test('is masked elsewhere, too: in a referrer, a request id, a CSP report, a body', async () => {
    const token = at.guests.confirmed.link.split('/').at(-1) ?? ''
    const seen = at.app.output().length
    for (const spelled of Object.values(spellings(token))) {
      const link = `${at.app.origin}/my-reservation/${spelled}`
      // oxlint-disable no-await-in-loop
      await ask('GET', '/menu?x=1', { headers: { Referer: link, 'X-Request-Id': token } })
      for (const report of [
        { 'csp-report': { 'violated-directive': 'script-src', 'blocked-uri': link, 'document-uri': link } },
        [
          {
            type: 'csp-violation',
            body: {
              effectiveDirective: `script-src ${link}`,
              blockedURL: `https://x.example/${spelled}`,
              documentURL: link,
            },
          },
        ],
      ])
        await ask('POST', '/csp-reports', {
          headers: { 'Content-Type': 'application/csp-report' },
          body: JSON.stringify(report),
        })
      await ask('POST', '/holds', {
        headers: { 'Content-Type': 'application/json' },
        body: `{"eventId": "${spelled}`,
      })
      await ask('PUT', `/my-reservation/${spelled}`)
      // oxlint-enable no-await-in-loop
    }
    const text = (await settled()).slice(seen)
    expect(text).toContain('"event":"csp.violation"')
    expect(
      text
        .split('\n')
        .filter((line) => pieces(line, token).length > 0)
        .slice(0, 20),
    ).toEqual([])
  })
})
