import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decide, refusal, useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { closeNight } from '#features/close-out/service.ts'
import { readProviderAccount } from '#features/payments/provider-account/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { createLog } from '#platform/observability/log.ts'
import { exportNight, lockFigures, sendCloseOut } from './service.ts'

const { as, arrive, book, database, date, dayAfter, page, pay, payAtProvider, payOnline, setNight } =
  useCloseOutNights()

/** Comps cover of two guests of a party, and takes it by card of a guest on the list of a promoter. */
async function coverGuests(reservationId: string): Promise<void> {
  const { rows } = await database().pool.query<{ id: string }>(
    `with night as (
       insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
       select 'night-' || $1, 'Night', description, $1::date, '21:00', '04:00', category, '$25', price_range
       from events limit 1 returning *
     ), list as (
       insert into guest_lists (event_id, name, promoter, terms, max_guests)
       select id, 'Friends of Kojo', 'Kojo Asante', 'free', 40 from night returning id
     )
     insert into guest_list_entries (list_id, guest_name, guest_count, source)
     select id, 'Esi Owusu', 4, 'staff' from list returning id`,
    [date()],
  )
  const common = { kind: 'cover' as const, night: date(), at: as().now.toISOString() }
  const done = await recordCover(as(), {
    sentAt: as().now.toISOString(),
    deviceName: 'phone',
    acts: [
      {
        ...common,
        id: randomUUID(),
        reservationId,
        method: null,
        items: [{ kind: 'comp', guests: 2, eachCents: 2500 }],
      },
      {
        ...common,
        id: randomUUID(),
        entryId: rows[0]?.id ?? '',
        method: 'card',
        items: [{ kind: 'full', guests: 1, eachCents: 2500 }],
      },
    ],
  })
  expect(done).toMatchObject({ ok: true, value: [{ isRecorded: true }, { isRecorded: true }] })
}

