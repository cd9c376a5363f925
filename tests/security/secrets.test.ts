import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#platform/observability/log.ts'
import { issueFormToken } from '../../src/forms/form-token.ts'
import { createStaff, PASSWORD } from '../staff/sign-in.ts'
import { openMailSink } from '../support/mail-sink.ts'
import { waitFor } from '../support/server.ts'
import { GOOD } from '../web/forms.ts'
import { type ProbedApp, startProbedApp } from './probed-server.ts'

let at: ProbedApp
let sink: Awaited<ReturnType<typeof openMailSink>>
beforeAll(async () => {
  sink = await openMailSink({
    // A mail server whose error messages repeat the recipient.
    onRcptTo({ address }, _session, done) {
      done(address.includes('refused') ? new Error(`5.1.1 <${address}> is not known here`) : undefined)
    },
  })
  at = await startProbedApp({ LOG_LEVEL: 'trace', SMTP_URL: `smtp://127.0.0.1:${sink.port}` })
  return () => sink.close()
})

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const from = () => ({ 'X-Forwarded-For': `203.0.${randomInt(256)}.${randomInt(256)}` })

describe('the log', () => {
  test('of complete bookings, at the most verbose level, holds no address, no telephone number, no token and no password', async () => {
    const guest = {
      guestName: 'Quirina Log',
      guestEmail: 'quirina.refused@secret.example',
      guestPhone: '(972) 555-0188',
    }
    const paid = await at.confirm(guest)
    const left = await at.begin({ ...guest, guestEmail: 'leaves@secret.example' })
    await at.app.get(left.cancelledPath)
    await at.app.get(left.cancelledPath, {
      method: 'POST',
      headers: FORM,
      body: `token=${left.token}&reservation_id=${left.id}`,
    })
    await at.app.get(`/holds/${left.token}`)
    await at.app.get(`/holds/${left.token}/release`, { method: 'POST' })
    await at.app.get(paid.link)
    await at.app.get(`${paid.link}/calendar.ics`)
    const stop = at.tokens.sign('stop', paid.id)
    await at.app.get(`/stop-reminders/${stop}`)
    const invitation = at.tokens.sign('invitation', paid.id)
    await at.app.get(`/admin/api/invitation/${invitation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'A', next: PASSWORD, again: PASSWORD }),
    })
    await at.app.get('/requests/plan-event', {
      method: 'POST',
      headers: { ...FORM, ...from() },
      body: new URLSearchParams({
        ...GOOD['plan-event'],
        email: 'planner@secret.example',
        formToken: issueFormToken({ tokens: at.tokens, now: new Date(Date.now() - 60_000) }, 'plan-event'),
        topic: '',
      }).toString(),
    })
    await createStaff(at.database, 'logs@secret.example', { role: 'owner' })
    const enter = (password: string) =>
      at.app.get('/admin/api/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...from() },
        body: JSON.stringify({ email: 'logs@secret.example', password }),
      })
    await enter('a wrong password 7319')
    const cookie = (await enter(PASSWORD)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await at.app.get('/admin/api/overview', { headers: { Cookie: cookie } })
    // A refused row and a refused email are logged without their content.
    await waitFor(() => at.app.output().includes('"event":"mail.undeliverable"'))
    const text = at.app.output()
    const secrets = {
      cookie: decodeURIComponent(cookie.split('=')[1] ?? 'none').split('.')[0] ?? 'none',
      hold: left.token,
      guest: paid.link.split('/').at(-1) ?? '',
      stop,
      invitation,
      password: PASSWORD,
      wrong: 'wrong password 7319',
      address: 'secret.example',
      name: 'Quirina',
      telephone: '555-0188',
      dialled: '9725550188',
    }
    const told = Object.entries(secrets).filter(([, secret]) => secret === '' || text.includes(secret))
    expect(told).toEqual([])
    expect(text).toContain('[token]')
    // Control: the error itself is logged.
    expect(text).toMatch(/"path":"\/my-reservation\/\[token\]"/)
  })

  test('control: an unmasked token would have been found', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const token = at.tokens.sign('guest', at.guests.confirmed.id)
    log.info({ word: token.slice(0, 42) }, 'one character short, and nowhere in an address')
    expect(lines.join('')).toContain(token.slice(0, 42))
    log.info({ path: `/my-reservation/${token}` }, 'answered')
    expect(lines[1]).not.toContain(token)
  })
})

describe('signing in', () => {
  const ROUNDS = 8
  const middle = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

  async function timed(email: string): Promise<{ ms: number; told: string }> {
    const started = performance.now()
    const answered = await at.app.get('/admin/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...from() },
      body: JSON.stringify({ email, password: 'quite a wrong one' }),
    })
    const told = `${answered.status} ${await answered.text()}`
    return { ms: performance.now() - started, told }
  }

  /** Whether two series of response times differ measurably. */
  const differ = (one: readonly number[], other: readonly number[]): boolean =>
    Math.abs(middle(one) - middle(other)) > 0.5 * Math.max(middle(one), middle(other))

  test('with a wrong password gets the same response, in comparable time, whether the account exists', async () => {
    const there: number[] = []
    const unknown: number[] = []
    const answers = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable no-await-in-loop -- in turn, so that both have the same machine
      const email = `timing-${round}@secret.example`
      await createStaff(at.database, email)
      for (const [times, who] of [
        [there, email],
        [unknown, `unknown-${round}@secret.example`],
      ] as const) {
        const { ms, told } = await timed(who)
        times.push(ms)
        answers.add(told)
      }
      // oxlint-enable no-await-in-loop
    }
    expect([...answers]).toHaveLength(1)
    expect(differ(there, unknown), `${middle(there)} ms and ${middle(unknown)} ms`).toBe(false)
    // Control: both requests hash the password, which takes time.
    expect(middle(unknown)).toBeGreaterThan(10)
  })

  test('control: a server that hashes passwords of known accounts only would have been found', () => {
    expect(differ([80, 85, 90], [4, 5, 6])).toBe(true)
    expect(differ([80, 85, 90], [78, 88, 95])).toBe(false)
  })
})
