import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { amend, preview } from '../../../../tests/booking/amendments.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { decide, refusal, useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { closeNight } from '#features/close-out/service.ts'
import type { Decision } from '#features/close-out/schema.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { openDatabase } from '#platform/db/db.ts'
import { carryOut } from './service.ts'

const { as, arrive, book, database, date, dayAfter, page, payOnline, setNight } = useCloseOutNights()

const decision = (reservationId: string, outcome: Decision['outcome'], isRefunded = false): Decision => ({
  reservationId,
  outcome,
  isRefunded,
})

/** Status, kinds of arrival events, and cents of refunds of a reservation. */
async function factsOf(id: string) {
  const { rows } = await database().pool.query<{ status: string; kinds: string[]; refunds: number[] }>(
    `select status, array(select kind from arrival_events where reservation_id = r.id order by seq) as kinds,
       array(select amount_cents from refunds where reservation_id = r.id) as refunds
     from reservations r where id = $1`,
    [id],
  )
  return rows[0]
}

/** Runs work while the database refuses every insert into a table. */
async function whileRefused(table: string, work: () => Promise<unknown>): Promise<void> {
  const { pool } = database()
  await pool.query(`create or replace function refuse_row() returns trigger language plpgsql as
    $$ begin raise 'refused by the test'; end $$`)
  await pool.query(`create trigger refused before insert on ${table} execute function refuse_row()`)
  await expect(work()).rejects.toThrow('refused by the test')
  await pool.query(`drop trigger refused on ${table}`)
}

describe('the outcomes of a night', () => {
  test('change nothing of a party that came after they were chosen', async () => {
    const [excused, never, unseen] = [await book(), await book(), await book()]
    for (const id of [excused, never, unseen])
      // oxlint-disable-next-line no-await-in-loop -- three parties
      await arrive(id, 4)
    expect(
      await carryOut(as(), date(), [
        decision(excused, 'excused'),
        decision(never, 'no_show'),
        decision(unseen, 'came'),
      ]),
    ).toEqual([])
    for (const id of [excused, never, unseen])
      // oxlint-disable-next-line no-await-in-loop -- three parties
      expect(await factsOf(id)).toEqual({ status: 'confirmed', kinds: ['arrived'], refunds: [] })
  })

  test('change nothing of a party of another night', async () => {
    const [moved, excused] = [await book(), await book()]
    setNight(dayAfter(1))
    const never = await book()
    const form = decide({ [never]: 'no_show', [moved]: 'no_show', [excused]: 'excused' })
    expect(await carryOut(as(), date(), form.decisions)).toEqual([])
    expect(await closeNight(as(), date(), form)).toMatchObject({ ok: true })
    for (const id of [moved, excused])
      // oxlint-disable-next-line no-await-in-loop -- two parties
      expect(await factsOf(id)).toEqual({ status: 'confirmed', kinds: [], refunds: [] })
  })

  test('mark a no-show and refund it both or not at all, and once', async () => {
    const id = await book()
    await payOnline(id, 30_000)
    const decisions = [decision(id, 'no_show', true)]
    await whileRefused('refunds', () => carryOut(as(), date(), decisions))
    expect(await factsOf(id)).toEqual({ status: 'confirmed', kinds: [], refunds: [] })
    await whileRefused('arrival_events', () => carryOut(as(), date(), decisions))
    expect(await factsOf(id)).toEqual({ status: 'confirmed', kinds: [], refunds: [] })
    expect(await carryOut(as(), date(), decisions)).toEqual([])
    expect(await carryOut(as(), date(), decisions)).toEqual([])
    expect(await factsOf(id)).toEqual({ status: 'confirmed', kinds: ['no_show'], refunds: [30_000] })
  })
})

