import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hearDevice } from '#features/reservation-management/check-in/devices/service.ts'
import { useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { closeNight } from '../service.ts'
import { deviceText } from './rules.ts'

const { as, date, page } = useCloseOutNights()

const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'

test('asks about a device that was heard from minutes ago, and not about one that still reports', async () => {
  const hear = (minutesAgo: number, device: string) =>
    hearDevice(
      { ...as(), now: new Date(as().now.getTime() - minutesAgo * 60_000) },
      new URLSearchParams({ device, unsent: '0' }),
      CHROME_ON_ANDROID,
    )
  const [silent, reporting] = [randomUUID(), randomUUID()]
  await hear(30, silent)
  await hear(4, silent)
  await hear(60, reporting)
  await hear(1, reporting)
  expect((await page()).devices.map(deviceText)).toEqual([
    "Ama's phone (Chrome, Android), since 4:30 AM: everything sent, last heard 5:29 AM",
    "Ama's phone (Chrome, Android), since 5:00 AM: last heard 4 min ago, may have unsent acts",
  ])
  const form = { decisions: [], reason: '' }
  expect(await closeNight(as(), date(), form)).toMatchObject({ ok: false })
  expect(await closeNight(as(), date(), { ...form, hasNothingLeft: true })).toMatchObject({ ok: true })
})
