import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordArrivals } from '#features/reservation-management/arrival-acts/service.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import type { ExpectedParty } from '#features/reservation-management/check-in/schema.ts'
import { loadSnapshot } from '#features/reservation-management/check-in/service.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { cloneDatabase } from '../../../../../tests/support/database.ts'
import { bookTonight } from '../../../../../tests/staff/night-parties.ts'
import {
  type ActStore,
  createActQueue,
  type DeviceAct,
  isArrival,
  memoryStore,
  routeOf,
  type NewQueuedAct,
  type SendActs,
} from './act-queue.ts'
import { nightOf } from './check-in-state.ts'

const AMA = { id: randomUUID(), name: 'Ama' }

const arrived = (more: Partial<NewQueuedAct> = {}, at = '2026-11-28T02:00:00.000Z'): NewQueuedAct => ({
  act: { id: randomUUID(), reservationId: randomUUID(), at, kind: 'arrived', guests: 2 },
  partyId: randomUUID(),
  staff: AMA,
  tableNumber: null,
  guestName: 'Ada Obi',
  ...more,
})

const exclusively = <Value>(run: () => Promise<Value>): Promise<Value> => run()
const queueOf = (send: SendActs, store: ActStore = memoryStore()) =>
  createActQueue({ store, send, exclusively, now: () => new Date() })

const accept: SendActs = async (_sentAt, acts) => acts.map(({ id }) => ({ id, isRecorded: true }))

describe('the acts of a device', () => {
  test('are sent in order, 50 at a time, and are kept until a list contains them', async () => {
    const batches: string[][] = []
    const queue = queueOf(async (sentAt, acts) => {
      batches.push(acts.map(({ id }) => id))
      return accept(sentAt, acts)
    })
    const acts = Array.from({ length: 120 }, () => arrived())
    for (const act of acts) {
      // oxlint-disable-next-line no-await-in-loop -- one tap after the other
      await queue.record(act)
    }
    await queue.flush(AMA.id)
    expect(batches.map((it) => it.length)).toEqual([50, 50, 20])
    expect(batches.flat()).toEqual(acts.map(({ act }) => act.id))
    expect((await queue.list()).every(({ state }) => state === 'sent')).toBe(true)
    await queue.prune(() => true)
    expect(await queue.list()).toEqual([])
  })

  test('of several kinds are sent in order, each kind to its own place', async () => {
    const batches: string[][] = []
    const queue = queueOf(async (sentAt, acts) => {
      batches.push(acts.map((act) => routeOf(act)))
      return accept(sentAt, acts)
    })
    const at = '2026-11-28T02:00:00.000Z'
    const cover: DeviceAct = {
      id: randomUUID(),
      at,
      kind: 'cover',
      night: '2026-11-27',
      method: 'cash',
      items: [{ kind: 'full', guests: 2, eachCents: 2500 }],
    }
    const taps = [
      arrived(),
      arrived({ act: cover }),
      arrived(),
      arrived({ act: { id: randomUUID(), at, change: -1 } }),
      arrived({ act: { id: randomUUID(), at, kind: 'cover_undone', undoesId: cover.id } }),
    ]
    for (const tap of taps) {
      // oxlint-disable-next-line no-await-in-loop -- one tap after the other
      await queue.record(tap)
    }
    await queue.flush(AMA.id)
    expect(batches).toEqual([['arrivals', 'arrivals'], ['cover', 'cover'], ['head-counts']])
  })

  test('stay unsent where there is no answer, and are sent again', async () => {
    let isCut = true
    const queue = queueOf(async (sentAt, acts) => {
      if (isCut) throw new TypeError('no network')
      return accept(sentAt, acts)
    })
    await queue.record(arrived())
    await expect(queue.flush(AMA.id)).rejects.toThrow('no network')
    expect((await queue.list()).map(({ state }) => state)).toEqual(['unsent'])
    isCut = false
    await queue.flush(AMA.id)
    expect((await queue.list()).map(({ state }) => state)).toEqual(['sent'])
  })

  test('that the server refuses are kept with the reason', async () => {
    const queue = queueOf(async (_sentAt, acts) =>
      acts.map(({ id }) => ({ id, isRecorded: false, text: 'This reservation no longer exists.' })),
    )
    await queue.record(arrived())
    await queue.flush(AMA.id)
    expect(await queue.list()).toMatchObject([
      { state: 'refused', problem: 'This reservation no longer exists.' },
    ])
  })

  test('are kept in memory, counted and sent where the device cannot store them', async () => {
    const sent: DeviceAct[] = []
    const full = async (): Promise<never> => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
    const queue = queueOf(
      async (sentAt, acts) => {
        sent.push(...acts)
        return accept(sentAt, acts)
      },
      { ...memoryStore(), add: full },
    )
    expect(await queue.record(arrived())).toBe(false)
    expect(await queue.countUnstored()).toBe(1)
    await queue.flush(AMA.id)
    expect(sent).toHaveLength(1)
    expect(await queue.countUnstored()).toBe(0)
  })

  test('of a colleague wait for that account, or are taken over', async () => {
    const kofi = { id: randomUUID(), name: 'Kofi' }
    const queue = queueOf(accept)
    await queue.record(arrived())
    await queue.flush(kofi.id)
    expect((await queue.list()).map(({ state }) => state)).toEqual(['unsent'])
    await queue.takeOver(kofi)
    await queue.flush(kofi.id)
    expect(await queue.list()).toMatchObject([{ state: 'sent', staff: kofi }])
  })
})

const DEVICES = 8
const PARTIES = 5
const MINUTE_MS = 60_000

