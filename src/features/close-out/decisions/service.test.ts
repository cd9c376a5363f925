import { describe, expect, test } from 'vitest'
import { decide, useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { closeNight } from '#features/close-out/service.ts'
import type { Decision } from '#features/close-out/schema.ts'
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

test('a night is closed with one connection to the database', async () => {
  const [never, excused, came] = [await book(), await book(), await book()]
  await arrive(came)
  const single = openDatabase(database().url, { max: 1, onLost: () => undefined })
  const form = decide({ [never]: 'no_show', [excused]: 'excused' })
  const done = await closeNight({ ...as(), db: single.db }, date(), form).finally(() => single.close())
  expect(done).toEqual({ ok: true, value: null })
  expect((await page()).closing?.actorName).toBe('Ama')
})
