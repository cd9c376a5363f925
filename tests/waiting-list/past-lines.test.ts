import { afterEach, expect, test } from 'vitest'
import { listOpenLines } from '#features/waiting-list/lines/service.ts'
import { addMinutes, momentAt } from '#lib/venue-time.ts'
import { insertDinnerEntry } from './insert-entry.ts'
import { statusOf } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, night, now, putInLine, offer, emailsTo } = useWaitingNight()

const setEvent = async (change: { deletedAt?: Date | null; date?: string }): Promise<void> => {
  await app().db.updateTable('events').set(change).where('id', '=', night().event.id).execute()
}
const dateOf = async (): Promise<string> => {
  const rows = app().db.selectFrom('events').where('id', '=', night().event.id).select('date')
  return (await rows.executeTakeFirstOrThrow()).date
}
let planned: string | null = null
afterEach(async () => {
  if (planned !== null) await setEvent({ deletedAt: null, date: planned })
})

test('no table is looked for once a night or a dinner is over', async () => {
  await putInLine()
  const dinnerAt = momentAt('2026-11-27', '18:00')
  await insertDinnerEntry(app(), { dinnerAt: dinnerAt.toISOString(), date: '2026-11-27' })
  const linesAt = async (moment: Date) => {
    const { nights, dates } = await listOpenLines(app().db, moment)
    return [nights.map(({ id }) => id), dates]
  }
  const { id, endsAt } = night().event
  expect(await linesAt(now())).toEqual([[id], ['2026-11-27']])
  expect(await linesAt(addMinutes(dinnerAt, -1))).toContainEqual(['2026-11-27'])
  expect(await linesAt(dinnerAt)).toContainEqual([])
  expect((await linesAt(addMinutes(endsAt, -1)))[0]).toEqual([id])
  expect((await linesAt(endsAt))[0]).toEqual([])
})

test('a party that waited in vain is not told of what becomes of the night after it was over', async () => {
  planned = await dateOf()
  const waiting = await putInLine()
  bookings().clock.now = addMinutes(night().event.endsAt, 1)
  await setEvent({ deletedAt: addMinutes(now(), -1) })
  await offer()
  expect(await statusOf(app().db, waiting)).toBe('waiting')
  await setEvent({ deletedAt: null, date: '2026-11-01' })
  await offer()
  expect(await emailsTo(waiting)).toEqual(['waiting_joined'])
})
