import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from './api.ts'
import type { Snapshot } from '#features/reservation-management/check-in/schema.ts'
import { FIRST_STATE } from './check-in-state.ts'
import { createSender } from './sync/act-sender.ts'
import type { Parts } from './sync/parts.ts'
import { createStateStore } from './sync/state-store.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A sender whose first request is answered by a refusal, and all others by success; and the number of its requests. */
function senderAfter(refusal: Refusal, unstored = 0) {
  let requests = 0
  const store = createStateStore()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sender reads the account only
  store.set({ ...FIRST_STATE, snapshot: { staff: { id: 'ama', name: 'Ama' } } as Snapshot, unstored })
  const queue = {
    list: async () => [],
    countUnstored: async () => unstored,
    flush: async () => {
      requests += 1
      if (requests === 1) throw refusal
    },
  }
  const rest = {
    announce: () => undefined,
    stream: () => ({ close: () => undefined }),
    reported: { unsent: 0 },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sender uses these parts only
  const parts = { store, queue, ...rest } as unknown as Parts
  return { flush: createSender(parts, async () => undefined), requests: () => requests }
}

test('acts that exist in memory only are sent again after another account signed in: theirs may be back', async () => {
  const { flush, requests } = senderAfter(
    new Refusal(409, 'other_account', 'Another account is signed in.'),
    1,
  )
  await flush()
  expect(requests()).toBe(1)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(requests()).toBe(2)
})

test.each([401, 403])('no act is sent again after %i: the account has to sign in first', async (status) => {
  const { flush, requests } = senderAfter(new Refusal(status, 'signed_out', 'Please sign in.'))
  await flush()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(requests()).toBe(1)
})
