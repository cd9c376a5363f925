import { expect, test } from 'vitest'
import { erasePerson, exportPerson } from '#features/guests/privacy/service.ts'
import { usePersonalData } from './personal-data.ts'

const { database, deps, book, mentionsOf } = usePersonalData()

test('reservations of the guest under other contacts are erased, by email address or phone number', async () => {
  const guest = { name: 'Efua Sarpong', phone: '430 300 0101' }
  await book('efua@example.com', '2025-01-01T20:00:00Z', guest)
  await book('efua.work@example.com', '2025-01-02T20:00:00Z', guest)
  await database().pool.query(
    `update reservations set source = 'phone' where guest_email = 'efua.work@example.com'`,
  )
  const coming = await book('efua.work@example.com', '2027-01-01T20:00:00Z', guest)
  await database().pool.query(`update reservations set source = 'phone', guest_email = '' where id = $1`, [
    coming,
  ])
  expect((await exportPerson(deps(), '(430) 300-0101')).reservations).toHaveLength(3)
  expect(await erasePerson(deps(), 'efua@example.com')).toMatchObject({
    erased: { reservations: 2 },
    remainingReservations: 1,
  })
  await database().pool.query(`update reservations set status = 'cancelled' where id = $1`, [coming])
  expect(await erasePerson(deps(), 'efua@example.com')).toMatchObject({
    erased: { reservations: 1 },
    remainingReservations: 0,
  })
  expect(await mentionsOf(/efua|430 ?300 ?0101/i)).toEqual([])
  const alone = await book('x@example.com', '2025-01-01T20:00:00Z', { name: 'Efua B', phone: '430 300 0102' })
  await database().pool.query(`update reservations set source = 'phone', guest_email = '' where id = $1`, [
    alone,
  ])
  expect(await erasePerson(deps(), '430-300-0102')).toMatchObject({ erased: { reservations: 1 } })
})

test('another guest who booked with the address keeps what is known by the phone number', async () => {
  const write = (id: string, note: string) =>
    database().pool.query(
      'update guests set note = $2 where id = (select guest_id from reservations where id = $1)',
      [id, note],
    )
  const own = await book('kofi@example.com', '2025-01-01T20:00:00Z', { name: 'Kofi', phone: '430 300 0111' })
  const other = { name: 'Yaa Boateng', phone: '430 300 0112' }
  const before = await book('4303000113@example.com', '2025-01-01T20:00:00Z', other)
  await book('kofi@example.com', '2025-01-02T20:00:00Z', other)
  await book('esi@example.com', '2025-01-03T20:00:00Z', { name: 'Esi', phone: '430 300 0113' })
  await write(own, 'Kofi sits in booth 4')
  await write(before, 'Yaa sits in booth 5')
  expect(await erasePerson(deps(), 'kofi@example.com')).toMatchObject({
    erased: { reservations: 2, guests: 1 },
    remainingReservations: 0,
  })
  expect(await mentionsOf(/kofi/i)).toEqual([])
  const yaa = await exportPerson(deps(), '430 300 0112')
  expect(yaa).toMatchObject({ guests: [{ note: 'Yaa sits in booth 5' }], reservations: [{ id: before }] })
  // The digits of an address are no phone number.
  await erasePerson(deps(), '4303000113@example.com')
  expect((await exportPerson(deps(), '430 300 0113')).reservations).toHaveLength(1)
  await expect(exportPerson(deps(), ' ')).rejects.toThrow('identifies no person')
})
