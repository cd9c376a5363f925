import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { createStaff } from '../../../tests/staff/sign-in.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { writePackageContent } from './service.ts'

test('staff write the words of a package that the guest told them, also in the night, and of no other package', async () => {
  const database = await cloneDatabase()
  const staff = await createStaff(database, 'host@venue.example')
  const now = new Date()
  const { rows } = await database.pool.query<{ id: string }>('select id from reservations limit 1')
  const id = rows[0]?.id ?? ''
  await database.pool.query(
    `insert into reservation_lines (reservation_id, kind, package_key, label, amount_cents)
     values ($1, 'package', 'birthday_shoutout', 'Birthday Shoutout Package', 5000)`,
    [id],
  )
  const words = { name: 'Zuri', message: 'Happy 30!' }
  const write = (key: 'birthday_shoutout' | 'screen_display', role: StaffRole = 'host') =>
    writePackageContent({ db: database.db, now, actor: { id: staff, name: 'Efua', role } }, id, {
      key,
      ...words,
    })
  expect(await write('birthday_shoutout', 'door')).toMatchObject({ reason: { why: 'not_allowed' } })
  expect(await write('screen_display')).toMatchObject({ reason: { why: 'not_found' } })
  expect(await write('birthday_shoutout')).toEqual({ ok: true, value: null })
  const stored = await database.db
    .selectFrom('packageContents')
    .where('reservationId', '=', id)
    .select(['name', 'message'])
    .execute()
  expect(stored).toEqual([words])
})
