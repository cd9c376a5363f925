import { expect, test } from 'vitest'
import { useAmendedNights } from '../../../../../tests/booking/amended-nights.ts'
import { amend, preview } from '../../../../../tests/booking/amendments.ts'
import { done } from '../../../../../tests/booking/staff.ts'

const { app, night, reloadNight, asStaff, bookNight, rowOf } = useAmendedNights()

test('a night at several tables keeps the further ones and what was agreed for them where the first is changed', async () => {
  const id = await bookNight()
  await reloadNight()
  const own = (await rowOf(id)).tableId
  const [second, third, wanted] = night().tables.filter((it) => it.id !== own)
  const extraTableIds = [second?.id ?? '', third?.id ?? '']
  await app().db.updateTable('reservations').set({ extraTableIds }).where('id', '=', id).execute()
  await app().pool.query(
    `insert into reservation_lines (reservation_id, kind, label, amount_cents) values ($1, 'table', $2, 4000)`,
    [id, `Table ${second?.number}`],
  )
  const change = { tableId: wanted?.id ?? '', overCapacity: true }
  const shown = await preview(asStaff(), id, change)
  expect(new Set(shown.seatedAt)).toEqual(new Set([wanted?.number, second?.number, third?.number]))
  const changed = await done(amend(asStaff(), id, { ...change, price: { decision: 'due', reason: '' } }))
  expect(new Set(changed.tableNumbers)).toEqual(new Set(shown.seatedAt))
  // The database keeps the further tables as a set, in an order of its own.
  expect(await rowOf(id)).toMatchObject({
    tableId: wanted?.id,
    extraTableIds: expect.toSatisfy(
      (ids: string[]) => ids.toSorted().join() === extraTableIds.toSorted().join(),
    ),
  })
  const lines = await app()
    .db.selectFrom('reservationLines')
    .where('reservationId', '=', id)
    .select(['label', 'amountCents'])
    .execute()
  expect(lines).toContainEqual({ label: `Table ${second?.number}`, amountCents: 4000 })
  expect(lines.map(({ label }) => label)).toContain(`Table ${wanted?.number}`)
})
