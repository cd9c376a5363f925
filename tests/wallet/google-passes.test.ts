import { NO_STAY } from '#features/dining/dinners/rules.ts'
import { writeDinnerMail } from '#features/dining/dinners/service.ts'
import { booked } from '../dining/dining-fixtures.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportPerson } from '#features/guests/privacy/service.ts'
import { readScanned } from '#features/reservation-management/check-in/rules.ts'
import { purgeGooglePasses } from '#features/reservation-management/wallet-passes/google/service.ts'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { readConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/observability/log.ts'
import { openWallet } from '#platform/wallet/open.ts'
import { NO_WALLET } from '#platform/wallet/types.ts'
import { verifyScanned } from '#web/admin/check-in/scan/verify-codes.ts'
import { type AppWithPayments, type Paying, startAppWithPayments } from '../booking/server-with-payments.ts'
import { eventually } from '../support/eventually.ts'
import { readSaveLink, startGoogle } from './google-service.ts'

/* Passes for Google Wallet by HTTP: offered, made, kept up to date, withdrawn, checked at entry. */

const google = await startGoogle()
let at: AppWithPayments
beforeAll(async () => {
  at = await startAppWithPayments(google.env)
})
beforeEach(() => Object.assign(google.faults, { api: [], token: null, before: null }))

const read = async (path: string) => (await at.app.get(path)).text()
const ask = (link: string) => at.app.get(`${link}/google-wallet`)
/** Adds the pass as a guest does who presses the button. */
async function add(link: string): Promise<string> {
  const response = await ask(link)
  if (response.status === 500) throw new Error(at.app.output().slice(-3000))
  expect([response.status, response.headers.get('referrer-policy')]).toEqual([303, 'no-referrer'])
  expect(response.headers.get('cache-control')).toContain('no-store')
  return readSaveLink(response.headers.get('location') ?? '').id
}
const change = ({ id }: Pick<Paying, 'id'>, set: string) =>
  at.database.pool.query(`update reservations set ${set} where id = $1`, [id])
const becomes = (serial: string, facts: object) =>
  eventually(() => expect(google.objectOf(serial)).toMatchObject(facts))
const isNow = (id: string, body: string) => ({
  textModulesData: expect.arrayContaining([expect.objectContaining({ id, body })]),
})

async function addFriend({ id }: Pick<Paying, 'id'>) {
  const { rows } = await at.database.pool.query<{ id: string; date: string }>(
    `insert into entry_shares (reservation_id, guest_name) values ($1, 'Ana Sow')
     returning id, (select business_date::text as date from reservations where id = $1)`,
    [id],
  )
  const [friend] = rows
  if (!friend) throw new Error('no friend was added')
  return { id: friend.id, link: `/shared-entry/${at.tokens.signEntryCode(friend.id, friend.date)}` }
}

describe('the pass of a reservation at Google', () => {
  test('is offered where it is confirmed, made once, and read at the entrance as the code of the page', async () => {
    const paying = await at.confirm()
    for (const path of [paying.successPath, paying.link]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const page = await read(path)
      expect(page).toContain(`href="${paying.link}/google-wallet"`)
      // Passes for Apple Wallet are not configured here.
      expect(page).not.toContain('pass.pkpass')
    }
    expect(await add(paying.link)).toContain(paying.id)
    const made = google.objectOf(paying.id)
    expect(made).toMatchObject({ state: 'ACTIVE', ticketHolderName: 'Amara Okafor' })
    const scanned = await verifyScanned(readScanned(made?.barcode.value ?? ''), at.tokens.entryKeys())
    expect(scanned).toMatchObject({ kind: 'token', token: { id: paying.id } })
    expect(await read(new URL(made?.barcode.value ?? '').pathname)).toContain(made?.barcode.alternateText)
    const { rows } = await at.database.pool.query<{ email: string; phone: string }>(
      'select guest_email as email, guest_phone as phone from reservations where id = $1',
      [paying.id],
    )
    const kept = JSON.stringify([made, google.classOf(paying.id)])
    for (const secret of [rows[0]?.email, rows[0]?.phone, paying.link]) expect(kept).not.toContain(secret)
    await add(paying.link)
    expect(google.requests.filter((it) => it === 'POST eventTicketObject')).toHaveLength(1)
  })

  test('is mentioned by the emails of a night where it is offered, and they lead to the page', async () => {
    const { id, link } = await at.confirm()
    const { origin } = at.app
    const log = createLog('silent')
    const deps = { db: at.database.db, now: new Date(), tokens: at.tokens, origin }
    const wallet = openWallet({ wallet: readConfig(google.env).wallet, origin, log })
    const offered = await renderReservationEmail({ ...deps, wallet }, id, 'confirmation')
    for (const part of [offered?.text, offered?.html]) expect(part).toContain(`${origin}${link}#wallet`)
    const without = await renderReservationEmail({ ...deps, wallet: NO_WALLET }, id, 'confirmation')
    for (const part of [without?.text, without?.html]) expect(part).not.toContain('#wallet')
    expect(await read(link)).toContain('id="wallet"')
  })

  test('is mentioned by the email of a dinner that has a code, and by none that waits for staff', async () => {
    const { origin } = at.app
    const log = createLog('silent')
    const wallet = openWallet({ wallet: readConfig(google.env).wallet, origin, log })
    const deps = { db: at.database.db, now: new Date(), tokens: at.tokens, origin, wallet }
    const mailOf = (id: string) =>
      writeDinnerMail({ ...deps, findStay: async () => NO_STAY }, id, 'dinner_received')
    const id = await booked(at.database.db, {}, new Date())
    const link = `/my-reservation/${at.tokens.sign('guest', id)}`
    const offered = await mailOf(id)
    for (const part of [offered?.text, offered?.html]) expect(part).toContain(`${origin}${link}#wallet`)
    expect(await read(link)).toContain('id="wallet"')
    await at.database.pool.query('update reservations set table_id = null, guest_count = 9 where id = $1', [
      id,
    ])
    const waiting = await mailOf(id)
    for (const part of [waiting?.text, waiting?.html]) expect(part).not.toContain('#wallet')
  })

  test('is not offered before the payment, and not to the token of another kind', async () => {
    const paying = await at.begin()
    const refused = [
      paying.link,
      `/my-reservation/${at.tokens.sign('wallet_pass', paying.id)}`,
      `/shared-entry/${paying.link.split('/').at(-1)}`,
    ]
    for (const link of refused) {
      // oxlint-disable-next-line no-await-in-loop
      const { status } = await ask(link)
      expect(status, link).toBe(404)
    }
    expect(google.objectOf(paying.id)).toBeUndefined()
  })

  test('says what changed, also of its night, and is void once it is cancelled', async () => {
    const paying = await at.confirm()
    await add(paying.link)
    await change(paying, 'guest_count = 5')
    await becomes(paying.id, isNow('party', '5 guests'))
    // Refused and unreachable, then up to date: the job is tried again.
    google.faults.api.push([503], [0])
    await at.database.pool.query(
      `update events set title = 'Lagos Nights' where id = (select event_id from reservations where id = $1)`,
      [paying.id],
    )
    await eventually(() =>
      expect(google.classOf(paying.id)?.eventName.defaultValue.value).toBe('Lagos Nights'),
    )
    await change(paying, `status = 'cancelled', cancel_reason = 'guest'`)
    await becomes(paying.id, { state: 'INACTIVE', ...isNow('status', 'Cancelled') })
    const asked = await ask(paying.link)
    expect([asked.status, asked.headers.get('location')]).toEqual([303, paying.link])
    expect(await read(paying.link)).not.toContain('google-wallet')
  })

  test('says what changed while it was made', async () => {
    const paying = await at.confirm()
    const updates = () => google.requests.filter((it) => it.startsWith('PATCH') && it.endsWith(paying.id))
    google.faults.before = async () => {
      google.faults.before = null
      await change(paying, `guest_name = 'Ama Mensah'`)
      // The class is there already, the pass is not: this change comes too early.
      await eventually(() =>
        expect(updates().map((it) => it.split('/')[0])).toContain('PATCH eventTicketObject'),
      )
    }
    await add(paying.link)
    expect(google.objectOf(paying.id)?.ticketHolderName).toBeDefined()
    await becomes(paying.id, { ticketHolderName: 'Ama Mensah' })
  })

  test('that cannot be made leaves the page whole, says so, and can be asked for again', async () => {
    const paying = await at.confirm()
    google.faults.token = [400, { error: 'invalid_grant' }]
    // The server has a token from the other tests until Google refuses it.
    google.endTokens()
    const asked = await ask(paying.link)
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${paying.link}?pass=unavailable`])
    expect(await read(`${paying.link}?pass=unavailable`)).toContain('cannot be made now')
    await eventually(() => expect(at.app.output()).toContain('wallet.google_refused'))
    google.faults.token = null
    await add(paying.link)
    expect(google.objectOf(paying.id)?.state).toBe('ACTIVE')
  })

  test('goes with the name of its guest: it is in the export, and withdrawn with those of friends', async () => {
    const paying = await at.confirm()
    const friend = await addFriend(paying)
    await add(paying.link)
    await add(friend.link)
    const { rows } = await at.database.pool.query<{ email: string }>(
      'select guest_email as email from reservations where id = $1',
      [paying.id],
    )
    const { reservations } = await exportPerson(at.database, rows[0]?.email ?? '')
    expect(reservations.find(({ id }) => id === paying.id)).toMatchObject({ passesAtGoogle: 2 })
    await change(paying, 'anonymised_at = now()')
    for (const { id } of [paying, friend]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      await becomes(id, { state: 'INACTIVE', ticketHolderName: 'Guest' })
      expect(JSON.stringify(google.objectOf(id))).not.toMatch(/Okafor|Sow/)
    }
    expect((await ask(paying.link)).status).toBe(404)
    expect((await ask(friend.link)).headers.get('location')).toBe(friend.link)
  })

  test('is withdrawn a week after the night', async () => {
    const paying = await at.confirm()
    await add(paying.link)
    await purgeGooglePasses({ db: at.database.db, now: new Date() })
    expect(google.objectOf(paying.id)?.state).toBe('ACTIVE')
    // Seeded parties that had the table then.
    await at.database.pool.query(
      `update reservations o set status = 'cancelled', cancel_reason = 'staff' from reservations r
       where r.id = $1 and o.id <> r.id and o.starts_at < now() - interval '7 days' and o.status <> 'cancelled'
         and r.table_id in (o.table_id, o.second_table_id)`,
      [paying.id],
    )
    await change(paying, `starts_at = now() - interval '9 days', ends_at = now() - interval '8 days'`)
    await becomes(paying.id, { state: 'EXPIRED' })
    await purgeGooglePasses({ db: at.database.db, now: new Date() })
    await becomes(paying.id, { state: 'INACTIVE', ticketHolderName: 'Guest' })
  })
})

test('the privacy policy names the company whose wallet is offered', async () => {
  expect(await read('/privacy-policy')).toContain('Google keeps the pass with your name')
})

test('the pass of a friend names no host, and is void once the host takes the code back', async () => {
  const friend = await addFriend(await at.confirm())
  expect(await read(friend.link)).toContain(`href="${friend.link}/google-wallet"`)
  expect(await add(friend.link)).toContain(friend.id)
  const made = google.objectOf(friend.id)
  expect(made).toMatchObject({ state: 'ACTIVE', ticketHolderName: 'Ana Sow' })
  expect(JSON.stringify(made)).not.toMatch(/Amara|Okafor/)
  const scanned = await verifyScanned(readScanned(made?.barcode.value ?? ''), at.tokens.entryKeys())
  expect(scanned).toMatchObject({ token: { id: friend.id } })
  await at.database.pool.query('update entry_shares set ended_at = now() where id = $1', [friend.id])
  await becomes(friend.id, { state: 'INACTIVE' })
  expect((await ask(friend.link)).status).toBe(303)
  // A pass whose friend is gone for good is nameless, too.
  await at.database.pool.query('delete from entry_shares where id = $1', [friend.id])
  await becomes(friend.id, { ticketHolderName: 'Guest' })
})