/** Fates of one attempt to send. */
const networks = fc.constantFrom('works', 'cut', 'answer lost', 'sent twice')
const taps = fc.record({
  device: fc.nat(DEVICES - 1),
  party: fc.nat(PARTIES - 1),
  kind: fc.constantFrom('arrived', 'left', 'no_show', 'undone'),
  guests: fc.integer({ min: 1, max: 9 }),
  minutes: fc.integer({ min: 0, max: 30 }),
  /** The device tries to send after this tap. */
  sends: fc.boolean(),
})

test('eight devices, offline for hours, with wrong clocks and a bad network, agree with the server in the end', async () => {
  const database = await cloneDatabase()
  const tokens = createSignedTokens(Buffer.alloc(32, 7))
  const clocks = fc.array(fc.integer({ min: -90, max: 90 }), { minLength: DEVICES, maxLength: DEVICES })
  await fc.assert(
    fc.asyncProperty(
      fc.array(taps, { minLength: 10, maxLength: 60 }),
      clocks,
      fc.infiniteStream(networks),
      async (list, skews, network) => {
        await database.pool.query(`delete from reservations where guest_name like 'Party %'`)
        const ids = await bookTonight(
          database,
          Array.from({ length: PARTIES }, (_, i) => `Party ${i}`),
        )
        // Late in the evening, so that no-shows are true.
        const { rows } = await database.pool.query<{ now: Date }>(
          'select max(starts_at) as now from reservations where id = any($1)',
          [ids],
        )
        let now = (rows[0]?.now ?? new Date()).getTime() + MINUTE_MS
        const devices = skews.map((skew, number) => {
          const actor = { id: randomUUID(), name: `Device ${number}`, role: 'host' as const }
          const record = async (sentAt: string, acts: readonly DeviceAct[]) => {
            const done = await recordArrivals(
              { db: database.db, now: new Date(now), actor },
              { sentAt, acts: acts.filter(isArrival) },
            )
            if (!done.ok) throw new Error('not allowed')
            return done.value
          }
          const clock = () => new Date(now + skew * MINUTE_MS)
          const send: SendActs = async (sentAt, acts) => {
            const is = network.next().value
            if (is === 'cut') throw new TypeError('no network')
            const outcomes = await record(sentAt, acts)
            if (is === 'answer lost') throw new TypeError('the connection was lost')
            return is === 'sent twice' ? record(sentAt, acts) : outcomes
          }
          return {
            actor,
            clock,
            tapped: new Map<string, ArrivalAct[]>(),
            queue: createActQueue({ store: memoryStore(), send, exclusively, now: clock }),
          }
        })
        const trueTimes = new Map<string, number>()
        for (const { device: number, party, kind, guests, minutes, sends } of list) {
          now += minutes * MINUTE_MS
          const device = devices[number]
          const reservationId = ids[party]
          if (!device || reservationId === undefined) throw new Error('no such device or party')
          const own = device.tapped.get(reservationId) ?? []
          const common = { id: randomUUID(), reservationId, at: device.clock().toISOString() }
          const undoable = own.findLast((it) => it.kind !== 'undone')
          if (kind === 'undone' && !undoable) continue
          const act: ArrivalAct =
            kind === 'undone'
              ? { ...common, kind, undoesId: undoable?.id ?? '' }
              : kind === 'no_show'
                ? { ...common, kind }
                : { ...common, kind, guests }
          device.tapped.set(reservationId, [...own.filter((it) => it !== undoable || kind !== 'undone'), act])
          trueTimes.set(act.id, now)
          // oxlint-disable no-await-in-loop -- the taps of a night come one after the other
          await device.queue.record({
            act,
            partyId: reservationId,
            staff: device.actor,
            tableNumber: null,
            guestName: 'Guest',
          })
          if (sends) await device.queue.flush(device.actor.id).catch(() => undefined)
          // oxlint-enable no-await-in-loop
        }
        now += 3 * 60 * MINUTE_MS
        for (const { queue, actor } of devices)
          for (let unsent = 1; unsent > 0;) {
            // oxlint-disable no-await-in-loop -- until the network has worked
            await queue.flush(actor.id).catch(() => undefined)
            unsent = (await queue.list()).filter(({ state }) => state === 'unsent').length
            // oxlint-enable no-await-in-loop
          }
        const snapshot = await loadSnapshot(
          { db: database.db, now: new Date(now), tokens },
          new URLSearchParams(),
          {
            staff: AMA,
            token: 'session',
            venueName: 'Venue',
            isClosed: false,
          },
        )
        const parties = snapshot.parties.filter(({ id }) => ids.includes(id))
        const recorded = parties.flatMap(({ events }) => events)
        const all = (await Promise.all(devices.map(({ queue }) => queue.list()))).flat()
        const accepted = all.filter(({ state }) => state === 'sent')
        // No act is lost, and none is counted twice.
        expect(recorded.map(({ id }) => id).toSorted()).toEqual(accepted.map(({ act }) => act.id).toSorted())
        expect(all.filter(({ state }) => state === 'refused').map(({ problem }) => problem)).toEqual([])
        for (const { id, happenedAt } of recorded)
          expect(Math.abs(Date.parse(happenedAt) - (trueTimes.get(id) ?? 0))).toBeLessThan(1000)
        // Every device that reads the list sees the same as the server, with its own acts in its memory still.
        const stateIn = (party: ExpectedParty) => {
          const { state, arrived: count, inside } = attendanceOf(party)
          return { state, arrived: count, inside }
        }
        for (const { queue } of devices) {
          // oxlint-disable-next-line no-await-in-loop -- one device after the other
          const seen = nightOf({ snapshot, acts: await queue.list() })
          expect(seen.parties.map(stateIn)).toEqual(snapshot.parties.map(stateIn))
        }
      },
    ),
    { numRuns: 25 },
  )
})
