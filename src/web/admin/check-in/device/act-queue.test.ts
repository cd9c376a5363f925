import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type ActStore,
  createActQueue,
  type DeviceAct,
  memoryStore,
  routeOf,
  type NewQueuedAct,
  type SendActs,
} from './act-queue.ts'
import { Refusal, refusalOf as refusalOfServer } from './api.ts'

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
const refusalOf = (error: unknown): string | null => (error instanceof RangeError ? error.message : null)
const queueOf = (send: SendActs, store: ActStore = memoryStore()) =>
  createActQueue({ store, send, refusalOf, exclusively, now: () => new Date() })

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

  test('that are not valid are refused alone, and those after them are sent', async () => {
    const isBad = (act: DeviceAct): boolean => 'guests' in act && act.guests === 0
    const sent: string[] = []
    const queue = queueOf(async (sentAt, acts) => {
      if (acts.some(isBad)) throw new RangeError('At least one guest arrives or leaves.')
      sent.push(...acts.map(({ id }) => id))
      return accept(sentAt, acts)
    })
    const taps = [0, 1, 2].map(() => arrived())
    const noGuests = { reservationId: randomUUID(), kind: 'arrived', guests: 0 } as const
    const bad = arrived({ act: { ...noGuests, id: randomUUID(), at: '2026-11-28T02:00:00.000Z' } })
    for (const tap of [bad, ...taps]) {
      // oxlint-disable-next-line no-await-in-loop -- one tap after the other
      await queue.record(tap)
    }
    await queue.flush(AMA.id)
    expect(sent).toEqual(taps.map((it) => it.act.id))
    expect(await queue.list()).toMatchObject([
      { state: 'refused', problem: 'At least one guest arrives or leaves.', guestName: 'Ada Obi' },
      ...taps.map(() => ({ state: 'sent' })),
    ])
  })

  test('of a record that no longer exists are refused alone, and hold up none of the others', async () => {
    const gone = arrived()
    const queue = createActQueue({
      store: memoryStore(),
      async send(sentAt, acts) {
        if (acts.some(({ id }) => id === gone.act.id))
          throw new Refusal(409, 'not_found', 'A record that this belongs to no longer exists.')
        return accept(sentAt, acts)
      },
      refusalOf: refusalOfServer,
      exclusively,
      now: () => new Date(),
    })
    await queue.record(gone)
    await queue.record(arrived())
    await queue.flush(AMA.id)
    expect(await queue.list()).toMatchObject([
      { state: 'refused', problem: 'A record that this belongs to no longer exists.' },
      { state: 'sent' },
    ])
    // Another account is signed in: that changes, so the acts wait.
    expect(refusalOfServer(new Refusal(409, 'other_account', 'Another account is signed in.'))).toBeNull()
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
