import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import type { Snapshot } from '#features/reservation-management/check-in/schema.ts'
import { loadSnapshot } from '#features/reservation-management/check-in/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import type { HeadCountAct } from '#features/reservation-management/tonight/head-counts/schema.ts'
import { recordHeadCounts } from '#features/reservation-management/tonight/head-counts/service.ts'
import { mergeParties } from '#features/reservation-management/tonight/rules.ts'
import type { Db } from '#platform/db/db.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import {
  createActQueue,
  isArrival,
  isCover,
  memoryStore,
  type NewQueuedAct,
  routeOf,
  type SendActs,
} from '#web/admin/check-in/device/act-queue.ts'
import { containedIn } from '#web/admin/check-in/device/check-in-state.ts'
import { clearTonight } from '../night-parties.ts'
import type { TestDatabase } from '../../support/database.ts'

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 86_400_000
const MOST_TRIES = 500
export const PARTIES = 4
const GUESTS = 6
export const COVER_CENTS = 2500

/** Fates of one attempt to send. `late`: the request arrives once more, after all others of the night. */
export const networks = fc.constantFrom('works', 'cut', 'answer lost', 'sent twice', 'late')
type Network = 'works' | 'cut' | 'answer lost' | 'sent twice' | 'late'

/** A night with cover of $25 and parties of six, each at a table of its own; nothing else is expected or recorded. */
export async function bookNight({ pool }: TestDatabase): Promise<{ ids: string[]; startsAt: Date }> {
  await clearTonight({ pool })
  for (const table of ['head_counts', 'ledger_lines'])
    // oxlint-disable-next-line no-await-in-loop -- one table after the other
    await pool.query(`alter table ${table} disable trigger user; delete from ${table};
      alter table ${table} enable trigger user`)
  const { rows } = await pool.query<{ id: string; startsAt: Date }>(
    `with night as (
       insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
       select 'agree-' || new_id(), 'Devices agree', description, business_day_of(now()), '21:00', '04:00', category,
         '$25', price_range from events limit 1 returning *
     )
     insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status)
     select n.id, t.id, 'nightlife', n.date, n.starts_at, n.ends_at, 'Party ' || t.table_number, 'party@example.com',
       ${GUESTS}, 'confirmed'
     from night n, (select id, table_number from venue_tables order by table_number limit ${PARTIES}) t
     returning id, starts_at as "startsAt"`,
  )
  return { ids: rows.map(({ id }) => id), startsAt: rows[0]?.startsAt ?? new Date() }
}

const tokens = createSignedTokens(Buffer.alloc(32, 7))

/** The list of the night as an account reads it: all of it, or what changed. */
export const readList = (db: Db, staff: Snapshot['staff'], since: string | null): Promise<Snapshot> =>
  loadSnapshot({ db, now: new Date(), tokens }, new URLSearchParams(since === null ? {} : { since }), {
    staff,
    token: 'session',
    venueName: 'Venue',
    isClosed: false,
  })

export type Venue = {
  readonly db: Db
  /** The true time, which no device knows. */
  readonly clock: { now: number }
  readonly network: Iterator<Network>
  /** Requests that arrive at the end. */
  readonly late: (() => Promise<unknown>)[]
}

/** Sends acts to the services that the API calls, by way of a bad network. */
function sendTo({ db, clock, network, late }: Venue, number: number, actor: Snapshot['staff']): SendActs {
  const deviceName = `Device ${number}`
  const record: SendActs = async (sentAt, acts) => {
    const deps = { db, now: new Date(clock.now), actor: { ...actor, role: 'host' as const } }
    const [route] = acts.map(routeOf)
    const done =
      route === 'arrivals'
        ? await recordArrivals(deps, { sentAt, acts: acts.filter(isArrival) })
        : route === 'cover'
          ? await recordCover(deps, { sentAt, deviceName, acts: acts.filter(isCover) })
          : await recordHeadCounts(deps, {
              sentAt,
              deviceName,
              counts: acts.filter((it): it is HeadCountAct => routeOf(it) === 'head-counts'),
            })
    if (!done.ok) throw new Error('not allowed')
    return done.value
  }
  return async (sentAt, acts) => {
    const fate = network.next().value
    if (fate === 'late') late.push(() => record(sentAt, acts))
    if (fate === 'cut') throw new TypeError('no network')
    const outcomes = await record(sentAt, acts)
    if (fate === 'answer lost') throw new TypeError('the connection was lost')
    return fate === 'sent twice' ? record(sentAt, acts) : outcomes
  }
}

/** A device at the entrance with an account and a clock of its own. */
export async function makeDevice(venue: Venue, number: number, skewMinutes: number) {
  const { id } = await venue.db
    .insertInto('staffUsers')
    .values({ name: 'Entrance', email: `${randomUUID()}@venue.example`, role: 'host' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const actor = { id, name: 'Entrance' }
  const now = (): Date => new Date(venue.clock.now + skewMinutes * MINUTE_MS)
  const queue = createActQueue({
    store: memoryStore(),
    send: sendTo(venue, number, actor),
    refusalOf: () => null,
    exclusively: (run) => run(),
    now,
  })
  return { actor, now, queue, undoable: [] as NewQueuedAct[], list: null as Snapshot | null }
}
export type Device = Awaited<ReturnType<typeof makeDevice>>

/** Reads as the screen does: what changed, merged into what the device has. */
export async function readInto(db: Db, device: Device): Promise<Snapshot> {
  const before = device.list
  const sent = (await device.queue.list()).filter(({ state }) => state === 'sent')
  const answer = await readList(db, device.actor, before?.at ?? null)
  const parties = mergeParties(before ?? undefined, answer)
  const snapshot = parties
    ? { ...answer, parties, ownCounts: [...(before?.ownCounts ?? []), ...answer.ownCounts] }
    : await readList(db, device.actor, null)
  device.list = snapshot
  const sentBefore = new Set(sent.map(({ act }) => act.id))
  await device.queue.prune(containedIn(snapshot, { sentBefore, savedAt: Date.now(), maxAgeMs: YEAR_MS }))
  return snapshot
}

/** Sends until nothing waits on any device, then lets the late requests arrive. */
export async function sendEverything(devices: readonly Device[], { late }: Venue): Promise<void> {
  for (const { queue, actor } of devices)
    for (let unsent = 1, tries = 1; unsent > 0; tries += 1) {
      // oxlint-disable no-await-in-loop -- until the network has worked
      await queue.flush(actor.id).catch((error: unknown) => {
        // The network fails now and then. A server that refuses the same act each time does not agree.
        if (tries > MOST_TRIES) throw error
      })
      unsent = (await queue.list()).filter(({ state }) => state === 'unsent').length
      // oxlint-enable no-await-in-loop
    }
  for (const arrive of late)
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    await arrive()
}
