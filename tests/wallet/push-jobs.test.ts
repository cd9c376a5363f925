import { expect, test } from 'vitest'
import { purgePassDevices, pushPass } from '#features/reservation-management/wallet-passes/service.ts'
import { type ApplePasses, NO_WALLET, type PushOutcome } from '#platform/wallet/types.ts'
import { booked } from '../dining/dining-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { PASS_TYPE } from './apple-certificates.ts'

/* Jobs that tell devices of changed passes, and devices that are forgotten, without a server. */

const DAY_MS = 86_400_000

const addDevice = (pool: TestDatabase['pool'], serial: string, device: string) =>
  pool.query('insert into wallet_registrations (device_id, push_token, reservation_id) values ($1, $1, $2)', [
    device,
    serial,
  ])

test('a change while no certificate can be used is told once it can, and forgotten where no passes are made', async () => {
  const { db, pool } = await cloneDatabase()
  const serial = await booked(db)
  await addDevice(pool, serial, 'waiting')
  const now = new Date('2026-11-27T03:00:00Z')
  const waiting = async () =>
    (await pool.query('select run_at from graphile_worker.jobs where key = $1', [`push_pass:${serial}`])).rows
  expect(await pushPass({ db, wallet: NO_WALLET, now }, serial)).toBe(0)
  expect(await waiting()).toEqual([])
  const unusable = { ...NO_WALLET, applePassTypeId: PASS_TYPE }
  expect(await pushPass({ db, wallet: unusable, now }, serial)).toBe(0)
  expect(await waiting()).toEqual([{ run_at: new Date('2026-11-27T04:00:00Z') }])
})

test('a night that is closed tells no device, and what changes a pass waits in the queue of pushes', async () => {
  const { db, pool } = await cloneDatabase()
  const serial = await booked(db)
  await pool.query(`update reservations set status = 'confirmed' where id = $1`, [serial])
  await addDevice(pool, serial, 'phone')
  const announced = async (set: string) => {
    await pool.query(`update reservations set ${set} where id = $1`, [serial])
    const { rows } = await pool.query(
      `select j.queue_name as queue from graphile_worker.jobs j where j.key = $1`,
      [`push_pass:${serial}`],
    )
    return rows
  }
  expect(await announced(`status = 'completed'`)).toEqual([])
  expect(await announced('guest_count = guest_count + 1')).toEqual([{ queue: 'push_pass' }])
})

test.each([
  ['still to come', '20 years', 1],
  ['over', '-20 years', 0],
])('another number of a table is told to a party that is %s', async (_when, untilEnd, jobs) => {
  const { db, pool } = await cloneDatabase()
  const serial = await booked(db)
  await pool.query(
    `update reservations set starts_at = now() + $2::interval - interval '2 hours', ends_at = now() + $2::interval where id = $1`,
    [serial, untilEnd],
  )
  await addDevice(pool, serial, 'phone')
  await pool.query(
    `update venue_tables set table_number = 999 where id = (select table_id from reservations where id = $1)`,
    [serial],
  )
  const { rows } = await pool.query('select 1 from graphile_worker.jobs where key = $1', [
    `push_pass:${serial}`,
  ])
  expect(rows).toHaveLength(jobs)
})

test('devices of a pass are forgotten a week after the night, those of friends too', async () => {
  const { db, pool } = await cloneDatabase()
  const ids = [await booked(db), await booked(db)]
  const now = new Date('2046-11-27T03:00:00Z')
  for (const [i, id] of ids.entries()) {
    // oxlint-disable no-await-in-loop
    await addDevice(pool, id, `phone-${i}`)
    await pool.query(
      `with friend as (insert into entry_shares (reservation_id, guest_name) values ($1, 'Ana Sow') returning id)
       insert into wallet_registrations (device_id, push_token, share_id) select $2, $2, id from friend`,
      [id, `friend-${i}`],
    )
    await pool.query(
      `update reservations set starts_at = $2::timestamptz - interval '2 hours', ends_at = $2 where id = $1`,
      [id, new Date(now.getTime() - (i === 0 ? 7.1 : 6.9) * DAY_MS)],
    )
    // oxlint-enable no-await-in-loop
  }
  await purgePassDevices({ db, now })
  const { rows } = await pool.query('select device_id as id from wallet_registrations order by id')
  expect(rows).toEqual([{ id: 'friend-1' }, { id: 'phone-1' }])
})

test('a device that cannot be told keeps none that is gone', async () => {
  const { db, pool } = await cloneDatabase()
  const serial = await booked(db)
  for (const device of ['phone', 'refused', 'gone'])
    // oxlint-disable-next-line no-await-in-loop -- three
    await addDevice(pool, serial, device)
  const outcomes: Record<string, PushOutcome> = {
    phone: { kind: 'sent' },
    refused: { kind: 'failed', reason: 'refused with 400, BadTopic' },
    gone: { kind: 'gone' },
  }
  const passes: ApplePasses = {
    passTypeId: PASS_TYPE,
    make: () => Promise.reject(new Error('nothing is made')),
    push: (pushTokens) => Promise.resolve(pushTokens.flatMap((it) => outcomes[it] ?? [])),
  }
  const telling = pushPass(
    { db, wallet: { ...NO_WALLET, apple: () => passes, applePassTypeId: PASS_TYPE }, now: new Date() },
    serial,
  )
  await expect(telling).rejects.toThrow('1 devices: refused with 400, BadTopic')
  const { rows } = await pool.query('select device_id as id from wallet_registrations order by id')
  expect(rows).toEqual([{ id: 'phone' }, { id: 'refused' }])
})
