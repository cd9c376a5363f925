import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decide, refusal, useCloseOutNights } from '../../../tests/staff/close-out-nights.ts'
import { loadOverview } from '#features/dashboard/service.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { hearDevice } from '#features/reservation-management/check-in/devices/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { recordHeadCounts } from '#features/reservation-management/tonight/head-counts/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { doublesText } from './closing/rules.ts'
import { isNightClosed } from '#features/venue/closings/service.ts'
import { lockFigures } from './lock/service.ts'
import { closeNight, prepareCloseOuts, reopenNight } from './service.ts'

const { as, arrive, book, database, date, dayAfter, page, pay, setNight } = useCloseOutNights()

/** Records that guests of a party came or left, by hours before the morning. */
const move = (id: string, hoursAgo: number, done: { kind: 'arrived' | 'left'; guests: number }) =>
  recordArrivals(as(), {
    sentAt: as().now.toISOString(),
    acts: [
      {
        id: randomUUID(),
        reservationId: id,
        ...done,
        at: new Date(as().now.getTime() - hoursAgo * 3_600_000).toISOString(),
      },
    ],
  })

const statusOf = async (id: string) =>
  (await database().db.selectFrom('reservations').where('id', '=', id).select('status').executeTakeFirst())
    ?.status
const stateOf = async (id: string) =>
  (await loadTonight(as(), new URLSearchParams({ date: date() }))).parties.find((it) => it.id === id)

