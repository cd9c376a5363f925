import { expect, test } from 'vitest'
import { BATCH_SIZE } from '#features/reservation-management/bulk/schema.ts'
import { sendInBatches } from './batches.ts'

const answered = <Outcome>(outcomes: readonly Outcome[]) => ({ outcomes, left: [] })

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

test('a long selection is sent in requests that the server accepts, one after the other', async () => {
  const sizes: number[] = []
  const progress: number[] = []
  let open = 0
  const send = async (batch: readonly number[]) => {
    expect((open += 1)).toBe(1)
    sizes.push(batch.length)
    await Promise.resolve()
    open -= 1
    return answered(batch.map((it) => `${it} done`))
  }
  const sent = await sendInBatches(numbers(2 * BATCH_SIZE + 30), {
    size: BATCH_SIZE,
    send,
    onProgress: (done) => progress.push(done),
  })
  expect(sizes).toEqual([BATCH_SIZE, BATCH_SIZE, 30])
  expect(progress).toEqual([BATCH_SIZE, 2 * BATCH_SIZE, 2 * BATCH_SIZE + 30])
  expect(sent).toEqual({
    outcomes: numbers(2 * BATCH_SIZE + 30).map((it) => `${it} done`),
    failed: null,
  })
})

test('a full batch is one request, and no selection is none', async () => {
  const sizes: number[] = []
  const send = async (batch: readonly number[]) => {
    sizes.push(batch.length)
    return answered(batch)
  }
  expect(await sendInBatches(numbers(BATCH_SIZE), { size: BATCH_SIZE, send })).toEqual({
    outcomes: numbers(BATCH_SIZE),
    failed: null,
  })
  expect(await sendInBatches([], { size: BATCH_SIZE, send })).toEqual({ outcomes: [], failed: null })
  expect(sizes).toEqual([BATCH_SIZE])
})

test('after a batch that fails no other is sent, and the outcomes of those before it are told', async () => {
  let requests = 0
  const offline = new Error('offline')
  // The server leaves out a reservation that was deleted meanwhile.
  const send = ([, ...batch]: readonly number[]) => {
    requests += 1
    return requests === 2 ? Promise.reject(offline) : Promise.resolve(answered(batch))
  }
  const all = numbers(2 * BATCH_SIZE + 1)
  expect(await sendInBatches(all, { size: BATCH_SIZE, send })).toEqual({
    outcomes: all.slice(1, BATCH_SIZE),
    failed: { error: offline, left: all.slice(BATCH_SIZE) },
  })
  expect(requests).toBe(2)
})

test('what a fault of the server left as it was can be tried again, with the batches that were not sent', async () => {
  let requests = 0
  const all = numbers(2 * BATCH_SIZE)
  const send = async (batch: readonly number[]) => {
    requests += 1
    return { outcomes: batch.slice(0, 3), left: batch.slice(3) }
  }
  const sent = await sendInBatches(all, { size: BATCH_SIZE, send })
  expect(sent).toMatchObject({ outcomes: [0, 1, 2], failed: { left: all.slice(3) } })
  expect(requests).toBe(1)
})
