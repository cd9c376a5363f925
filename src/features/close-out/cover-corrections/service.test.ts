import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decide, useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { closeNight } from '#features/close-out/service.ts'
import { lockFigures } from '#features/close-out/lock/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { readWalkIns } from '#features/reservation-management/tonight/head-counts/service.ts'
import { coverCorrectionForm } from './schema.ts'
import { correctCover, listCoverOfNight } from './service.ts'

const { as, book, arrive, database, date, page } = useCloseOutNights()

const formOf = (typed: object = {}) =>
  coverCorrectionForm.parse({
    key: randomUUID(),
    insteadKey: randomUUID(),
    full: '',
    reduced: '',
    guest_list: '',
    comp: '',
    fullEach: '25',
    reducedEach: '',
    method: 'card',
    reason: 'Paid by card',
    ...typed,
  })

/** Four walk-ins or guests of a party who paid $25 in cash. */
async function take(reservationId?: string): Promise<string> {
  const id = randomUUID()
  const at = as().now.toISOString()
  const items = [{ kind: 'full' as const, guests: 4, eachCents: 2500 }]
  const act = { kind: 'cover' as const, id, at, night: date(), method: 'cash' as const, items }
  const acts = [{ ...act, ...(reservationId === undefined ? {} : { reservationId }) }]
  const done = await recordCover(as(), { sentAt: at, deviceName: 'phone', acts })
  expect(done).toMatchObject({ value: [{ isRecorded: true }] })
  return id
}

const linesOf = async (): Promise<unknown[]> => {
  const { rows } = await database().pool.query<Record<string, unknown>>(
    `select kind, method, cover_kind as "coverKind", cover_guests as guests, amount_cents as cents, reason
     from ledger_lines where night = $1 and cover_kind is not null order by created_at, kind desc, amount_cents`,
    [date()],
  )
  return rows.map((row) => Object.values(row).join(' '))
}

test('cover recorded wrongly is taken back and recorded anew, with the reason, by lines of their own, and once', async () => {
  const id = await take(await book())
  const form = formOf({ full: '3', comp: '1' })
  const night = date()
  for (let times = 0; times < 2; times += 1)
    // oxlint-disable-next-line no-await-in-loop -- the form is sent twice
    expect(await correctCover(as(), { night, actId: id }, form)).toEqual({ ok: true, value: null })
  expect(new Set(await linesOf())).toEqual(
    new Set([
      'cover  comp 1 0 Paid by card',
      'cover card full 3 7500 Paid by card',
      'cover cash full 4 10000 ',
      'cover_reversed cash full -4 -10000 Paid by card',
    ]),
  )
  const shown = await listCoverOfNight(as(), night)
  expect(new Set(shown.map(({ isTakenBack, reason }) => `${isTakenBack} ${reason}`))).toEqual(
    new Set(['false Paid by card', 'true null']),
  )
  const changed = await correctCover(as(), { night, actId: id }, { ...form, full: 2 })
  expect(changed).toMatchObject({ reason: { text: expect.stringContaining('taken back already') } })
  const again = await correctCover(as(), { night, actId: id }, formOf({ full: '2' }))
  expect(again).toMatchObject({ reason: { text: expect.stringContaining('taken back already') } })
})

test('a correction of walk-ins counts their heads anew, and none at all takes the record back', async () => {
  const id = await take()
  const night = date()
  expect((await readWalkIns(database().db, night)).cameIn).toBe(4)
  const insteadKey = randomUUID()
  await correctCover(as(), { night, actId: id }, formOf({ full: '6', insteadKey }))
  expect((await readWalkIns(database().db, night)).cameIn).toBe(6)
  await correctCover(as(), { night, actId: insteadKey }, formOf())
  expect((await readWalkIns(database().db, night)).cameIn).toBe(0)
})

test('a correction after the lock is shown since the lock, and is no late act of check-in', async () => {
  const party = await book()
  await arrive(party)
  const id = await take(party)
  const open = Object.fromEntries((await page()).undecided.map((it) => [it.id, 'no_show' as const]))
  await closeNight(as(), date(), decide(open))
  await lockFigures(as(), date(), { counted: (await page()).report.movedCashCents, note: '' })
  const before = await page()
  await correctCover(as(), { night: date(), actId: id }, formOf({ full: '3' }))
  const after = await page()
  expect(after.report).toEqual(before.report)
  expect(after.lateActs).toBe(before.lateActs)
  expect(after.sinceLock).toMatchObject({ moneyCents: -2500, drawerCents: -10_000 })
  expect(after.sinceLock?.lines.map(({ reason }) => reason)).toEqual(['Paid by card', 'Paid by card'])
})

test('a host may not correct cover, and what changes nothing or says no method is refused', async () => {
  const about = { night: date(), actId: await take() }
  expect(await correctCover(as('ama', 'host'), about, formOf())).toMatchObject({
    reason: { why: 'not_allowed' },
  })
  const same = await correctCover(as(), about, formOf({ full: '4', method: 'cash' }))
  expect(same).toMatchObject({ reason: { text: expect.stringContaining('how it was recorded') } })
  const silent = await correctCover(as(), about, formOf({ full: '3', method: null }))
  expect(silent).toMatchObject({ reason: { text: expect.stringContaining('in cash or by card') } })
  expect(await correctCover(as(), { ...about, actId: randomUUID() }, formOf())).toMatchObject({
    reason: { why: 'not_found' },
  })
})