describe('closing a night', () => {
  test('asks about every party of which no guest came, and carries out what was decided', async () => {
    const [came, late, never, excused] = [
      await book({ name: 'Ada' }),
      await book({ name: 'Unseen' }),
      await book({ name: 'Kwesi', cents: 20_000 }),
      await book({ name: 'Efua', cents: 5000 }),
    ]
    await arrive(came)
    expect((await page()).undecided).toMatchObject([
      { guestName: 'Efua', leftCents: 5000, onlineCents: 0 },
      { guestName: 'Kwesi', leftCents: 20_000 },
      { guestName: 'Unseen', leftCents: 0 },
    ])
    expect(await closeNight(as(), date(), decide({ [late]: 'came' }))).toEqual(
      refusal('Please decide about Efua, Kwesi: no-show, excused, or came.'),
    )
    expect(await closeNight(as('ama', 'host'), date(), decide({}))).toMatchObject({
      reason: { why: 'not_allowed' },
    })
    const form = decide({ [late]: 'came', [never]: 'no_show', [excused]: 'excused' })
    expect(await closeNight(as(), date(), form)).toEqual({ ok: true, value: null })
    expect(await Promise.all([came, late, never, excused].map(statusOf))).toEqual([
      'completed',
      'completed',
      'confirmed',
      'cancelled',
    ])
    expect((await stateOf(came))?.events.map(({ kind }) => kind)).toEqual(['arrived', 'left'])
    const { closing, undecided, staying, lateActs, report } = await page()
    expect({ closing: closing?.actorName, undecided, staying, lateActs }).toEqual({
      closing: 'Ama',
      undecided: [],
      staying: 0,
      lateActs: 0,
    })
    expect(report.summary).toMatchObject({ parties: 3, covers: 18, came: 12, noShows: 1 })
    expect(report.noShows).toEqual({ count: 1, cents: 20_000 })
    expect(report.cancelled).toEqual({ count: 1, cents: 5000 })
  })

  test('names the parties that came and have not paid, until they have, and also after the closing', async () => {
    const [due, paid, away] = [
      await book({ name: 'Ada' }),
      await book({ name: 'Kwesi', cents: 20_000 }),
      await book({ name: 'Efua' }),
    ]
    await database().pool.query('update reservations set total_price_cents = 45000 where id = any($1)', [
      [due, away],
    ])
    await arrive(due)
    await arrive(paid)
    const unpaid = [{ id: due, guestName: 'Ada', dueCents: 45_000 }]
    expect((await page()).unpaid).toMatchObject(unpaid)
    expect(await closeNight(as(), date(), decide({ [away]: 'no_show' }))).toMatchObject({ ok: true })
    expect((await page()).unpaid).toMatchObject(unpaid)
    await pay(due, 15_000)
    expect((await page()).unpaid).toMatchObject([{ id: due, dueCents: 30_000 }])
    await pay(due, 30_000)
    expect((await page()).unpaid).toEqual([])
  })

  test('is refused while parties are still expected, and for a night to come', async () => {
    await book()
    const early = { ...as(), now: new Date(as().now.getTime() - 10 * 3_600_000) }
    expect(await closeNight(early, date(), decide({}))).toEqual(
      refusal('Parties are expected until 9:30 PM. The night can be closed after that.'),
    )
    expect(await closeNight(as(), dayAfter(1), decide({}))).toMatchObject(
      refusal(expect.stringMatching(/is still to come/)),
    )
  })

  test('names the parties that two devices of one account may have admitted both', async () => {
    const ada = await book({ name: 'Ada Obi' })
    for (const deviceId of [randomUUID(), randomUUID()])
      // oxlint-disable-next-line no-await-in-loop -- one device after the other
      await recordArrivals(as(), {
        sentAt: as().now.toISOString(),
        deviceId,
        acts: [
          { id: randomUUID(), reservationId: ada, at: as().now.toISOString(), kind: 'arrived', guests: 4 },
        ],
      })
    expect((await page()).doubles).toEqual(['Ada Obi'])
    expect(doublesText(['Ada Obi'])).toBe('1 party may have been admitted twice: Ada Obi')
  })

  test('waits for devices with unsent acts by name, or closes with a reason', async () => {
    const device = randomUUID()
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148'
    const hear = (unsent: string, at = as().now, id: string = device) =>
      hearDevice({ ...as(), now: at }, new URLSearchParams({ device: id, unsent }), phone)
    const tenPast2 = new Date(as().now.getTime() - 200 * 60_000)
    await hear('3', tenPast2)
    await hear('0', tenPast2, randomUUID())
    await hear('-1', tenPast2, randomUUID())
    await hear('1', tenPast2, 'no id')
    expect((await page()).devices.map(({ name, unsent }) => [name, unsent])).toEqual([
      ["Ama's phone (iPhone)", 3],
      ["Ama's phone (iPhone)", 0],
    ])
    expect(await closeNight(as(), date(), decide({}))).toEqual(
      refusal(
        "Ama's phone (iPhone), since 2:10 AM: 3 acts not sent, last heard 2:10 AM. Wait until everything is sent, or enter a reason to close anyway.",
      ),
    )
    const form = decide({}, 'The phone fell into the ice bucket')
    expect(await closeNight(as(), date(), form)).toEqual(
      refusal(
        "Ama's phone (iPhone), since 2:10 AM: last heard 3 h 20 min ago, may have unsent acts. Look at these devices, then confirm that they have nothing left to send.",
      ),
    )
    expect(await closeNight(as(), date(), { ...form, hasNothingLeft: true })).toMatchObject({ ok: true })
    expect((await page()).closing?.reason).toBe('The phone fell into the ice bucket')
  })

  test('forgets unsent acts of a device that comes back on the day after', async () => {
    const hear = (unsent: string, at: Date) =>
      hearDevice({ ...as(), now: at }, new URLSearchParams({ device: as().actor.id, unsent }), '')
    await hear('2', as().now)
    await hear('0', new Date(as().now.getTime() + 12 * 3_600_000))
    expect((await page()).devices).toMatchObject([{ name: "Ama's computer", unsent: 0, isSilent: false }])
  })

  test('is done by one of two managers at the same moment', async () => {
    const never = await book()
    const form = decide({ [never]: 'no_show' })
    const done = await Promise.all([closeNight(as(), date(), form), closeNight(as('kofi'), date(), form)])
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await stateOf(never))?.events.map(({ kind }) => kind)).toEqual(['no_show'])
    expect(await closeNight(as(), date(), form)).toEqual(
      refusal(expect.stringMatching(/^(Ama|Kofi) closed this night /)),
    )
  })

  test('can be taken back until the night is locked', async () => {
    expect(await reopenNight(as(), date())).toMatchObject({ reason: { why: 'not_found' } })
    await closeNight(as(), date(), decide({}))
    expect(await reopenNight(as(), date())).toEqual({ ok: true, value: null })
    expect(await isNightClosed(as(), date())).toBe(false)
    await closeNight(as(), date(), decide({}))
    await lockFigures(as(), date(), { counted: 0, note: '' })
    expect(await reopenNight(as(), date())).toEqual(refusal(expect.stringMatching(/^Ama locked this night /)))
  })

  test('shows acts that arrive afterwards', async () => {
    const id = await book()
    await closeNight(as(), date(), decide({ [id]: 'no_show' }))
    expect((await page()).lateActs).toBe(0)
    await arrive(id, 4)
    expect(await page()).toMatchObject({ lateActs: 1, report: { summary: { came: 4, noShows: 0 } } })
    const at = new Date(as().now.getTime() - 6 * 3_600_000).toISOString()
    const form = { sentAt: as().now.toISOString(), deviceName: 'phone' }
    const cover = {
      kind: 'cover' as const,
      night: date(),
      method: 'cash' as const,
      items: [{ kind: 'full' as const, guests: 2, eachCents: 2500 }],
      at,
    }
    await recordCover(as(), {
      ...form,
      acts: [
        { ...cover, id: randomUUID() },
        { ...cover, id: randomUUID(), reservationId: id },
      ],
    })
    await recordHeadCounts(as(), { ...form, counts: [{ id: randomUUID(), at, change: 3 }] })
    expect(await page()).toMatchObject({ lateActs: 4, report: { summary: { came: 9 } } })
  })

  test('counts guests who left and came back once', async () => {
    const id = await book()
    await arrive(id, 5)
    await move(id, 5, { kind: 'left', guests: 3 })
    await move(id, 4, { kind: 'arrived', guests: 4 })
    const { report } = await page()
    expect(report.summary.came).toBe(6)
    expect(report.arrivals.map(({ guests }) => guests)).toEqual([5, 1])
  })

  test('of a night on which the clock changes counts its quarter hours once each', async () => {
    const usual = date()
    setNight('2027-11-06', new Date('2027-11-07T11:30:00Z'))
    const [before, after] = [await book(), await book()]
    const record = (id: string, at: string) =>
      recordArrivals(
        { ...as(), now: new Date(at) },
        { sentAt: at, acts: [{ id: randomUUID(), reservationId: id, kind: 'arrived', guests: 6, at }] },
      )
    // 1:05 AM in summer time, and 1:05 AM in winter time an hour later.
    await record(before, '2027-11-07T06:05:00.000Z')
    await record(after, '2027-11-07T07:05:00.000Z')
    expect((await page()).report.arrivals).toEqual([
      { at: '2027-11-07T06:00:00.000Z', guests: 6 },
      { at: '2027-11-07T07:00:00.000Z', guests: 6 },
    ])
    setNight(usual)
  })
})

