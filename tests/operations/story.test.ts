import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startAppWithPayments } from '../booking/server-with-payments.ts'
import { waitFor } from '../support/server.ts'
import { run } from './operator.ts'

test('the story of a paid table names every request, job, payment and email in order, and no guest', async () => {
  const { app, database, provider, begin } = await startAppWithPayments({ LOG_LEVEL: 'info' })
  await provider.control.setFaults({ webhooks: { deliver: 'once' } })
  const guest = { guestName: 'Wilhelmina Quartermaine', guestEmail: 'quartermaine@guests.example' }
  const { id, sessionId, successPath, link } = await begin(guest)
  const other = await begin()
  await provider.control.pay({ session: sessionId, outcome: 'approve' })
  expect((await app.get(successPath)).status).toBeLessThan(400)
  expect((await app.get(link)).status).toBe(200)
  await waitFor(async () => {
    const { rows } = await database.pool.query(
      `select from email_queue where reservation_id = $1 and kind = 'confirmation' and sent_at is not null`,
      [id],
    )
    return (
      rows.length > 0 && app.output().includes('payments/webhook') && app.output().includes('"email sent"')
    )
  })
  await database.pool.query('select 1')
  const log = join(await mkdtemp(join(tmpdir(), 'lounge-story-')), 'log.json')
  await waitFor(() => app.output().includes('"job":"send_mail"'))
  await writeFile(log, app.output())

  const { rows } = await database.pool.query<{ code: string }>(
    'select entry_code as code from reservations where id = $1',
    [id],
  )
  const env = { DATABASE_URL: database.url }
  const told = await run('src/cli/story.ts', [id, '--log', log], env)
  expect(told.code).toBe(0)
  const lines = told.said.split('\n').filter((line) => /^\d{4}-/.test(line))
  const times = lines.map((line) => line.slice(0, 24))
  expect(times).toEqual(times.toSorted((a, b) => a.localeCompare(b)))
  const placeOf = (pattern: RegExp): number => {
    const at = lines.findIndex((line) => pattern.test(line))
    expect(at, `${pattern} in\n${told.said}`).toBeGreaterThanOrEqual(0)
    return at
  }
  // Each of these steps is listed, in this order.
  const order = [
    /reservation +nightlife for 1/,
    /request +POST \/holds → 201/,
    /request +POST \/holds\/\S+\/checkout → 200/,
    /payment +paid \$/,
    /ledger +payment \$/,
    /email +confirmation queued/,
    /email +confirmation sent/,
  ].map(placeOf)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  placeOf(/payment +checkout of \$\S+ opened at local/)
  placeOf(/provider +message checkout\.session\.completed/)
  placeOf(/request +POST \/payments\/webhook → 200/)
  placeOf(/request +GET \/payment-success → /)
  placeOf(/request +GET \/my-reservation\/\S+ → 200/)
  placeOf(/job +settle_checkout: job done/)
  placeOf(/job +send_mail: email sent/)
  placeOf(/job +send_mail: job done/)
  expect(told.said).not.toContain(other.id)

  for (const named of [rows[0]?.code ?? '', link, `http://localhost${link}`]) {
    // oxlint-disable-next-line no-await-in-loop -- two processors are shared
    const again = await run('src/cli/story.ts', [named], env)
    expect(again.said).toContain(`Reservation ${id}`)
  }
  const unknown = await run('src/cli/story.ts', ['NOSUCHCODE'], env)
  expect(unknown).toMatchObject({ code: 1, said: 'There is no reservation NOSUCHCODE.\n' })

  const output = app.output()
  for (const text of ['Quartermaine', 'quartermaine', 'guests.example']) {
    expect(output).not.toContain(text)
    expect(told.said).not.toContain(text)
  }
  // Every line of this booking's own requests and jobs carries its reservation id.
  const parsed = output
    .split('\n')
    .flatMap((line): Record<string, unknown>[] => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const booking = parsed.filter(
    (line) => line['msg'] === 'answered' && String(line['path']).startsWith('/holds'),
  )
  expect(booking.length).toBeGreaterThanOrEqual(4)
  expect(booking.every((line) => [id, other.id].includes(String(line['reservationId'])))).toBe(true)
})
