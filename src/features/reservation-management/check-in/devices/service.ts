import type { Actor } from '#features/permissions/schema.ts'
import { isId } from '#lib/address.ts'
import { addDays, businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { deviceName, isSilent, minutesSince } from './rules.ts'
import type { CheckInDevice } from './schema.ts'
import { deleteHeardBefore, listHeard, writeHeard } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

const MOST_UNSENT = 100_000
const KEPT_DAYS = 30

/** Records that a device read the list, with its number of unsent acts. Skips one without an id. */
export async function hearDevice(
  { db, now, actor }: Deps & { readonly actor: Pick<Actor, 'name'> },
  query: URLSearchParams,
  userAgent: string,
): Promise<void> {
  const deviceId = query.get('device') ?? ''
  const unsent = Number(query.get('unsent') ?? '')
  if (!isId(deviceId) || !Number.isInteger(unsent) || unsent < 0) return
  const name = deviceName(actor.name, userAgent)
  const night = businessDate(now)
  await writeHeard(db, { night, deviceId, name, heardAt: now, unsent: Math.min(unsent, MOST_UNSENT) })
}

/** Devices that had the list of a night, those with unsent acts first. */
export const listCheckInDevices = async ({ db, now }: Deps, night: CalendarDate): Promise<CheckInDevice[]> =>
  (await listHeard(db, night)).map(({ firstHeardAt, heardAt, ...device }) => ({
    ...device,
    firstHeardAt: firstHeardAt.toISOString(),
    heardAt: heardAt.toISOString(),
    minutesAgo: minutesSince(heardAt, now),
    isSilent: isSilent(heardAt, night, now),
  }))

export const purgeCheckInDevices = ({ db, now }: Deps): Promise<void> =>
  deleteHeardBefore(db, addDays(businessDate(now), -KEPT_DAYS))