describe('a party that is moved to another night', () => {
  const partyOn = async (id: string, night: string) => {
    const { parties } = await loadTonight(as(), new URLSearchParams({ date: night }))
    const party = parties.find((it) => it.id === id)
    return party && { state: attendanceOf(party).state, events: party.events }
  }
  const moveTo = (id: string, night: string) => amend(as(), id, { date: night, time: '18:00' })
  const summaryOf = async () => (await page()).report.summary

  test('after its no-show is expected there, and stays a no-show of the first night', async () => {
    const [id, another] = [await book({ type: 'dining' }), await book({ type: 'dining' })]
    await closeNight(as(), date(), decide({ [id]: 'no_show', [another]: 'no_show' }))
    expect((await page()).undecided).toEqual([])
    const [marked] = (await partyOn(id, date()))?.events ?? []
    const { act } = await done(moveTo(id, dayAfter(1)))
    expect(await partyOn(id, dayAfter(1))).toEqual({ state: 'expected', events: [] })
    expect(await summaryOf()).toMatchObject({ noShows: 2 })
    await done(undoChange(as(), id, act?.actId ?? ''))
    expect(await partyOn(id, date())).toMatchObject({ state: 'no_show' })
    // A device that was offline takes the no-show back after the move.
    await done(moveTo(id, dayAfter(1)))
    const at = as().now.toISOString()
    const back = {
      id: randomUUID(),
      reservationId: id,
      kind: 'undone',
      undoesId: marked?.id ?? '',
      at,
    } as const
    expect(await recordArrivals(as(), { sentAt: at, acts: [back] })).toMatchObject({
      value: [{ isRecorded: true }],
    })
    expect(await summaryOf()).toMatchObject({ noShows: 1 })
  })

  test('does not take its arrivals along, and cannot be moved while its guests are in the venue', async () => {
    const id = await book({ type: 'dining' })
    await arrive(id, 4)
    const text =
      '4 guests of this party are in the venue. Mark the party as left in Tonight before you move the reservation to another night.'
    expect((await preview(as(), id, { date: dayAfter(1), time: '18:00' })).problem).toBe(text)
    expect(await moveTo(id, dayAfter(1))).toEqual(refusal(text))
    const at = as().now.toISOString()
    const left = { id: randomUUID(), reservationId: id, kind: 'left', guests: 4, at } as const
    await done(recordArrivals(as(), { sentAt: at, acts: [left] }))
    await done(moveTo(id, dayAfter(1)))
    expect(await partyOn(id, dayAfter(1))).toEqual({ state: 'expected', events: [] })
    expect(await summaryOf()).toMatchObject({ came: 4, parties: 0 })
  })

  test('while the night is closed has no outcome, and one that comes to the night needs one', async () => {
    const first = date()
    const [gone, stays] = [await book({ type: 'dining' }), await book({ type: 'dining' })]
    const form = decide({ [gone]: 'no_show', [stays]: 'no_show' })
    await done(moveTo(gone, dayAfter(1)))
    expect(await closeNight(as(), first, form)).toEqual({ ok: true, value: null })
    expect([await partyOn(gone, dayAfter(1)), await partyOn(stays, first)]).toMatchObject([
      { state: 'expected' },
      { state: 'no_show' },
    ])
    const other = await book({ type: 'dining', name: 'Comes late' })
    await database().pool.query(
      `update reservations set business_date = $2, starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'
       where id = $1`,
      [other, dayAfter(1)],
    )
    setNight(dayAfter(1))
    expect(await closeNight(as(), date(), decide({ [gone]: 'no_show' }))).toEqual(
      refusal('Please decide about Comes late: no-show, excused, or came.'),
    )
  })
})

test('a night is closed with one connection to the database', async () => {
  const [never, excused, came] = [await book(), await book(), await book()]
  await arrive(came)
  const single = openDatabase(database().url, { max: 1, onLost: () => undefined })
  const form = decide({ [never]: 'no_show', [excused]: 'excused' })
  const closed = await closeNight({ ...as(), db: single.db }, date(), form).finally(() => single.close())
  expect(closed).toEqual({ ok: true, value: null })
  expect((await page()).closing?.actorName).toBe('Ama')
})
