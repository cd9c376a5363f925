import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { addHours, addMinutes } from '#lib/venue-time.ts'
import { decide, useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { lockFigures } from '../lock/service.ts'
import { closeNight, prepareCloseOuts } from '../service.ts'

const { as, book, database, date, page, putOnList, setNight } = useCloseOutNights()

const partyOf = async (id: string) => {
  const { parties } = await loadTonight(as(), new URLSearchParams({ date: date() }))
  const party = parties.find((it) => it.id === id)
  return (
    party && {
      status: party.status,
      leftAt: party.leftAt,
      state: attendanceOf(party).state,
      kinds: party.events.map(({ kind }) => kind),
    }
  )
}

type Act = { readonly kind: 'arrived' | 'left'; readonly minutesAgo: number }

/** Acts of a device that was offline until now, about four guests of a party. */
const send = (
  subject: { readonly reservationId: string } | { readonly entryId: string },
  acts: readonly Act[],
) =>
  recordArrivals(as(), {
    sentAt: as().now.toISOString(),
    acts: acts.map(({ kind, minutesAgo }): ArrivalAct => ({
      id: randomUUID(),
      ...subject,
      kind,
      guests: 4,
      at: addMinutes(as().now, -minutesAgo).toISOString(),
    })),
  })

test('the stay of a party that arrives after the closing ends with the night, also after the lock', async () => {
  // 1 AM: the parties have their tables until 5 AM.
  setNight(date(), addHours(as().now, -4.5))
  const [late, later] = [await book({ name: 'Ada' }), await book({ name: 'Kwesi' })]
  await closeNight(as(), date(), decide({ [late]: 'no_show', [later]: 'no_show' }))
  const arrived = [{ kind: 'arrived', minutesAgo: 20 }] as const
  await send({ reservationId: late }, arrived)
  const ended = {
    status: 'completed',
    leftAt: as().now.toISOString(),
    state: 'left',
    kinds: ['no_show', 'arrived', 'left'],
  }
  expect(await partyOf(late)).toEqual(ended)
  await lockFigures(as(), date(), { counted: 0, note: '' })
  await send({ reservationId: later }, arrived)
  expect(await partyOf(later)).toEqual(ended)
  expect(await page()).toMatchObject({ staying: 0, lateActs: 2, undecided: [], sinceLock: { came: 4 } })
})

test('a leaving that arrives with its arrival, or after it, is recorded beside it', async () => {
  const [together, apart] = [await book(), await book()]
  await closeNight(as(), date(), decide({ [together]: 'no_show', [apart]: 'no_show' }))
  const [arrived, left] = [
    { kind: 'arrived', minutesAgo: 60 },
    { kind: 'left', minutesAgo: 50 },
  ] as const
  await send({ reservationId: together }, [arrived, left])
  expect(await partyOf(together)).toMatchObject({
    status: 'completed',
    kinds: ['no_show', 'arrived', 'left'],
  })
  await send({ reservationId: apart }, [arrived])
  await send({ reservationId: apart }, [left])
  expect(await partyOf(apart)).toMatchObject({ status: 'completed', state: 'left' })
  expect(await page()).toMatchObject({ staying: 0, lateActs: 4, report: { summary: { came: 8 } } })
})

test('guests of a list who arrive after the closing have left as well', async () => {
  const entryId = await putOnList()
  await closeNight(as(), date(), decide({}))
  await send({ entryId }, [{ kind: 'arrived', minutesAgo: 120 }])
  expect(await partyOf(entryId)).toMatchObject({ state: 'left', kinds: ['arrived', 'left'] })
  expect(await page()).toMatchObject({ staying: 0, lateActs: 1 })
})

test('a stay that was not ended, because the server stopped, ends at 6 AM', async () => {
  const id = await book()
  await closeNight(as(), date(), decide({ [id]: 'no_show' }))
  const sixAm = () => prepareCloseOuts({ db: database().db, now: addMinutes(as().now, 40) })
  expect((await sixAm()).map((it) => it.date)).not.toContain(date())
  await database().pool.query(
    `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     values ($1, $2, 'arrived', 4, $3, $4, 'Ama')`,
    [randomUUID(), id, addHours(as().now, -3), as().actor.id],
  )
  expect(await sixAm()).toContainEqual({ date: date(), stays: 1, isClosed: false })
  expect(await partyOf(id)).toMatchObject({ status: 'completed', state: 'left' })
})