describe('the job at 6 AM', () => {
  const sixAm = () => ({ db: database().db, now: new Date(as().now.getTime() + 40 * 60_000) })

  test('ends the stay of parties that came, and makes none of them a no-show', async () => {
    const [came, never] = [await book(), await book({ name: 'Kwesi', cents: 40_000 })]
    await arrive(came)
    expect(await prepareCloseOuts(sixAm())).toContainEqual({ date: date(), stays: 1, isClosed: false })
    expect(await statusOf(came)).toBe('completed')
    expect((await stateOf(never))?.events).toEqual([])
    expect(await page()).toMatchObject({ closing: null, undecided: [{ guestName: 'Kwesi' }] })
    expect(await prepareCloseOuts(sixAm())).toContainEqual({ date: date(), stays: 0, isClosed: false })
  })

  test('closes the night by itself where the setting says so, unless a device has acts or is silent', async () => {
    await database().pool.query('update venue set close_out_unattended = true')
    const never = await book({ cents: 40_000 })
    const device = randomUUID()
    const hear = (unsent: string, { now } = as()) =>
      hearDevice({ ...as(), now }, new URLSearchParams({ device, unsent }), 'Android Mobile')
    const open = { date: date(), stays: 0, isClosed: false }
    await hear('2')
    expect(await prepareCloseOuts(sixAm())).toContainEqual(open)
    // It was switched off at 5:30 AM, or it has no network.
    await hear('0')
    expect(await prepareCloseOuts(sixAm())).toContainEqual(open)
    // The evening after it is switched on again, and has nothing.
    const { db, now } = sixAm()
    await hear('0', { ...as(), now: new Date(now.getTime() + 14 * 3_600_000) })
    const dayAfterwards = { db, now: new Date(now.getTime() + 24 * 3_600_000) }
    expect(await prepareCloseOuts(dayAfterwards)).toContainEqual({ ...open, isClosed: true })
    expect((await stateOf(never))?.events).toMatchObject([
      { kind: 'no_show', actorName: 'Close-out at 6 AM' },
    ])
    expect(await page()).toMatchObject({
      closing: { actorName: 'Close-out at 6 AM' },
      report: { noShows: { count: 1, cents: 40_000 } },
    })
    await database().pool.query('update venue set close_out_unattended = false')
  })

  test('guests who stayed on from dinner are no no-shows, neither by proposal nor by the job', async () => {
    const dinner = await book({ type: 'dining' })
    const night = await book({ cents: 30_000 })
    await database().pool.query('update reservations set dinner_id = $1 where id = $2', [dinner, night])
    const proposed = async () => (await page()).undecided.find(({ id }) => id === night)?.hasStayedOn
    expect(await proposed()).toBe(false)
    await arrive(dinner)
    expect(await proposed()).toBe(true)
    await database().pool.query('update venue set close_out_unattended = true')
    expect(await prepareCloseOuts(sixAm())).toContainEqual({ date: date(), stays: 2, isClosed: true })
    await database().pool.query('update venue set close_out_unattended = false')
    expect((await stateOf(night))?.events.map(({ kind }) => kind)).toEqual(['arrived', 'left'])
  })
})