describe('locking a night', () => {
  test('needs a closed night, and a note where the counted cash differs', async () => {
    const lock = (counted: number, note = '') => lockFigures(as(), date(), { counted, note })
    expect(await lock(0)).toEqual(refusal('This night is still open. Close it first, then lock its figures.'))
    const id = await book({ cents: 30_000 })
    await arrive(id)
    const open = Object.fromEntries((await page()).undecided.map((it) => [it.id, 'no_show' as const]))
    await closeNight(as(), date(), decide(open))
    expect(await lockFigures(as('ama', 'host'), date(), { counted: 0, note: '' })).toMatchObject({
      reason: { why: 'not_allowed' },
    })
    expect(await lock(28_000)).toEqual(
      refusal('The ledger has $300.00 in cash: $20.00 missing. Please enter a note that says why.'),
    )
    expect(await lock(28_000, 'A tip was paid out of the drawer')).toEqual({ ok: true, value: null })
    expect((await page()).lock).toMatchObject({
      actorName: 'Ama',
      cashExpectedCents: 30_000,
      cashCountedCents: 28_000,
      note: 'A tip was paid out of the drawer',
    })
  })

  test('is done by one of two managers at the same moment, and the other reads who it was', async () => {
    await closeNight(as(), date(), decide({}))
    const done = await Promise.all([
      lockFigures(as(), date(), { counted: 0, note: '' }),
      lockFigures(as('kofi'), date(), { counted: 0, note: '' }),
    ])
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
    const winner = (await page()).lock?.actorName
    const lost = done.find(({ ok }) => !ok)
    expect(lost).toEqual(refusal(expect.stringContaining(`${winner} locked this night`)))
  })

  test('says who locked it before it asks about the cash, and stands in the activity', async () => {
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 0, note: '' })
    expect(await lockFigures(as('kofi'), date(), { counted: 500, note: '' })).toEqual(
      refusal(expect.stringMatching(/^Ama locked this night /)),
    )
    const { rows } = await database().pool.query(
      `select actor, after ->> 'cashCountedCents' as counted from activity
       where entity = 'night' and action = 'locked' and after ->> 'name' = $1`,
      [date()],
    )
    expect(rows).toEqual([{ actor: 'Ama', counted: '0' }])
  })

  test('keeps its figures; later lines stand beside them', async () => {
    const id = await book({ cents: 30_000 })
    await database().pool.query('update reservations set total_price_cents = 50000 where id = $1', [id])
    await arrive(id, 4)
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 30_000, note: '' })
    expect((await page()).sinceLock).toEqual({ lines: [], moneyCents: 0, drawerCents: 0, came: 0 })
    await pay(id, 5000, as().now)
    await arrive(id, 2)
    const { report, sinceLock, lateActs } = await page()
    expect(report.money.keptCents).toBe(30_000)
    expect(report.summary.came).toBe(4)
    expect(sinceLock).toMatchObject({
      moneyCents: 5000,
      came: 2,
      lines: [{ kind: 'payment', method: 'cash', amountCents: 5000, actorName: 'Ama' }],
    })
    expect(lateActs).toBe(1)
    const lines = (await exportNight(as(), date()))
      .split('\r\n')
      .filter((it) => it.startsWith('Since the lock'))
    expect(lines).toEqual([
      'Since the lock,Money for the night,,50.00',
      'Since the lock,Cash of that day,,50.00',
      'Since the lock,Guests who came,2,',
      expect.stringMatching(/^Since the lock,"Payment in cash · Ama · .*",,50\.00$/),
    ])
  })

  test('separates later money for the night from cash that moved that day for another night', async () => {
    setNight(dayAfter(-1))
    const earlier = await book({ cents: 10_000 })
    await database().pool.query('update reservations set total_price_cents = 90000 where id = $1', [earlier])
    setNight(dayAfter(1))
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 0, note: '' })
    await pay(earlier, 2000, as().now)
    expect((await page()).sinceLock).toMatchObject({
      moneyCents: 0,
      drawerCents: 2000,
      lines: [{ amountCents: 2000, isForNight: false, isInDrawer: true }],
    })
  })

  test('has every line that was written while it was locked either in its figures or after them', async () => {
    const id = await book({ cents: 10_000 })
    await database().pool.query('update reservations set total_price_cents = 90000 where id = $1', [id])
    await arrive(id)
    await closeNight(as(), date(), decide({}))
    const payments = Array.from({ length: 12 }, () => pay(id, 1000, as().now))
    await Promise.all([
      lockFigures(as(), date(), { counted: 1, note: 'counted while guests paid' }),
      ...payments,
    ])
    const { report, sinceLock } = await page()
    expect(report.money.keptCents + (sinceLock?.moneyCents ?? 0)).toBe(22_000)
  })

  test('has a line that was written between its figures and its list of lines after them, never in neither', async () => {
    const id = await book({ cents: 10_000 })
    await database().pool.query('update reservations set total_price_cents = 90000 where id = $1', [id])
    await arrive(id)
    await closeNight(as(), date(), decide({}))
    // The account is read last: a lock that waits for it has added up the money already.
    const blocker = await database().pool.connect()
    await blocker.query('begin; lock table provider_readings in access exclusive mode')
    const locking = lockFigures(as(), date(), { counted: 10_000, note: '' })
    await expect
      .poll(async () => (await database().pool.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0)
    await pay(id, 1000, as().now)
    await blocker.query('commit')
    blocker.release()
    expect(await locking).toEqual({ ok: true, value: null })
    const { report, sinceLock } = await page()
    expect([report.money.keptCents, sinceLock?.moneyCents]).toEqual([10_000, 1000])
  })

  test('cannot be changed, deleted or repeated in the database', async () => {
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 0, note: '' })
    for (const statement of [
      `update night_locks set note = 'other' where night = '${date()}'`,
      `delete from night_locks where night = '${date()}'`,
      'truncate night_locks',
    ])
      // oxlint-disable-next-line no-await-in-loop -- three statements
      await expect(database().pool.query(statement)).rejects.toThrow(/never changed/)
    await expect(
      database().pool.query('delete from night_closings where night = $1', [date()]),
    ).rejects.toThrow(/foreign key/)
    await expect(
      database().pool.query(
        `insert into night_locks select night, locked_at, actor_id, actor_name, figures, line_ids, 1, 2, '' from night_locks
         where night = $1`,
        [date()],
      ),
    ).rejects.toThrow(/night_locks_(pkey|difference_has_note)/)
  })

  test('emails its figures to the addresses of the setting, else to managers and owners', async () => {
    const recipients = async () => {
      const { rows } = await database().pool.query<{ to: string }>(
        `select payload ->> 'to' as to from graphile_worker._private_jobs where payload ->> 'night' = $1 order by 1`,
        [date()],
      )
      return rows.map(({ to }) => to)
    }
    await createStaff(database(), 'host@venue.example', { role: 'host' })
    const former = await createStaff(database(), 'former@venue.example')
    await database().pool.query('update staff_users set banned = true where id = $1', [former])
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 0, note: '' })
    expect(await recipients()).toEqual([
      'ama@venue.example',
      'kofi@venue.example',
      'owner@baobabandolive.example',
    ])
    await database().pool.query(`update venue set close_out_emails = 'books@venue.example'`)
    setNight(dayAfter(-1))
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 0, note: '' })
    expect(await recipients()).toEqual(['books@venue.example'])
    setNight(dayAfter(1))
  })

  test('sends its figures as an email and as a file, with the note', async () => {
    const id = await book({ cents: 30_000 })
    await arrive(id)
    await coverGuests(id)
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 29_900, note: '=1+1 found on the floor' })
    const sent: { to: string; subject: string; text: string }[] = []
    const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail) }
    const deps = { ...as(), mailer, log: createLog('silent') }
    await sendCloseOut(deps, { night: date(), to: 'books@venue.example' })
    await sendCloseOut(deps, { night: dayAfter(1), to: 'books@venue.example' })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      to: 'books@venue.example',
      subject: expect.stringMatching(/: \$325\.00, 6 guests$/),
      text: expect.stringContaining('$299.00 ($1.00 missing)'),
    })
    expect(sent[0]?.text).toMatch(/Comps of cover \(2\)\s+\$50\.00/)
    expect(sent[0]?.text).toMatch(/Kojo Asante\s+0 of 4 came, 1 paid cover/)
    const csv = await exportNight(as(), date())
    expect(csv).toContain('Money,Cash difference,,-1.00\r\n')
    expect(csv).toContain('Comps and discounts,Comps of cover,2,50.00\r\n')
    expect(csv).toContain('"Kojo Asante, paid cover",1,')
    // A spreadsheet must not run what staff typed.
    expect(csv).toContain("Money,Note,'=1+1 found on the floor,\r\n")
  })

  test('keeps what the provider had, and shows beside it what the provider lists later', async () => {
    const id = await book()
    await arrive(id)
    await payOnline(id, 5000)
    await readProviderAccount(as())
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 0, note: '' })
    const { rows } = await database().pool.query<{ code: string; checkout: string }>(
      'select r.entry_code as code, c.id as checkout from reservations r join checkouts c on c.reservation_id = r.id where r.id = $1',
      [id],
    )
    const { code = '', checkout = '' } = rows[0] ?? {}
    const atLock = `Provider,"Charge, in the ledger only: $50.00",${code},-50.00\r\n`
    const before = await exportNight(as(), date())
    expect(before).toContain(atLock)
    expect(before).not.toContain('Provider since the lock')
    const sent: { text: string }[] = []
    const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail) }
    await sendCloseOut({ ...as(), mailer, log: createLog('silent') }, { night: date(), to: 'a@b.example' })
    expect(sent[0]?.text).toMatch(new RegExp(`${code}\\s+Charge, in the ledger only: \\$50.00`))

    // The provider has the payment after all.
    await payAtProvider({ checkoutId: checkout, reservationId: id, cents: 5000 })
    await readProviderAccount(as())
    const { report, account } = await page()
    expect(report.account?.mismatches).toMatchObject([{ code, why: 'ledger_only' }])
    expect(account).toMatchObject({ mismatches: [], provider: { charges: 5000 }, feeCents: 175 })
    const after = await exportNight(as(), date())
    expect(after).toContain(atLock)
    expect(after).toContain('Provider since the lock,Charges by the provider,,50.00\r\n')
    expect(after).toContain('Provider since the lock,Fees by the provider,,-1.75\r\n')
  })
})