test('the overview shows the same figures as the close-out', async () => {
  const id = await book({ cents: 12_345 })
  await arrive(id)
  await book({ type: 'dining' })
  const { report } = await page()
  const deps = { ...as(), now: new Date(as().now.getTime() - 3_600_000) }
  const { tonight } = await loadOverview(deps)
  expect(tonight).toMatchObject({
    date: date(),
    covers: report.summary.covers,
    tablesSold: report.summary.tablesSold,
    moneyCents: report.money.keptCents,
    tablesToSell: report.tablesForSale,
  })
  expect(report.summary).toMatchObject({ covers: 12, tablesSold: 1, keptCents: 12_345 })
})

test('money of a party is shown at all of its tables', async () => {
  const id = await book({ cents: 12_345 })
  await database().pool.query(
    `update reservations set extra_table_ids = array(select id from venue_tables where table_number in (7, 8)) where id = $1`,
    [id],
  )
  expect((await page()).report.byTable.map(({ label }) => label)).toEqual([
    expect.stringMatching(/^Tables \d+, 7, and 8$/),
  ])
})

test('a night without an event, a party or a payment can be closed and locked', async () => {
  expect((await page()).report).toMatchObject({ events: [], arrivals: [], byMethod: [] })
  expect(await closeNight(as(), date(), decide({}))).toMatchObject({ ok: true })
  expect(await lockFigures(as(), date(), { counted: 0, note: '' })).toMatchObject({ ok: true })
})
